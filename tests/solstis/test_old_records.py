"""Records of version 1 of the rules are played as they were."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parhelion as ph
from parhelion.games import Json
from parhelion.games.solstis.kernels.constants import RAINBOW

pytestmark = pytest.mark.uncompiled

FILES = sorted(Path(__file__).parents[1].joinpath("records").glob("solstis-v1-*.json"))
KEPT = next(file for file in FILES if file.stem == "solstis-v1-kept-rainbow")


def read(file: Path) -> Json:
    """The record in a file."""
    record: Json = json.loads(file.read_text(encoding="utf-8"))
    return record


def states_of(record: Json) -> Iterator[Any]:
    """The states of a record."""
    match = ph.replay(record, to=0)
    yield match.state[0]
    for move in record["moves"]:
        match.play(move)
        yield match.state[0]


def test_there_are_old_records() -> None:
    assert len(FILES) == 7


@pytest.mark.rule("T10")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_old_record_leads_to_its_result(file: Path) -> None:
    record = read(file)
    match = ph.replay(record)
    assert (match.rules, match.turn) == (1, None)
    assert list(match.scores) == record["result"]["scores"]


@pytest.mark.rule("T10")
def test_a_kept_rainbow_was_laid_between_the_two_tiles_in_version_1() -> None:
    record = read(KEPT)
    both = zip(states_of(record), states_of(record | {"rules": 2}), strict=False)
    waiting = [(int(old.waiting), int(new.waiting)) for old, new in both if old.phase == RAINBOW]
    assert (1, 0) in waiting
