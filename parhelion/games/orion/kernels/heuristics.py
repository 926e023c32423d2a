"""What bots ask: how good a tile looks, a quick player's move, what a position is worth.

What a tile does is the worth of the chains it makes less the worth of those it joins, seen for
both colours on all its cells: a cell that one colour takes the other cannot have. Positions are
judged by how many free cells each colour still needs between opposite sides, and by the tokens it
holds.
"""

import numpy as np

from parhelion.games.orion.kernels.bitsets import NONE, ONE
from parhelion.games.orion.kernels.chain_values import gain
from parhelion.games.orion.kernels.chains import chain_at, galaxies_in, holes_in
from parhelion.games.orion.kernels.constants import KIND, NO_PART, OTHER_PART, OWN_PART, PLACEMENTS
from parhelion.games.orion.kernels.link_distance import least_distance
from parhelion.games.orion.kernels.rules import actor, sample
from parhelion.kernel import exp, kernel, lowest

# --- moves -------------------------------------------------------------------------------

DENIED = 0.75  # what the other colour could have gained on the own cells
GIVEN = 1.0  # what the other colour gains on the other cell
WASTED = 0.6  # what the owner could have gained on the other cell

KIND_WORTH = np.array((-2.1, -2.1, -0.8, 0.15, -0.4, 0.2))
"""By kind of tile: those of one colour are kept for when they are needed."""

ROLLOUT_TRIES = 3
"""A rollout takes the best of so many random moves."""


@kernel
def prior(state, action):
    """What a tile does for its owner, at once and as far as its neighbours go."""
    if action >= PLACEMENTS:
        return 0.0
    seat = actor(state)
    own, other = OWN_PART[action], OTHER_PART[action]
    value = KIND_WORTH[KIND[action]] + gain(state, seat, own) + DENIED * gain(state, 1 - seat, own)
    if other != NO_PART:
        value -= GIVEN * gain(state, 1 - seat, other) + WASTED * gain(state, seat, other)
    return value


@kernel
def rollout(state, tallies, rng):
    """The most promising of a few random moves."""
    action = sample(state, rng)
    if action >= PLACEMENTS:
        return action
    best = prior(state, action)
    for _ in range(ROLLOUT_TRIES - 1):
        other = sample(state, rng)
        value = prior(state, other)
        if value > best:
            action, best = other, value
    return action


# --- positions ---------------------------------------------------------------------------

AT_DISTANCE = np.array((3.0, 2.5, 1.6, 0.8, 0.1, -0.35, -0.65, -0.85, -1.0, -1.0))
"""By the cells that the nearest link needs."""
THREE_GALAXIES = 0.4
TWO_HOLES = -0.5
TOKEN = 0.25  # for each galaxy under the colour, less the black holes (O12)
TO_MOVE = 0.2
STEEPNESS = 1.2


@kernel
def evaluate(state, seat, points):
    """The result; before the end how far each colour's link is and what its chains hold."""
    if actor(state) < 0:
        return 0.5 if state.winner < 0 else 1.0 * (state.winner == seat)
    if state.choices == 0:  # the tokens do not lie yet (O7)
        return 0.5
    ahead = AT_DISTANCE[least_distance(state, seat)] - AT_DISTANCE[least_distance(state, 1 - seat)]
    ahead += tokens_worth(state, seat) - tokens_worth(state, 1 - seat)
    ahead += TO_MOVE if actor(state) == seat else -TO_MOVE
    return 1.0 / (1.0 + exp(-STEEPNESS * ahead))


@kernel
def tokens_worth(state, colour):
    """What the tokens under a colour are worth to it."""
    galaxies = holes = balance = 0
    for half in range(2):
        left = state.hexes[colour, half]
        while left != NONE:
            cell = 64 * half + lowest(left)
            left &= left - ONE
            if state.parent[cell] == cell:
                chain = chain_at(state, cell)
                galaxies = max(galaxies, galaxies_in(chain))
                holes = max(holes, holes_in(chain))
                balance += galaxies_in(chain) - holes_in(chain)
    worth = TOKEN * balance
    worth += THREE_GALAXIES if galaxies >= 3 else 0.0
    worth += TWO_HOLES if holes >= 2 else 0.0
    return worth
