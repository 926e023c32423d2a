"""O7: how many slots each situation has when a random layout is made; see `token_layouts`.

A layout is decided cell by cell. Galaxies and black holes keep the same distances (O5, O6), so
there are just two *sorts* of tokens; which of them are the galaxies is seen at the end. A
*situation* is all that matters for the cells to come: the next cell that is open for a token, and
which cells from there on are blocked for one sort and which for the other, as bits, that cell
lowest. There are 71,108, the end of the board included; the sorts exchanged it is still the same.

The end has one slot. Any other situation has at least as many as its choices together: each has
those of the situation that follows it, a token twice as many. What is left over belongs to nothing
and is waste; it comes from rounding up to a multiple that fits into sixteen bits.
"""

from pathlib import Path

import numpy as np

from parhelion.games.orion.kernels.constants import CELLS, WITHIN_1, WITHIN_2

NOTHING, ONE_SORT, OTHER_SORT = CHOICES = (0, 1, 2)
"""What may be chosen for a cell."""
NONE_HAS_IT = len(CHOICES)
"""Instead of a choice, for a slot left over."""
DOUBLED = np.array((0, 1, 1), dtype=np.int64)
"""How often the slots of a choice are doubled. Of the slots of the empty board 18 % then belong to
layouts of 8 tokens of one sort and 7 of the other; not doubled it would be 8 %."""
AHEAD = 21
"""A token blocks some of so many cells, its own the first: the bits of half a situation."""
EMPTY_BOARD = (0, 0, 0)
"""The first situation."""


def _blocked(cell: int) -> list[list[int]]:
    """What each choice for a cell blocks for one sort and for the other, from this cell on."""
    words = ((int(around[cell, 0]), int(around[cell, 1])) for around in (WITHIN_1, WITHIN_2))
    other, same = ((low | high << 64) >> cell for low, high in words)
    return [[0, 0], [same, other], [other, same]]


BLOCKED = np.array([_blocked(cell) for cell in range(CELLS)], dtype=np.int64)
"""What a choice for a cell blocks: [cell, choice, for one sort or for the other]."""

UNIT = np.array([max(0, 139 - 2 * c) // 3 for c in range(CELLS + 1)], dtype=np.int64)
"""The slots of a situation are a multiple of 2 to this power, for its cell."""

FILE = Path(__file__).with_name("layout_slots.npy")
"""Which multiples they are, without the situations: 176 KB. A situation has a place in each of
three blocks, the remainders of its key by their sizes. The numbers there, combined by exclusive
or, are its own. Made by `parhelion.games.orion.make_layout_slots`."""
SHA256 = "7e845e1113d34e575ea2943acd30743a8c4d9a85451cb3b9e797c4283f464f29"
"""Of the file. A library is named by its sources, so another file must be another source."""
BLOCKS = (29_297, 29_303, 29_311)
"""Primes, in all a quarter more than there are situations."""
TABLE = np.load(FILE)
"""The blocks, one after the other."""
