"""The record of a game of Orion Duel: everything the rules read or write.

Seat 0 is Blue, seat 1 is Orange; a seat is also its colour. Sets of cells are two 64-bit
words, sets of placements WORDS words (see `constants`).
"""

import numpy as np

from parhelion.games.orion.kernels.constants import CELLS, MAX_EVENTS, WORDS
from parhelion.kernel import record

STATE = record(
    # sets of placements; what is legal is the conjunction of the others (O4, O8, O9)
    ("legal", np.uint64, WORDS),  # the actor may choose
    ("free", np.uint64, WORDS),  # no cell has a tile
    ("own_fits", np.uint64, (2, WORDS)),  # by colour: its own hexes satisfy O9
    ("other_fits", np.uint64, (2, WORDS)),  # by colour: its other hex does
    # options
    ("setup", np.uint8),  # index into SETUPS (O7)
    ("count", np.uint8),  # index into COUNTS (O11)
    # where the game stands
    ("actor", np.int8),  # seat to decide, -1 when over
    ("choices", np.uint16),  # legal placements of the actor
    ("ply", np.uint8),  # tiles placed so far
    ("last", np.int16),  # the last placement, -1 before the first
    ("winner", np.int8),  # seat, or -1: none (yet) or a draw
    ("reason", np.uint8),  # bit set of REASONS, 0 while playing
    # tokens and tiles
    ("galaxies", np.uint64, 2),  # cells with a galaxy token
    ("holes", np.uint64, 2),  # cells with a black-hole token
    ("hexes", np.uint64, (2, 2)),  # by colour: cells it covers
    ("tiles", np.uint8, (2, 6)),  # by seat and kind: tiles left (O4)
    ("kinds", np.uint8, 2),  # by seat: bit set of kinds of tiles left
    # chains of one colour, kept as a union-find forest over the cells
    ("parent", np.uint8, CELLS),  # a cell nearer to the root of its chain
    ("chain", np.uint16, CELLS),  # at a root: what the chain holds, see `chains`
    # winning conditions by seat (O10, O11)
    ("pairs", np.uint8, 2),  # bit set: pairs of sides linked
    ("ways", np.uint8, 2),  # bit set of REASONS: ways to win reached so far
    ("gained", np.uint8, 2),  # the same: reached anew with the last placement
    ("conditions", np.uint8, 2),  # how many count
    # what the last action brought about
    ("happened", np.uint8),  # how many events
    ("events", np.uint32, MAX_EVENTS),  # each its kind, colour and value, see `constants`
    # more options, at the end, where they do not move what playouts read
    ("placer", np.int8),  # seat that places the galaxies with setup `players` (O7)
    ("first", np.int8),  # seat that lays the first tile (O7)
)
