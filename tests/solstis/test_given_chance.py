"""What chance decided can be given with a move, so that a game of a real table can be typed in."""

from typing import Any

import numpy as np
import pytest

from parhelion.errors import BadNotation
from parhelion.games.solstis import kernels
from parhelion.games.solstis.kernels.state import STATE
from parhelion.games.solstis.notation import chance_text, give_chance
from parhelion.kernel import COMPILED
from parhelion.match import Match
from parhelion.words import ENGLISH
from tests.positions import positions
from tests.solstis.set_up import SOLSTIS, Table, solstis

pytestmark = pytest.mark.uncompiled

GAMES = 60 if COMPILED else 8


def told(match: Match, seed: int) -> list[tuple[int, str]]:
    """The moves of a random game, each with what chance decided."""
    texts = [chance_text(position.state[0]) for position in positions(match, seed)]
    return list(zip([move.action for move in match.history], texts[1:], strict=True))


def same(one: Any, other: Any) -> bool:
    """Whether two states differ in nothing but their generator."""
    names = [name for name in STATE.names or () if name != "rng"]
    return all(np.array_equal(one[name], other[name]) for name in names)


def test_a_game_is_the_same_with_another_seed_if_chance_is_given() -> None:
    given = set()
    for seed in range(GAMES):
        match = solstis(seed)
        states = solstis(f"other {seed}", deal=match.deal).state
        for action, text in told(match, seed):
            if text:
                give_chance(states[0], text, ENGLISH)
                given.add(text.split()[0])
            kernels.apply(states[0], action)
        assert same(states[0], match.state[0])
    assert given == {"eagle", "dragonfly"}


def about_to_meet(spirit: str) -> Table:
    """The next move completes a square and brings the only spirit."""
    return Table(
        hands=("2-1 3-9 6-6", "1-9 4-4 5-5"),
        line="2-2 5-8",
        pile="3-3 3-4 3-5 3-6",
        tiles=("1-1 1-2", ""),
        spirit_pile=spirit,
    )


@pytest.mark.rule("T4")
@pytest.mark.parametrize(
    ("spirit", "tiles"),
    [("eagle", ["3-3", "3-4", "3-5", "3-6"]), ("dragonfly", ["1-9", "4-4", "5-5"])],
)
def test_each_tile_that_can_come_can_be_given(spirit: str, tiles: list[str]) -> None:
    for tile in tiles:
        table = about_to_meet(spirit)
        give_chance(table.state, f"{spirit} {tile}", ENGLISH)
        table.play("play 2-1")
        assert table.happened(spirit) == [tile]
        assert chance_text(table.state) == f"{spirit} {tile}"
        assert table.state.given.tolist() == [-1, -1]


def test_the_generator_runs_on_as_if_nothing_had_been_given() -> None:
    for spirit, tile in (("eagle", "3-6"), ("dragonfly", "5-5")):
        tables = [about_to_meet(spirit), about_to_meet(spirit)]
        give_chance(tables[0].state, f"{spirit} {tile}", ENGLISH)
        one, other = (table.play("play 2-1").state.rng for table in tables)
        assert (one == other).all()


def test_a_tile_that_is_no_longer_there_is_left_to_chance() -> None:
    """3-5 is in the draw pile before the move, but comes up as the second chance."""
    table = Table(
        hands=("5-6 4-2", "1-8"), line="3-9 6-7", pile="3-5 1-10 2-10", tiles=("3-4 2-4", ""),
        rainbows=("2-5", ""), spirit_pile="eagle",
    )  # fmt: skip
    give_chance(table.state, "eagle 3-5", ENGLISH)
    table.play("play 5-6")
    assert table.happened("chance") == ["3-5"]
    assert table.happened("eagle")[0] in ("1-10", "2-10")


def test_a_move_without_chance_tells_none() -> None:
    table = Table(hands=("4-2 1-1", "1-3 1-4"), line="4-7 5-3", pile="6-6 6-5")
    assert chance_text(table.play("play 4-2").state) == ""


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "write chance as eagle or dragonfly and a tile, such as eagle 2-8"),
        ("roll 4", "'roll 4': write chance as eagle or dragonfly and a tile"),
        ("eagle", "write chance as eagle or dragonfly and a tile"),
        ("eagle 9-9", "there is no tile '9-9'"),
        ("eagle 4-4", "4-4 is not in the draw pile"),
        ("dragonfly 3-3", "3-3 is in no hand"),
        ("eagle 3-3, eagle 3-4", "eagle is named twice"),
    ],
)
def test_what_chance_cannot_decide_is_refused_and_changes_nothing(
    text: str, complaint: str
) -> None:
    table = about_to_meet("eagle")
    with pytest.raises(BadNotation, match=complaint):
        give_chance(table.state, text, ENGLISH)
    assert table.state.given.tolist() == [-1, -1]


def test_a_spirit_that_was_met_acts_no_more() -> None:
    table = about_to_meet("eagle").play("play 2-1")
    with pytest.raises(BadNotation, match="eagle was met before and does not act again"):
        give_chance(table.state, "eagle 3-3", ENGLISH)


@pytest.mark.parametrize("lang", ["fr", "nl"])
def test_refusals_are_said_in_every_language(lang: str) -> None:
    table = about_to_meet("eagle")
    for text in ("roll 4", "eagle 4-4", "dragonfly 3-3", "eagle 3-3, eagle 3-4"):
        with pytest.raises(BadNotation) as english:
            give_chance(table.state, text, ENGLISH)
        with pytest.raises(BadNotation) as other:
            give_chance(table.state, text, SOLSTIS.words(lang))
        assert str(other.value) != str(english.value)
