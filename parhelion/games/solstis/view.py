"""What people see of Solstis: the position as JSON, the outcome, the table as text."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from parhelion.games import Json, Span
from parhelion.games.solstis import INFO, rules, tables
from parhelion.games.solstis.notation import NAMES, members, spirit_names, tile_names
from parhelion.games.solstis.state import (
    ASIDE,
    COVERED,
    DRAWN,
    DREW,
    EVENT_NAMES,
    MET,
    SEATS,
    SLOTS,
    STACKS,
)
from parhelion.words import ENGLISH, Words, mark

SHARED_FIRE = "6-5/6-6"
"""The fire that straddles two tiles (T3)."""

ROW_STYLES = ("red", "orange", "green", "blue", "pink", "purple")
STYLES = {
    "red": "bold white on #b5432f",
    "orange": "bold #14161f on #e39a3b",
    "green": "bold white on #3f7d4a",
    "blue": "bold white on #2f6fb0",
    "pink": "bold #14161f on #e08fa6",
    "purple": "bold white on #6b4a94",
    "rainbow": "bold #f2c14e",
    "spirit": "bold",
    "title": "bold",
    "faint": "grey50",
}

TITLES = {
    "fish": mark("Fish"),
    "deer": mark("Deer"),
    "eagle": mark("Eagle"),
    "bear": mark("Bear"),
    "dragonfly": mark("Dragonfly"),
    "beetle": mark("Beetle"),
    "groundhog": mark("Groundhog"),
    "bee": mark("Bee"),
    "ladybug": mark("Ladybug"),
    "wolf": mark("Wolf"),
    "squirrel": mark("Squirrel"),
    "bird": mark("Bird"),
    "lizard": mark("Lizard"),
    "butterfly": mark("Butterfly"),
    "evil": mark("Evil spirit"),
}
"""What people call the spirits."""


def spirit_title(name: str, say: Words) -> str:
    """A spirit as people call it."""
    return say(TITLES[name])


HELP = mark(
    "Play a tile of your hand. If it shares its row or column with a tile of the line you capture "
    "one of these, and both go to their places on your mountain; else your tile joins the line and "
    "the top of the pile gets a second chance; if that fails too you take a rainbow, which stands "
    "for any tile. A square of four places brings a spirit. In the end each tile of your largest "
    "area, each fire that is connected with the valley and each spirit brings a star.\n"
    "A tile is its row and its column, 4-2. A move says what you do with it: play 4-2, "
    "capture 4-7, rainbow 3-3."
)


# --- JSON --------------------------------------------------------------------------------


def _tile(tile: Any) -> str | None:
    """The name of a tile, None for none."""
    return NAMES.get(int(tile))


def _spirit(spirit: Any) -> str | None:
    """The name of a spirit, None for none."""
    return tables.SPIRITS[int(spirit)] if spirit >= 0 else None


def describe(state: Any) -> Json:
    """Both panoramas, the line, hands and piles as far as they are known, and the points."""
    standing, now = standings(state), _plain(state)
    return {
        "phase": tables.PHASES[now.phase],
        "turn": now.turn,
        "centre": _tile(now.centre),
        "line": [_slot(now, slot) for slot in range(_slots(now))],
        "panoramas": [_panorama(now, seat) for seat in range(SEATS)],
        "hands": [tile_names(hand) for hand in now.hands],
        "held": now.held,
        "pile": now.left,
        "rainbows": now.supply,
        "spirits": {
            "pile": now.spirits_left,
            "open": spirit_names(now.open),
            "drawn": [tables.SPIRITS[spirit] for spirit in now.drawn if spirit >= 0],
            "met": _spirit(now.met),
        },
        "evil": now.evil if now.evil >= 0 else None,
        "covered": _spirit(now.covered),
        "coming": [NAMES[tile] for tile in now.coming[: now.waiting]],
        "gone": tile_names(now.gone),
        "points": [seat.points for seat in standing],
        "lit": [seat.lit for seat in standing],
        "largest": [seat.largest for seat in standing],
    }


def _plain(state: Any) -> Any:
    """A state with plain Python values: each look into a record would take microseconds."""
    values = (each.tolist() if hasattr(each, "tolist") else each for each in state.item())
    return SimpleNamespace(**dict(zip(state.dtype.names, values, strict=True)))


def _slots(state: Any) -> int:
    """How long the line is: up to its last tile, and at least as long as it began."""
    return max(STACKS, *(slot + 1 for slot in range(SLOTS) if state.line[slot] >= 0), 0)


def _slot(state: Any, slot: int) -> Json:
    under = slot < STACKS and bool(state.stacked >> slot & 1)
    hidden = _tile(state.under[slot]) if under else None
    return {"tile": _tile(state.line[slot]), "under": under, "hidden": hidden}


def _panorama(state: Any, seat: int) -> Json:
    squares = {
        tables.SPIRITS[spirit]: NAMES[int(state.square_of[spirit])]
        for spirit in members(state.spirits[seat])
    }
    return {
        "tiles": tile_names(state.tiles[seat]),
        "rainbows": tile_names(state.rainbows[seat]),
        "spirits": squares,
        "kept": int(state.kept[seat]),
    }


def happened(state: Any) -> list[list[Any]]:
    """What everybody saw of the last action, in order: what, value, seat."""
    return [_event(int(word)) for word in state.events[: state.happened]]


_OF_SPIRITS = (DREW, ASIDE, MET, COVERED)


def _event(word: int) -> list[Any]:
    event, seat, value = word >> 8, word >> 7 & 1, word & 127
    name = EVENT_NAMES[event]
    if event in _OF_SPIRITS:
        return [name, tables.SPIRITS[value], seat]
    if event == DRAWN:
        return [name, str(value), seat]
    return [name, None if name in _BARE else NAMES[value], seat]


_BARE = ("took", "evil", "again", "passed", "turn", "over")
"""Events without a value."""


# --- points ------------------------------------------------------------------------------


class Standing(NamedTuple):
    """T18: what a seat would score now, and the tiles that show why."""

    points: Json
    lit: list[str]
    largest: list[str]


def standings(state: Any) -> list[Standing]:
    """How each seat stands."""
    points = np.zeros((SEATS, rules.PARTS), dtype=np.int64)
    tiles = np.zeros((SEATS, 2), dtype=np.uint64)
    rules.assess(np.asarray(state).reshape(1), points, tiles)
    return [_standing(state, seat, points[seat], tiles[seat]) for seat in range(SEATS)]


def _standing(state: Any, seat: int, points: Any, tiles: Any) -> Standing:
    area, fires, *spirits = points.tolist()
    owned = {tables.SPIRITS[spirit]: spirits[spirit] for spirit in members(state.spirits[seat])}
    total = area + fires + sum(spirits)
    parts = {"area": area, "fires": fires, "spirits": owned, "total": total}
    largest, lit = map(int, tiles)
    return Standing(parts, _fires(lit), tile_names(largest))


def _fires(tiles: int) -> list[str]:
    """The fires on some tiles, by their names."""
    shared = int(tables.SHARED_FIRE)
    both = [SHARED_FIRE] if tiles & shared == shared else []
    return tile_names(tiles & int(tables.FIRES)) + both


# --- the end -----------------------------------------------------------------------------


def reasons(state: Any) -> tuple[str, ...]:
    """T16: neither could capture any more."""
    return ("exhausted",) if state.actor < 0 else ()


def details(state: Any) -> Json:
    """The points part by part, and the spirit that the Evil one covered."""
    return {
        "points": [seat.points for seat in standings(state)],
        "covered": _spirit(state.covered),
    }


def sentence(state: Any, say: Words = ENGLISH) -> str:
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


# --- the table as text -------------------------------------------------------------------

CELL = 3
GAP: Span = ("    ", "")


def board(state: Any, say: Words = ENGLISH) -> list[list[Span]]:
    """Both panoramas side by side, the line, the hands and what else lies on the table."""
    standing, state = standings(state), _plain(state)
    lines = [[*_heading(0, standing[0], say), GAP, *_heading(1, standing[1], say)]]
    for row in range(len(tables.COLUMNS), 0, -1):
        left, right = (_row(state, seat, row, standing[seat].lit) for seat in range(SEATS))
        lines.append([*left, GAP, *right])
    lines += [_spirits(state, seat, say) for seat in range(SEATS)]
    lines += [[], _line(state, say), *(_hand(state, seat, say) for seat in range(SEATS))]
    return [*lines, _supplies(state, say)]


def _heading(seat: int, standing: Standing, say: Words) -> list[Span]:
    stars = standing.points["total"]
    name = say(INFO.seats[seat])
    return [(f"  {name}".ljust(22), "title"), (f"{stars:>8} ★", "faint")]


def _row(state: Any, seat: int, row: int, lit: list[str]) -> list[Span]:
    """One row of a panorama: numbers are tiles, ≈ is a rainbow, · an empty place."""
    spans: list[Span] = [(f"{row} ", ROW_STYLES[row - 1])]
    for column in range(1, 11):
        place = tables.place(row, column)
        spans.append(_cell(state, seat, place, NAMES[place] in lit) if place in NAMES else OUTSIDE)
    return spans


OUTSIDE: Span = (" " * CELL, "")


def _cell(state: Any, seat: int, place: int, burning: bool) -> Span:
    """One place in three characters; a fire is an asterisk when lit, else a ring."""
    if int(state.rainbows[seat]) >> place & 1:
        return " ≈ ", "rainbow"
    if not int(state.tiles[seat]) >> place & 1:
        return " · ", "faint"
    fire = ("*" if burning else "°") if int(tables.FIRES) >> place & 1 else " "
    return f"{place % tables.STRIDE + 1:>2}{fire}", ROW_STYLES[place // tables.STRIDE]


def _spirits(state: Any, seat: int, say: Words) -> list[Span]:
    """The spirits of a seat with their squares, and the Evil one if it is here."""
    told = [
        f"{spirit_title(name, say)} {square}"
        + (say(" (covered)") if name == _spirit(state.covered) else "")
        for name, square in _panorama(state, seat)["spirits"].items()
    ]
    if state.evil == seat:
        told.append(spirit_title("evil", say))
    none = say("no spirits yet")
    return [(f"{say(INFO.seats[seat])}: ", "title"), (", ".join(told) or none, "")]


def _line(state: Any, say: Words) -> list[Span]:
    """The line; an underscore behind a tile is a face-down tile below it."""
    spans: list[Span] = [(say("Line:"), "title")]
    for slot in range(_slots(state)):
        shown = _slot(state, slot)
        spans.append((" ", ""))
        spans.append(_named(shown["tile"]) if shown["tile"] else ("–", "faint"))
        spans.append(("_" if shown["under"] else "", "faint"))
    if state.centre >= 0:
        spans += [("   ", ""), (say("Centre:"), "title"), (" ", ""), _named(NAMES[state.centre])]
    return spans


def _named(tile: str) -> Span:
    return tile, ROW_STYLES[int(tile[0]) - 1]


def _hand(state: Any, seat: int, say: Words) -> list[Span]:
    """The tiles of a hand, or how many there are."""
    known, held = tile_names(state.hands[seat]), int(state.held[seat])
    spans: list[Span] = [(say("{seat} holds:", seat=say(INFO.seats[seat])), "title")]
    if not known:
        return [*spans, (" ", ""), (say.plural("{n} tile", "{n} tiles", held), "faint")]
    for tile in known:
        spans += [(" ", ""), _named(tile)]
    return spans


def _supplies(state: Any, say: Words) -> list[Span]:
    """What lies beside the line."""
    told = say(
        "Pile {pile} · rainbows {rainbows} · spirits {spirits}",
        pile=int(state.left),
        rainbows=int(state.supply),
        spirits=int(state.spirits_left),
    )
    if names := _titles(members(state.open), say):
        told += say(", face up: {names}", names=names)
    spans: list[Span] = [(told, "faint")]
    if names := _titles([spirit for spirit in (*state.drawn, state.met) if spirit >= 0], say):
        spans += [(" · ", "faint"), (say("drawn: {names}", names=names), "spirit")]
    return spans


def _titles(spirits: Iterable[int], say: Words) -> str:
    return ", ".join(spirit_title(tables.SPIRITS[spirit], say) for spirit in spirits)
