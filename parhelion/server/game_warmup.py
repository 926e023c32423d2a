"""Compiles all games in the background while the server starts.

The server answers at once; only somebody who wants to play a game that is still being compiled
waits for it.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

from parhelion import bots
from parhelion.games import registry


class GameWarmup:
    """Which games are compiled. They are compiled one after the other: the kernels of several
    games share cache files, which compiling them at the same time would spoil."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready: dict[str, asyncio.Future[None]] = {
            name: self._loop.create_future() for name in registry.names()
        }

    def start(self) -> None:
        """Compile all games, in a thread that does not keep the process from ending."""
        threading.Thread(target=self._prepare_all, daemon=True).start()

    def is_ready(self, name: str) -> bool:
        """Whether a game is compiled. A game added since the start is taken to be."""
        return name not in self._ready or self._ready[name].done()

    @property
    def complete(self) -> bool:
        """Whether every game is compiled."""
        return all(map(self.is_ready, self._ready))

    async def wait_for(self, name: str) -> None:
        """Return when a game is compiled; raise what kept it from being compiled."""
        if name in self._ready:
            await asyncio.shield(self._ready[name])

    def _prepare_all(self) -> None:
        for name, future in self._ready.items():
            try:
                bots.prepare(name)
            except Exception as error:
                self._settle(future.set_exception, error)
            else:
                self._settle(future.set_result, None)

    def _settle(self, settle: Callable[[Any], None], outcome: object) -> None:
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            self._loop.call_soon_threadsafe(settle, outcome)
