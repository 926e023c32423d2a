"""Whatever is handed over, the boundary answers with one of its own errors."""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import parhelion as ph
from tests.positions import play_out

MATCH = ph.new("orion", seed=7, setup="symmetric-1")
RECORD = play_out(ph.new("orion", seed=7, setup="symmetric-1")).record()

words = st.sampled_from(["star", "line", "duo", "galaxy", "e4", "E5", "e6", "/", " ", "k9", "é"])
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


@settings(deadline=None, max_examples=300, derandomize=True)
@given(st.text(max_size=30) | st.lists(words, max_size=8).map(" ".join))
def test_any_text_is_a_legal_move_or_a_clear_error(text: str) -> None:
    try:
        move = MATCH.parse(text)
    except ph.ParhelionError as error:
        assert str(error)
    else:
        assert move in MATCH.moves()


@settings(deadline=None, max_examples=300, derandomize=True)
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


@settings(deadline=None, max_examples=300, derandomize=True)
@given(st.sampled_from(sorted(RECORD)), st.data())
def test_a_record_with_any_part_replaced_is_refused_or_the_same_game(
    part: str, data: st.DataObject
) -> None:
    changed = copy.deepcopy(RECORD)
    target, key = changed, part
    while isinstance(target[key], dict) and target[key] and data.draw(st.booleans()):
        target, key = target[key], data.draw(st.sampled_from(sorted(target[key])))
    target[key] = data.draw(values)
    try:
        match = ph.replay(changed)
    except ph.BadRecord as error:
        assert str(error)
    else:
        assert match.texts() == changed["moves"]
