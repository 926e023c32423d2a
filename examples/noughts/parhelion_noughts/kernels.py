"""The rules of noughts and crosses. Cells are numbered row by row from the top:

    0 1 2
    3 4 5
    6 7 8

Action k puts the mark of the seat to move on cell k.
"""

import numpy as np

from parhelion.kernel import kernel, record

ACTIONS = 9
LINES = np.array(
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
)

STATE = record(
    ("cells", np.int8, 9),  # the seat whose mark is there, -1 while it is free
    ("marks", np.int8),  # how many marks there are
    ("winner", np.int8),  # a seat, -1 for none
)


@kernel
def deal(state, rng):
    """An empty board."""
    state.cells[:] = -1
    state.marks = 0
    state.winner = -1


@kernel
def actor(state):
    """Crosses begin; nobody when three are in a row or the board is full."""
    return -1 if state.winner >= 0 or state.marks == 9 else state.marks % 2


@kernel
def legal(state, out):
    """The free cells."""
    n = 0
    for cell in range(9):
        if actor(state) >= 0 and state.cells[cell] < 0:
            out[n] = cell
            n += 1
    return n


@kernel
def apply(state, action):
    """Put a mark on a cell, and see whether three are in a row."""
    seat = actor(state)
    state.cells[action] = seat
    state.marks += 1
    for line in LINES:
        if is_full(state, line, seat):
            state.winner = seat


@kernel
def is_full(state, line, seat):
    """Whether all marks of a line are a seat's."""
    marks = 0
    for cell in line:
        marks += state.cells[cell] == seat
    return marks == len(line)


@kernel
def scores(state, out):
    """A point for the winner."""
    for seat in range(2):
        out[seat] = state.winner == seat
