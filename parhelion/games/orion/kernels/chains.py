"""O10: hexes of one colour that touch are a chain; what each chain holds and reaches.

The chains are a union-find forest over the cells: `parent` leads to the root of a cell's chain,
and `chain` at the root says what the chain holds, packed so that joining two is one addition:

    bit   12 11 10 | 9  8  7  6 | 5  4  3  2  1  0
           holes   |  galaxies  |      sides

A cell without a hex is a chain of its own, which holds what the cell would add.
"""

import numpy as np

from parhelion.games.orion.kernels.bitsets import NONE, ONE, add
from parhelion.games.orion.kernels.constants import (
    CONSTELLATIONS,
    FIRST_CELL,
    GALAXIES,
    GALAXIES_JOINED,
    GALAXIES_TO_WIN,
    HOLES,
    HOLES_JOINED,
    HOLES_TO_WIN,
    LAST_CELL,
    LINKED,
    NEAR,
)
from parhelion.games.orion.kernels.ending import reach
from parhelion.kernel import kernel, lowest
from parhelion.kernel.question_steps import tell

ALL_SIDES = 0b111111
GALAXY_SHIFT = 6
GALAXY_BITS = 0b1111
HOLE_SHIFT = 10
CHAINS = 1 << 13
"""What a chain holds is a number below this."""


@kernel
def galaxies_in(chain):
    """Galaxies that a chain holds."""
    return chain >> GALAXY_SHIFT & GALAXY_BITS


@kernel
def holes_in(chain):
    """Black holes that a chain holds."""
    return chain >> HOLE_SHIFT


@kernel
def pairs_in(chain):
    """The pairs of opposite sides that a chain links, as a bit set."""
    return chain & chain >> 3 & 7


@kernel
def united(chain, other):
    """What two chains hold together."""
    return (chain & ~ALL_SIDES) + other | chain & ALL_SIDES


@kernel
def meets(chain):
    """O10: whether a chain links opposite sides or holds enough galaxies or black holes."""
    return (
        pairs_in(chain) != 0
        or galaxies_in(chain) >= GALAXIES_TO_WIN
        or holes_in(chain) >= HOLES_TO_WIN
    )


@kernel
def root(state, cell):
    """The cell that stands for the chain of a cell."""
    while state.parent[cell] != cell:
        state.parent[cell] = state.parent[state.parent[cell]]
        cell = state.parent[cell]
    return cell


@kernel
def chain_at(state, cell):
    """What the chain with this root holds."""
    return np.int64(state.chain[cell])


@kernel
def join_neighbours(state, colour, part):
    """Join fresh hexes with each other and with the chains of their colour around them."""
    near_0 = NEAR[part, 0] & state.hexes[colour, 0]
    near_1 = NEAR[part, 1] & state.hexes[colour, 1]
    add(state.hexes[colour], FIRST_CELL[part])
    add(state.hexes[colour], LAST_CELL[part])
    top = join(state, colour, FIRST_CELL[part], LAST_CELL[part])
    while near_0 | near_1 != NONE:
        if near_0 != NONE:
            top = join(state, colour, top, root(state, lowest(near_0)))
            near_0 &= near_0 - ONE
        else:
            top = join(state, colour, top, root(state, 64 + lowest(near_1)))
            near_1 &= near_1 - ONE


@kernel
def join(state, colour, a, b):
    """Make one chain of those with roots a and b; its root."""
    if a != b:
        chain_a, chain_b = chain_at(state, a), chain_at(state, b)
        chain = united(chain_a, chain_b)
        state.parent[a] = b
        state.chain[b] = chain
        if meets(chain):
            count_conditions(state, colour, chain_a, chain_b, chain)
    return b


@kernel
def count_conditions(state, colour, chain_a, chain_b, chain):
    """O10: what two chains of a colour reach as one that they did not reach apart."""
    link(state, colour, pairs_in(chain) & ~np.int64(state.pairs[colour]))
    more = fours(chain) - fours(chain_a) - fours(chain_b)
    if more > 0:
        reach(state, colour, GALAXIES, more)
        tell(state, GALAXIES_JOINED, galaxies_in(chain), colour)
    more = threes(chain) - threes(chain_a) - threes(chain_b)
    if more > 0:
        reach(state, 1 - colour, HOLES, more)
        tell(state, HOLES_JOINED, holes_in(chain), colour)


@kernel
def link(state, colour, pairs):
    """A colour links pairs of sides that it had not linked."""
    for pair in range(3):
        if pairs >> pair & 1:
            state.pairs[colour] |= 1 << pair
            reach(state, colour, CONSTELLATIONS, 1)
            tell(state, LINKED, pair, colour)


@kernel
def fours(chain):
    """How often a chain's galaxies are enough to win."""
    return galaxies_in(chain) // GALAXIES_TO_WIN


@kernel
def threes(chain):
    """How often a chain's black holes are enough for the opponent to win."""
    return holes_in(chain) // HOLES_TO_WIN
