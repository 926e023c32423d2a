"""Where the board, the constellations and the hands lie on the screen, wide and tall."""

from math import sqrt
from typing import NamedTuple

from parhelion.games.orion.kernels import constants
from parhelion.games.orion.tile_shapes import ROW, point
from parhelion.scene import Layout

Place = tuple[float, float]


class HandLayout(NamedTuple):
    """Where a hand lies: its title, its stacks by kind, how large they are."""

    title: Place
    scale: float
    stacks: dict[str, Place]


class SkyLayout(NamedTuple):
    """Where everything lies in a layout; the near hand is the viewer's."""

    width: float
    height: float
    board: Place
    near: HandLayout
    far: HandLayout


LAYOUTS: dict[Layout, SkyLayout] = {
    "wide": SkyLayout(
        900,
        512,
        (450, 256),
        HandLayout(
            (738, 32),
            0.8,
            {
                "star": (756, 152),
                "pair": (836, 152),
                "duo": (800, 214),
                "line": (800, 276),
                "bend": (800, 352),
                "triangle": (800, 440),
                "galaxy": (728, 240),
                "hole": (728, 240),
            },
        ),
        HandLayout(
            (34, 32),
            0.64,
            {
                "star": (46, 146),
                "pair": (112, 146),
                "duo": (86, 196),
                "line": (86, 246),
                "bend": (86, 306),
                "triangle": (86, 376),
                "galaxy": (40, 152),
                "hole": (40, 152),
            },
        ),
    ),
    "tall": SkyLayout(
        484,
        820,
        (242, 366),
        HandLayout(
            (26, 690),
            0.88,
            {
                "star": (196, 690),
                "pair": (282, 690),
                "duo": (386, 690),
                "line": (76, 768),
                "bend": (242, 768),
                "triangle": (388, 768),
                "galaxy": (150, 724),
                "hole": (150, 724),
            },
        ),
        HandLayout(
            (26, 22),
            0.5,
            {
                "star": (142, 22),
                "pair": (194, 22),
                "duo": (272, 22),
                "line": (378, 22),
                "bend": (58, 76),
                "triangle": (390, 76),
                "galaxy": (190, 30),
                "hole": (190, 30),
            },
        ),
    ),
}
LIFT = {"tile": (5.0, 5.0), "token": (20.0, 0.0)}
"""How far something in a stack lies from what is on top of it."""


def cell_place(cell: int, layout: Layout) -> Place:
    """The middle of a cell."""
    (left, top), (x, y) = LAYOUTS[layout].board, point(constants.AXIAL[cell])
    return round(left + x, 2), round(top + y, 2)


BAND = 6.2 * ROW
"""From the middle of the board to the middle of a constellation's name."""
STARS = 7.12 * ROW
"""From the middle of the board to the middle of a constellation's drawing."""
CORNERS: dict[Layout, Place] = {"wide": (160.0, 222.0), "tall": (180.0, 218.0)}
"""Drawings for which there is no room beside their sides lie in the corners, so far from the middle
of the board: in the wide layout two, in the tall one four."""
SIDE_TURNS = (0, -60, 60)
"""How the names are turned; opposite sides alike."""
SIDE_WAYS = ((0.0, -1.0), (-sqrt(3) / 2, -0.5), (sqrt(3) / 2, -0.5))


def beside(side: int, distance: float, layout: Layout) -> Place:
    """The place that far from the middle of the board; side i lies opposite to side i + 3."""
    (left, top), (x, y) = LAYOUTS[layout].board, SIDE_WAYS[side % 3]
    away = distance if side < 3 else -distance
    return round(left + away * x, 2), round(top + away * y, 2)


def constellation_at(side: int, layout: Layout) -> tuple[Place, float, float]:
    """Where the drawing of a constellation lies, how it is turned, and its scale."""
    turn, is_tall = SIDE_TURNS[side % 3], layout == "tall"
    if is_tall == (turn == 0):
        return beside(side, STARS, layout), turn, 0.8 if is_tall else 1
    (x, y), (right, down) = LAYOUTS[layout].board, CORNERS[layout]
    is_left, is_above = side in (1, 3, 5), side < 3
    place = x + (-right if is_left else right), y + (-down if is_above else down)
    return place, 0, 0.8
