"""What happens at a table by itself: bots move and clocks run out. Of several servers that share a
database, the one whose table it is lets them."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from parhelion.games import Move
from parhelion.refusals import Refused
from parhelion.server.bot_pool import BotSeat
from parhelion.server.journal import JournalEntry
from parhelion.server.time_source import Timer

if TYPE_CHECKING:
    from parhelion.server.live_table import LiveTable

LOG = logging.getLogger("parhelion")


class Autoplay:
    """The bots and the clock of a table."""

    def __init__(self, table: "LiveTable") -> None:
        self._table, self._time = table, table.services.settings.time
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: Timer | None = None
        self._asked_bot: tuple[int, int] | None = None
        """The version and the seat for which a bot of this server thinks."""

    @property
    def busy(self) -> bool:
        """Whether anything happens here, or will without anybody's doing."""
        return bool(self._tasks or self._timer)

    def wake(self) -> None:
        """Go on, after a change or a start of the server."""
        if self._table.ownership.free and self._goes_on():
            self._start(self._take())
        self._think()
        self._start_timer()

    def stop(self) -> None:
        """Do nothing more: the table has left the memory."""
        self._table.services.bot_pool.forget(self._table.id)
        self._stop_timer()

    def comes_next(self) -> bool:
        """Whether a bot or a clock does something next."""
        table = self._table
        return self._clock_runs() or (table.status == "playing" and table.is_moved_by_bot())

    async def _take(self) -> None:
        """Make this table one of this server's, unless another is quicker."""
        table = self._table
        async with table.lock:
            if table.ownership.free and not table.closed:
                with suppress(Refused, ConnectionError):
                    await table.take()
                    self.wake()

    def _goes_on(self) -> bool:
        """Whether bots or clocks play, though it may be the turn of a person."""
        table = self._table
        if table.status != "playing":
            return False
        bots = any(table.bot_level(seat) is not None for seat in range(len(table.chairs)))
        return (bots and self._is_followed()) or table.clock.kind != "none"

    def _is_followed(self) -> bool:
        """Whether somebody looks on, or several people play, one of whom may wait for a bot. At any
        other table bots pause until somebody comes."""
        chairs = self._table.chairs
        people = {chair.person.id for chair in chairs if chair.person and not chair.is_program}
        return self._table.presence.followed or len(people) > 1

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._by_itself(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _by_itself(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        try:
            await work
        except Exception:  # a full disk, say; the lobby wakes the table again
            LOG.exception("table %s cannot go on now", self._table.id)

    async def _commit(self, entry: JournalEntry, move: Move | None = None) -> None:
        """Commit what a bot or a clock does, if this table is still one of this server's and
        nobody was quicker."""
        with suppress(Refused, ConnectionError):
            await self._table.commit(entry, move, expected=self._table.ownership.expected())

    # --- bots

    def _think(self) -> None:
        table = self._table
        bot_seat, version = self._bot_to_move(), table.journal.version
        table.thinking = (version, bot_seat.seat) if bot_seat else None
        if bot_seat is None or not table.ownership.mine:
            self._asked_bot = None
        elif self._asked_bot != table.thinking:
            self._asked_bot = table.thinking
            self._start(self._bot_moves(version, bot_seat))

    def _bot_to_move(self) -> BotSeat | None:
        """The bot that should think now."""
        table = self._table
        seat = table.journal.turn
        level = None if seat is None else table.bot_level(seat)
        if table.status != "playing" or seat is None or level is None or not self._is_followed():
            return None
        return BotSeat(table.id, seat, level)

    async def _bot_moves(self, version: int, bot_seat: BotSeat) -> None:
        """Let a bot think without holding up anybody; its move counts if nothing changed."""
        table = self._table
        ready = table.ticks() + table.services.settings.pause

        def wanted() -> bool:
            asked = self._asked_bot == (version, bot_seat.seat)
            return asked and not table.closed and table.ownership.mine

        pool = table.services.bot_pool
        move = await pool.choose(bot_seat, table.match, table.asker(), wanted)
        await self._time.sleep(ready - table.ticks())
        async with table.lock:
            if move and wanted():
                entry = JournalEntry("move", bot_seat.seat, move.text, table.now())
                await self._commit(entry, move)

    # --- clocks

    def _clock_runs(self) -> bool:
        """Whether the time of a person runs out."""
        table = self._table
        has_turn = table.status == "playing" and table.journal.turn is not None
        return has_turn and table.clock.kind != "none" and not table.is_moved_by_bot()

    def _start_timer(self) -> None:
        """Set the timer to when the seat to move runs out of time."""
        self._stop_timer()
        seat = self._table.journal.turn
        if seat is None or not self._clock_runs() or not self._table.ownership.mine:
            return
        left = self._table.seconds(seat)
        if left is not None:
            self._timer = self._time.call_later(left, self._time_is_up)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _time_is_up(self) -> None:
        self._timer = None
        self._start(self._end_on_time(self._table.journal.version))

    async def _end_on_time(self, version: int) -> None:
        table = self._table
        async with table.lock:
            seat = table.journal.turn
            if table.closed or seat is None:
                return
            if version != table.journal.version or table.seconds(seat):  # the timer was early
                self._start_timer()
            elif table.ownership.mine:
                await self._commit(table.entry("time", seat))
