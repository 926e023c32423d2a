"""What a seat observes, in the order of `parhelion.games.orion.observation`: four planes of the
board, then numbers of both seats.

A plane is the board in axial coordinates: row r, column q, 11 by 11, of which 85 are cells.
"""

import numpy as np

from parhelion.games.orion.kernels.bitsets import size
from parhelion.games.orion.kernels.constants import (
    AXIAL,
    EACH,
    GALAXY_TOKENS,
    HOLE_TOKENS,
    KINDS,
    SIDE,
)
from parhelion.games.orion.kernels.rules import actor
from parhelion.kernel import kernel, spread_16

GRID = 2 * SIDE + 1
PLANE = GRID * GRID
_ROWS = [[cell for cell, (_, r) in enumerate(AXIAL) if r == row - SIDE] for row in range(GRID)]
FIRST_OF_ROW = np.array([row[0] for row in _ROWS], dtype=np.uint64)
COLUMN_OF_ROW = np.array([AXIAL[row[0]][0] + SIDE for row in _ROWS], dtype=np.uint64)
CELLS_OF_ROW = np.array([(1 << len(row)) - 1 for row in _ROWS], dtype=np.uint64)
"""For every row its first cell, the column of that, and a bit for each of its cells."""
WORD = np.uint64(64)
DIVIDED_ROW = max(row for row in range(GRID) if _ROWS[row][0] < WORD)
"""Its cells are in both words of a set, those of the rows before it in the first."""
NUMBER_OF_KINDS = len(KINDS)
PAIRS = WAYS = 3


@kernel
def observe(state, seat, out):
    """Write what a seat sees: all there is, its own things first."""
    other = 1 - seat
    write_plane(state.hexes[seat], out, 0)
    write_plane(state.hexes[other], out, PLANE)
    write_plane(state.galaxies, out, 2 * PLANE)
    write_plane(state.holes, out, 3 * PLANE)
    rest = out[4 * PLANE :]
    rest[0] = actor(state) == seat
    rest[1] = state.count == EACH
    rest[2] = GALAXY_TOKENS - size(state.galaxies)
    rest[3] = HOLE_TOKENS - size(state.holes)
    write_seat(state, seat, rest[4:])
    write_seat(state, other, rest[4 + NUMBER_OF_KINDS + PAIRS + WAYS + 1 :])


@kernel
def write_plane(cells, out, n):
    """A set of cells as a plane, from out[n] on. What is written behind the end of a row is
    overwritten by what follows."""
    for row in range(DIVIDED_ROW):
        write_row(cells[0] >> FIRST_OF_ROW[row], row, out, n)
    first = FIRST_OF_ROW[DIVIDED_ROW]
    write_row(cells[0] >> first | cells[1] << (WORD - first), DIVIDED_ROW, out, n)
    for row in range(DIVIDED_ROW + 1, GRID):
        write_row(cells[1] >> (FIRST_OF_ROW[row] - WORD), row, out, n)


@kernel
def write_row(line, row, out, n):
    """The cells of a row; `line` has a bit for each, and more behind."""
    spread_16((line & CELLS_OF_ROW[row]) << COLUMN_OF_ROW[row], out, n + GRID * row)


@kernel
def write_seat(state, seat, out):
    """Tiles left, pairs of sides linked, ways to win reached, and how many conditions count."""
    for kind in range(NUMBER_OF_KINDS):
        out[kind] = state.tiles[seat, kind]
    for bit in range(PAIRS):
        out[NUMBER_OF_KINDS + bit] = state.pairs[seat] >> bit & 1
        out[NUMBER_OF_KINDS + PAIRS + bit] = state.ways[seat] >> bit & 1
    out[NUMBER_OF_KINDS + PAIRS + WAYS] = state.conditions[seat]
