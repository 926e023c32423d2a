"""What chains are worth to bots, and what hexes on a part would gain.

A chain is worth what it holds: galaxies to its owner, black holes to the other, sides to its
owner as beginnings of a link. The numbers were found by play between variants: tens of thousands
of games of the heuristics alone, some hundreds of games of searches that use them.
"""

import numpy as np

from parhelion.games.orion.kernels.bitsets import NONE, ONE
from parhelion.games.orion.kernels.chains import (
    ALL_SIDES,
    CHAINS,
    GALAXY_BITS,
    GALAXY_SHIFT,
    HOLE_SHIFT,
    chain_at,
    galaxies_in,
    holes_in,
    root,
    united,
)
from parhelion.games.orion.kernels.constants import (
    FIRST_CELL,
    GALAXIES_TO_WIN,
    HOLES_TO_WIN,
    LAST_CELL,
    NEAR,
)
from parhelion.kernel import kernel, lowest, popcount

WINNING = 10.0
"""The worth of a chain that wins (O10), to the player who wins by it."""
SIDES_TOUCHED = (0.0, 0.05, 0.4, 0.25)
GALAXIES_HELD = (0.0, 0.9, 1.45, 1.75, WINNING)
HOLES_HELD = (0.0, 1.75, 2.5, WINNING)

JOINED = 0.65  # for each chain that a tile extends
IN_REACH = 0.15  # share of the worth of tokens beside the chain that already counts
FREE_CELL = 0.055  # for each cell on and around the hexes that has no tile
FOE = -0.15  # for each hex of the other colour around


def _worth(chain: int) -> float:
    """What a chain is worth to its colour, by what it holds (see `chains`)."""
    sides, holes = chain & ALL_SIDES, chain >> HOLE_SHIFT
    galaxies = chain >> GALAXY_SHIFT & GALAXY_BITS
    if sides & sides >> 3:
        return WINNING
    touched = min(sides.bit_count(), len(SIDES_TOUCHED) - 1)
    held = GALAXIES_HELD[min(galaxies, GALAXIES_TO_WIN)] - HOLES_HELD[min(holes, HOLES_TO_WIN)]
    return SIDES_TOUCHED[touched] + held


WORTH = np.array([_worth(chain) for chain in range(CHAINS)])


@kernel
def gain(state, colour, part):
    """What a colour would gain by hexes on the cells of a part."""
    laid = laid_alone(state, part)
    chain, before = joined(state, colour, part, laid)
    value = WORTH[chain]
    free_0 = NEAR[part, 0] & ~(state.hexes[0, 0] | state.hexes[1, 0])
    free_1 = NEAR[part, 1] & ~(state.hexes[0, 1] | state.hexes[1, 1])
    bright = popcount(free_0 & state.galaxies[0]) + popcount(free_1 & state.galaxies[1])
    dark = popcount(free_0 & state.holes[0]) + popcount(free_1 & state.holes[1])
    if bright + dark > 0:
        bright -= galaxies_in(laid)
        dark -= holes_in(laid)
        reach = chain + (bright << GALAXY_SHIFT) + (dark << HOLE_SHIFT)
        value += IN_REACH * (WORTH[reach] - value)
    foes = popcount(NEAR[part, 0] & state.hexes[1 - colour, 0])
    foes += popcount(NEAR[part, 1] & state.hexes[1 - colour, 1])
    return value - before + FREE_CELL * (popcount(free_0) + popcount(free_1)) + FOE * foes


@kernel
def laid_alone(state, part):
    """What the cells of a part hold, as a chain."""
    first, last = FIRST_CELL[part], LAST_CELL[part]
    chain = chain_at(state, first)
    return chain if first == last else united(chain, chain_at(state, last))


@kernel
def joined(state, colour, part, chain):
    """The chain that hexes of a colour on a part would belong to, and what the chains that it
    is made of are worth apart."""
    near_0 = NEAR[part, 0] & state.hexes[colour, 0]
    near_1 = NEAR[part, 1] & state.hexes[colour, 1]
    before = 0.0
    a = b = c = -1  # roots seen last; a fourth chain has room only if each is met once
    while near_0 | near_1 != NONE:
        if near_0 != NONE:
            top = root(state, lowest(near_0))
            near_0 &= near_0 - ONE
        else:
            top = root(state, 64 + lowest(near_1))
            near_1 &= near_1 - ONE
        if top not in (a, b, c):
            a, b, c = top, a, b
            other = chain_at(state, top)
            before += WORTH[other] - JOINED
            chain = united(chain, other)
    return chain, before
