"""The server's clock and timers. Tests replace them by a clock that they set themselves."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that waits for its time."""

    def cancel(self) -> None:
        """Do not make the call."""


class TimeSource:
    """The time of this machine."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

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
