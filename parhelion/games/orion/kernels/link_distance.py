"""How far a link is: the free cells that a colour still needs between opposite sides.

Sets of cells are two words here, too, but with one bit for every (q, r), row by row, so that all
neighbours of a set are six shifts away. A bit pushed over the end of a row falls on a place off
the board.
"""

import numpy as np

from parhelion.games.orion.kernels.bitsets import NONE
from parhelion.games.orion.kernels.constants import AXIAL, CELLS, ON_SIDES, SIDE
from parhelion.kernel import entry_point, kernel
from parhelion.kernel.arguments import State

ROW = 2 * SIDE + 1
_FIRST = [next(c for c in range(CELLS) if AXIAL[c][1] == r) for r in range(-SIDE, SIDE + 1)]


def _place(cell: int) -> int:
    q, r = AXIAL[cell]
    return (r + SIDE) * ROW + q + SIDE


def _grid(cells: list[int]) -> list[int]:
    total = sum(1 << _place(cell) for cell in cells)
    return [total & (2**64 - 1), total >> 64]


ROW_CELL = np.array(_FIRST)
"""The first cell of every row."""
ROW_PLACE = np.array([_place(cell) for cell in _FIRST])
"""The place of that cell."""
ROW_LENGTHS = np.diff([*_FIRST, CELLS])
ROW_BITS = np.array([(1 << int(length)) - 1 for length in ROW_LENGTHS], dtype=np.uint64)
BOARD_PLACES = np.array(_grid(list(range(CELLS))), dtype=np.uint64)
SIDE_PLACES = np.array(
    [_grid([c for c in range(CELLS) if ON_SIDES[c] >> side & 1]) for side in range(6)],
    dtype=np.uint64,
)

FAR = 9
"""A link that needs so many cells, or cannot be made any more, is far."""
_1, _10, _11, _53, _54, _63 = (np.uint64(n) for n in (1, 10, 11, 53, 54, 63))


@kernel
def spread(cells):
    """A set of cells as places."""
    low, high = NONE, NONE
    for row in range(ROW):
        bits = bits_from(cells[0], cells[1], ROW_CELL[row]) & ROW_BITS[row]
        place = ROW_PLACE[row]
        if place < 64:
            low |= bits << np.uint64(place)
            high |= bits >> np.uint64(64 - place) if place > 0 else NONE
        else:
            high |= bits << np.uint64(place - 64)
    return low, high


@kernel
def bits_from(low, high, first):
    """The 64 bits of two words that begin with a bit."""
    if first >= 64:
        return high >> np.uint64(first - 64)
    return low >> np.uint64(first) | (high << np.uint64(64 - first) if first > 0 else NONE)


@kernel
def around(low, high):
    """Places and their neighbours, some of them off the board."""
    near_low = low | low << _1 | low >> _1 | high << _63
    near_high = high | high << _1 | high >> _1 | low >> _63
    near_low |= low << _11 | low << _10 | low >> _11 | low >> _10 | high << _53 | high << _54
    near_high |= high << _11 | high << _10 | high >> _11 | high >> _10 | low >> _53 | low >> _54
    return near_low, near_high


@kernel
def link_distance(own, free, pair, most):
    """Free cells that a colour needs to link a pair of opposite sides, or `most`."""
    low, high = SIDE_PLACES[pair, 0] & own[0], SIDE_PLACES[pair, 1] & own[1]
    next_low, next_high = SIDE_PLACES[pair, 0] & free[0], SIDE_PLACES[pair, 1] & free[1]
    for distance in range(most):
        growing = True
        while growing:  # along hexes that already lie
            near_low, near_high = around(low, high)
            next_low |= near_low & free[0]
            next_high |= near_high & free[1]
            more_low, more_high = low | near_low & own[0], high | near_high & own[1]
            growing = more_low != low or more_high != high
            low, high = more_low, more_high
        if low & SIDE_PLACES[pair + 3, 0] | high & SIDE_PLACES[pair + 3, 1] != NONE:
            return distance
        low |= next_low
        high |= next_high
    return most


@entry_point
def least_distance(state: State, colour: int) -> int:
    """Free cells that a colour needs for its nearest link, at most FAR."""
    own, other = spread(state.hexes[colour]), spread(state.hexes[1 - colour])
    taken_low, taken_high = own[0] | other[0], own[1] | other[1]
    free = BOARD_PLACES[0] & ~taken_low, BOARD_PLACES[1] & ~taken_high
    least = FAR
    for pair in range(3):
        least = link_distance(own, free, pair, least)
    return least
