"""The server's clock and timers. Tests replace them by a clock that they set themselves."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


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
    times that are in the database: if somebody sets the machine's time by days, no game may end.
    `parhelion.server.server_time` finds out whether it was set between two runs."""

    since: float | None = None
    """Times before this one come from a clock that was set afterwards. None: there are none."""

    def __init__(self) -> None:
        self._boot = time.time() - _since_boot()

    def now(self) -> float:
        """Seconds since 1970."""
        return self._boot + _since_boot()

    def set(self, now: float) -> None:
        """Set the clock, in seconds since 1970."""
        self._boot = now - _since_boot()

    def boot(self) -> tuple[str, float]:
        """Return an id of the machine's boot, empty if unknown, and the seconds since."""
        try:
            return BOOT_ID.read_text("ascii").strip(), _since_boot()
        except OSError:  # not Linux
            return "", 0.0

    def seconds_since(self, *moments: float | None) -> float:
        """Return how long ago the latest of some moments was.

        A moment in the future comes from a clock that was wrong, so it is ignored.
        """
        now = self.now()
        known = [each for each in (*moments, self.since) if each is not None and each <= now]
        return now - max(known, default=now)

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
