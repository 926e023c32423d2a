"""Where the tokens of Orion Duel may lie: fixed, random and player-made layouts (O5-O7).

Sets of cells are pairs of 64-bit words here, passed by value. A cell is *open* for a token
when the distances to the tokens that already lie allow it.
"""

import numpy as np

from parhelion.games.orion.tables import BOARD, CELL_AT, GALAXIES, HOLES, WITHIN_1, WITHIN_2
from parhelion.kernel import below, kernel, lowest, popcount

ONE = np.uint64(1)
NONE = np.uint64(0)

_SYMMETRIC = (
    "0,-4 4,-4 1,-2 -4,0 4,0 -1,2 -4,4 0,4  2,-4 -2,-2 4,-2 0,0 -4,2 2,2 -2,4",
    "1,-5 4,-5 1,-2 -4,0 4,0 -1,2 -4,5 -1,5  -1,-4 2,-4 5,-4 0,0 -5,4 -2,4 1,4",
    "2,-5 -2,-2 2,-2 5,-2 -5,2 -2,2 2,2 -2,5  4,-4 1,-3 3,-1 0,0 -3,1 -1,3 -4,4",
)


def _cells(axials: str) -> list[int]:
    pairs = (axial.split(",") for axial in axials.split())
    return [CELL_AT[int(q), int(r)] for q, r in pairs]


SYMMETRIC = np.array([_cells(axials) for axials in _SYMMETRIC], dtype=np.int64)
"""O7: for each symmetric setup the 8 galaxies, then the 7 black holes."""

SLOTS = np.array((85, 75, 68, 61, 54, 48, 41, 34, 51, 47, 45, 41, 39, 35, 30), dtype=np.int64)
"""The most cells that can be open for the first token, the second, … (galaxies, then holes).
Computed, and proven to be maxima, by `tests/orion/counting.py`."""


@kernel
def without(open_0, open_1, around, cell):
    """A set of cells less the row of a table that belongs to a cell."""
    return open_0 & ~around[cell, 0], open_1 & ~around[cell, 1]


@kernel
def nth_bit(word, rank):
    """The index of the set bit with `rank` set bits below it."""
    for _ in range(rank):
        word &= word - ONE
    return lowest(word)


@kernel
def nth_cell(open_0, open_1, rank):
    """The cell with `rank` cells of a set before it."""
    in_first = popcount(open_0)
    if rank < in_first:
        return nth_bit(open_0, rank)
    return 64 + nth_bit(open_1, rank - in_first)


# --- random layouts ----------------------------------------------------------------------


@kernel
def place_randomly(tokens, rng):
    """A uniformly random layout into `tokens`: the cells of 8 galaxies, then 7 black holes.

    Picking each token among the cells that happen to be open favours crowded layouts. So
    each is picked among a fixed number of slots, as many as can ever be open, and an empty
    slot starts the layout anew. Every finished sequence of picks then has the same chance,
    1 / (the product of all slots), and every layout comes from the same number of them.
    """
    while not try_layout(tokens, rng):
        pass


@kernel
def try_layout(tokens, rng):
    """Pick slots until the layout is complete (True) or a slot is empty (False)."""
    for_galaxy, for_hole = (BOARD[0], BOARD[1]), (BOARD[0], BOARD[1])
    for token in range(GALAXIES + HOLES):
        is_open = for_galaxy if token < GALAXIES else for_hole
        slot = below(rng, SLOTS[token])
        if slot >= popcount(is_open[0]) + popcount(is_open[1]):
            return False
        cell = nth_cell(is_open[0], is_open[1], slot)
        tokens[token] = cell
        if token < GALAXIES:
            for_galaxy = without(for_galaxy[0], for_galaxy[1], WITHIN_2, cell)  # O5
            for_hole = without(for_hole[0], for_hole[1], WITHIN_1, cell)  # O6
        else:
            for_hole = without(for_hole[0], for_hole[1], WITHIN_2, cell)  # O6
    return True


# --- layouts made by the players ---------------------------------------------------------


@kernel
def open_cells(galaxies, holes):
    """The cells open for a galaxy and those open for a black hole: four words."""
    galaxy_0, galaxy_1 = BOARD[0], BOARD[1]
    hole_0, hole_1 = BOARD[0], BOARD[1]
    for cell in range(85):
        half, bit = cell >> 6, ONE << np.uint64(cell & 63)
        if galaxies[half] & bit != NONE:
            galaxy_0, galaxy_1 = without(galaxy_0, galaxy_1, WITHIN_2, cell)
            hole_0, hole_1 = without(hole_0, hole_1, WITHIN_1, cell)
        if holes[half] & bit != NONE:
            hole_0, hole_1 = without(hole_0, hole_1, WITHIN_2, cell)
    return galaxy_0, galaxy_1, hole_0, hole_1


@kernel
def token_cells(galaxies, holes):
    """O7: where the next token may be placed so that all the others still find room."""
    galaxies_left = GALAXIES - popcount(galaxies[0]) - popcount(galaxies[1])
    holes_left = HOLES - popcount(holes[0]) - popcount(holes[1])
    galaxy_0, galaxy_1, hole_0, hole_1 = open_cells(galaxies, holes)
    open_0, open_1 = (galaxy_0, galaxy_1) if galaxies_left > 0 else (hole_0, hole_1)
    allowed_0, allowed_1 = NONE, NONE
    while open_0 | open_1 != NONE:
        cell = nth_cell(open_0, open_1, 0)
        if galaxies_left > 0:
            next_galaxy = without(galaxy_0, galaxy_1, WITHIN_2, cell)
            next_hole = without(hole_0, hole_1, WITHIN_1, cell)
            fits = galaxies_fit(next_galaxy, next_hole, galaxies_left - 1, holes_left)
        else:
            next_hole = without(hole_0, hole_1, WITHIN_2, cell)
            fits = holes_fit(next_hole, holes_left - 1)
        bit = ONE << np.uint64(cell & 63)
        if cell < 64:
            open_0 &= ~bit
            allowed_0 |= bit if fits else NONE
        else:
            open_1 &= ~bit
            allowed_1 |= bit if fits else NONE
    return allowed_0, allowed_1


@kernel
def galaxies_fit(for_galaxy, for_hole, galaxies_left, holes_left):
    """Whether the galaxies left, and then the black holes left, find room."""
    if galaxies_left == 0:
        return holes_fit(for_hole, holes_left)
    while room(for_galaxy) >= galaxies_left and room(for_hole) >= holes_left:
        cell = nth_cell(for_galaxy[0], for_galaxy[1], 0)
        next_galaxy = without(for_galaxy[0], for_galaxy[1], WITHIN_2, cell)
        next_hole = without(for_hole[0], for_hole[1], WITHIN_1, cell)
        if galaxies_fit(next_galaxy, next_hole, galaxies_left - 1, holes_left):
            return True
        for_galaxy = without_lowest(for_galaxy)
    return False


@kernel
def holes_fit(for_hole, holes_left):
    """Whether the black holes left find room."""
    if holes_left == 0:
        return True
    while room(for_hole) >= holes_left:
        cell = nth_cell(for_hole[0], for_hole[1], 0)
        if holes_fit(without(for_hole[0], for_hole[1], WITHIN_2, cell), holes_left - 1):
            return True
        for_hole = without_lowest(for_hole)
    return False


@kernel
def without_lowest(cells):
    """A set of cells less its first one."""
    if cells[0] != NONE:
        return cells[0] & (cells[0] - ONE), cells[1]
    return cells[0], cells[1] & (cells[1] - ONE)


@kernel
def room(cells):
    """An upper bound on how many tokens of one sort fit into a set of cells.

    A cell and its neighbours hold one at most; the bound is how many such flowers it takes
    to cover the set, each the one that covers most around the first cell left.
    """
    flowers = 0
    while cells[0] | cells[1] != NONE:
        cells = without_flower(cells, nth_cell(cells[0], cells[1], 0))
        flowers += 1
    return flowers


@kernel
def without_flower(cells, cell):
    """A set of cells less the flower around `cell` that holds most of them."""
    best, most = cell, 0
    centres_0, centres_1 = WITHIN_1[cell, 0], WITHIN_1[cell, 1]
    while centres_0 | centres_1 != NONE:
        centre = nth_cell(centres_0, centres_1, 0)
        held = popcount(cells[0] & WITHIN_1[centre, 0]) + popcount(cells[1] & WITHIN_1[centre, 1])
        if held > most:
            best, most = centre, held
        centres_0, centres_1 = without_lowest((centres_0, centres_1))
    return without(cells[0], cells[1], WITHIN_1, best)
