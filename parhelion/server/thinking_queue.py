"""Whose bot thinks next when more bots want to think than there are cores.

Whoever has used least time lately is first: nobody's many tables hold up the others. Bots that
think long never take all cores, nor do those of one person: one is left for the others.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from cachetools import LRUCache

SLOW_LEVEL = 4
"""Bots from this level on think for a second or so; those below for a fraction of it."""
HALF_LIFE = 60.0
"""Seconds after which half of the time that somebody used is forgotten."""
MAX_OWNERS = 10_000


@dataclass(eq=False)
class Waiting:
    """Somebody who waits for a core."""

    owner: str
    slow: bool
    number: int
    admitted: "asyncio.Future[None]"


class UsedTime:
    """How much time everybody used lately."""

    def __init__(self, ticks: Callable[[], float]) -> None:
        self._ticks = ticks
        self._used: LRUCache[str, tuple[float, float]] = LRUCache(MAX_OWNERS)
        """By owner: seconds, and when they were counted."""

    def of(self, owner: str) -> float:
        """Seconds, the older ones counting less."""
        seconds, at = self._used.get(owner, (0.0, 0.0))
        return seconds * math.exp2((at - self._ticks()) / HALF_LIFE)

    def add(self, owner: str, seconds: float) -> None:
        """Count some seconds."""
        self._used[owner] = self.of(owner) + seconds, self._ticks()


class ThinkingQueue:
    """Lets so many bots think at once as there are cores."""

    def __init__(self, cores: int, ticks: Callable[[], float] = time.monotonic) -> None:
        self._cores, self._ticks = cores, ticks
        self._used = UsedTime(ticks)
        self._waiting: list[Waiting] = []
        self._thinking: Counter[str] = Counter()
        """How many bots of each person think."""
        self._came = self._quick = self._slow = 0

    @asynccontextmanager
    async def turn(self, owner: str, level: int) -> AsyncIterator[None]:
        """Wait for a core; it is free for others afterwards."""
        slow = level >= SLOW_LEVEL
        await self._admission(owner, slow)
        began = self._ticks()
        try:
            yield
        finally:
            self._used.add(owner, self._ticks() - began)
            self._count(owner, slow, -1)
            self._admit()

    @property
    def thinking(self) -> int:
        """How many think now."""
        return self._quick + self._slow

    @property
    def waiting(self) -> int:
        """How many wait for a core."""
        return len(self._waiting)

    async def _admission(self, owner: str, slow: bool) -> None:
        self._came += 1
        mine = Waiting(owner, slow, self._came, asyncio.get_running_loop().create_future())
        self._waiting.append(mine)
        self._admit()
        try:
            await mine.admitted
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            elif not mine.admitted.cancelled():  # it was admitted in the same moment
                self._count(owner, slow, -1)
                self._admit()
            raise

    def _admit(self) -> None:
        """Give free cores to those who are next."""
        while found := self._next():
            self._waiting.remove(found)
            self._count(found.owner, found.slow, 1)
            found.admitted.set_result(None)

    def _next(self) -> Waiting | None:
        if self.thinking >= self._cores:
            return None
        most = max(1, self._cores - 1)
        ready = [
            each
            for each in self._waiting
            if (self._slow < most or not each.slow) and self._thinking[each.owner] < most
        ]
        return min(
            ready,
            key=lambda each: (self._used.of(each.owner), each.slow, each.number),
            default=None,
        )

    def _count(self, owner: str, slow: bool, change: int) -> None:
        self._thinking[owner] += change
        if not self._thinking[owner]:
            del self._thinking[owner]
        if slow:
            self._slow += change
        else:
            self._quick += change
