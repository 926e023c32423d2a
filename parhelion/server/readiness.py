"""Games are made ready in the background: the server answers at once, and only who wants to play
a game that is still being compiled waits for it."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

from parhelion import bots, games


class Readiness:
    """Which games are ready to be played. They become so one after the other: kernels of
    several games share files on disk, so compiling them side by side would spoil these."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready: dict[str, asyncio.Future[None]] = {
            name: self._loop.create_future() for name in games.names()
        }

    def begin(self) -> None:
        """Make all games ready, in a thread that does not keep the process from ending."""
        threading.Thread(target=self._prepare_all, daemon=True).start()

    def of(self, name: str) -> bool:
        """Whether a game is ready; one that was not there at the start is, as far as we know."""
        return name not in self._ready or self._ready[name].done()

    @property
    def complete(self) -> bool:
        """Whether every game is ready."""
        return all(map(self.of, self._ready))

    async def wait_for(self, name: str) -> None:
        """Come back when a game is ready; with an error if it cannot be."""
        if name in self._ready:
            await asyncio.shield(self._ready[name])

    def _prepare_all(self) -> None:
        for name, future in self._ready.items():
            try:
                bots.prepare(name)
            except Exception as error:
                self._tell(future.set_exception, error)
            else:
                self._tell(future.set_result, None)

    def _tell(self, settle: Callable[[Any], None], outcome: object) -> None:
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            self._loop.call_soon_threadsafe(settle, outcome)
