"""The record of a game of Orion Duel: everything the rules read or write.

Seat 0 is Blue, seat 1 is Orange; a seat is also its colour. Sets of cells are two 64-bit
words, sets of placements `tables.WORDS` words (see `tables`).
"""

import numpy as np

from parhelion.games.orion import tables
from parhelion.kernel.rng import RNG

SETUPS = ("random", "symmetric-1", "symmetric-2", "symmetric-3", "players")
COUNTS = ("ways", "each")

CONSTELLATIONS, GALAXIES, HOLES, TILES, STUCK = 1, 2, 4, 8, 16
REASONS = ("constellations", "galaxies", "holes", "tiles", "stuck")
"""Names of the bits of `reason`, lowest first."""

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # sets of placements; what is legal is the conjunction of the others (O4, O8, O9)
                ("legal", np.uint64, tables.WORDS),  # the actor may choose
                ("free", np.uint64, tables.WORDS),  # no cell has a tile
                ("own_fits", np.uint64, (2, tables.WORDS)),  # by colour: its own hexes satisfy O9
                ("other_fits", np.uint64, (2, tables.WORDS)),  # by colour: its other hex does
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
                ("parent", np.uint8, tables.CELLS),  # a cell nearer to the root of its chain
                ("chain", np.uint16, tables.CELLS),  # at a root: what the chain holds, see below
                # winning conditions by seat (O10, O11)
                ("pairs", np.uint8, 2),  # bit set: pairs of sides linked
                ("ways", np.uint8, 2),  # bit set of REASONS: ways to win reached so far
                ("gained", np.uint8, 2),  # the same: reached anew with the last placement
                ("conditions", np.uint8, 2),  # how many count
                ("rng", RNG),  # the generator; Orion Duel needs none once the tokens lie
            ],
            align=True,
        ),
    )
)

# What a chain holds is packed into 13 bits, so that joining two chains is one addition:
#
#     bit   12 11 10 | 9  8  7  6 | 5  4  3  2  1  0
#            holes   |  galaxies  |      sides
#
ALL_SIDES = 0b111111
GALAXY_SHIFT = 6
MAX_GALAXIES = 0b1111
HOLE_SHIFT = 10
