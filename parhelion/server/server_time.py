"""Detects that the clock was set between two runs of the server.

A running server ignores changes of the machine's clock (`parhelion.server.time_source`). But
earlier runs wrote the times in the database. If the clock was set since, they mean nothing now.
"""

import logging
from contextlib import suppress
from typing import Any

from sqlalchemy import select, text

from parhelion.server.journal_writer import Conflict
from parhelion.server.models import BotModel, ServerTimeModel, SessionModel, TableModel
from parhelion.server.row_change import RowChange, inserted, updated
from parhelion.server.store import Store
from parhelion.server.time_source import TimeSource

JUMP_SECONDS = 600.0
"""Smaller changes of the clock are ignored."""
DATABASE_TIME = text("SELECT extract(epoch FROM clock_timestamp())::float8")
LOG = logging.getLogger("parhelion")


class ServerTime:
    """The server's clock, compared with the one of earlier runs."""

    def __init__(self, store: Store, time: TimeSource) -> None:
        self._store, self._time = store, time

    async def open(self) -> None:
        """Set the clock, and find out whether it was set since the last run.

        Servers that share a PostgreSQL use its clock, so that they agree.
        """
        if self._store.is_shared:
            self._time.set((await self._store.rows(DATABASE_TIME))[0][0])
        row = await self._row()
        self._time.since = row.since if row else None
        jump = self._jump(row) if row else 0.0
        try:
            if abs(jump) > JUMP_SECONDS:
                LOG.warning("the clock was set by %+.0f s: nobody loses by that time", jump)
                self._time.since = self._time.now()
                await self._correct_future_times()
            await self._note(since=self._time.since)
        except Exception:  # a full disk, say: the server can start without it
            LOG.warning("the time could not be stored", exc_info=True)

    async def note(self) -> None:
        """Store the present time."""
        await self._note()

    async def _note(self, **values: Any) -> None:
        boot, uptime = self._boot()
        values |= {"at": self._time.now(), "boot": boot, "uptime": uptime}
        if await self._row():
            await self._store.write(updated(ServerTimeModel, 1, **values))
            return
        with suppress(Conflict):  # another server was quicker
            await self._store.write(
                inserted(ServerTimeModel, **({"id": 1, "since": None} | values))
            )

    async def _row(self) -> Any:
        rows = await self._store.rows(select(ServerTimeModel.__table__))
        return rows[0] if rows else None

    def _boot(self) -> tuple[str, float]:
        """Return an id of the machine's boot, empty on PostgreSQL, and the seconds since."""
        return ("", 0.0) if self._store.is_shared else self._time.boot()

    def _jump(self, row: Any) -> float:
        """Seconds by which the clock was set since a row was written, as far as that is known.

        After a restart of the machine, only that the clock went back is known.
        """
        passed, (boot, uptime) = self._time.now() - row.at, self._boot()
        if boot and boot == row.boot:
            return float(passed - (uptime - row.uptime))
        return float(min(passed, 0.0))

    async def _correct_future_times(self) -> None:
        """Replace times that lie in the future: lists and expiry go by them."""
        now = self._time.now()
        for model, column in (
            (TableModel, TableModel.seen),
            (SessionModel, SessionModel.used),
            (BotModel, BotModel.seen),
        ):
            keys = list(model.__table__.primary_key)
            rows = await self._store.rows(select(*keys).where(column > now))
            corrected: dict[str, Any] = {column.key: now}
            changes: list[RowChange] = [updated(model, *row, **corrected) for row in rows]
            if changes:
                await self._store.write(*changes)
