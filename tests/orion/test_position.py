"""Positions that are set up: what a view shows can be typed in again, contradictions are named."""

from typing import Any

import numpy as np
import pytest

import parhelion as ph
from parhelion.games.orion.kernels.chains import chain_at, root
from parhelion.games.orion.notation import members
from parhelion.match import Match
from tests.orion.matches import ORION, orion
from tests.positions import matches, positions

pytestmark = pytest.mark.uncompiled

SAME = (
    *("legal", "free", "own_fits", "other_fits", "setup", "count", "placer", "first", "actor"),
    *("choices", "ply", "winner", "galaxies", "holes", "hexes", "tiles", "kinds"),
    *("pairs", "ways", "conditions"),
)
"""Fields that follow from a view; the rest tells how the position came about."""


def set_up(position: Any, setup: str = "symmetric-1", **options: str) -> Match:
    return ph.position("orion", position, seed=1, setup=setup, **options)


def chains(state: Any) -> list[list[int]]:
    """For every hex what its chain holds."""
    return [
        [int(chain_at(state, root(state, cell))) for cell in members(state.hexes[colour])]
        for colour in range(2)
    ]


def check_again(match: Match) -> None:
    sky = match.view()["position"]
    again = set_up(sky | {"turn": match.turn}, **match.options)
    for field in SAME:
        assert np.array_equal(again.state[field], match.state[field]), field
    if not sky["tokens_left"]:
        assert chains(again.state[0]) == chains(match.state[0])


def test_what_a_view_shows_can_be_typed_in_again() -> None:
    for match in matches(ORION, count=1):
        for each in positions(match):
            check_again(each)


def test_a_game_goes_on_from_a_set_up_position_as_from_the_played_one() -> None:
    match = orion()
    for move in ("duo e4/e5", "star e6", "pair d3 d4"):
        match.play(move)
    sky = match.view()["position"]
    again = set_up({"hexes": sky["hexes"], "tiles": sky["tiles"]})
    for move in ("pair f5 f6", "star e3"):
        match.play(move)
        again.play(move)
    for field in ("legal", "conditions", "hexes", "last", "ply", "happened"):
        assert np.array_equal(again.state[field], match.state[field])


def test_without_anything_it_is_the_deal() -> None:
    for setup in ("symmetric-1", "players"):
        given, dealt = set_up({}, setup).state, orion(setup).state
        for field in SAME:
            assert np.array_equal(given[field], dealt[field])


def test_a_position_may_be_over() -> None:
    down = ["a2", "b3", "c4", "d4", "e5", "f4", "g5", "h4", "i4", "j3", "k1"]
    match = set_up({"hexes": {"blue": down}})
    assert (match.turn, match.winners) == (None, (0,))
    assert match.status() == "Blue links Monoceros with Taurus: Blue wins."
    assert match.outcome is not None
    (chain,) = match.outcome.details["chains"]
    assert chain["cells"] == down


def test_a_hand_that_is_given_has_nothing_else() -> None:
    state = set_up({"tiles": {"blue": {"star": 1}, "orange": {"duo": 1}}}).state[0]
    assert state.tiles.tolist() == [[1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
    assert (state.ply, state.actor) == (26, 0)


SKY = orion().deal
TWO = {"galaxies": ["b2", "b6"]}


@pytest.mark.parametrize(
    ("position", "setup", "told"),
    [
        ([], "symmetric-1", r"position: expected a JSON object, found \[\]"),
        ({"hex": {}}, "symmetric-1", "position.hex: unknown; did you mean hexes"),
        ({"hexes": {"red": []}}, "symmetric-1", "position.hexes.red: unknown"),
        (
            {"hexes": {"blue": "e4"}},
            "symmetric-1",
            "hexes.blue: expected a list, found 'e4'",
        ),
        ({"hexes": {"blue": ["e11"]}}, "symmetric-1", r"blue\[0\]: there is no cell 'e11'"),
        (
            {"hexes": {"blue": ["e4"], "orange": ["e5", "e4"]}},
            "symmetric-1",
            r"position.hexes.orange\[1\]: e4 already has a hex, blue",
        ),
        (
            {"tiles": {"blue": {"star": 2}}},
            "symmetric-1",
            "position.tiles.blue.star: expected 0 to 1 tiles, found 2",
        ),
        (
            {"tiles": {"blue": {"star": True}}},
            "symmetric-1",
            "position.tiles.blue.star: expected a whole number, found True",
        ),
        (
            {"tiles": {"blue": {"star": 1}}},
            "symmetric-1",
            "tiles: Blue has placed 13 and Orange has placed 0; they take turns, Blue first",
        ),
        ({"turn": 1}, "symmetric-1", "position.turn: 1 is given, but 0 follows"),
        (
            {"hexes": {"blue": ["e4"]}, "conditions": [1, 0]},
            "symmetric-1",
            r"position.conditions: \[1, 0\] is given, but \[0, 0\] follows",
        ),
        ({"tokens_left": 3}, "symmetric-1", "position.tokens_left: 3 is given, but 0 follows"),
        (TWO, "symmetric-1", "position.galaxies: expected 8 cells, found 2"),
        ({"galaxies": SKY["galaxies"]}, "random", "position.holes: expected 7 cells, found 0"),
        (SKY, "symmetric-2", "position: the tokens do not lie as in setup symmetric-2"),
        (
            {"galaxies": ["b2", "b3"]},
            "players",
            r"position.galaxies\[1\]: b3 and b2 are 1 apart; 3 or more are required",
        ),
        (
            TWO | {"holes": ["d2"]},
            "players",
            "position.holes: the galaxies come first, and not all of them lie",
        ),
        (
            TWO | {"hexes": {"blue": ["e4"]}},
            "players",
            "position: 13 tokens come before the first tile",
        ),
        (
            {"galaxies": ["f5", "f8", "i3", "c3", "f2", "c6", "i6"]},
            "players",
            "position: the tokens that are left would not all find room",
        ),
    ],
)
def test_a_contradiction_is_named(position: Any, setup: str, told: str) -> None:
    with pytest.raises(ph.BadPosition, match=told):
        set_up(position, setup)
