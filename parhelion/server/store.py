"""Reads and writes the database. What is committed here has happened; nothing else has."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, event, make_url, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.sql.base import Executable

from parhelion.server.database_lock import DatabaseLock
from parhelion.server.journal_writer import PRAGMAS, DatabaseAway, JournalWriter, SqliteWriter
from parhelion.server.models import (
    ChatLineModel,
    JournalEntryModel,
    PersonModel,
    SeatModel,
    TableModel,
)
from parhelion.server.row_change import RowChange

if TYPE_CHECKING:
    from parhelion.server.node_news import Hear, Tell
    from parhelion.server.nodes import Nodes

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x706172  # any number, as long as all servers take the same


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

    @property
    def news(self) -> bool:
        """Whether there are entries of the journal or lines of chat."""
        return bool(self.journal or self.chat)


class Store:
    """The connection to the database: reads through SQLAlchemy, writes through one writer."""

    def __init__(self, url: URL | str) -> None:
        self._url = make_url(url)
        self._lock = None if is_postgres(self._url) else DatabaseLock(str(self._url.database))
        self._node = secrets.token_hex(6)
        """By which servers on one database tell each other apart."""
        self.engine = _engine(self._url)
        self._writer: JournalWriter | None = None

    async def open(self) -> None:
        """Bring the schema up to date and start writing; CannotServe if another process uses a
        database that is for one."""
        if self._lock:
            self._lock.acquire()
        try:
            async with self.engine.connect() as connection:
                await connection.run_sync(_migrate)
                await connection.commit()
            self._writer = _writer(self._url, self._node)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Stop, once what waits is written."""
        if self._writer:
            await self._writer.close()
        await self.engine.dispose()
        if self._lock:
            self._lock.release()

    async def write(self, *changes: RowChange) -> None:
        """Commit all of the changes or none; when this returns they are safe on disk. Whoever
        stops waiting does not stop the commit."""
        assert self._writer is not None  # noqa: S101
        await self._writer.write(changes)

    def nodes(self, lease: float, tell: "Tell", hear: "Hear") -> "Nodes | None":
        """This process among others that use the database; None if there can be none."""
        if not is_postgres(self._url):
            return None
        from parhelion.server import postgres
        from parhelion.server.node_lease import NodeLease
        from parhelion.server.node_news import NodeNews
        from parhelion.server.nodes import Nodes

        connect = partial(postgres.connect, self._url)
        leased = NodeLease(connect, self._node, lease)
        return Nodes(leased, NodeNews(connect, self._node, tell, hear, leased.left))

    # --- reading

    async def rows(self, query: Executable) -> Sequence[Any]:
        """All rows of a query; DatabaseAway if there is no database to ask now."""
        try:
            async with self.engine.connect() as connection:
                result = await connection.execute(query)
                return list(result.all())
        except (OSError, PoolTimeout) as error:
            raise DatabaseAway(str(error)) from error
        except DBAPIError as error:
            if error.connection_invalidated:
                raise DatabaseAway(str(error.orig)) from error
            raise

    async def table(self, id: str, entries: int = 0, lines: int = 0) -> StoredTable | None:
        """A table with its seats, journal and chat; None if there is no such table. Whoever knows
        so many entries of the journal and lines of the chat gets those after them."""
        tables = await self.rows(select(TableModel.__table__).where(TableModel.id == id))
        if not tables:
            return None
        journal = (
            select(JournalEntryModel.__table__)
            .where(JournalEntryModel.table == id, JournalEntryModel.number >= entries)
            .order_by(JournalEntryModel.number)
        )
        chat = (
            select(ChatLineModel.__table__)
            .where(ChatLineModel.table == id, ChatLineModel.number >= lines)
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


def is_postgres(url: URL) -> bool:
    """Whether a database is one of PostgreSQL, which many processes may use at once."""
    return url.get_backend_name() == "postgresql"


def _engine(url: URL) -> AsyncEngine:
    if is_postgres(url):
        from parhelion.server import postgres  # only who has the extra can import it

        return postgres.engine(url)
    engine = create_async_engine(url)
    event.listen(engine.sync_engine, "connect", _make_durable)
    return engine


def _writer(url: URL, node: str) -> JournalWriter:
    if is_postgres(url):
        from parhelion.server import postgres
        from parhelion.server.postgres_writer import PostgresWriter

        return PostgresWriter(partial(postgres.connect, url), node)
    return SqliteWriter(str(url.database))


def _make_durable(connection: Any, _record: object) -> None:
    """Let SQLite return from a commit only when it is on disk, and let readers not wait."""
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    """Bring the schema up to date."""
    if connection.dialect.name == "postgresql":  # servers may start at the same time
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
    command.upgrade(migrations(connection), "head")


def migrations(connection: Connection) -> Config:
    """The migrations as Alembic's commands want them, for a connection."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
