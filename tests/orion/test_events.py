"""What a move of Orion Duel brings about, as its kernel tells it and as a preview foretells it."""

from collections.abc import Iterator
from typing import Any

import pytest

from parhelion.games import Event
from parhelion.kernel import COMPILED
from parhelion.match import Match
from tests.orion.matches import ORION, naive_move, orion, played, position
from tests.orion.naive_explanations import twin
from tests.orion.naive_rules import OPPOSITE, SIDES, Game, cell, name
from tests.positions import matches, positions

pytestmark = pytest.mark.uncompiled

DOWN = "b3 c4 d4 e5 f4 g5 h4 i4 j3 k1"
"""A chain from beside a2 down to Taurus, on symmetric-1."""
TO_GALAXIES = "f1 f2 f3 f4 e5 d5 e6 f6 f7 f8 c5 c6 f9"
"""A chain on three galaxies that ends beside the one on b6."""
TO_HOLES = "d2 d3 d4 e5 f5 f6 e7 e8"
"""A chain on two black holes that ends beside the one on d8."""


def told(match: Match, move: str) -> list[Event]:
    """The events of a move."""
    match.play(move)
    return match.view()["moves"][-1]["events"]


def covered(token: str, cell: str, seat: int) -> Event:
    return {"what": token, "seat": seat, "cell": cell}


@pytest.mark.rule("O9")
def test_covered_tokens_are_told_with_the_colour_that_covers_them() -> None:
    assert told(played("star b1", "star b3"), "duo c2/b2") == [covered("galaxy", "b2", 1)]
    assert told(played("star b1", "star b3"), "line c1 c2/c3") == []
    assert told(position("c2"), "pair d1 d2") == [covered("hole", "d2", 0)]
    assert told(position("c2", "d3"), "duo d1/d2") == [covered("hole", "d2", 1)]


@pytest.mark.rule("O10", "O11")
def test_links_and_full_chains_are_told_and_then_the_end() -> None:
    assert told(position(DOWN), "star a2") == [
        {"what": "link", "seat": 0, "sides": ["monoceros", "taurus"]},
        {"what": "over", "seat": 0, "reasons": ["constellations"]},
    ]
    assert told(position(TO_GALAXIES), "pair b6 b5") == [
        covered("galaxy", "b6", 0),
        {"what": "galaxies", "seat": 0, "n": 4},
        {"what": "over", "seat": 0, "reasons": ["galaxies"]},
    ]
    assert told(position(orange=TO_HOLES), "duo c8/d8") == [
        covered("hole", "d8", 1),
        {"what": "holes", "seat": 1, "n": 3},
        {"what": "over", "seat": 0, "reasons": ["holes"]},
    ]


LAST_STAR = {"blue": {}, "orange": {"star": 1}}


@pytest.mark.rule("O12")
def test_a_draw_is_nobodys() -> None:
    draw = {"what": "over", "seat": None, "reasons": ["tiles"]}
    assert told(position(tiles=LAST_STAR), "star f7") == [draw]


def test_nothing_is_told_of_the_setup() -> None:
    assert told(orion("players"), "galaxy e4") == []


# --- against the naive rules


def expected(before: Game, later: Game, move: Any, seat: int) -> Iterator[tuple[str, str, int]]:
    """The tokens that a move covers and the sides it links, by the naive rules."""
    _, own, other = move
    for colour, cells in ((seat, own), (1 - seat, {other} - {None})):
        yield from (("galaxy", name(c), colour) for c in cells & before.galaxies)
        yield from (("hole", name(c), colour) for c in cells & before.holes)
    for colour in range(2):
        for pair in OPPOSITE:
            if linked(later, colour, pair) and not linked(before, colour, pair):
                yield "link", pair[0].lower(), colour


def linked(game: Game, colour: int, pair: tuple[str, str]) -> bool:
    one, two = (SIDES[side] for side in pair)
    return any(chain & one and chain & two for chain in game.chains(colour))


@pytest.mark.rule("O9", "O10")
def test_random_games_are_told_as_the_naive_rules_see_them() -> None:
    for match in matches(ORION, count=2):
        before: Match | None = None
        for now in positions(match):
            if before is not None and before.moves()[0].verb not in ("galaxy", "hole"):
                last = now.view()["moves"][-1]
                right = expected(twin(before), twin(now), naive_move(last["action"]), last["seat"])
                simple = [
                    (event["what"], event.get("cell") or event["sides"][0], event["seat"])
                    for event in last["events"]
                    if event["what"] in ("galaxy", "hole", "link")
                ]
                assert sorted(simple) == sorted(right)
            before = now.copy()


def test_the_end_is_told_once_as_it_came() -> None:
    for match in matches(ORION, count=2):
        for _ in positions(match):
            pass
        *earlier, last = match.view()["moves"]
        over, outcome = last["events"][-1], match.outcome
        assert outcome is not None
        assert over["what"] == "over"
        assert tuple(over["reasons"]) == outcome.reason
        assert over["seat"] == (outcome.winners[0] if len(outcome.winners) == 1 else None)
        assert not any(event["what"] == "over" for move in earlier for event in move["events"])


def test_a_cell_of_the_naive_rules_is_the_cell_of_that_name() -> None:
    assert name(cell("e4")) == "e4"


# --- previews

EVERY = 50 if COMPILED else 1000
"""Of so many legal moves one is tried."""


def test_what_a_preview_foretells_is_what_happens() -> None:
    """Nothing is hidden and a tile is a turn, so all that happens is certain."""
    foretold = 0
    for match in matches(ORION, count=1):
        for here in positions(match):
            for move in here.moves()[here.ply % EVERY :: EVERY]:
                events = here.preview(move)
                assert list(events) == told(here.copy(), move.text)
                foretold += len(events)
    assert foretold > 0


WORDS = {
    "en": [
        "Blue gains the galaxy on b6; Blue connects 4 galaxies; Blue wins",
        "Orange takes the black hole on d8; Orange is drawn into 3 black holes; Blue wins",
        "Blue links Monoceros with Taurus; Blue wins",
        "the game ends in a draw",
    ],
    "fr": [
        "Bleu gagne la galaxie en b6\u202f; Bleu connecte 4 galaxies\u202f; Bleu gagne",
        "Orange prend le trou noir en d8\u202f; Orange est attiré dans 3 trous noirs\u202f; "
        "Bleu gagne",
        "Bleu relie Monoceros à Taurus\u202f; Bleu gagne",
        "la partie se termine à égalité",
    ],
    "nl": [
        "Blauw krijgt het sterrenstelsel op b6; Blauw verbindt 4 sterrenstelsels; Blauw wint",
        "Oranje krijgt het zwarte gat op d8; Oranje wordt in 3 zwarte gaten getrokken; Blauw wint",
        "Blauw verbindt Monoceros met Taurus; Blauw wint",
        "de partij eindigt in gelijkspel",
    ],
}


@pytest.mark.parametrize("lang", WORDS)
def test_previews_in_words(lang: str) -> None:
    tried = [
        (position(TO_GALAXIES), "pair b5 b6"),
        (position(orange=TO_HOLES), "duo c8/d8"),
        (position(DOWN), "star a2"),
        (position(tiles=LAST_STAR), "star f7"),
    ]
    say, tell = ORION.words(lang), ORION.drawing.tell
    told = [tell(match.view(match.turn), match.preview(move), say) for match, move in tried]
    assert told == WORDS[lang]


@pytest.mark.rule("O13")
def test_the_preview_of_a_tile_that_leaves_the_other_no_place_says_so() -> None:
    blue = "a3 b3 b4 b6 c4 c6 d2 d5 d6 d7 d8 e3 e4 f5 f6 f7 f8 g2 g5 g6 g8 h3 h6 h7 i1 i2 i3 j1"
    orange = "a4 b5 c2 c3 c5 c7 c8 e1 e2 e6 e7 e9 e10 f1 f2 f4 f9 g7 g10 h1 h2 h4 h8 i4 i5 i6 i7"
    tiles = {"blue": {"duo": 1, "line": 1}, "orange": {"line": 2}}
    match = position(f"{blue} j5 j7 k4", f"{orange} j2 j4 k1", tiles=tiles)
    told = ORION.drawing.tell(match.view(0), match.preview("duo c1/b1"), ORION.words("en"))
    assert told == "Orange cannot place a tile; Blue wins"


def test_the_log_tells_what_a_move_brought_about_but_for_the_end() -> None:
    match = position(TO_GALAXIES)
    match.play("pair b6 b5")
    (entry,) = match.scene(None).log
    said = "Pair: blue on b5 and b6; Blue gains the galaxy on b6; Blue connects 4 galaxies"
    assert entry.label == said
    assert entry.items == ("blue-pair-1", "b5", "b6")
