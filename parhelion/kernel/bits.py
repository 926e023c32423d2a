"""Bit operations: five that processors have and Python spells differently, and two on top.

The five are plain functions, used as they stand in uncompiled code;
`parhelion.kernel.numba_bridge` gives Numba the machine instructions.
"""

from typing import Any

import numpy as np

from parhelion.kernel.compiler import kernel

_ONE = np.uint64(1)


def popcount(word: Any) -> int:
    """The number of set bits of an unsigned 64-bit word."""
    return int(word).bit_count()


def lowest(word: Any) -> int:
    """The index of the lowest set bit; the word must not be 0."""
    value = int(word)
    return (value & -value).bit_length() - 1


def list_bits(word: Any, first: Any, out: Any, n: Any) -> Any:
    """Write the indices of the set bits, counted from `first`, into `out` from place `n` on; return
    the place behind them. `out` is of int32 and has room for eight more, which may be written to;
    `n` is unsigned."""
    for bit in range(64):
        if int(word) >> bit & 1:
            out[n] = first + bit
            n += _ONE
    return n


def spread_16(word: Any, out: Any, n: Any) -> None:
    """Write the lowest 16 bits of an unsigned word as bytes, 0 or 1, into `out` from place `n` on.
    `n` is not negative, and `out` is of int8 or uint8."""
    _spread(16, word, out, n)


def spread_64(word: Any, out: Any, n: Any) -> None:
    """The same for all 64 bits of a word."""
    _spread(64, word, out, n)


def _spread(width: int, word: Any, out: Any, n: Any) -> None:
    for bit in range(width):
        out[n + bit] = int(word) >> bit & 1


@kernel
def one(bit: Any) -> Any:
    """The word with one bit set."""
    return _ONE << np.uint64(bit)


@kernel
def nth_bit(word: Any, rank: Any) -> Any:
    """The index of the set bit with `rank` set bits below it."""
    for _ in range(rank):
        word &= word - _ONE
    return lowest(word)
