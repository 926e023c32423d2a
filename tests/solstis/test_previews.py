"""What a preview promises happens, whatever chance and the player do afterwards; and how it is
said."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from parhelion.games import Event
from parhelion.games.solstis import kernels
from parhelion.kernel import COMPILED, stream
from parhelion.match import Match
from parhelion.words import LANGUAGES
from tests.solstis.set_up import (
    SOLSTIS,
    Table,
    fire_to_light,
    played,
    square_to_complete,
    two_ways_to_capture,
)

pytestmark = pytest.mark.uncompiled

GAMES = range(10 if COMPILED else 1)
EVERY = 1 if COMPILED else 4
"""Moves between the positions that are looked at."""
WAYS = 12 if COMPILED else 2
"""Ways to go on that are tried after each move."""

Words = tuple[tuple[str, Any], ...]


def some_positions() -> Iterator[Match]:
    """Positions of random games; uncompiled, too few to see everything that can happen."""
    return (match for match in played(GAMES) if match.ply % EVERY == 0)


def frozen(events: Sequence[Event]) -> "Counter[Words]":
    """How often each event occurs."""
    return Counter(tuple(sorted(event.items())) for event in events)


def turn_played_on(match: Match, action: int, rng: Any, chance: random.Random) -> list[Event]:
    """What happens in a turn that begins with an action, hidden things being as they may be, until
    somebody else decides or a new turn begins."""
    assert match.turn is not None
    states, actions = match.state, np.zeros(kernels.ACTIONS, dtype=np.int32)
    kernels.redeal(states[0], match.turn, rng)
    events: list[Event] = []
    while True:
        kernels.apply(states[0], action)
        events += SOLSTIS.events(states[0])
        if kernels.actor(states[0]) != match.turn or not kernels.mid_turn(states[0]):
            return events
        action = int(actions[chance.randrange(kernels.legal(states[0], actions))])


def test_what_is_previewed_happens_in_whatever_way_the_turn_goes_on() -> None:
    rng, chance, promised = stream(1, "test"), random.Random(1), Counter[str]()
    for match in some_positions():
        for move in match.moves():
            preview = match.preview(move)
            promised.update(str(event["what"]) for event in preview)
            for _ in range(WAYS):
                happened = turn_played_on(match, move.action, rng, chance)
                assert frozen(preview) <= frozen(happened), (match.seed, match.texts(), move.text)
    assert {"matched", "joined", "completed", "placed"} <= set(promised) or not COMPILED


def test_nothing_that_chance_decides_is_previewed() -> None:
    """Six guesses may agree by chance: that six second chances fail proves nothing."""
    told = {
        (str(event["what"]), move.verb)
        for match in some_positions()
        for move in match.moves()
        for event in match.preview(move)
    }
    assert told.isdisjoint(
        {("chance", "play"), ("drew", "play"), ("drew", "draw"), ("took", "play")}
    )
    assert {"luck", "turn_over", "turn", "passed"}.isdisjoint(what for what, _ in told)


def test_the_growth_that_is_told_is_what_the_rules_count_afterwards() -> None:
    """Where nothing is left to choose, the note of a move says what its panorama then has."""
    told = Counter[bool]()
    for match in some_positions():
        seat, notes = match.turn, match.scene(match.turn).notes
        for move in match.moves():
            if move.verb in ("capture", "beetle", "deer"):
                then = match.copy()
                then.play(move)
                if then.view()["position"]["phase"] != "rainbow":
                    before, after = (each.view()["position"]["points"] for each in (match, then))
                    said = growth(before[seat]["area"], after[seat]["area"])
                    assert said in notes.get(move.text, ""), (match.seed, match.texts(), move.text)
                    told[bool(said)] += 1
    assert told[True] > 0 or not COMPILED


def growth(before: int, after: int) -> str:
    """How the growth of the largest area is told; empty if there is none."""
    return f"largest area {before} → {after}" if after > before else ""


# --- in words


def notes(source: Match | Table, lang: str = "en") -> Any:
    """What the moves of the player who decides cost and gain."""
    match = source.match() if isinstance(source, Table) else source
    return match.scene(match.turn, lang).notes


def test_a_note_says_what_a_tile_matches() -> None:
    match = two_ways_to_capture()
    assert notes(match)["play 4-2"] == "matches blue 7 and blue 9"
    assert notes(match)["play 1-1"] == "no capture: second chance"


def test_a_note_says_what_a_capture_brings() -> None:
    told = "matches green 2; lights a fire; largest area 4 → 6"
    assert notes(fire_to_light())["play 4-2"] == told
    table = Table(hands=("2-2 5-8", "6-6"), line="2-1", pile="6-7", tiles=("1-1 1-2", ""))
    assert "completes a square" in notes(table)["play 2-2"]


def test_two_fires_and_two_squares_are_counted() -> None:
    tiles = "1-5 2-5 3-5 4-5 5-5 5-6 5-7 6-5 4-6"
    table = Table(hands=("6-6 1-1", ""), line="6-7", pile="1-9", tiles=(tiles, ""))
    told = "matches purple 7; completes 2 squares; lights 3 fires; largest area 9 → 11"
    assert notes(table)["play 6-6"] == told


@pytest.mark.parametrize(
    ("seated", "told"),
    [
        ("", "the rainbow on orange 2 moves"),
        ("bee@1-1", "orange 2 leaves the game: a spirit blocks its place"),
    ],
)
def test_a_note_says_what_becomes_of_a_rainbow(seated: str, told: str) -> None:
    table = square_to_complete(spirits=(seated, ""))
    assert told in notes(table)["play 2-2"]


def test_a_square_that_a_tile_completes_in_a_rainbows_place_is_told() -> None:
    """T13: it brings a spirit, though all its places were held before."""
    table = square_to_complete(spirit_pile="bee wolf")
    assert "completes a square" in notes(table)["play 2-2"]


def spirit_at_hand() -> Table:
    """Dawn keeps one of two spirits."""
    table = square_to_complete(
        pile="6-5 6-4 1-9 1-8",
        tiles=("1-1 1-2 2-1 4-4 4-5 5-4 5-5", ""),
        rainbows=("", ""),
        spirits=("fish@4-4", ""),
        spirit_pile="bee wolf",
        evil=0,
    )
    return table.play("play 2-2")


def test_a_note_says_what_a_spirit_is_worth() -> None:
    told = notes(spirit_at_hand())
    assert told["keep bee"] == "2 stars for now; the Evil Spirit goes to Dusk"
    assert told["keep wolf"] == "4 stars for now; the Evil Spirit goes to Dusk"


def test_a_note_says_which_rainbow_will_stay() -> None:
    table = square_to_complete(
        line="2-3",
        pile="6-5 6-4 1-9",
        tiles=("1-1 1-2 1-3", ""),
        rainbows=("2-1", ""),
        spirit_pile="bee",
    )
    table.play("play 2-2")
    assert table.phase == "square"
    assert notes(table) == {"square 1-1": "the rainbow on orange 1 will stay for good"}


@pytest.mark.parametrize(("spirit", "lost"), [("fish", 2), ("bee", 3), ("bird", 3), ("wolf", 6)])
def test_a_note_says_what_covering_costs(spirit: str, lost: int) -> None:
    squares = "1-1 1-2 2-1 2-2 1-4 1-5 2-4 2-5 1-7 1-8 2-7 2-8 5-5 5-6 6-5 6-6"
    seated = "fish@1-1 bee@1-4 bird@1-7 wolf@5-5"
    table = Table(tiles=("", squares), spirits=("", seated), evil=1)
    assert table.phase == "cover"
    assert notes(table)[f"cover {spirit}"] == f"costs Dusk {lost} stars"
    before = table.points(1)["total"]
    assert before - table.play(f"cover {spirit}").points(1)["total"] == lost


def test_what_a_spirit_is_worth_is_what_the_rules_count() -> None:
    """A blue spirit brings what its preview said, once it has sat down."""
    checked = 0
    for match in some_positions():
        for move in match.moves():
            then = match.copy()
            then.play(move)
            points = then.view()["position"]["points"][match.turn]["spirits"]
            for event in match.preview(move):
                if event["what"] == "worth" and event["spirit"] in points:
                    assert points[event["spirit"]] == event["stars"]
                    checked += 1
    assert checked > 0 or not COMPILED


SAID = {
    "en": "matches green 2; lights a fire; largest area 4 → 6",
    "fr": "peut capturer : 2 vert\u202f; allume un Feu\u202f; plus grande surface 4 → 6",
    "nl": "kan veroveren: groene 2; steekt een vuur aan; grootste gebied 4 → 6",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_notes_are_said_in_every_language(lang: str) -> None:
    assert notes(fire_to_light(), lang)["play 4-2"] == SAID[lang]
