"""The tiles as drawings, and every way to lay one.

Every placement is a shape, laid with its anchor on a cell and turned. A shape is drawn around
its anchor hex, at the origin of its symbol; the next hex to the right is in direction 0. A tile
turns clockwise in steps of 60 degrees, as `constants.DIRECTIONS` do.
"""

from functools import cache
from math import sqrt
from typing import NamedTuple

from parhelion.games.orion.kernels import constants
from parhelion.games.orion.notation import placements_by_cells

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
    q, r = constants.AXIAL[anchor]
    moved = (turned(offset, turn) for offset in offsets)
    found = [constants.CELL_AT.get((q + dq, r + dr)) for dq, dr in moved]
    return None if None in found else [cell for cell in found if cell is not None]


@cache
def poses(kind: str) -> tuple[Pose, ...]:
    """Every pose of a kind of tile; those at one anchor follow each other clockwise."""
    shapes = [name for name, shape in SHAPES.items() if shape.kind == kind]
    turns = range(1 if kind == "star" else 6)
    found = (
        _pose(shape, anchor, turn)
        for anchor in range(constants.CELLS)
        for shape in shapes
        for turn in turns
    )
    return tuple(pose for pose in found if pose is not None)


def _pose(name: str, anchor: int, turn: int) -> Pose | None:
    shape = SHAPES[name]
    own, other = cells(shape.own, anchor, turn), cells(shape.other, anchor, turn)
    if own is None or other is None:
        return None
    key = constants.KINDS.index(shape.kind), frozenset(own), frozenset(other)
    return Pose(placements_by_cells()[key], name, anchor, turn)


@cache
def poses_beside(kind: str) -> tuple[tuple[int, Pose], ...]:
    """Every cell with each pose that covers it but has its anchor elsewhere; those at one cell with
    the same hex follow each other clockwise."""
    found = []
    for pose in poses(kind):
        _, *others = *SHAPES[pose.shape].own, *SHAPES[pose.shape].other
        covered = cells(tuple(others), pose.anchor, pose.turn) or ()
        found += [(cell, pose.shape, hex, pose.turn, pose) for hex, cell in enumerate(covered)]
    return tuple((cell, pose) for cell, *_, pose in sorted(found))


@cache
def pose_of(placement: int) -> Pose:
    """How a placed tile is drawn; of the two poses of a pair the first."""
    kind = constants.KINDS[constants.KIND[placement]]
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
