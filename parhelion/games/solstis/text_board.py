"""The table of Solstis as text, for terminals."""

from collections.abc import Iterable
from typing import Any

from parhelion.games import Span
from parhelion.games.solstis import INFO
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.kernels.state import SEATS
from parhelion.games.solstis.labels import spirit_title
from parhelion.games.solstis.notation import NAMES, members, row_and_column, tile_names
from parhelion.games.solstis.view import (
    Standing,
    plain,
    slot_of,
    slots,
    spirit_name,
    squares_of,
    standings,
)
from parhelion.words import Words

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

CELL, COLUMNS = 3, 10
WIDTH = 2 + CELL * COLUMNS
"""Of a panorama with the numbers of its rows."""
GAP: Span = ("    ", "")
COLUMN_NUMBERS: Span = ("  " + "".join(f"{n:>2} " for n in range(1, COLUMNS + 1)), "faint")


def board(state: Any, say: Words) -> list[list[Span]]:
    """Both panoramas side by side, the line, the hands and what else lies on the table."""
    standing, state = standings(state), plain(state)
    lines = [[*_heading(0, standing[0], say), GAP, *_heading(1, standing[1], say)]]
    for row in range(len(constants.COLUMNS), 0, -1):
        left, right = (_row(state, seat, row, standing[seat].lit) for seat in range(SEATS))
        lines.append([*left, GAP, *right])
    lines.append([COLUMN_NUMBERS, GAP, COLUMN_NUMBERS])
    lines += [_spirits(state, seat, say) for seat in range(SEATS)]
    lines += [[], _line(state, say), *(_hand(state, seat, say) for seat in range(SEATS))]
    return [*lines, _supplies(state, say)]


def _heading(seat: int, standing: Standing, say: Words) -> list[Span]:
    stars = standing.points["total"]
    name = say(INFO.seats[seat])
    head = f"  {name} "
    return [(head, "title"), (f"{stars} ★".rjust(WIDTH - len(head)), "faint")]


def _row(state: Any, seat: int, row: int, lit: list[str]) -> list[Span]:
    """One row of a panorama: numbers are tiles, ≈ is a rainbow, · an empty place."""
    spans: list[Span] = [(f"{row} ", ROW_STYLES[row - 1])]
    for column in range(1, COLUMNS + 1):
        place = constants.place(row, column)
        spans.append(_cell(state, seat, place, NAMES[place] in lit) if place in NAMES else OUTSIDE)
    return spans


OUTSIDE: Span = (" " * CELL, "")


def _cell(state: Any, seat: int, place: int, burning: bool) -> Span:
    """One place in three characters; a fire is an asterisk when lit, else a ring."""
    if int(state.rainbows[seat]) >> place & 1:
        return " ≈ ", "rainbow"
    if not int(state.tiles[seat]) >> place & 1:
        return " · ", "faint"
    fire = ("*" if burning else "°") if int(constants.FIRES) >> place & 1 else " "
    return f"{place % constants.STRIDE + 1:>2}{fire}", ROW_STYLES[place // constants.STRIDE]


def _spirits(state: Any, seat: int, say: Words) -> list[Span]:
    """The spirits of a seat with their squares, and the Evil one if it is here."""
    told = [
        f"{spirit_title(name, say)} {square}"
        + (say(" (covered)") if name == spirit_name(state.covered) else "")
        for name, square in squares_of(state.spirits[seat], state.square_of).items()
    ]
    if state.evil_holder == seat:
        told.append(spirit_title("evil", say))
    none = say("no spirits yet")
    return [(f"{say(INFO.seats[seat])}: ", "title"), (", ".join(told) or none, "")]


def _line(state: Any, say: Words) -> list[Span]:
    """The line; an underscore behind a tile is a face-down tile below it."""
    spans: list[Span] = [(say("Line:"), "title")]
    for slot in range(slots(state)):
        shown = slot_of(state, slot)
        spans.append((" ", ""))
        spans.append(_named(shown["tile"]) if shown["tile"] else ("–", "faint"))
        spans.append(("_" if shown["under"] else "", "faint"))
    if state.centre >= 0:
        spans += [("   ", ""), (say("Centre:"), "title"), (" ", ""), _named(NAMES[state.centre])]
    return spans


def _named(tile: str) -> Span:
    row, _ = row_and_column(tile)
    return tile, ROW_STYLES[row - 1]


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
    return ", ".join(spirit_title(constants.SPIRITS[spirit], say) for spirit in spirits)
