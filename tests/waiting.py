"""How tests wait: for a condition, never for a duration."""

import asyncio
import time
from collections.abc import Callable

TIMEOUT = 300.0
"""Seconds after which a test that waits for something fails.

It only limits how long a broken test hangs, so it is far longer than anything takes on a slow and
busy machine.
"""


def until(condition: Callable[[], bool], timeout: float = TIMEOUT) -> None:
    """Wait until a condition holds. Raises AssertionError after the timeout."""
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, f"still false after {timeout:g} seconds"
        time.sleep(0.01)


async def until_async(condition: Callable[[], bool], timeout: float = TIMEOUT) -> None:
    """Like `until`, while other tasks run."""
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, f"still false after {timeout:g} seconds"
        await asyncio.sleep(0.01)
