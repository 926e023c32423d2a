"""Positions with known best moves, and whether the strongest bot finds them."""

import json
from pathlib import Path

import pytest

from parhelion import bots
from parhelion.games import Json
from tests.orion.tactical_positions import KINDS, best, is_telling, position

POSITIONS = json.loads(
    (Path(__file__).parent / "tactical_positions.json").read_text(encoding="utf-8")
)
NAMES = [f"{known['kind']} after {len(known['moves'])}" for known in POSITIONS]


def test_there_are_positions_of_every_kind() -> None:
    assert {known["kind"] for known in POSITIONS} == set(KINDS)
    assert len(POSITIONS) >= 10


@pytest.mark.parametrize("known", POSITIONS, ids=NAMES)
def test_the_best_moves_are_those_that_trying_all_finds(known: Json) -> None:
    match = position(known)
    assert is_telling(match, known["kind"])
    assert best(match, known["kind"]) == known["best"]


@pytest.mark.parametrize("known", POSITIONS, ids=NAMES)
def test_the_strongest_bot_plays_one_of_the_best_moves(known: Json) -> None:
    match = position(known)
    assert bots.bot("orion", 5, seed=1).choose(match).text in known["best"]
