"""The 25 spaces: which are neighbours (S1), what each one produces (S2, S5)."""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    AHEAD,
    BOARD,
    DAY_CITY,
    LANES,
    NONE,
    ONE,
    STRIDE,
    STRIPS,
)
from parhelion.kernel import kernel


@kernel
def produces(state, space):
    """What a space is now: a resource or a city."""
    strip, lane = space // STRIDE, space % STRIDE
    return np.int64(state.strips[state.order[strip] & 7, state.face[strip] & 1, lane] & 7)


@kernel
def cities_on_board(state):
    """The spaces with a city of the day, and those with a city of the night."""
    day, night = NONE, NONE
    for strip in range(STRIPS):
        lanes = state.cities[state.order[strip] & 7, state.face[strip] & 1]
        day |= np.uint64(lanes[0]) << np.uint64(STRIDE * strip)
        night |= np.uint64(lanes[1]) << np.uint64(STRIDE * strip)
    return day, night


@kernel
def note_cities(state):
    """Write down the lanes with a city of both faces of every strip."""
    state.cities[:] = 0
    for strip in range(STRIPS):
        for face in range(2):
            for lane in range(LANES):
                row = state.strips[strip, face, lane] - DAY_CITY
                if row >= 0:
                    state.cities[strip, face, row] |= 1 << lane


@kernel
def around(spaces):
    """Some spaces and all that share an edge with one of them."""
    wider = spaces | spaces << ONE | spaces >> ONE | spaces << AHEAD | spaces >> AHEAD
    return wider & BOARD


@kernel
def with_corners(spaces):
    """Some spaces and all that share an edge or a corner with one of them."""
    rows = spaces | spaces << ONE & BOARD | spaces >> ONE & BOARD
    return (rows | rows << AHEAD | rows >> AHEAD) & BOARD
