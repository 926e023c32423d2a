"""The tiles as drawings, and where everything lies on the table.

Every placement is a shape, laid with its anchor on a cell and turned. A shape is drawn around
its anchor hex, at the origin of its symbol; the next hex to the right is in direction 0. A tile
turns clockwise in steps of 60 degrees, as `tables.DIRECTIONS` do.
"""

from functools import cache
from math import sqrt
from typing import NamedTuple

from parhelion.games.orion import tables
from parhelion.games.orion.notation import placements_by_cells
from parhelion.scene import Layout

Axial = tuple[int, int]

HEX = 44.0
"""The width of a hex; its corners point up and down."""
ROW = HEX * sqrt(3) / 2
"""From one row to the next."""
TALLNESS = HEX * 2 / sqrt(3)
"""The height of a hex."""


class Shape(NamedTuple):
    """The hexes of a tile around its anchor, seen from its owner."""

    kind: str
    own: tuple[Axial, ...]
    other: tuple[Axial, ...]


SHAPES = {
    "star": Shape("star", ((0, 0),), ()),
    "pair": Shape("pair", ((0, 0), (1, 0)), ()),
    "duo": Shape("duo", ((0, 0),), ((1, 0),)),
    "line": Shape("line", ((0, 0), (-1, 0)), ((1, 0),)),
    "bend": Shape("bend", ((0, 0), (-1, 1)), ((1, 0),)),
    "bend-left": Shape("bend", ((0, 0), (0, -1)), ((1, 0),)),
    "triangle": Shape("triangle", ((0, 0), (1, 0)), ((0, 1),)),
}
"""A bend laid with its other side up is another shape."""


class Pose(NamedTuple):
    """A way to lay a tile: the placement, and the shape that shows it, anchored and turned."""

    placement: int
    shape: str
    anchor: int
    turn: int
    """In steps of 60 degrees."""


def point(axial: Axial) -> tuple[float, float]:
    """Where the centre of a hex lies, the board's middle at the origin."""
    q, r = axial
    return HEX * (q + r / 2), ROW * r


def turned(axial: Axial, turn: int) -> Axial:
    """An offset after some steps of 60 degrees clockwise."""
    q, r = axial
    for _ in range(turn):
        q, r = -r, q + r
    return q, r


def cells(offsets: tuple[Axial, ...], anchor: int, turn: int) -> list[int] | None:
    """The cells under some hexes of a shape; None if one is beyond the rim."""
    q, r = tables.AXIAL[anchor]
    moved = (turned(offset, turn) for offset in offsets)
    found = [tables.CELL_AT.get((q + dq, r + dr)) for dq, dr in moved]
    return None if None in found else [cell for cell in found if cell is not None]


@cache
def poses(kind: str) -> tuple[Pose, ...]:
    """Every pose of a kind of tile; those at one anchor follow each other clockwise."""
    shapes = [name for name, shape in SHAPES.items() if shape.kind == kind]
    turns = range(1 if kind == "star" else 6)
    found = (
        _pose(shape, anchor, turn)
        for anchor in range(tables.CELLS)
        for shape in shapes
        for turn in turns
    )
    return tuple(pose for pose in found if pose is not None)


def _pose(name: str, anchor: int, turn: int) -> Pose | None:
    shape = SHAPES[name]
    own, other = cells(shape.own, anchor, turn), cells(shape.other, anchor, turn)
    if own is None or other is None:
        return None
    key = tables.KINDS.index(shape.kind), frozenset(own), frozenset(other)
    return Pose(placements_by_cells()[key], name, anchor, turn)


@cache
def pose_of(placement: int) -> Pose:
    """How a placed tile is drawn; of the two poses of a pair the first."""
    kind = tables.KINDS[tables.KIND[placement]]
    return next(pose for pose in poses(kind) if pose.placement == placement)


class Box(NamedTuple):
    """The middle of a tile that is not turned, seen from its anchor, and its size."""

    x: float
    y: float
    width: float
    height: float


@cache
def box(kind: str) -> Box:
    """The box around a tile, or around a token, which is as large as a hex."""
    shape = SHAPES.get(kind, SHAPES["star"])
    xs, ys = zip(*(point(axial) for axial in (*shape.own, *shape.other)), strict=True)
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    size = right - left + HEX, bottom - top + TALLNESS
    return Box((left + right) / 2, (top + bottom) / 2, *size)


# --- where things lie --------------------------------------------------------------------


class Place(NamedTuple):
    """A place on the table."""

    x: float
    y: float


class Hand(NamedTuple):
    """Where a hand lies: its title, its stacks by kind, how large they are."""

    title: Place
    scale: float
    stacks: dict[str, Place]


class Table(NamedTuple):
    """Where everything lies in a layout; the near hand is the viewer's."""

    width: float
    height: float
    board: Place
    near: Hand
    far: Hand


TABLES: dict[Layout, Table] = {
    "wide": Table(
        1000,
        604,
        Place(500, 302),
        Hand(
            Place(790, 96),
            0.95,
            {
                "star": Place(812, 148),
                "pair": Place(910, 148),
                "duo": Place(870, 220),
                "line": Place(870, 292),
                "bend": Place(870, 382),
                "triangle": Place(870, 490),
                "galaxy": Place(810, 148),
                "hole": Place(810, 148),
            },
        ),
        Hand(
            Place(54, 96),
            0.7,
            {
                "star": Place(72, 140),
                "pair": Place(140, 140),
                "duo": Place(114, 194),
                "line": Place(114, 248),
                "bend": Place(114, 314),
                "triangle": Place(114, 392),
                "galaxy": Place(60, 148),
                "hole": Place(60, 148),
            },
        ),
    ),
    "tall": Table(
        484,
        820,
        Place(242, 366),
        Hand(
            Place(26, 690),
            0.88,
            {
                "star": Place(196, 690),
                "pair": Place(282, 690),
                "duo": Place(386, 690),
                "line": Place(76, 768),
                "bend": Place(242, 768),
                "triangle": Place(388, 768),
                "galaxy": Place(150, 724),
                "hole": Place(150, 724),
            },
        ),
        Hand(
            Place(26, 22),
            0.5,
            {
                "star": Place(142, 22),
                "pair": Place(194, 22),
                "duo": Place(272, 22),
                "line": Place(378, 22),
                "bend": Place(58, 76),
                "triangle": Place(390, 76),
                "galaxy": Place(190, 30),
                "hole": Place(190, 30),
            },
        ),
    ),
}
LIFT = {"tile": (5.0, 5.0), "token": (20.0, 0.0)}
"""How far something in a stack lies from what is on top of it."""


def cell_place(cell: int, layout: Layout) -> tuple[float, float]:
    """The middle of a cell."""
    x, y = point(tables.AXIAL[cell])
    board = TABLES[layout].board
    return round(board.x + x, 2), round(board.y + y, 2)


BAND = 6.2 * ROW
"""From the middle of the board to the middle of a constellation's name."""
STARS = 7.12 * ROW
"""From the middle of the board to the middle of a constellation's drawing."""
CORNER = (180.0, 218.0)
"""In the tall layout four drawings lie in the corners, so far from the middle of the board."""
SIDE_TURNS = (0, -60, 60)
"""Of the names; opposite sides have the same."""
SIDE_WAYS = ((0.0, -1.0), (-sqrt(3) / 2, -0.5), (sqrt(3) / 2, -0.5))


def beside(side: int, distance: float, layout: Layout) -> tuple[float, float]:
    """The place that far from the middle of the board; side i lies opposite to side i + 3."""
    board = TABLES[layout].board
    x, y = SIDE_WAYS[side % 3]
    away = distance if side < 3 else -distance
    return round(board.x + away * x, 2), round(board.y + away * y, 2)
