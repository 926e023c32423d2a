"""Solstis in words: tiles, squares, spirits, moves and deals.

A tile and its place are a row and a column: "4-2" lies in row 4 from the valley, column 2. A
square is named by its lower left place. A move is a word and what is chosen: "play 4-2",
"capture 4-7", "rainbow 3-3", "draw", "take bee", "keep bee", "square 2-3", "deer 4-2",
"beetle 4-2", "cover bee".
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from parhelion.errors import BadDeal, BadNotation
from parhelion.games import Json, Refusal
from parhelion.games.event_codes import event_codes
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.kernels.rules import begin_game
from parhelion.games.solstis.kernels.state import (
    BY_DRAGONFLY,
    BY_EAGLE,
    FOR_DRAGONFLY,
    FOR_EAGLE,
    HAND,
    PILE,
    SEATS,
    STACKS,
)
from parhelion.validated import Strict, validated
from parhelion.words import Words, mark

NAMES = {
    tile: f"{tile // constants.STRIDE + 1}-{tile % constants.STRIDE + 1}"
    for tile in constants.PLACES
}
"""The name of every tile and place."""
NUMBER = {name: tile for tile, name in NAMES.items()}
SPIRIT = {name: spirit for spirit, name in enumerate(constants.SPIRITS)}
VERBS = ("play", "capture", "rainbow", "take", "keep", "square", "deer", "beetle", "cover")
"""The word for a choice, by phase."""
KEPT = 8192
"""How many sets are kept as lists: every viewer of a table asks for the same ones."""
OF_SPIRITS = (constants.MEET, constants.KEEP, constants.COVER)
"""The phases in which a spirit is chosen."""


@cache
def row_and_column(name: str) -> tuple[int, int]:
    """Where a tile or place lies; the valley is row 1."""
    row, column = divmod(NUMBER[name], constants.STRIDE)
    return row + 1, column + 1


def members(places: Any) -> list[int]:
    """A set of places, or of spirits, as a list."""
    return list(_members(int(places)))


@lru_cache(KEPT)
def _members(left: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(left.bit_length()) if left >> bit & 1)


def tile_names(tiles: Any) -> list[str]:
    """A set of tiles or places as names."""
    return list(_tile_names(int(tiles)))


@lru_cache(KEPT)
def _tile_names(tiles: int) -> tuple[str, ...]:
    return tuple(NAMES[tile] for tile in _members(tiles))


def spirit_names(spirits: Any) -> list[str]:
    """A set of spirits as names."""
    return [constants.SPIRITS[spirit] for spirit in members(spirits)]


# --- moves -------------------------------------------------------------------------------


def text(action: int) -> str:
    """An action in notation."""
    phase, choice = int(constants.PHASE[action]), int(constants.CHOICE[action])
    if phase == constants.MEET and choice == constants.DRAW:
        return "draw"
    return f"{VERBS[phase]} {_chosen(phase, choice)}"


def _chosen(phase: int, choice: int) -> str:
    """The name of the spirit, tile, place or square that is chosen in a phase."""
    return constants.SPIRITS[choice] if phase in OF_SPIRITS else NAMES[choice]


_NOT_NOW = (
    mark("you can't play a tile now"),
    mark("you can't capture now"),
    mark("there is no rainbow to place now"),
    mark("you can't meet a spirit now"),
    mark("no spirits were drawn to choose from"),
    mark("no spirit waits for a square"),
    mark("the Deer has no effect to resolve"),
    mark("the Beetle has no effect to resolve"),
    mark("the Evil Spirit covers nothing now"),
)
_NOT_THAT = (
    mark("this tile is not in your hand"),
    mark("this tile is not in the line or does not match the tile just played"),
    mark("this is not an empty place beside one of your tiles"),
    mark("this spirit is not face up beside the pile"),
    mark("this spirit was not drawn"),
    mark("this is not a free square of this turn"),
    mark("this tile is not in your hand"),
    mark("this tile is not in the line"),
    mark("this spirit is not among those of the player holding the Evil Spirit"),
)


RULES = ("T7", "T8", "T10", "T13", "T13", "T13", "T4", "T4", "T17", "T16")
"""The rule about the choice of each phase."""


def why_illegal(state: Any, action: int, say: Words) -> Refusal:
    """Why an action is not legal."""
    phase, choice = int(constants.PHASE[action]), int(constants.CHOICE[action])
    rule = RULES[phase]
    if phase != state.phase:
        return Refusal(say(_NOT_NOW[phase]), rule)
    if phase == constants.MEET and choice == constants.DRAW:
        return Refusal(say("the spirit pile is empty"), rule)
    if phase == constants.PLAY and int(state.hands[state.actor]) >> choice & 1:
        return Refusal(say("the pile is empty, and this tile captures nothing"), "T16")
    return Refusal(say(_NOT_THAT[phase]), rule)


# --- chance ------------------------------------------------------------------------------

_PICKERS = {BY_EAGLE: "eagle", BY_DRAGONFLY: "dragonfly"}
"""The events in which chance decided, and the spirits whose effect they are."""
_PLACES_IN_GIVEN = {"eagle": FOR_EAGLE, "dragonfly": FOR_DRAGONFLY}


def chance_text(state: Any) -> str:
    """What chance decided in the last action, such as "eagle 2-8"; empty if nothing."""
    codes = event_codes(state)
    picked = [(code >> 24, code & 0xFFFF) for code in codes if code >> 24 in _PICKERS]
    return ", ".join(f"{_PICKERS[event]} {NAMES[tile]}" for event, tile in picked)


def give_chance(state: Any, text: str, say: Words) -> None:
    """Let chance decide as told in the next action, for games played on a real table."""
    given: dict[str, int] = {}
    for part in text.lower().split(","):
        spirit, tile = _picked(state, text, part.split(), say)
        if spirit in given:
            why = say("{spirit} is named twice", spirit=spirit)
            raise BadNotation(say("{text!r}: {why}", text=text, why=why))
        given[spirit] = tile
    for spirit, tile in given.items():
        state.given[_PLACES_IN_GIVEN[spirit]] = tile


def _picked(state: Any, text: str, words: list[str], say: Words) -> tuple[str, int]:
    """The spirit and the tile that a part of a chance text names."""
    why = _misread_chance(state, words, say)
    if why:
        raise BadNotation(say("{text!r}: {why}", text=text, why=why))
    return words[0], NUMBER[words[1]]


def _misread_chance(state: Any, words: list[str], say: Words) -> str:
    """Why words do not tell what chance can decide now; empty if they do."""
    if len(words) != 2 or words[0] not in _PLACES_IN_GIVEN:
        return say("write chance as eagle or dragonfly and a tile, such as eagle 2-8")
    spirit, name = words
    if name not in NUMBER:
        return say("there is no tile {name!r}; a tile is a row and a column such as 4-2", name=name)
    if SPIRIT[spirit] in members(state.spirits[0] | state.spirits[1]):
        return say("{spirit} was met before and does not act again", spirit=spirit)
    if spirit == "eagle" and NUMBER[name] not in state.pile[: state.left]:
        return say("{tile} is not in the draw pile", tile=name)
    if spirit == "dragonfly" and NUMBER[name] not in members(state.hands[0] | state.hands[1]):
        return say("{tile} is in no hand", tile=name)
    return ""


# --- deals -----------------------------------------------------------------------------


def read_deal(state: Any) -> Json:
    """Both hands, the line, and the piles in the order they will be drawn."""
    pile, spirits = state.pile[::-1], state.spirit_pile[: state.spirits_left][::-1]
    return {
        "hands": [tile_names(hand) for hand in state.hands],
        "line": {
            "top": [NAMES[int(tile)] for tile in state.line[:STACKS]],
            "bottom": [NAMES[int(tile)] for tile in state.under],
        },
        "pile": [NAMES[int(tile)] for tile in pile],
        "spirits": [constants.SPIRITS[int(spirit)] for spirit in spirits],
    }


class LineDeal(Strict):
    """The stacks of the line: the tiles face up and those below them."""

    top: list[str]
    bottom: list[str]


class Deal(Strict):
    """Where every tile and spirit lies; piles in the order they will be drawn."""

    hands: list[list[str]]
    line: LineDeal
    pile: list[str]
    spirits: list[str]


def write_deal(states: Any, deal: Any) -> None:
    """Set states[0] up with every tile and spirit where an explicit deal says."""
    given = validated(Deal, deal, "deal", BadDeal)
    _check_count(given.hands, SEATS, "hands", "deal.hands")
    tiles = {"deal.line.bottom": given.line.bottom, "deal.line.top": given.line.top}
    tiles |= {f"deal.hands[{seat}]": hand for seat, hand in enumerate(given.hands)}
    tiles["deal.pile"] = given.pile
    for (where, names), count in zip(
        tiles.items(), (STACKS, STACKS, HAND, HAND, PILE), strict=True
    ):
        _check_count(names, count, "tiles", where)
    count = constants.EVIL + int(states[0].evil)
    _check_count(given.spirits, count, "spirits", "deal.spirits")
    playing = {name: spirit for name, spirit in SPIRIT.items() if spirit < count}
    laid = _numbers(tiles, NUMBER, "tile")
    order = _numbers({"deal.spirits": given.spirits}, playing, "spirit")
    laid = laid[:-PILE] + laid[: -PILE - 1 : -1]
    begin_game(states[0], np.array(laid, np.int8), np.array(order[::-1], np.int8))


def _check_count(found: Sequence[Any], count: int, what: str, where: str) -> None:
    if len(found) != count:
        raise BadDeal(f"{where}: expected {count} {what}, found {len(found)}")


def _numbers(parts: Mapping[str, list[str]], known: Mapping[str, int], what: str) -> list[int]:
    """The numbers of all named things, each of which lies in one place only."""
    found: dict[str, str] = {}
    for where, names in parts.items():
        for i, name in enumerate(names):
            here = f"{where}[{i}]"
            if name not in known:
                raise BadDeal(f"{here}: there is no {what} {name!r}")
            if name in found:
                raise BadDeal(f"{here}: {name} already lies in {found[name]}")
            found[name] = here
    return [known[name] for name in found]
