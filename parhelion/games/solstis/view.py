"""What people see of Solstis: the position as JSON, the points and the outcome."""

from collections.abc import Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple, TypedDict

import numpy as np

from parhelion.games import Json
from parhelion.games.position_parts import (
    KEPT,
    Fields,
    SharedDict,
    SharedList,
    made_of,
    made_of_seat,
)
from parhelion.games.solstis import INFO
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.kernels.scoring import PARTS, assess
from parhelion.games.solstis.kernels.state import SEATS, SLOTS, STACKS, STATE
from parhelion.games.solstis.notation import NAMES, members, spirit_names, tile_names
from parhelion.games.solstis.view_events import event as event  # a part of the contract
from parhelion.words import Words, mark

SHARED_FIRE = "6-5/6-6"
"""The fire that straddles two tiles (T3)."""

HELP = mark(
    "Play a tile from your hand. If it shares its row or column with tiles in the line, you "
    "capture one of them, and both tiles go to their places on your mountain. Otherwise your tile "
    "joins the line, and the top tile of the pile gives you a second chance; if that one captures "
    "nothing either, you take a rainbow, which stands for any tile. A square of four places brings "
    "a spirit. At the end, each tile of your largest area, each fire connected with the valley and "
    "each spirit brings a star."
)
NOTATION_HELP = mark(
    "A tile is written as its row and its column: 4-2. A move says what you do with it: play 4-2, "
    "capture 4-7, rainbow 3-3."
)


# --- the position ------------------------------------------------------------------------


class Slot(TypedDict):
    """A slot of the line."""

    tile: str | None
    under: bool
    """Whether a tile lies face down below."""
    hidden: str | None
    """That tile, where it is known."""


class Panorama(TypedDict):
    """What lies in front of a player."""

    tiles: list[str]
    rainbows: list[str]
    spirits: dict[str, str]
    """Each spirit with its square."""
    kept: int
    """Rainbows that wait for a place (T10)."""


class Spirits(TypedDict):
    """The spirits that sit on no panorama."""

    pile: int
    open: list[str]
    drawn: list[str]
    """The two to choose from."""
    met: str | None
    """The one that looks for its square."""


class Points(TypedDict):
    """T18: what a player would score now."""

    area: int
    fires: int
    spirits: dict[str, int]
    total: int


class Position(TypedDict):
    """What lies where, as far as it is known; lists of two are by seat."""

    phase: str
    centre: str | None
    line: list[Slot]
    panoramas: list[Panorama]
    hands: list[list[str]]
    held: list[int]
    pile: int
    rainbows: int
    spirits: Spirits
    evil: int | None
    """The seat that holds the Evil spirit."""
    covered: str | None
    coming: list[str]
    """Tiles on their way to a panorama."""
    gone: list[str]
    points: list[Points]
    lit: list[list[str]]
    largest: list[list[str]]


def _tile(tile: Any) -> str | None:
    """The name of a tile, None for none."""
    return NAMES.get(int(tile))


def spirit_name(spirit: Any) -> str | None:
    """The name of a spirit, None for none."""
    return constants.SPIRITS[int(spirit)] if spirit >= 0 else None


def describe(state: Any) -> Position:
    """Both panoramas, the line, hands and piles as far as they are known, and the points."""
    record = state.tobytes()
    standing, now = _standings(record), _of_the_table(record)
    return {
        "phase": now["phase"],
        "centre": now["centre"],
        "line": _line(record),
        "panoramas": [_panorama(record, seat) for seat in range(SEATS)],
        "hands": [_hand(record, seat) for seat in range(SEATS)],
        "held": now["held"],
        "pile": now["pile"],
        "rainbows": now["rainbows"],
        "spirits": _spirits(record),
        "evil": now["evil"],
        "covered": now["covered"],
        "coming": now["coming"],
        "gone": now["gone"],
        "points": [seat.points for seat in standing],
        "lit": [seat.lit for seat in standing],
        "largest": [seat.largest for seat in standing],
    }


@made_of(
    STATE,
    *("phase", "centre", "held", "left", "supply"),
    *("evil_holder", "covered", "coming", "waiting", "gone"),
)
def _of_the_table(now: Any) -> SharedDict:
    """What takes a few values only."""
    return SharedDict(
        phase=constants.PHASES[now.phase],
        centre=_tile(now.centre),
        held=now.held,
        pile=now.left,
        rainbows=now.supply,
        evil=now.evil_holder if now.evil_holder >= 0 else None,
        covered=spirit_name(now.covered),
        coming=[NAMES[tile] for tile in now.coming[: now.waiting]],
        gone=tile_names(now.gone),
    )


@made_of(STATE, "line", "stacked", "under")
def _line(now: Any) -> SharedList:
    return SharedList(slot_of(now, slot) for slot in range(slots(now)))


@made_of_seat(STATE, "square_of", own=("tiles", "rainbows", "spirits", "kept"))
def _panorama(now: Any, _seat: int) -> Any:
    return SharedDict(
        tiles=tile_names(now.tiles),
        rainbows=tile_names(now.rainbows),
        spirits=squares_of(now.spirits, now.square_of),
        kept=now.kept,
    )


@made_of_seat(STATE, own=("hands",))
def _hand(now: Any, _seat: int) -> SharedList:
    return SharedList(tile_names(now.hands))


@made_of(STATE, "spirits_left", "open", "drawn", "met")
def _spirits(now: Any) -> Any:
    return SharedDict(
        pile=now.spirits_left,
        open=spirit_names(now.open),
        drawn=[constants.SPIRITS[spirit] for spirit in now.drawn if spirit >= 0],
        met=spirit_name(now.met),
    )


def plain(state: Any) -> Any:
    """A state with plain Python values: each look into a record would take microseconds."""
    values = dict(zip(state.dtype.names, state.item(), strict=True))
    for name in _ARRAYS:
        values[name] = values[name].tolist()
    return SimpleNamespace(**values)


_ARRAYS = [name for name, (dtype, *_) in dict(STATE.fields or {}).items() if dtype.shape]


def slots(state: Any) -> int:
    """How long the line is: up to its last tile, and at least as long as it began."""
    return max(STACKS, *(slot + 1 for slot in range(SLOTS) if state.line[slot] >= 0), 0)


def slot_of(state: Any, slot: int) -> Slot:
    """A slot of the line."""
    under = slot < STACKS and bool(state.stacked >> slot & 1)
    hidden = _tile(state.under[slot]) if under else None
    return {"tile": _tile(state.line[slot]), "under": under, "hidden": hidden}


def squares_of(spirits: int, square_of: Sequence[int]) -> dict[str, str]:
    """Some spirits, each with its square."""
    return {constants.SPIRITS[spirit]: NAMES[square_of[spirit]] for spirit in members(spirits)}


# --- points ------------------------------------------------------------------------------


class Standing(NamedTuple):
    """T18: what a seat would score now, and the tiles that show why."""

    points: Points
    lit: SharedList
    largest: SharedList


def standings(state: Any) -> tuple[Standing, ...]:
    """How each seat stands."""
    return _standings(state.tobytes())


@made_of(STATE, "tiles", "rainbows", "spirits", "covered", read=Fields.state)
def _standings(states: Any) -> tuple[Standing, ...]:
    points = np.zeros((SEATS, PARTS), dtype=np.int64)
    tiles = np.zeros((SEATS, 2), dtype=np.uint64)
    assess(states, points, tiles)
    each = zip(states[0].spirits.tolist(), points.tolist(), tiles.tolist(), strict=True)
    return tuple(_standing(*of_seat) for of_seat in each)


def _standing(held: int, points: list[int], tiles: list[int]) -> Standing:
    area, fires, *spirits = points
    owned = {constants.SPIRITS[spirit]: spirits[spirit] for spirit in members(held)}
    total = area + fires + sum(spirits)
    parts: Points = {"area": area, "fires": fires, "spirits": owned, "total": total}
    largest, lit = tiles
    return Standing(parts, _fires(lit), _names(largest))


@lru_cache(KEPT)
def _names(tiles: int) -> SharedList:
    return SharedList(tile_names(tiles))


@lru_cache(KEPT)
def _fires(tiles: int) -> SharedList:
    """The fires on some tiles, by their names."""
    shared = int(constants.SHARED_FIRE)
    both = [SHARED_FIRE] if tiles & shared == shared else []
    return SharedList(tile_names(tiles & int(constants.FIRES)) + both)


# --- the end -----------------------------------------------------------------------------


def reasons(state: Any) -> tuple[str, ...]:
    """T16: neither could capture any more."""
    return ("exhausted",) if state.actor < 0 else ()


def details(state: Any) -> Json:
    """The points part by part, and the spirit that the Evil one covered."""
    return {
        "points": [seat.points for seat in standings(state)],
        "covered": spirit_name(state.covered),
    }


def sentence(state: Any, say: Words) -> str:
    """The end in one sentence."""
    return ending_sentence([seat.points["total"] for seat in standings(state)], say)


def ending_sentence(totals: list[int], say: Words) -> str:
    """The end in one sentence, from the points of both seats."""
    if totals[0] == totals[1]:
        return say("Both reach {stars} stars and share the victory.", stars=totals[0])
    winner = totals.index(max(totals))
    return say(
        "{winner} wins with {more} stars to {less}.",
        winner=say(INFO.seats[winner]),
        more=max(totals),
        less=min(totals),
    )
