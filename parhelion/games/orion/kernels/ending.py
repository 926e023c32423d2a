"""O11-O13: winning conditions are counted, and the game ends."""

from parhelion.games.orion.kernels.constants import (
    EACH,
    NOBODY,
    OVER,
    STUCK,
    TILES,
    TILES_IN_ALL,
)
from parhelion.kernel import kernel, popcount
from parhelion.kernel.question_steps import tell


@kernel
def reach(state, seat, way, times):
    """O11: with `ways` each way to win counts once, with `each` every time."""
    if state.count == EACH or not state.ways[seat] & way:
        state.conditions[seat] += times if state.count == EACH else 1
        state.gained[seat] |= way
        state.ways[seat] |= way


@kernel
def end_if_over(state, seat):
    """End the game if a seat's tile, which lies now, decided it."""
    if state.conditions[0] != state.conditions[1]:  # O11
        winner = 0 if state.conditions[0] > state.conditions[1] else 1
        end(state, winner, state.gained[winner])
    elif state.ply == TILES_IN_ALL:  # O12
        end(state, richer(state), TILES)
    elif state.choices == 0:  # O13
        end(state, seat, STUCK)


@kernel
def richer(state):
    """O12: the seat with more galaxies minus black holes under its colour, -1 if equal."""
    balance = 0
    for half in range(2):
        blue, orange = state.hexes[0, half], state.hexes[1, half]
        galaxies, holes = state.galaxies[half], state.holes[half]
        balance += popcount(blue & galaxies) - popcount(blue & holes)
        balance -= popcount(orange & galaxies) - popcount(orange & holes)
    if balance == 0:
        return -1
    return 0 if balance > 0 else 1


@kernel
def end(state, winner, reason):
    """The game is over."""
    state.actor = -1
    state.winner = winner
    state.reason = reason
    tell(state, OVER, reason, winner if winner >= 0 else NOBODY)
