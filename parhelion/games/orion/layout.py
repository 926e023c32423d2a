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
        1000,
        604,
        (500, 302),
        HandLayout(
            (790, 32),
            0.95,
            {
                "star": (812, 148),
                "pair": (910, 148),
                "duo": (870, 220),
                "line": (870, 292),
                "bend": (870, 382),
                "triangle": (870, 490),
                "galaxy": (810, 148),
                "hole": (810, 148),
            },
        ),
        HandLayout(
            (54, 32),
            0.7,
            {
                "star": (72, 140),
                "pair": (140, 140),
                "duo": (114, 194),
                "line": (114, 248),
                "bend": (114, 314),
                "triangle": (114, 392),
                "galaxy": (60, 148),
                "hole": (60, 148),
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
CORNER = (180.0, 218.0)
"""In the tall layout four drawings lie in the corners, so far from the middle of the board."""
SIDE_TURNS = (0, -60, 60)
"""How the names are turned; opposite sides alike."""
SIDE_WAYS = ((0.0, -1.0), (-sqrt(3) / 2, -0.5), (sqrt(3) / 2, -0.5))


def beside(side: int, distance: float, layout: Layout) -> Place:
    """The place that far from the middle of the board; side i lies opposite to side i + 3."""
    (left, top), (x, y) = LAYOUTS[layout].board, SIDE_WAYS[side % 3]
    away = distance if side < 3 else -distance
    return round(left + away * x, 2), round(top + away * y, 2)
