"""Ends of games with moves that are best whatever is hidden: the strongest bots find them."""

from typing import Any

import pytest

import parhelion as ph
from tests.solenia.endgames import KINDS, best_moves, kept, match_of

POSITIONS = kept()
IDS = [f"{each['kind']}-{i}" for i, each in enumerate(POSITIONS)]


def test_every_kind_is_there() -> None:
    assert len(POSITIONS) >= 10
    assert {position["kind"] for position in POSITIONS} == set(KINDS)


@pytest.mark.parametrize("position", POSITIONS, ids=IDS)
def test_the_best_moves_are_best(position: dict[str, Any]) -> None:
    """By trying every move, every answer and every tile that may turn up."""
    assert best_moves(match_of(position).state) == (position["kind"], position["best"])


@pytest.mark.parametrize("position", POSITIONS, ids=IDS)
@pytest.mark.parametrize("level", [4, 5])
def test_strong_bots_find_them(position: dict[str, Any], level: int) -> None:
    assert ph.bot("solenia", level, seed=1).choose(match_of(position)).text in position["best"]
