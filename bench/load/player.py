"""Plays at one table, game after game, and times every move."""

import asyncio
import random
import time
from collections.abc import Callable

from bench.load.table_client import LiveConnection, TableClient
from bench.load.tally import Tally

PATIENCE = 60.0
"""How many seconds a move may take."""


class Player:
    """Moves for both seats of a table, at random. The next move is made once everybody at the
    table, spectators included, was shown the one before."""

    def __init__(
        self,
        table: TableClient,
        tally: Tally,
        seed: int,
        server_cpu: Callable[[], float] | None = None,
    ) -> None:
        self.table, self.tally = table, tally
        self._server_cpu = server_cpu
        """If given, what new games cost is left out. Only a table that has the server for itself
        can tell."""
        self._chance = random.Random(seed)
        self._awaited = 0
        """How many connections were not yet shown the last move."""
        self._target = 0
        self._sent = 0.0
        self._other: LiveConnection | None = None
        self._all_shown: asyncio.Future[None] | None = None

    async def play(self, start: float, rate: float | None) -> None:
        """Move from a time on, so many times a second or as often as it goes, until cancelled or
        until something goes wrong."""
        try:
            await asyncio.sleep(start - time.monotonic())
            await (self.play_fast() if rate is None else self._play_paced(start, rate))
        except Exception as error:
            self.tally.errors.append(repr(error))

    async def play_fast(self) -> None:
        """Move as often as it goes, until something goes wrong."""
        while True:
            await self.move_or_restart(time.monotonic())

    async def _play_paced(self, due: float, rate: float) -> None:
        """Move when a move is due. One that has to wait for the move before is late from when it
        was due: whoever wanted to make it waited."""
        while True:
            wait = due - time.monotonic()
            await asyncio.sleep(wait)
            await self.move_or_restart(due if wait < 0 else time.monotonic())
            due += 1 / rate

    async def move_or_restart(self, since: float) -> None:
        """Make a move, and begin a new game if this one is over."""
        async with asyncio.timeout(PATIENCE):
            await self.move(since)
            if self.table.over:
                await self._new_game()

    async def _new_game(self) -> None:
        if self._server_cpu is None:
            await self.table.new_game()
            return
        traffic, setting_up = self.tally.traffic, self.tally.setting_up
        sent, received = traffic.sent, traffic.received
        began, cpu = time.monotonic(), self._server_cpu()
        await self.table.new_game()
        setting_up.append((time.monotonic() - began, self._server_cpu() - cpu))
        if setting_up is self.tally.setting_up:  # else counting began anew meanwhile
            traffic.sent, traffic.received = sent, received

    async def move(self, since: float) -> None:
        """Make a move, timed from when it was wanted, and wait until everybody was shown it."""
        all_shown = self._expect(since)
        await self.table.move(self._chance)
        self.tally.acknowledged.append(time.monotonic() - since)
        await all_shown

    def _expect(self, since: float) -> asyncio.Future[None]:
        """Is done when every connection was shown the move that is about to be sent."""
        table = self.table
        self._sent, self._target = since, table.mover.version + 1
        self._other, self._awaited = table.other_player, len(table.connections)
        self._all_shown = asyncio.get_running_loop().create_future()
        for connection in table.connections:
            connection.on_version, connection.on_lost = self._shown, self._lost
        return self._all_shown

    def _shown(self, connection: LiveConnection, before: int) -> None:
        if not before < self._target <= connection.version:
            return
        elapsed = time.monotonic() - self._sent
        if connection is self._other:
            self.tally.other_player.append(elapsed)
        self._awaited -= 1
        if not self._awaited and self._all_shown and not self._all_shown.done():
            self.tally.everybody.append(elapsed)
            self._all_shown.set_result(None)

    def _lost(self) -> None:
        if self._all_shown and not self._all_shown.done():
            self._all_shown.set_exception(ConnectionError("the server hung up"))
            self._all_shown.exception()  # a lost acknowledgement may be noticed first: no complaint
