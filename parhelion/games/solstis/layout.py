"""Where everything lies on the table of Solstis.

A tile is drawn 48 wide around its middle; two panoramas of ten columns and six rows are the
largest things, the viewer's own near and large, the other one far and small.
"""

from typing import NamedTuple

from parhelion.games.solstis.kernels import constants
from parhelion.scene import Layout

TILE = 48.0
"""The width of a tile and of a place."""
TOKEN = 40.0
"""The width of a spirit."""
HEARTH = 5.0
"""How far above the middle of its tile a fire burns; the shared one sits between two tiles."""
ROWS = len(constants.COLUMNS)
UNDER = (5.0, 6.0)
"""How far a face-down tile lies from the tile on top of it."""


class Place(NamedTuple):
    """A place on the table."""

    x: float
    y: float


class Panorama(NamedTuple):
    """Where a panorama lies, and what belongs to its player around it."""

    corner: Place
    """The upper left corner of its ten columns and six rows."""
    cell: float
    """The width of a place."""
    title: Place
    points: Place
    evil: Place
    kept: Place
    """The first of the rainbows that wait for a place."""


class Row(NamedTuple):
    """Things beside each other: the middle of the first, the way to the next, their scale."""

    first: Place
    step: float
    scale: float


class Line(NamedTuple):
    """A line of some length: its strip, and its slots in rows of so many."""

    strip: str
    """The symbol under it."""
    middle: Place
    slots: Row
    in_a_row: int
    down: float
    """From one row to the next."""


class TableLayout(NamedTuple):
    """Where everything lies in a layout."""

    width: float
    height: float
    sun: Place
    near: Panorama
    far: Panorama
    short: Line
    """The line while it is no longer than one row of this."""
    long: Line
    centre: Place
    centre_scale: float
    piles: Row
    open: Row
    hand: Row
    """The viewer's; its first place is the middle of all."""
    other_hand: Row


LAYOUTS: dict[Layout, TableLayout] = {
    "wide": TableLayout(
        1254,
        736,
        Place(830, 350),
        Panorama(
            Place(38, 164), 84, Place(60, 158), Place(62, 200), Place(148, 214), Place(176, 158)
        ),
        Panorama(
            Place(894, 40), 34.5, Place(870, 30), Place(871, 60), Place(1222, 98), Place(1190, 98)
        ),
        Line("line-wide", Place(445, 64), Row(Place(84, 61), 102, 1.7), 8, 0),
        Line("line-wide", Place(445, 64), Row(Place(68, 61), 68, 1.26), 12, 0),
        Place(784, 216),
        1.4,
        Row(Place(944, 330), 116, 1.3),
        Row(Place(940, 442), 54, 1.2),
        Row(Place(1076, 570), 110, 2.15),
        Row(Place(1152, 48), 29, 0.54),
    ),
    "tall": TableLayout(
        480,
        820,
        Place(400, 250),
        Panorama(
            Place(17, 428), 46, Place(24, 434), Place(25, 470), Place(448, 482), Place(404, 478)
        ),
        Panorama(
            Place(10, 16), 30, Place(344, 30), Place(346, 68), Place(448, 30), Place(440, 160)
        ),
        Line("line-tall", Place(190, 352), Row(Place(40, 349), 60, 1.1), 6, 0),
        Line("line-tall-2", Place(190, 352), Row(Place(40, 318), 60, 1.1), 6, 63),
        Place(427, 352),
        1.1,
        Row(Place(36, 238), 72, 1),
        Row(Place(242, 238), 36, 0.88),
        Row(Place(240, 764), 104, 1.84),
        Row(Place(346, 118), 36, 0.66),
    ),
}


def place_at(panorama: Panorama, row: int, column: int) -> Place:
    """The middle of a place in a panorama; the valley is row 1."""
    x = panorama.corner.x + (column - 0.5) * panorama.cell
    y = panorama.corner.y + (ROWS - row + 0.5) * panorama.cell
    return Place(round(x, 2), round(y, 2))


def middle(panorama: Panorama) -> Place:
    """The middle of a panorama."""
    x, y = panorama.corner
    return Place(x + 5 * panorama.cell, y + ROWS / 2 * panorama.cell)


def square_at(panorama: Panorama, row: int, column: int) -> Place:
    """The middle of the square whose lower left place this is."""
    x, y = place_at(panorama, row, column)
    return Place(round(x + panorama.cell / 2, 2), round(y - panorama.cell / 2, 2))


def line_of(length: int, layout: Layout) -> Line:
    """How a line of some length lies."""
    table = LAYOUTS[layout]
    return table.short if length <= table.short.in_a_row else table.long


def slot_at(slot: int, line: Line) -> Place:
    """The middle of a slot of the line."""
    down, right = divmod(slot, line.in_a_row)
    x, y = in_row(line.slots, right)
    return Place(x, y + down * line.down)


def in_row(row: Row, number: int) -> Place:
    """The place of something among others beside each other."""
    return Place(row.first.x + number * row.step, row.first.y)


def in_hand(row: Row, number: int, count: int) -> Place:
    """The place of a tile in a hand of so many, which lies around its middle."""
    return Place(row.first.x + (number - (count - 1) / 2) * row.step, row.first.y)


def in_centre(number: int, count: int, width: float, layout: Layout) -> Place:
    """The place of something so wide among a few that lie in the centre: two in a row."""
    centre = LAYOUTS[layout].centre
    if count == 1:
        return centre
    down, right = divmod(number, 2)
    rows = (count + 1) // 2
    x = centre.x + (right - 0.5) * width
    return Place(round(x, 2), round(centre.y + (down - (rows - 1) / 2) * width, 2))
