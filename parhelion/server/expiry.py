"""What nobody needs any more leaves the database: tables that never started, and people who never
sat at one. Each goes in a transaction of its own, which happens only if nothing has changed
meanwhile: any number of servers may look at the same time."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

from sqlalchemy import ColumnElement, Select, Table, exists, select

from parhelion.server.journal_writer import Conflict
from parhelion.server.models import (
    BotModel,
    ChatLineModel,
    JournalEntryModel,
    PersonModel,
    SeatModel,
    SessionModel,
    TableModel,
)
from parhelion.server.row_change import RowChange, deleted, updated
from parhelion.server.settings import Settings
from parhelion.server.store import Store

BATCH = 50
"""How many rows are looked for at a time."""
A_DAY = 86_400.0


async def table_deletion(store: Store, id: str, **expected: Any) -> list[RowChange]:
    """Return the changes that delete a table with all that belongs to it. They conflict if it has
    started or does not hold what is expected."""
    rows = [updated(TableModel, id, expected={"status": "open"} | expected, listed=False)]
    for model in (ChatLineModel, JournalEntryModel, SeatModel):
        keys = list(cast(Table, model.__table__).primary_key)
        found = await store.rows(select(*keys).where(keys[0] == id))
        rows += [deleted(model, *key) for key in found]
    before = select(TableModel.id).where(TableModel.rematch == id)
    rows += [updated(TableModel, each, rematch=None) for (each,) in await store.rows(before)]
    return [*rows, deleted(TableModel, id)]


class Expiry:
    """Looks for what has expired, and deletes it."""

    def __init__(
        self, store: Store, settings: Settings, is_used: Callable[[str], Awaitable[bool]]
    ) -> None:
        """`is_used` returns True if somebody is connected to a table now, through any server."""
        self._store, self._settings, self._is_used = store, settings, is_used

    async def sweep(self) -> set[str]:
        """Delete what has expired; the ids of the tables and people that are gone."""
        gone = set()
        async for row in self._expired_tables():
            if not await self._is_used(row.id) and await self._deletes(
                *await table_deletion(self._store, row.id, changed=row.at)
            ):
                gone.add(row.id)
        async for row in self._expired_people():
            if await self._deletes(*await self._person_rows(row.id)):
                gone.add(row.id)
        return gone

    def _expired_tables(self) -> AsyncIterator[Any]:
        """Open tables where nobody has sat down or written for long."""
        since = self._days_ago(self._settings.open_table_days)
        talk = exists().where(ChatLineModel.table == TableModel.id, ChatLineModel.at >= since)
        query = select(TableModel.id, TableModel.changed.label("at"))
        query = query.where(TableModel.status == "open", TableModel.changed < since, ~talk)
        return self._in_batches(query, cast(ColumnElement[float], TableModel.changed))

    def _expired_people(self) -> AsyncIterator[Any]:
        """People who became known long ago, have no table and no way to come back, and were not
        here lately."""
        since = self._days_ago(self._settings.unused_person_days)
        query = select(PersonModel.id, PersonModel.created.label("at")).where(
            PersonModel.created < since,
            PersonModel.login.is_(None),
            PersonModel.recovery.is_(None),
            ~exists().where(SessionModel.person == PersonModel.id, SessionModel.used >= since),
            ~exists().where(SeatModel.person == PersonModel.id),
            ~exists().where(TableModel.maker == PersonModel.id),
            ~exists().where(ChatLineModel.person == PersonModel.id),
            ~exists().where(BotModel.owner == PersonModel.id),
        )
        return self._in_batches(query, cast(ColumnElement[float], PersonModel.created))

    def _days_ago(self, days: float) -> float:
        """The time some days ago; before all times if the clock was set since then."""
        moment, since = self._settings.time.now() - days * A_DAY, self._settings.time.since
        return moment if since is None or since <= moment else float("-inf")

    async def _in_batches(
        self, query: Select[Any, Any], time: ColumnElement[float]
    ) -> AsyncIterator[Any]:
        """The rows of a query, the oldest first, some at a time."""
        after = float("-inf")
        while rows := await self._store.rows(query.where(time > after).order_by(time).limit(BATCH)):
            for row in rows:
                yield row
            after = rows[-1].at

    async def _person_rows(self, id: str) -> list[RowChange]:
        """All that goes with a person, if they have made no way to come back meanwhile."""
        sessions = select(SessionModel.id).where(SessionModel.person == id)
        found = [session for (session,) in await self._store.rows(sessions)]
        nothing = {"login": None, "recovery": None}
        return [
            updated(PersonModel, id, expected=nothing, recovery=None),
            *(deleted(SessionModel, id, session) for session in found),
            deleted(BotModel, id),
            deleted(PersonModel, id),
        ]

    async def _deletes(self, *rows: RowChange) -> bool:
        """Whether some rows could be deleted: nobody was quicker to change them or to refer to
        them."""
        try:
            await self._store.write(*rows)
        except Conflict:
            return False
        return True
