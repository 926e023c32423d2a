"""Whatever is handed over, the boundary answers with one of its own errors.

`python -m tests.attacks` does the same at length.
"""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parhelion as ph
from parhelion.games import registry
from tests.attacks import records

MATCH = ph.new("orion", seed=7, setup="symmetric-1")

words = st.sampled_from(["star", "line", "duo", "galaxy", "e4", "E5", "e6", "/", " ", "k9", "é"])
unhurried = settings(
    deadline=None,
    max_examples=300,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # depends on the machine
)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


@unhurried
@given(st.text(max_size=30) | st.lists(words, max_size=8).map(" ".join))
def test_any_text_is_a_legal_move_or_a_clear_error(text: str) -> None:
    try:
        move = MATCH.parse(text)
    except ph.ParhelionError as error:
        assert str(error)
    else:
        assert move in MATCH.moves()


@unhurried
@given(values)
def test_any_value_is_no_move_but_a_clear_error(value: Any) -> None:
    match = ph.new("orion", seed=7, setup="symmetric-1")
    try:
        match.play(value)
    except ph.ParhelionError as error:
        assert str(error)
        assert match.ply == 0
    else:
        assert type(value) is int


@pytest.mark.parametrize("game", registry.names())
def test_a_garbled_record_is_refused_or_another_game(game: str, tmp_path: Path) -> None:
    attempts = records.attack(records.played_records([game]), 400, 5, tmp_path / "record.json")
    assert [problem for found in attempts for problem in found] == []


def test_an_edition_that_there_is_not_is_the_fault_of_the_record() -> None:
    record = ph.new("solenia", seed=1).record()
    record["options"]["edition"] = "hous"
    with pytest.raises(ph.BadRecord, match="did you mean house"):
        ph.replay(record)


def test_a_file_of_lists_within_lists_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text("[" * 100_000)
    with pytest.raises(ph.BadRecord, match="lists within lists"):
        ph.load(file)
