"""Positions that are set up: views can be typed in again, contradictions are named."""

from typing import Any

import numpy as np
import pytest

from parhelion.errors import BadPosition
from parhelion.games import Json
from parhelion.games.solstis.kernels.constants import ACTIONS, PHASES, RAINBOW, SPIRITS
from parhelion.games.solstis.kernels.state import END, LOOK, STATE
from parhelion.games.solstis.notation import NAMES, members, tile_names
from parhelion.games.solstis.position import ADDERS, write_position
from parhelion.games.solstis.view import describe
from parhelion.kernel import COMPILED, play, stream
from tests.positions import positions
from tests.solstis.game_statistics import fault
from tests.solstis.set_up import solstis

pytestmark = pytest.mark.uncompiled

GAMES = 20 if COMPILED else 2
UNSEEN = {"rng", "revealed", "turns", "second", "passes", "events", "happened", "after", "limit"}
"""Fields that do not tell how a game goes on, or only in some phases."""


def set_up(position: Any, evil: bool = True) -> Any:
    """The state of a position."""
    states = np.zeros(1, dtype=STATE)
    states[0].evil = evil
    write_position(states, position)
    return states[0]


def typed(state: Any) -> Json:
    """A position with all its secrets, as people would type it."""
    view = describe(state)
    pile = [NAMES[int(tile)] for tile in state.pile[: state.left][::-1]]
    spirits = [SPIRITS[spirit] for spirit in state.spirit_pile[: state.spirits_left][::-1]]
    return view | {
        "turn": int(state.turn),
        "pile": pile,
        "spirits": view["spirits"] | {"pile": spirits},
        "fresh": tile_names(state.fresh) if state.actor >= 0 else [],
        "barred": [tile_names(barred) for barred in state.barred],
        "effect": effect(state),
    }


def effect(state: Any) -> str | None:
    """A spirit that may have brought the rainbow which is being placed."""
    if state.phase != RAINBOW or state.after == LOOK:
        return None
    owned = [SPIRITS[spirit] for spirit in members(state.spirits[state.turn])]
    return "squirrel" if state.after == END else next(s for s in ADDERS[:-1] if s in owned)


def same(one: Any, other: Any) -> bool:
    """Whether two states go on alike."""
    compared = [name for name in STATE.names or () if name not in UNSEEN]
    if one.phase == RAINBOW:
        compared.append("after")
    if one.left:
        compared.append("limit")
    if one.actor < 0:
        compared.remove("fresh")
    return all(np.array_equal(one[name], other[name]) for name in compared)


@pytest.mark.parametrize("evil", ["on", "off"])
def test_every_position_of_a_game_can_be_set_up(evil: str) -> None:
    seen, actions = set(), np.zeros(ACTIONS, dtype=np.int64)
    for seed in range(GAMES):
        for match in positions(solstis(seed, evil), seed):
            state = match.state[0]
            copy = set_up(typed(state), evil == "on")
            assert same(state, copy), typed(state)
            assert fault(copy, actions) == 0
            seen.add(PHASES[state.phase])
    common = {"play", "capture", "meet", "keep", "square", "over"}
    assert (common | {"rainbow"} if COMPILED else {"play", "over"}) <= seen


def test_what_a_seat_sees_can_be_typed_in_again() -> None:
    for seed in range(GAMES // 2):
        for match in positions(solstis(seed), seed):
            for seat in (0, 1, None):
                seen = match.view(seat)
                view = seen["position"] | {"turn": seen["turn"]}
                extra = {key: typed(match.state[0])[key] for key in ("fresh", "effect")}
                states = np.zeros(1, dtype=STATE)
                states[0].evil = 1
                write_position(states, view | extra)
                play.veil(states, -1 if seat is None else seat)
                shown = describe(states[0])
                assert shown == {key: view[key] for key in shown}


def test_a_position_without_parts_is_a_game_that_was_not_shuffled() -> None:
    view = describe(set_up({}))
    assert view["hands"] == [["1-1", "1-2", "1-3"], ["1-4", "1-5", "1-6"]]
    assert [slot["tile"] for slot in view["line"]] == ["1-7", "1-9", "2-1", "2-3", "2-5", "2-7"]
    assert view["pile"] == 30
    assert view["spirits"]["pile"] == 15
    assert view["rainbows"] == 12
    assert set_up({}).actor == 0


def test_a_deal_is_a_position() -> None:
    match = solstis(3)
    assert same(match.state[0], set_up(match.deal))


def test_parts_may_be_given_by_the_names_of_the_seats() -> None:
    state = set_up({"turn": "Dusk", "hands": {"Dawn": ["6-4"], "Dusk": ["6-5", "6-6"]}})
    assert state.actor == 1
    assert [tile_names(hand) for hand in state.hands] == [["6-4"], ["6-5", "6-6"]]


def test_tiles_and_spirits_that_lie_nowhere_are_out_of_the_game() -> None:
    state = set_up({"pile": ["1-1"], "spirits": ["bee", "evil"]})
    assert state.left == 1
    assert state.spirits_left == 2
    assert len(members(state.gone)) == 48 - 1 - 6 - 12
    assert len(members(state.box)) == 13


def test_a_position_can_be_played_to_its_end() -> None:
    rng = stream(1, "test")
    all_pieces: list[Json] = [{}, {"pile": 3, "spirits": {"pile": 0}}, END_OF_GAME]
    for pieces in all_pieces:
        state = set_up(pieces)
        play.playout(state, rng)
        assert state.actor == -1


SQUARE = {"tiles": ["1-1", "1-2", "2-1", "2-2"]}
END_OF_GAME: Json = {"hands": [[], []], "line": [], "pile": []}


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ([], r"position: expected a JSON object, found \[\]"),
        ({"hand": []}, "position.hand: unknown; did you mean hands\\?"),
        ({"turn": 2}, "position.turn: expected Dawn or Dusk, found 2"),
        ({"phase": "sleep"}, "position.phase: there is no 'sleep'"),
        ({"hands": [["7-1"], []]}, r"position.hands\[0\]\[0\]: there is no tile '7-1'"),
        ({"hands": [["1-1"]]}, "position.hands: expected 2, found 1"),
        ({"hands": "1-1"}, "position.hands: expected a list, found '1-1'"),
        (
            {"hands": {"Dawn": ["2-8", "2-9"], "Dusk": ["2-9"]}},
            r"position.hands\[1\]\[0\]: tile 2-9 already lies in position.hands\[0\]\[1\]",
        ),
        (
            {"line": ["2-8"], "hands": {"Dawn": ["1-1", "2-8"]}},
            r"position.line\[0\]: tile 2-8 already lies in position.hands\[0\]\[1\]",
        ),
        (
            {"hands": [["1-1", "1-2", "1-3", "1-4"], []]},
            r"position.hands\[0\]: 4 tiles; without the Bear a hand holds 3",
        ),
        ({"hands": [["1-1"], []], "held": [0, 0]}, r"position.held\[0\]: 0, but 1 tiles are named"),
        ({"pile": 31}, "position.pile: expected a number from 0 to 30, found 31"),
        ({"pile": True}, "position.pile: expected a whole number, found True"),
        ({"line": [], "gone": []}, "position.gone: 4-8, .* lie nowhere"),
        ({"pile": [], "gone": []}, "position.gone: 2-9, .* lie nowhere"),
        (
            {"pile": 30, "gone": ["1-1"]},
            "position.pile: 30 tiles are missing, and only 29 are left",
        ),
        (
            {"line": [{"under": True}]},
            r"position.line\[0\].hidden: a face-down tile lies under a tile of the first six",
        ),
        (
            {"line": [None] * 6 + ["1-1", "1-2"]},
            r"position.line\[7\]: beyond the sixth slot 1-1 has this row",
        ),
        ({"line": ["1-1"] * 13}, "position.line: expected at most 12, found 13"),
        (
            {"centre": "1-1"},
            "position.centre: there is none in the phase 'play', only in 'capture'",
        ),
        ({"phase": "capture"}, "position.centre: missing: the tile that captures"),
        (
            {"phase": "capture", "centre": "6-4", "line": ["1-1"], "pile": 0},
            "position.centre: 6-4 matches no tile of the line",
        ),
        (
            {"phase": "capture", "centre": "1-4", "line": ["1-1"], "pile": 0},
            "position.phase: 'capture', but these pieces lead to 'over'",
        ),
        (
            {"panoramas": [{"tiles": ["1-1"], "rainbows": ["1-1"]}, {}]},
            r"position.panoramas\[0\].rainbows\[0\]: 1-1 holds a tile already",
        ),
        (
            {"panoramas": {"Dusk": {"tiles": ["1-1"], "rainbows": ["2-1", "3-1"]}}},
            r"position.panoramas\[1\].rainbows\[1\]: 3-1 lies beside no tile",
        ),
        (
            {"panoramas": [{"spirits": {"bee": "1-1"}}, {}]},
            r"position.panoramas\[0\].spirits.bee: the square needs 1-1, which is empty",
        ),
        (
            {"panoramas": [SQUARE | {"spirits": {"bee": "1-1", "wolf": "1-1"}}, {}]},
            r"position.panoramas\[0\].spirits.wolf: another spirit sits on the square 1-1",
        ),
        (
            {"panoramas": [SQUARE | {"spirits": {"bee": "3-1"}}, {}]},
            r"position.panoramas\[0\].spirits.bee: no square has its lower left place on '3-1'",
        ),
        (
            {"panoramas": [SQUARE | {"spirits": {"bee": "1-1"}}, {}], "spirits": ["bee"]},
            r"position.spirits.pile\[0\]: spirit bee already lies in position.panoramas",
        ),
        ({"spirits": {"open": ["evil"]}}, r"position.spirits.open\[0\]: the Evil spirit lies in"),
        ({"evil": 0, "spirits": ["evil"]}, r"position.spirits.pile\[0\]: spirit evil already lies"),
        ({"covered": "bee"}, "position.covered: nothing is covered before the end"),
        (
            END_OF_GAME | {"phase": "over", "covered": "bee"},
            "position.covered: 'bee' does not belong to the Evil spirit's holder",
        ),
        (
            END_OF_GAME
            | {"phase": "over", "evil": 0, "panoramas": [SQUARE | {"spirits": {"bee": "1-1"}}, {}]},
            "position.covered: the Evil spirit covers a spirit of its holder at the end",
        ),
        (
            END_OF_GAME
            | {
                "phase": "over",
                "hands": [["5-5"], []],
                "panoramas": [SQUARE | {"spirits": {"squirrel": "1-1"}}, {}],
            },
            "position.hands: the Squirrel adds the tiles left in hand at the end",
        ),
        ({"rainbows": 13}, "position.rainbows: expected a number from 0 to 12, found 13"),
        (
            {"rainbows": 12, "panoramas": [{"kept": 1}, {}]},
            "position.rainbows: 12 and 1 laid or kept are over 12",
        ),
        (
            {"panoramas": [{"kept": 7}, {"kept": 6}]},
            "position.rainbows: 13 are laid or kept, and there are 12",
        ),
        ({"fresh": ["1-1"]}, r"position.fresh\[0\]: Dawn holds no place '1-1'"),
        (
            {"barred": [["1-1"], []], "hands": [["1-1"], []]},
            r"position.barred\[0\]: the hand holds one of these tiles",
        ),
        ({"phase": "rainbow"}, "position.phase: Dawn keeps no rainbow to place"),
        (
            {"phase": "rainbow", "panoramas": [{"kept": 1}, {}], "effect": "wolf"},
            "position.effect: 'wolf' brings no rainbow",
        ),
        (
            {"phase": "rainbow", "panoramas": [{"kept": 1}, {}], "effect": "fish"},
            "position.effect: fish is not on the panorama of the turn",
        ),
        (
            {
                "phase": "rainbow",
                "effect": "squirrel",
                "panoramas": [SQUARE | {"kept": 1, "spirits": {"squirrel": "1-1"}}, {}],
            },
            "position.effect: the Squirrel adds tiles only when the pile is empty",
        ),
        (
            {
                "phase": "rainbow",
                "coming": ["1-2"],
                "panoramas": [{"tiles": ["1-1"], "rainbows": ["1-2"], "kept": 1}, {}],
            },
            "position.coming: a rainbow lies on the place of the first tile",
        ),
        ({"phase": "meet"}, "position.fresh: no square was completed in this turn"),
        (
            {"phase": "square", "panoramas": [SQUARE, {}], "fresh": ["1-1"]},
            "position.spirits.met: missing: the spirit that looks for a square",
        ),
        (
            {"phase": "keep", "spirits": {"drawn": ["bee"]}},
            "position.spirits.drawn: expected two spirits to choose from",
        ),
        ({"phase": "deer"}, "position.phase: deer is not on the panorama of the turn"),
        ({"phase": "cover"}, "position.phase: 'cover', but these pieces lead to 'play'"),
        ({"phase": "play", "held": [2, 3], "points": []}, "position.points: expected 2, found 0"),
        (
            {"lit": [["6-4"], []]},
            r"position.lit: \[\['6-4'\], \[\]\], but the pieces give \[\[\], \[\]\]",
        ),
    ],
)
def test_a_contradiction_is_named(position: Any, complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        set_up(position)


def test_the_seat_that_decides_cannot_be_another() -> None:
    cover = END_OF_GAME | {
        "phase": "cover",
        "evil": 0,
        "panoramas": [
            {
                "tiles": ["1-1", "1-2", "1-3", "2-1", "2-2", "2-3"],
                "spirits": {"bee": "1-1", "wolf": "1-2"},
            },
            {},
        ],
    }
    assert set_up(cover | {"turn": 1}).actor == 1
    with pytest.raises(BadPosition, match=r"position.turn: Dusk decides here"):
        set_up(cover | {"turn": 0})


def test_without_the_evil_spirit_no_position_has_it() -> None:
    with pytest.raises(BadPosition, match=r"position.evil: there is no spirit 'evil'"):
        set_up({"evil": 1}, evil=False)
