"""Sets as bits: of cells, two 64-bit words in a record or a tuple, and of placements, many."""

import numpy as np

from parhelion.kernel import kernel, nth_bit, popcount

ONE = np.uint64(1)
NONE = np.uint64(0)


@kernel
def has(cells, cell):
    """Whether a set of cells holds a cell."""
    return (cells[cell >> 6] >> np.uint64(cell & 63)) & ONE != NONE


@kernel
def add(cells, cell):
    """Put a cell into a set of cells."""
    cells[cell >> 6] |= ONE << np.uint64(cell & 63)


@kernel
def include(words, more):
    """Add a stretch of a set to the words that begin with it."""
    for w in range(len(more)):
        words[w] |= more[w]


@kernel
def exclude(words, less):
    """Remove a stretch of a set from the words that begin with it."""
    for w in range(len(less)):
        words[w] &= ~less[w]


@kernel
def without(cells, around, cell):
    """A set of cells less the set that an array holds for a cell."""
    return cells[0] & ~around[cell, 0], cells[1] & ~around[cell, 1]


@kernel
def size(cells):
    """How many cells a set holds."""
    return popcount(cells[0]) + popcount(cells[1])


@kernel
def nth_cell(cells, rank):
    """The cell with `rank` cells of a set before it."""
    in_first = popcount(cells[0])
    if rank < in_first:
        return nth_bit(cells[0], rank)
    return 64 + nth_bit(cells[1], rank - in_first)


@kernel
def without_lowest(cells):
    """A set of cells less its first one."""
    if cells[0] != NONE:
        return cells[0] & (cells[0] - ONE), cells[1]
    return cells[0], cells[1] & (cells[1] - ONE)
