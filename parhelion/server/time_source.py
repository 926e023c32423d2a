"""The server's clock and timers. Tests replace them by a clock that they set themselves."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that waits for its time."""

    def cancel(self) -> None:
        """Do not make the call."""


def _since_boot() -> float:
    """Seconds on a clock that goes on while the machine sleeps, and never jumps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class TimeSource:
    """The time of this machine, as it was set when this was made. A clock of days counts from
    times that are in the database: if somebody sets the machine's time by days, no game may end."""

    def __init__(self) -> None:
        self._boot = time.time() - _since_boot()

    def now(self) -> float:
        """Seconds since 1970."""
        return self._boot + _since_boot()

    def ticks(self) -> float:
        """Seconds since some moment, by a clock that never jumps: setting the time of the machine
        decides no game."""
        return time.monotonic()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call a function in the running loop after some seconds."""
        return asyncio.get_running_loop().call_later(seconds, callback)

    async def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        if seconds <= 0:
            return
        woken = asyncio.Event()
        timer = self.call_later(seconds, woken.set)
        try:
            await woken.wait()
        finally:
            timer.cancel()
