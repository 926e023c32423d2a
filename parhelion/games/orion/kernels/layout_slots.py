"""O7: how many slots each situation has when a random layout is made; see `token_layouts`.

A layout is decided cell by cell. A *situation* is all that matters for the cells to come: the next
cell that is open for a token, and which cells from there on are blocked for galaxies and which for
black holes, as bits, that cell lowest. There are 142,130, the end of the board included.

The end has one slot. Any other situation has at least as many as its choices together: each has
those of the situation that follows it, a token twice as many. What is left over belongs to nothing
and is waste; it comes from rounding up to a multiple that fits into sixteen bits.
"""

from pathlib import Path

import numpy as np

from parhelion.games.orion.kernels.constants import CELLS, distance

NOTHING, GALAXY, HOLE = KINDS = (0, 1, 2)
"""What may be chosen for a cell."""
NONE_HAS_IT = len(KINDS)
"""Instead of a choice, for a slot left over."""
DOUBLED = np.array((0, 1, 1), dtype=np.int64)
"""How often the slots of a choice are doubled. Of the slots of the empty board 9 % then belong to
layouts of 8 galaxies and 7 black holes; not doubled it would be 4 %."""
AHEAD = 21
"""A token blocks some of so many cells, its own the first: the bits of half a situation."""


def _blocked(cell: int, kind: int) -> list[int]:
    """The cells from this one on that are blocked for galaxies, and for black holes (O5, O6)."""
    if kind == NOTHING:
        return [0, 0]
    steps = [2 if kind == other else 1 for other in (GALAXY, HOLE)]
    ahead = range(cell, CELLS)
    return [sum(1 << (c - cell) for c in ahead if distance(cell, c) <= near) for near in steps]


BLOCKED = np.array([[_blocked(c, kind) for kind in KINDS] for c in range(CELLS)], dtype=np.int64)
"""What a choice for a cell blocks: [cell, kind, for galaxies or for black holes]."""

EMPTY_BOARD = (0, 0, 0)
"""The first situation."""
UNIT = np.array([max(0, 139 - 2 * c) // 3 for c in range(CELLS + 1)], dtype=np.int64)
"""The slots of a situation are a multiple of 2 to this power, for its cell."""

FILE = Path(__file__).with_name("layout_slots.npy")
"""Which multiples they are, without the situations: 350 KB. A situation has a place in each of
three blocks, the remainders of its key by their sizes. The numbers there, combined by exclusive
or, are its own. Made by `parhelion.games.orion.make_layout_slots`."""
SHA256 = "280c45cd8ca0bd4bc87524248f2b0c579382b69e6e6f20f3cfe1e94918fc2e56"
"""Of the file. A library is named by its sources, so another file must be another source."""
BLOCKS = (58_271, 58_309, 58_313)
"""Primes, in all a quarter more than there are situations."""
TABLE = np.load(FILE)
"""The blocks, one after the other."""
