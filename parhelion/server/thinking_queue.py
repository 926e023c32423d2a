"""Decides which bot thinks next when more bots want to think than there are cores.

Password hashes wait in a queue of the same kind (see `passwords`).

Tables with a connected player come first. Among them the address that used the least time lately is
first, then the person: many tables, or many identities, do not slow other addresses down. Slow bots
never take all cores, nor do the bots of one person: one core stays free for the others.
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
MAX_COUNTED = 10_000
"""Maximum number of addresses, and of people, whose time is counted."""


@dataclass(frozen=True)
class Asker:
    """The person a bot thinks for, or whose password is hashed."""

    person: str
    address: str = ""
    """Address of the household, as `network_of` returns it. Empty if nobody is connected."""
    seated: bool = False
    """True if the person has a seat at the table and is connected."""


@dataclass(eq=False)
class Waiting:
    """A bot that waits for a core."""

    asker: Asker
    slow: bool
    number: int
    admitted: "asyncio.Future[None]"


class UsedTime:
    """Thinking time used lately, by key."""

    def __init__(self, ticks: Callable[[], float]) -> None:
        self._ticks = ticks
        self._used: LRUCache[str, tuple[float, float]] = LRUCache(MAX_COUNTED)
        """By key: seconds, and when they were counted."""

    def of(self, key: str) -> float:
        """Return the seconds used; older ones count less."""
        seconds, at = self._used.get(key, (0.0, 0.0))
        return seconds * math.exp2((at - self._ticks()) / HALF_LIFE)

    def add(self, key: str, seconds: float) -> None:
        """Count some seconds."""
        self._used[key] = self.of(key) + seconds, self._ticks()


class ThinkingQueue:
    """Lets so many bots think at once as there are cores."""

    def __init__(self, cores: int, ticks: Callable[[], float] = time.monotonic) -> None:
        self._cores, self._ticks = cores, ticks
        self._used_by_address, self._used_by_person = UsedTime(ticks), UsedTime(ticks)
        self._waiting: list[Waiting] = []
        self._thinking: Counter[str] = Counter()
        """Number of bots that think now, by person."""
        self._came = self._quick = self._slow = 0

    @asynccontextmanager
    async def turn(self, asker: Asker, level: int) -> AsyncIterator[None]:
        """Wait for a core and hold it."""
        slow = level >= SLOW_LEVEL
        await self._admission(asker, slow)
        began = self._ticks()
        try:
            yield
        finally:
            seconds = self._ticks() - began
            self._used_by_address.add(asker.address, seconds)
            self._used_by_person.add(asker.person, seconds)
            self._count(asker, slow, -1)
            self._admit()

    @property
    def thinking(self) -> int:
        """How many think now."""
        return self._quick + self._slow

    @property
    def waiting(self) -> int:
        """How many wait for a core."""
        return len(self._waiting)

    async def _admission(self, asker: Asker, slow: bool) -> None:
        self._came += 1
        mine = Waiting(asker, slow, self._came, asyncio.get_running_loop().create_future())
        self._waiting.append(mine)
        self._admit()
        try:
            await mine.admitted
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            elif not mine.admitted.cancelled():  # it was admitted in the same moment
                self._count(asker, slow, -1)
                self._admit()
            raise

    def _admit(self) -> None:
        """Give free cores to those who are next."""
        while found := self._next():
            self._waiting.remove(found)
            self._count(found.asker, found.slow, 1)
            found.admitted.set_result(None)

    def _next(self) -> Waiting | None:
        if self.thinking >= self._cores:
            return None
        most = max(1, self._cores - 1)
        ready = [
            each
            for each in self._waiting
            if (self._slow < most or not each.slow) and self._thinking[each.asker.person] < most
        ]
        return min(ready, key=self._order, default=None)

    def _order(self, waiting: Waiting) -> tuple[object, ...]:
        """Return the sort key of a bot that waits: the smallest is admitted first."""
        asker = waiting.asker
        return (
            not asker.seated,
            self._used_by_address.of(asker.address),
            self._used_by_person.of(asker.person),
            waiting.slow,
            waiting.number,
        )

    def _count(self, asker: Asker, slow: bool, change: int) -> None:
        self._thinking[asker.person] += change
        if not self._thinking[asker.person]:
            del self._thinking[asker.person]
        if slow:
            self._slow += change
        else:
            self._quick += change
