"""Bit operations: two that processors have and Python spells differently, and two on top.

The two are plain functions, used as they stand in uncompiled mode, with an overload that
gives Numba the machine instruction.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from parhelion.kernel.compiler import kernel

_ONE = np.uint64(1)


def popcount(word: Any) -> int:
    """The number of set bits of an unsigned 64-bit word."""
    return int(word).bit_count()


def lowest(word: Any) -> int:
    """The index of the lowest set bit; the word must not be 0."""
    value = int(word)
    return (value & -value).bit_length() - 1


@intrinsic
def _ctpop(_context: Any, _word: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _cttz(_context: Any, _word: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))  # 1: never zero

    return types.int64(types.uint64), generate


@overload(popcount, strict=False)
def _popcount(_word: Any) -> Any:
    call: Any = _ctpop  # Numba supplies the first argument
    return lambda word: call(word)


@overload(lowest, strict=False)
def _lowest(_word: Any) -> Any:
    call: Any = _cttz
    return lambda word: call(word)


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
