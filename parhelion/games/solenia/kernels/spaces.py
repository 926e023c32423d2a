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
from parhelion.kernel import kernel, one


@kernel
def produces(state, space):
    """What a space is now: a resource or a city."""
    strip, lane = space // STRIDE, space % STRIDE
    return np.int64(state.strips[state.order[strip], state.face[strip], lane])


@kernel
def cities_on_board(state):
    """The spaces with a city of the day, and those with a city of the night."""
    day, night = NONE, NONE
    for strip in range(STRIPS):
        for lane in range(LANES):
            what = produces(state, STRIDE * strip + lane)
            if what == DAY_CITY:
                day |= one(STRIDE * strip + lane)
            elif what > DAY_CITY:
                night |= one(STRIDE * strip + lane)
    return day, night


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
