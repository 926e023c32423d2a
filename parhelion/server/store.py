"""The database: what is committed here has happened, and nothing else has."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from alembic import command
from alembic.config import Config
from sqlalchemy import (
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

from parhelion.server.rows import Base, EntryRow, LineRow, PersonRow, SeatRow, TableRow

MIGRATIONS = Path(__file__).parent / "migrations"


@dataclass(frozen=True)
class Person:
    """Somebody known."""

    id: str
    name: str


@dataclass(frozen=True)
class Kept:
    """Everything the database knows of a table, as rows."""

    table: Any
    seats: Sequence[Any]
    journal: Sequence[Any]
    chat: Sequence[Any]


@dataclass(frozen=True)
class Change:
    """A row to be written: a statement that many rows share, and the values for this one."""

    statement: Insert | Update
    values: dict[str, Any]

    @property
    def rank(self) -> tuple[bool, int]:
        """Rows come before those that refer to them."""
        tables = Base.metadata.sorted_tables
        return self.statement.is_update, tables.index(cast(Table, self.statement.table))


def added(row: type[Base], **values: Any) -> Change:
    """A new row."""
    return Change(_insert(row), values)


def changed(row: type[Base], *key: Any, **values: Any) -> Change:
    """New values in the row with a primary key."""
    names = [f"key_{column.name}" for column in row.__table__.primary_key]
    return Change(_update(row), dict(zip(names, key, strict=True)) | values)


@cache
def _insert(row: type[Base]) -> Insert:
    return insert(row)


@cache
def _update(row: type[Base]) -> Update:
    keys = row.__table__.primary_key
    return update(row).where(*(column == bindparam(f"key_{column.name}") for column in keys))


@dataclass(frozen=True)
class Job:
    """Changes to be committed together, and who waits for that."""

    changes: tuple[Change, ...]
    done: "asyncio.Future[None]"


class Store:
    """Reads, and writes in transactions. Writes that wait together are committed together."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the schema up to date and begin to write."""
        async with self.engine.connect() as connection:
            await connection.run_sync(_migrate)
            await connection.commit()
        self._writer = asyncio.create_task(self._write_all())

    async def close(self) -> None:
        """Stop; what waits to be written is not."""
        if self._writer:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self.engine.dispose()

    # --- writing

    async def write(self, *changes: Change) -> None:
        """Commit all of them or none; once this returns they are safe on disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(Job(changes, done))
        await asyncio.shield(done)

    async def _write_all(self) -> None:
        while True:
            jobs = [await self._jobs.get()]
            while not self._jobs.empty():
                jobs.append(self._jobs.get_nowait())
            await self._write(jobs)

    async def _write(self, jobs: list[Job]) -> None:
        """Commit some jobs at once; if that fails, each alone, so that one cannot harm another."""
        try:
            async with self.engine.begin() as connection:
                for statement, rows in _gathered(jobs):
                    await connection.execute(statement, rows)
        except Exception as error:
            if len(jobs) == 1:
                _settle(jobs[0], error)
                return
            for job in jobs:
                await self._write([job])
        else:
            for job in jobs:
                _settle(job, None)

    # --- reading

    async def rows(self, query: Executable) -> Sequence[Any]:
        """All rows of a query."""
        async with self.engine.connect() as connection:
            result = await connection.execute(query)
            return list(result.all())

    async def table(self, id: str) -> Kept | None:
        """A table with its seats, journal and chat."""
        tables = await self.rows(select(TableRow.__table__).where(TableRow.id == id))
        if not tables:
            return None
        journal = select(EntryRow.__table__).where(EntryRow.table == id).order_by(EntryRow.number)
        chat = select(LineRow.__table__).where(LineRow.table == id).order_by(LineRow.number)
        return Kept(
            tables[0], await self.seats([id]), await self.rows(journal), await self.rows(chat)
        )

    async def seats(self, tables: Iterable[str]) -> Sequence[Any]:
        """The seats of some tables with the names of their people, in order."""
        return await self.rows(
            select(SeatRow.__table__, PersonRow.name)
            .outerjoin(PersonRow, SeatRow.person == PersonRow.id)
            .where(SeatRow.table.in_(list(tables)))
            .order_by(SeatRow.table, SeatRow.seat)
        )


def _gathered(jobs: list[Job]) -> Iterator[tuple[Insert | Update, list[dict[str, Any]]]]:
    """The changes of some jobs, those that are alike in one go."""
    changes = sorted((change for job in jobs for change in job.changes), key=lambda c: c.rank)
    alike: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        alike.setdefault((change.statement, *change.values), []).append(change)
    for same in alike.values():
        yield same[0].statement, [change.values for change in same]


def _settle(job: Job, error: Exception | None) -> None:
    if job.done.done():
        return
    if error is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(error)


def _engine(url: str) -> AsyncEngine:
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _make_durable)
    return engine


def _make_durable(connection: Any, _record: object) -> None:
    """SQLite's own settings: a commit is on disk when it returns, readers do not wait."""
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
