"""Prepares all games in the background while the server starts: what is asked for comes first.

The server answers at once. Games whose libraries are there are ready within milliseconds; others
are compiled, several at a time, each in a process of its own. Whoever wants to play one of these is
told how far it is, and it is next.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from parhelion import bots
from parhelion.cores import usable_cores
from parhelion.games import registry
from parhelion.refusals import Refused

PATIENCE = 2.0
"""Seconds that a request waits for a game: a library that is there is loaded sooner."""


class GameWarmup:
    """Which games are prepared, and how far the others are."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready: dict[str, asyncio.Future[None]] = {
            name: self._loop.create_future() for name in registry.names()
        }
        self._waiting = list(self._ready)
        """The games that nobody has begun with, the next first."""
        self._parts: dict[str, float] = {}
        self._lock = threading.Lock()

    def start(self) -> None:
        """Prepare all games, in threads that do not keep the process from ending."""
        for _ in range(min(usable_cores(), len(self._waiting))):
            threading.Thread(target=self._prepare_all, daemon=True).start()

    def is_ready(self, name: str) -> bool:
        """Whether a game is prepared. A game added since the start is taken to be."""
        return name not in self._ready or self._ready[name].done()

    def part_done(self, name: str) -> float:
        """How much of the work on a game is done, 0 to 1."""
        return 1.0 if self.is_ready(name) else self._parts.get(name, 0.0)

    @property
    def complete(self) -> bool:
        """Whether every game is prepared."""
        return all(map(self.is_ready, self._ready))

    async def demand(self, name: str) -> None:
        """Make a game the next one, and wait a moment for it; refuse what needs it if that is not
        enough, and raise what kept it from being prepared."""
        with self._lock:
            if name in self._waiting:
                self._waiting.remove(name)
                self._waiting.insert(0, name)
        try:
            async with asyncio.timeout(PATIENCE):
                await self.wait_for(name)
        except TimeoutError:
            raise Refused("game/preparing") from None

    async def wait_for(self, name: str) -> None:
        """Return when a game is prepared; raise what kept it from being prepared."""
        if name in self._ready:
            await asyncio.shield(self._ready[name])

    def _prepare_all(self) -> None:
        while name := self._next():
            future = self._ready[name]
            try:
                bots.prepare(name, partial(self._tell, name))
            except Exception as error:
                self._settle(future.set_exception, error)
            else:
                self._settle(future.set_result, None)

    def _next(self) -> str | None:
        with self._lock:
            return self._waiting.pop(0) if self._waiting else None

    def _tell(self, name: str, done: int, steps: int) -> None:
        self._parts[name] = done / steps

    def _settle(self, settle: Callable[[Any], None], outcome: object) -> None:
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            self._loop.call_soon_threadsafe(settle, outcome)
