"""Reasons in words: true, none left out, and said in every language."""

from collections import Counter
from functools import cache

import pytest

from parhelion.games import Explanation, Json
from parhelion.games.solstis.explanations import explain, sentence
from parhelion.games.solstis.kernels.constants import SPIRITS, WOOD
from tests.solstis.naive_explanations import ALL_KINDS, survey
from tests.solstis.set_up import SOLSTIS, Table

POSITIONS = 400
RARE = {"wins", "costs", "can-light", "blocks-none", "denies-spirit", "sends-evil", "denies-fire"}
"""Kinds that so few positions need not show; other tests do."""

VALUES = {
    "count": 3,
    "less": 2,
    "more": 5,
    "tile": "4-2",
    "tiles": ["4-2", "4-7"],
    "spirit": "bee",
}


@cache
def told() -> "Counter[str]":
    return survey(POSITIONS)


def told_of(table: Table, move: str) -> dict[str, Json]:
    """What is told of a move, by kind."""
    before = table.states.copy()
    table.play(move)
    return dict(explain(before[0], SOLSTIS.move(move).action, table.states[0]))


def test_what_is_told_is_true_and_complete() -> None:
    assert told().total() > POSITIONS


@pytest.mark.parametrize("kind", sorted(ALL_KINDS - RARE))
def test_each_kind_occurs(kind: str) -> None:
    assert told()[kind] > 0


def covering() -> Table:
    """Dusk covers a spirit of Dawn's: 6 + 5 stars, of which the Bee brings 3, against 9."""
    dawn = "1-1 1-2 2-1 2-2 1-8 1-9 2-8 2-9 3-1 3-2"
    dusk = "1-4 1-5 1-6 1-7 2-4 2-5 2-6 2-7 3-4"
    return Table(tiles=(dawn, dusk), spirits=("bee@1-1 fish@2-1 deer@1-8", ""), evil=0)


def test_the_last_decision_wins() -> None:
    said = told_of(covering(), "cover bee")
    assert said == {"wins": {}, "costs": {"spirit": "bee", "count": 3}}


def test_a_shared_victory_is_no_win() -> None:
    said = told_of(covering(), "cover fish")
    assert said == {"costs": {"spirit": "fish", "count": 2}}


def test_the_fire_that_a_capture_can_light() -> None:
    table = Table(
        hands=("4-5 1-10", "3-10"), line="4-2 4-9", tiles=("1-2 2-2 3-2", ""), pile="1-7 1-8"
    )
    assert told_of(table, "play 4-5")["can-light"] == {"tiles": ["4-2"]}


def formed() -> Table:
    """The Wolf has two squares to choose from, one of them with a rainbow."""
    return Table(
        hands=("2-2", ""),
        line="2-9",
        tiles=("1-1 1-2 2-1 1-3", ""),
        rainbows=("2-3", ""),
        pile="1-5 1-6 1-7",
        spirit_pile="wolf",
    )


def test_a_spirit_that_blocks_no_rainbow() -> None:
    assert told_of(formed(), "square 1-1") == {"blocks-none": {}}
    assert told_of(formed(), "square 1-2") == {}


def test_a_fire_that_the_other_player_cannot_light_any_more() -> None:
    table = Table(hands=("4-5", ""), line="4-2 4-9", tiles=("", "1-2 2-2 3-2"), pile="1-7 1-8")
    said = told_of(table, "capture 4-2")
    assert said["denies-fire"] == {"tile": "4-2", "count": 1}
    assert said["dark"] == {}


def meeting() -> Table:
    """Dawn completes a square, holds the Evil spirit and may take one that lies face up."""
    return Table(
        hands=("2-2", ""),
        line="2-9",
        tiles=("1-1 1-2 2-1", "1-6 2-6 4-2"),
        pile="1-7 1-8",
        open="lizard ladybug",
        evil=0,
    )


def test_a_spirit_that_lay_open() -> None:
    said = told_of(meeting(), "take ladybug")
    assert said == {"sends-evil": {}, "denies-spirit": {"spirit": "ladybug", "count": 2}}


@pytest.mark.parametrize("lang", ["en", "fr", "nl"])
@pytest.mark.parametrize("kind", sorted(ALL_KINDS - {"acts"}))
def test_each_kind_has_a_sentence(kind: str, lang: str) -> None:
    said = sentence(Explanation(kind, VALUES), SOLSTIS.words(lang))
    assert said.endswith(".")
    assert "{" not in said


@pytest.mark.parametrize("spirit", [name for i, name in enumerate(SPIRITS) if WOOD >> i & 1])
def test_what_wood_spirits_do_has_a_sentence(spirit: str) -> None:
    said = sentence(Explanation("acts", {"spirit": spirit}), SOLSTIS.words("en"))
    assert said.startswith(f"The {spirit.capitalize()} ")
