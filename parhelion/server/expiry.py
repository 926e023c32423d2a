"""What has expired: tables that never started, and people who never had a seat."""

from collections.abc import AsyncIterator
from typing import Any, cast

from sqlalchemy import ColumnElement, Select, exists, select

from parhelion.server.journal_writer import Conflict
from parhelion.server.models import (
    BotModel,
    EntryModel,
    PersonModel,
    SeatModel,
    SessionModel,
    TableModel,
)
from parhelion.server.row_change import RowChange, deleted, updated
from parhelion.server.settings import Settings
from parhelion.server.store import Store

BATCH = 50
"""Rows that are read at a time."""
DAY = 86_400.0


class Expiry:
    """Finds what has expired. Any number of servers may look at the same time."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings

    async def expired_tables(self) -> AsyncIterator[str]:
        """Yield the ids of open tables that nobody has used for long."""
        since = self._tables_since()
        query = select(TableModel.id, TableModel.seen.label("at"))
        query = query.where(TableModel.status == "open", TableModel.seen < since)
        async for row in self._in_batches(query, cast(ColumnElement[float], TableModel.seen)):
            yield row.id

    def has_expired(self, seen: float) -> bool:
        """Return True if an open table that was last used at some time has expired."""
        return seen < self._tables_since()

    def _tables_since(self) -> float:
        return self._days_ago(self._settings.open_table_days)

    async def delete_people(self) -> set[str]:
        """Delete people who are not needed any more, and return their ids."""
        gone = set()
        async for row in self._expired_people():
            if await self._deletes(*await self._person_rows(row.id)):
                gone.add(row.id)
        return gone

    def _expired_people(self) -> AsyncIterator[Any]:
        """Yield people who became known long ago, have no table and no way to return, and were not
        here lately."""
        since = self._days_ago(self._settings.unused_person_days)
        query = select(PersonModel.id, PersonModel.created.label("at")).where(
            PersonModel.created < since,
            PersonModel.login.is_(None),
            PersonModel.recovery.is_(None),
            ~exists().where(SessionModel.person == PersonModel.id, SessionModel.used >= since),
            ~exists().where(SeatModel.person == PersonModel.id),
            ~exists().where(TableModel.host == PersonModel.id),
            ~exists().where(EntryModel.by == PersonModel.id),
            ~exists().where(BotModel.owner == PersonModel.id),
        )
        return self._in_batches(query, cast(ColumnElement[float], PersonModel.created))

    def _days_ago(self, days: float) -> float:
        """Return the time some days ago; before all times if the clock was set since then."""
        moment, since = self._settings.time.now() - days * DAY, self._settings.time.since
        return moment if since is None or since <= moment else float("-inf")

    async def _in_batches(
        self, query: Select[Any, Any], time: ColumnElement[float]
    ) -> AsyncIterator[Any]:
        """Yield the rows of a query, the oldest first."""
        after = float("-inf")
        while rows := await self._store.rows(query.where(time > after).order_by(time).limit(BATCH)):
            for row in rows:
                yield row
            after = rows[-1].at

    async def _person_rows(self, id: str) -> list[RowChange]:
        """Return the rows that delete a person, unless they have made a way to return meanwhile."""
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
        """Delete rows. Returns False if somebody changed them or refers to them now."""
        try:
            await self._store.write(*rows)
        except Conflict:
            return False
        return True
