"""The record and the rules of New Game. Action k takes k + 1 stones."""

import numpy as np

from parhelion.kernel import kernel, record

STONES = 15
ACTIONS = 3

STATE = record(
    ("stones", np.int8),  # stones on the table
    ("turn", np.int8),  # the seat to move; when no stone is left, the one that lost
)


@kernel
def deal(state, rng):
    """All stones on the table."""
    state.stones = STONES
    state.turn = 0


@kernel
def actor(state):
    """The seat to decide, -1 when the game is over."""
    return -1 if state.stones == 0 else int(state.turn)


@kernel
def legal(state, out):
    """The legal actions, ascending, into `out`; how many."""
    n = min(ACTIONS, int(state.stones))
    for action in range(n):
        out[action] = action
    return n


@kernel
def apply(state, action):
    """Take stones; then it is the other seat's turn."""
    state.stones -= action + 1
    state.turn = 1 - state.turn


@kernel
def scores(state, out):
    """A point for who took the last stone."""
    for seat in range(2):
        out[seat] = state.stones == 0 and seat != state.turn
