"""Reads and writes the database. What is committed here has happened; nothing else has."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    URL,
    Connection,
    Insert,
    Table,
    Update,
    bindparam,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.sql.base import Executable

from parhelion.server.models import (
    Base,
    ChatLineModel,
    JournalEntryModel,
    PersonModel,
    SeatModel,
    TableModel,
)

MIGRATIONS = Path(__file__).parent / "migrations"


@dataclass(frozen=True)
class Person:
    """Somebody who is known to the server."""

    id: str
    name: str


@dataclass(frozen=True)
class StoredTable:
    """Everything that the database holds about a table, as rows."""

    table: Any
    seats: Sequence[Any]
    journal: Sequence[Any]
    chat: Sequence[Any]


@dataclass(frozen=True)
class RowChange:
    """A row to insert or update: a statement that many rows share, and the values of this one."""

    statement: Insert | Update
    values: dict[str, Any]

    @property
    def rank(self) -> tuple[bool, int]:
        """The order of writing: a row comes before the rows that refer to it."""
        tables = Base.metadata.sorted_tables
        return self.statement.is_update, tables.index(cast(Table, self.statement.table))


def inserted(model: type[Base], **values: Any) -> RowChange:
    """A new row."""
    return RowChange(_insert(model), values)


def updated(model: type[Base], *key: Any, **values: Any) -> RowChange:
    """New values for the row with this primary key."""
    names = [f"key_{column.name}" for column in model.__table__.primary_key]
    return RowChange(_update(model), dict(zip(names, key, strict=True)) | values)


@cache
def _insert(model: type[Base]) -> Insert:
    return insert(model)


@cache
def _update(model: type[Base]) -> Update:
    keys = model.__table__.primary_key
    return update(model).where(*(column == bindparam(f"key_{column.name}") for column in keys))


@dataclass(frozen=True)
class PendingWrite:
    """Changes to commit together, and the future that tells when they are."""

    changes: tuple[RowChange, ...]
    done: "asyncio.Future[None]"


class Store:
    """The connection to the database. Writes that wait at the same time share a transaction."""

    def __init__(self, url: URL | str) -> None:
        self.engine = _engine(url)
        self._pending: asyncio.Queue[PendingWrite] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the schema up to date and start writing."""
        async with self.engine.connect() as connection:
            await connection.run_sync(_migrate)
            await connection.commit()
        self._writer = asyncio.create_task(self._write_all())

    async def close(self) -> None:
        """Stop. Writes that still wait are dropped."""
        if self._writer:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self.engine.dispose()

    # --- writing

    async def write(self, *changes: RowChange) -> None:
        """Commit all of the changes or none; when this returns they are safe on disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending.put_nowait(PendingWrite(changes, done))
        await asyncio.shield(done)

    async def _write_all(self) -> None:
        while True:
            writes = [await self._pending.get()]
            while not self._pending.empty():
                writes.append(self._pending.get_nowait())
            await self._write(writes)

    async def _write(self, writes: list[PendingWrite]) -> None:
        """Commit some writes at once; if that fails, each alone, so that none harms another."""
        try:
            async with self.engine.begin() as connection:
                for statement, rows in _gathered(writes):
                    await connection.execute(statement, rows)
        except Exception as error:
            if len(writes) == 1:
                _settle(writes[0], error)
                return
            for write in writes:
                await self._write([write])
        else:
            for write in writes:
                _settle(write, None)

    # --- reading

    async def rows(self, query: Executable) -> Sequence[Any]:
        """All rows of a query."""
        async with self.engine.connect() as connection:
            result = await connection.execute(query)
            return list(result.all())

    async def table(self, id: str) -> StoredTable | None:
        """A table with its seats, journal and chat; None if there is no such table."""
        tables = await self.rows(select(TableModel.__table__).where(TableModel.id == id))
        if not tables:
            return None
        journal = (
            select(JournalEntryModel.__table__)
            .where(JournalEntryModel.table == id)
            .order_by(JournalEntryModel.number)
        )
        chat = (
            select(ChatLineModel.__table__)
            .where(ChatLineModel.table == id)
            .order_by(ChatLineModel.number)
        )
        return StoredTable(
            tables[0], await self.seats([id]), await self.rows(journal), await self.rows(chat)
        )

    async def seats(self, tables: Iterable[str]) -> Sequence[Any]:
        """The seats of some tables in order, with the names of their people."""
        return await self.rows(
            select(SeatModel.__table__, PersonModel.name)
            .outerjoin(PersonModel, SeatModel.person == PersonModel.id)
            .where(SeatModel.table.in_(list(tables)))
            .order_by(SeatModel.table, SeatModel.seat)
        )


def _gathered(writes: list[PendingWrite]) -> Iterator[tuple[Insert | Update, list[dict[str, Any]]]]:
    """The changes of some writes; changes with the same statement go together."""
    changes = sorted((change for write in writes for change in write.changes), key=lambda c: c.rank)
    alike: dict[tuple[object, ...], list[RowChange]] = {}
    for change in changes:
        alike.setdefault((change.statement, *change.values), []).append(change)
    for same in alike.values():
        yield same[0].statement, [change.values for change in same]


def _settle(write: PendingWrite, error: Exception | None) -> None:
    if write.done.done():
        return
    if error is None:
        write.done.set_result(None)
    else:
        write.done.set_exception(error)


def _engine(url: URL | str) -> AsyncEngine:
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _make_durable)
    return engine


def _make_durable(connection: Any, _record: object) -> None:
    """Let SQLite return from a commit only when it is on disk, and let readers not wait."""
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=10000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    command.upgrade(config, "head")
