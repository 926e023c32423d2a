"""Memory for the length of one call."""

from typing import Any

import numpy as np

from parhelion.kernel.compiler import kernel
from parhelion.kernel.record import observed_bytes


def scratch(size: int, dtype: Any) -> Any:
    """An array of a constant size, with anything in it. Compiled it lies on the stack: a library
    asks for no other memory than what Python hands over."""
    return np.empty(size, dtype=dtype)


def copy_of(state: Any) -> Any:
    """A copy of a state. Compiled it lies on the stack."""
    return state.copy()


def copy_fields(state: Any, out: Any) -> None:
    """Write the bytes of the fields that tell of a position (see `parhelion.kernel.record`) into
    `out`, an array of int8."""
    raw = np.frombuffer(state.tobytes(), dtype=np.int8)
    out[:] = raw[observed_bytes(state.dtype)]


@kernel
def number(items):
    """Fill an array with 0, 1, 2 …"""
    for i in range(len(items)):
        items[i] = i
