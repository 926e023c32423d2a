"""The symmetries of the board: what features become when it is turned or mirrored.

The rules are the same in all twelve views of a position, so a network may learn from each of them.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from parhelion.games.orion.kernels import network_features as f
from parhelion.games.orion.kernels.constants import AXIAL, CELL_AT, CELLS, ON_SIDES

Turn = Callable[[int, int], tuple[int, int]]


def feature_symmetries() -> Any:
    """For each symmetry, the first of which changes nothing, what every feature becomes."""
    cells = [_cells(turns, mirrored) for mirrored in (False, True) for turns in range(6)]
    return np.array([_features(each) for each in cells])


def _cells(turns: int, mirrored: bool) -> list[int]:
    """What every cell becomes when the board is mirrored, or not, and turned."""
    moved = []
    for q, r in AXIAL:
        if mirrored:
            q, r = r, q
        for _ in range(turns):
            q, r = -r, q + r
        moved.append(CELL_AT[q, r])
    return moved


def _sides(cells: list[int]) -> list[int]:
    """What every side becomes."""
    on = [int(bits).bit_length() - 1 for bits in ON_SIDES]
    moved = {on[cell]: on[cells[cell]] for cell in range(CELLS) if on[cell] >= 0}
    return [moved[side] for side in range(6)]


def _features(cells: list[int]) -> Any:
    """What every feature becomes when cells become others."""
    moved, sides = np.arange(f.FEATURES), _sides(cells)
    for first in range(f.HEXES, f.CHAINS, CELLS):
        moved[first : first + CELLS] = first + np.array(cells)
    for touched in range(f.SIDE_SETS):
        now = sum(1 << sides[side] for side in range(6) if touched >> side & 1)
        for colour in range(0, 2 * f.SIDE_SETS, f.SIDE_SETS):
            moved[_block(f.CHAINS, colour + touched, f.HELD)] = np.arange(f.FEATURES)[
                _block(f.CHAINS, colour + now, f.HELD)
            ]
    for pair in range(f.PAIRS_OF_SIDES):
        for colour in range(0, 2 * f.PAIRS_OF_SIDES, f.PAIRS_OF_SIDES):
            now = colour + sides[pair] % f.PAIRS_OF_SIDES
            moved[_block(f.LINKS, colour + pair, f.DISTANCES)] = np.arange(f.FEATURES)[
                _block(f.LINKS, now, f.DISTANCES)
            ]
    return moved


def _block(group: int, number: int, size: int) -> slice:
    """The features of a block in a group of blocks of one size."""
    return slice(group + number * size, group + (number + 1) * size)
