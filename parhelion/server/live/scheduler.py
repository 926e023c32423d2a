"""Lets bots move and clocks run out at a table. Of several servers on one database, the one that
owns the table does."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from parhelion.refusals import Refused
from parhelion.server.bot_pool import BotSeat
from parhelion.server.journal_writer import Conflict
from parhelion.server.time_source import Timer
from parhelion.tables.commands import CheckFlag, Command, MoveByBot
from parhelion.tables.due import BotTurn, FlagFall, continues_by_itself, due, needs_a_server

if TYPE_CHECKING:
    from parhelion.server.live.live_table import LiveTable

LOG = logging.getLogger("parhelion")


class Scheduler:
    """The bots and the clock of a table."""

    def __init__(self, live: "LiveTable") -> None:
        self._live, self._time = live, live.services.time
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: Timer | None = None
        self._asked: BotTurn | None = None
        """The turn for which a bot of this server thinks."""

    @property
    def is_busy(self) -> bool:
        """True if anything happens here, or will by itself."""
        return bool(self._tasks or self._timer)

    @property
    def is_stalled(self) -> bool:
        """True if a bot or a clock would continue the game, but the table has left the memory."""
        return self._live.closed and continues_by_itself(self._live.table)

    def wake(self) -> None:
        """Continue after a change, or when the server starts."""
        live, moment = self._live, self._live.moment()
        if live.closed:
            return
        if live.ownership.free and needs_a_server(live.table, moment):
            self._start(self._take())
        self._stop_timer()
        next_event = due(live.table, moment) if live.ownership.mine else None
        if not isinstance(next_event, BotTurn):
            self._asked = None
        elif self._asked != next_event:
            self._asked = next_event
            self._start(self._bot_moves(next_event))
        if isinstance(next_event, FlagFall):
            self._timer = self._time.call_later(next_event.seconds, self._check_flag)

    def stop(self) -> None:
        """Do nothing more: the table leaves the memory."""
        self._asked = None
        self._live.services.bot_pool.forget(self._live.id)
        self._stop_timer()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._in_background(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:  # a full disk, say; the lobby wakes the table again
            LOG.exception("table %s cannot continue now", self._live.id)

    async def _take(self) -> None:
        """Claim this table for this server, unless another one is quicker."""
        with suppress(Refused, ConnectionError, Conflict):
            if self._live.ownership.free and not self._live.closed:
                await self._live.take()
                self.wake()

    async def _carry_out(self, command: Command) -> None:
        """Carry out a command of a bot or a clock, unless somebody was quicker."""
        with suppress(Refused, ConnectionError):
            if self._live.ownership.mine:
                await self._live.carry_out(None, command)

    async def _bot_moves(self, turn: BotTurn) -> None:
        """Let a bot think, without holding anybody up. Its move is dropped if it comes too late."""
        live = self._live
        ready = live.ticks() + live.services.settings.pause
        seat = BotSeat(live.id, turn.seat, turn.level)
        match, asker = live.table.dealt, live.attendance.asker()
        move = await live.services.bot_pool.choose(seat, match, asker, lambda: self._wants(turn))
        await self._time.sleep(ready - live.ticks())
        if move and self._wants(turn):
            await self._carry_out(MoveByBot(turn.position, turn.seat, move.text))

    def _wants(self, turn: BotTurn) -> bool:
        return self._asked == turn and not self._live.closed

    # --- clocks

    def _check_flag(self) -> None:
        """The timer only asks: `decide` looks at the clocks itself."""
        self._timer = None
        self._start(self._end_on_time())

    async def _end_on_time(self) -> None:
        await self._carry_out(CheckFlag())
        if self._timer is None:  # it was early
            self.wake()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
