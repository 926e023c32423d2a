"""Memory for the length of one call."""

from typing import Any

import numpy as np

from parhelion.kernel.compiler import kernel


def scratch(size: int, dtype: Any) -> Any:
    """An array of a constant size, with anything in it. Compiled it lies on the stack: a library
    asks for no other memory than what Python hands over."""
    return np.empty(size, dtype=dtype)


@kernel
def number(items):
    """Fill an array with 0, 1, 2 …"""
    for i in range(len(items)):
        items[i] = i
