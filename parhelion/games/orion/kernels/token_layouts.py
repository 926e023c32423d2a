"""O5-O7: where the tokens may lie: the symmetric layouts, random ones, those of the players.

Sets of cells are pairs of 64-bit words here, passed by value. A cell is *open* for a token
when the distances to the tokens that already lie allow it.
"""

import numpy as np

from parhelion.games.orion.kernels.bitsets import (
    NONE,
    ONE,
    has,
    nth_cell,
    size,
    without,
    without_lowest,
)
from parhelion.games.orion.kernels.constants import (
    BOARD,
    CELL_AT,
    CELLS,
    GALAXY_TOKENS,
    HOLE_TOKENS,
    TOKENS,
    WITHIN_1,
    WITHIN_2,
)
from parhelion.games.orion.kernels.layout_slots import (
    AHEAD,
    BLOCKED,
    BLOCKS,
    CHOICES,
    DOUBLED,
    EMPTY_BOARD,
    NONE_HAS_IT,
    NOTHING,
    ONE_SORT,
    OTHER_SORT,
    TABLE,
    UNIT,
)
from parhelion.kernel import below, below62, entry_point, kernel, lowest
from parhelion.kernel.arguments import State

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


# --- random layouts ----------------------------------------------------------------------


@kernel
def place_randomly(tokens, rng):
    """O7: a uniformly random layout into `tokens`: the cells of 8 galaxies, then 7 black holes.

    The slots of the empty board are shared out cell by cell (see `layout_slots`), until every
    layout of whatever tokens has its own, twice as many for each token. So all layouts of 8 tokens
    of one sort and 7 of the other have the same number. One slot is drawn; if no such layout has
    it, another.
    """
    while not try_slot(tokens, below62(rng, slots(EMPTY_BOARD))):
        pass


@kernel
def try_slot(tokens, slot):
    """The layout that has a slot of the empty board into `tokens`; False if there is none.

    One sort fills the array from the front, the other from the back.
    """
    front, back = 0, TOKENS
    situation = EMPTY_BOARD
    while situation[0] < CELLS:
        cell = situation[0]
        choice, situation, slot = owner(situation, slot)
        if choice == NONE_HAS_IT or (choice != NOTHING and front == back):
            return False
        if choice == ONE_SORT:
            tokens[front] = cell
            front += 1
        elif choice == OTHER_SORT:
            back -= 1
            tokens[back] = cell
    if front == HOLE_TOKENS:
        reverse(tokens)
    return front == back and front in (GALAXY_TOKENS, HOLE_TOKENS)


@kernel
def reverse(tokens):
    """Turn the order around."""
    for i in range(TOKENS // 2):
        tokens[i], tokens[TOKENS - 1 - i] = tokens[TOKENS - 1 - i], tokens[i]


@kernel
def owner(situation, slot):
    """The choice that has a slot of a situation, or `NONE_HAS_IT`; the situation that follows, and
    which of its slots this is."""
    for choice in CHOICES:
        if choice == NOTHING or situation[choice] & 1 == 0:
            following = after(situation, choice)
            own = slots(following) << DOUBLED[choice]
            if slot < own:
                return choice, following, slot >> DOUBLED[choice]
            slot -= own
    return NONE_HAS_IT, situation, slot


@kernel
def after(situation, choice):
    """The situation after a choice: the next cell that is open, and what is blocked from it on."""
    cell, for_one, for_other = situation
    for_one = (for_one | BLOCKED[cell, choice, 0]) >> 1
    for_other = (for_other | BLOCKED[cell, choice, 1]) >> 1
    closed = lowest(np.uint64((for_one & for_other) + 1))
    return cell + 1 + closed, for_one >> closed, for_other >> closed


@kernel
def slots(situation):
    """How many slots a situation has."""
    cell, for_one, for_other = situation
    found = key(cell, for_one, for_other)
    number = (
        TABLE[found % BLOCKS[0]]
        ^ TABLE[BLOCKS[0] + found % BLOCKS[1]]
        ^ TABLE[BLOCKS[0] + BLOCKS[1] + found % BLOCKS[2]]
    )
    return np.int64(number) << UNIT[cell]


@kernel
def key(cell, for_one, for_other):
    """A situation as one number, whatever the sorts are called."""
    less, more = np.minimum(for_one, for_other), np.maximum(for_one, for_other)
    return (((cell << AHEAD) | less) << AHEAD) | more


# --- what a token blocks -----------------------------------------------------------------


@kernel
def add_galaxy(for_galaxy, for_hole, cell):
    """What remains open for galaxies and for black holes once a galaxy lies (O5, O6)."""
    return without(for_galaxy, WITHIN_2, cell), without(for_hole, WITHIN_1, cell)


# --- layouts made by the players ---------------------------------------------------------


@kernel
def open_cells(galaxies, holes):
    """The cells open for a galaxy, and those open for a black hole."""
    for_galaxy = for_hole = (BOARD[0], BOARD[1])
    for cell in range(CELLS):
        if has(galaxies, cell):
            for_galaxy, for_hole = add_galaxy(for_galaxy, for_hole, cell)
        if has(holes, cell):
            for_hole = without(for_hole, WITHIN_2, cell)
    return for_galaxy, for_hole


@kernel
def token_cells(galaxies, holes):
    """O7: where the next token may be placed so that all the others still find room."""
    galaxies_left, holes_left = GALAXY_TOKENS - size(galaxies), HOLE_TOKENS - size(holes)
    for_galaxy, for_hole = open_cells(galaxies, holes)
    is_open = for_galaxy if galaxies_left > 0 else for_hole
    allowed_0, allowed_1 = NONE, NONE
    while size(is_open) > 0:
        cell = nth_cell(is_open, 0)
        is_open = without_lowest(is_open)
        if token_fits(for_galaxy, for_hole, galaxies_left, holes_left, cell):
            bit = ONE << np.uint64(cell & 63)
            allowed_0 |= bit if cell < 64 else NONE
            allowed_1 |= bit if cell >= 64 else NONE
    return allowed_0, allowed_1


@entry_point
def have_room(state: State) -> bool:
    """O7: whether the tokens left all find room."""
    allowed_0, allowed_1 = token_cells(state.galaxies, state.holes)
    return bool(allowed_0 | allowed_1 != NONE)


@kernel
def random_token_cell(galaxies, holes, rng):
    """One of `token_cells`, all alike, without looking at the others."""
    galaxies_left, holes_left = GALAXY_TOKENS - size(galaxies), HOLE_TOKENS - size(holes)
    for_galaxy, for_hole = open_cells(galaxies, holes)
    is_open = for_galaxy if galaxies_left > 0 else for_hole
    while True:
        cell = nth_cell(is_open, below(rng, size(is_open)))
        if token_fits(for_galaxy, for_hole, galaxies_left, holes_left, cell):
            return cell


@kernel
def token_fits(for_galaxy, for_hole, galaxies_left, holes_left, cell):
    """Whether all other tokens left find room once the next lies on an open cell."""
    if galaxies_left > 0:
        next_galaxy, next_hole = add_galaxy(for_galaxy, for_hole, cell)
        return galaxies_fit(next_galaxy, next_hole, galaxies_left - 1, holes_left)
    return holes_fit(without(for_hole, WITHIN_2, cell), holes_left - 1)


@kernel
def galaxies_fit(for_galaxy, for_hole, galaxies_left, holes_left):
    """Whether the galaxies left, and then the black holes left, find room.

    The first try mostly succeeds; only after a failure it pays to ask how much room there is.
    """
    if galaxies_left == 0:
        return holes_fit(for_hole, holes_left)
    while size(for_galaxy) >= galaxies_left:
        next_galaxy, next_hole = add_galaxy(for_galaxy, for_hole, nth_cell(for_galaxy, 0))
        if galaxies_fit(next_galaxy, next_hole, galaxies_left - 1, holes_left):
            return True
        for_galaxy = without_lowest(for_galaxy)
        if room(for_galaxy) < galaxies_left or room(for_hole) < holes_left:
            return False
    return False


@kernel
def holes_fit(for_hole, holes_left):
    """Whether the black holes left find room."""
    if holes_left == 0:
        return True
    while size(for_hole) >= holes_left:
        if holes_fit(without(for_hole, WITHIN_2, nth_cell(for_hole, 0)), holes_left - 1):
            return True
        for_hole = without_lowest(for_hole)
        if room(for_hole) < holes_left:
            return False
    return False


@kernel
def room(cells):
    """An upper bound on how many tokens of one sort fit into a set of cells.

    A cell and its neighbours hold one at most; the bound is how many such flowers it takes
    to cover the set, each the one that covers most around the first cell left.
    """
    flowers = 0
    while size(cells) > 0:
        cells = without(cells, WITHIN_1, fullest_flower(cells, nth_cell(cells, 0)))
        flowers += 1
    return flowers


@kernel
def fullest_flower(cells, cell):
    """The centre of the flower around `cell` that holds most of a set of cells."""
    best, most = cell, 0
    centres = (WITHIN_1[cell, 0], WITHIN_1[cell, 1])
    while size(centres) > 0:
        centre = nth_cell(centres, 0)
        held = size((cells[0] & WITHIN_1[centre, 0], cells[1] & WITHIN_1[centre, 1]))
        if held > most:
            best, most = centre, held
        centres = without_lowest(centres)
    return best
