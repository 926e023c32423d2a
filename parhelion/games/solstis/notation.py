"""Solstis in words: tiles, squares, spirits, moves and deals.

A tile and its place are a row and a column: "4-2" lies in row 4 from the valley, column 2. A
square is named by its lower left place. A move is a word and what is chosen: "play 4-2",
"capture 4-7", "rainbow 3-3", "draw", "take bee", "keep bee", "square 2-3", "deer 4-2",
"beetle 4-2", "cover bee".
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from parhelion.errors import BadDeal, BadNotation
from parhelion.games import Json, did_you_mean
from parhelion.games.deals import checked_list, checked_object
from parhelion.games.solstis import rules, tables
from parhelion.games.solstis.state import HAND, PILE, SEATS, STACKS
from parhelion.words import ENGLISH, Words, mark

NAMES = {tile: f"{tile // tables.STRIDE + 1}-{tile % tables.STRIDE + 1}" for tile in tables.PLACES}
"""The name of every tile and place."""
NUMBER = {name: tile for tile, name in NAMES.items()}
SPIRIT = {name: spirit for spirit, name in enumerate(tables.SPIRITS)}
VERBS = ("play", "capture", "rainbow", "take", "keep", "square", "deer", "beetle", "cover")
"""The word for a choice, by phase."""
OF_SPIRITS = (tables.MEET, tables.KEEP, tables.COVER)
"""The phases in which a spirit is chosen."""


def members(places: Any) -> list[int]:
    """A set of places, or of spirits, as a list."""
    left = int(places)
    return [bit for bit in range(left.bit_length()) if left >> bit & 1]


def tile_names(tiles: Any) -> list[str]:
    """A set of tiles or places as names."""
    return [NAMES[tile] for tile in members(tiles)]


def spirit_names(spirits: Any) -> list[str]:
    """A set of spirits as names."""
    return [tables.SPIRITS[spirit] for spirit in members(spirits)]


# --- moves -------------------------------------------------------------------------------


def _text(phase: int, choice: int) -> str:
    if phase == tables.MEET and choice == tables.DRAW:
        return "draw"
    what = tables.SPIRITS[choice] if phase in OF_SPIRITS else NAMES[choice]
    return f"{VERBS[phase]} {what}"


TEXTS = [_text(phase, choice) for phase, choices in enumerate(tables.CHOICES) for choice in choices]
"""Every action in notation."""
ACTIONS = {text: action for action, text in enumerate(TEXTS)}


def text(action: int) -> str:
    """An action in notation."""
    return TEXTS[action]


def parse(text: str, say: Words = ENGLISH) -> int:
    """The action that a text means, whether legal now or not."""
    words = text.lower().split()
    if (action := ACTIONS.get(" ".join(words))) is not None:
        return action
    raise BadNotation(say("{text!r}: {why}", text=text, why=_misread(words, say)))


def _misread(words: list[str], say: Words) -> str:
    """What is wrong with a text that is no move."""
    verb, *rest = words or [""]
    if verb == "draw":
        return say("draw stands alone")
    if verb not in VERBS:
        return say("no move begins with {verb!r}", verb=verb) + did_you_mean(
            verb, (*VERBS, "draw"), say
        )
    if len(rest) != 1:
        return say("after {verb} comes one word", verb=verb)
    phase = VERBS.index(verb)
    if phase in OF_SPIRITS:
        near = did_you_mean(rest[0], tables.SPIRITS[: tables.EVIL], say)
        return say("no spirit is called {name!r}", name=rest[0]) + near
    if phase == tables.SQUARE and rest[0] in NUMBER:
        return say("no square has its lower left place on {name}", name=rest[0])
    return say("there is no tile {name!r}; a tile is a row and a column such as 4-2", name=rest[0])


_NOT_NOW = (
    mark("it is not the time to play a tile"),
    mark("it is not the time to capture"),
    mark("there is no rainbow to place now"),
    mark("it is not the time to meet a spirit"),
    mark("no spirits were drawn to choose from"),
    mark("no spirit waits for a square"),
    mark("the Deer is not at work"),
    mark("the Beetle is not at work"),
    mark("the Evil spirit covers nothing now"),
)
_NOT_THAT = (
    mark("{what} is not in your hand"),
    mark("{what} does not lie in the line or does not match {centre}"),
    mark("{what} is not an empty place beside a tile of yours"),
    mark("{what} does not lie face up beside the pile"),
    mark("{what} was not drawn"),
    mark("{what} is not a square of this turn that is free"),
    mark("{what} is not in your hand"),
    mark("{what} does not lie in the line"),
    mark("{what} is not among the spirits of the Evil one's holder"),
)


def why_illegal(state: Any, action: int, say: Words = ENGLISH) -> str:
    """Why an action is not legal."""
    phase, choice = int(tables.PHASE[action]), int(tables.CHOICE[action])
    if phase != state.phase:
        return say(_NOT_NOW[phase])
    if phase == tables.MEET and choice == tables.DRAW:
        return say("the spirit pile is empty")
    what = TEXTS[action].split()[1]
    if phase == tables.PLAY and int(state.hands[state.actor]) >> choice & 1:
        return say("the pile is empty, and {what} captures nothing", what=what)
    return say(_NOT_THAT[phase], what=what, centre=NAMES.get(int(state.centre), ""))


# --- options and deals -------------------------------------------------------------------


def write_options(state: Any, options: Mapping[str, str]) -> None:
    """Put the options into a fresh state."""
    state.with_evil = options["evil"] == "on"


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
        "spirits": [tables.SPIRITS[int(spirit)] for spirit in spirits],
    }


def write_deal(states: Any, deal: Any) -> None:
    """Set states[0] up with every tile and spirit where an explicit deal says."""
    parts = checked_object(deal, "deal", ("hands", "line", "pile", "spirits"))
    line = checked_object(parts["line"], "deal.line", ("top", "bottom"))
    hands = checked_list(parts["hands"], "deal.hands", SEATS, "hands")
    tiles = {
        "deal.line.bottom": checked_list(line["bottom"], "deal.line.bottom", STACKS, "tiles"),
        "deal.line.top": checked_list(line["top"], "deal.line.top", STACKS, "tiles"),
    }
    for seat, hand in enumerate(hands):
        where = f"deal.hands[{seat}]"
        tiles[where] = checked_list(hand, where, HAND, "tiles")
    tiles["deal.pile"] = checked_list(parts["pile"], "deal.pile", PILE, "tiles")
    count = tables.EVIL + int(states[0].with_evil)
    spirits = {"deal.spirits": checked_list(parts["spirits"], "deal.spirits", count, "spirits")}
    playing = {name: spirit for name, spirit in SPIRIT.items() if spirit < count}
    laid, order = _numbers(tiles, NUMBER, "tile"), _numbers(spirits, playing, "spirit")
    laid = laid[:-PILE] + laid[: -PILE - 1 : -1]
    rules.lay_out(states[0], np.array(laid, np.int8), np.array(order[::-1], np.int8))


def _numbers(parts: Mapping[str, list[Any]], known: Mapping[str, int], what: str) -> list[int]:
    """The numbers of all named things, each of which lies in one place only."""
    found: dict[str, str] = {}
    for where, names in parts.items():
        for i, name in enumerate(names):
            here = f"{where}[{i}]"
            if not isinstance(name, str) or name not in known:
                raise BadDeal(f"{here}: there is no {what} {name!r}")
            if name in found:
                raise BadDeal(f"{here}: {name} already lies in {found[name]}")
            found[name] = here
    return [known[name] for name in found]
