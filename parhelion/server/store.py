"""Reads and writes the database. What is committed here has happened; nothing else has."""

import secrets
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, Select, event, make_url, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.orm import aliased
from sqlalchemy.sql.base import Executable

from parhelion.server import metrics
from parhelion.server.database_lock import DatabaseLock
from parhelion.server.journal_writer import PRAGMAS, DatabaseAway, JournalWriter, SqliteWriter
from parhelion.server.models import (
    BotModel,
    EntryModel,
    PersonModel,
    SeatModel,
    TableModel,
)
from parhelion.server.private_files import make_private
from parhelion.server.row_change import RowChange
from parhelion.tables.moment import Actor
from parhelion.tables.names import Profile, sender_of

if TYPE_CHECKING:
    from parhelion.server.node_news import OnChanges, OnReport
    from parhelion.server.nodes import Nodes

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x706172  # any number, as long as all servers take the same


Owner = aliased(PersonModel)
PROGRAM = (
    BotModel.id.label("program"),
    BotModel.owner.label("program_owner"),
    Owner.name.label("program_owner_name"),
)
"""The columns that tell whether a person is a program, and whose."""


@dataclass(frozen=True)
class Program:
    """What makes a person a program: who runs it."""

    owner: str
    """The id of a person; empty: whoever hosts the server, or nobody any more."""
    owner_name: str


@dataclass(frozen=True)
class Person:
    """Somebody who is known to the server."""

    id: str
    name: str
    program: Program | None = None
    """None for a human being."""

    @classmethod
    def at(cls, id: str, row: Any) -> "Person":
        """A person by a row that has a name and the columns of `PROGRAM`."""
        owner = Program(row.program_owner or "", row.program_owner_name or "")
        return cls(id, row.name, owner if row.program else None)

    @property
    def actor(self) -> Actor:
        """The person as one who gives commands to a table."""
        return Actor(self.id, self.program.owner if self.program else None)

    @property
    def profile(self) -> Profile:
        """What everybody may know of the person."""
        return Profile(self.name, self.program.owner_name if self.program else "")

    @property
    def is_deleted(self) -> bool:
        """True if they deleted themselves: only their seats in finished games remain."""
        return not self.name

    @property
    def sender(self) -> str:
        """By what lines of chat tell everybody who wrote them. It is the same at every table, so
        that people can be muted, and gives nobody the id itself."""
        return sender_of(self.id)


@dataclass(frozen=True)
class StoredTable:
    """A table as rows of the database."""

    table: Any
    seats: Sequence[Any]
    entries: Sequence[Any]
    people: Mapping[str, Person]
    """Everyone who has a seat, or whom an entry names as its author."""


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

    @property
    def is_shared(self) -> bool:
        """True if several servers can use the database."""
        return is_postgres(self._url)

    def nodes(self, lease: float, on_changes: "OnChanges", on_report: "OnReport") -> "Nodes | None":
        """This process among others that use the database; None if there can be none."""
        if not is_postgres(self._url):
            return None
        from parhelion.server import postgres
        from parhelion.server.node_lease import NodeLease
        from parhelion.server.node_news import NodeNews
        from parhelion.server.nodes import Nodes

        connect = partial(postgres.connect, self._url)
        leased = NodeLease(connect, self._node, lease)
        return Nodes(leased, NodeNews(connect, self._node, on_changes, on_report, leased.left))

    # --- reading

    async def rows(self, query: Executable) -> Sequence[Any]:
        """All rows of a query; DatabaseAway if there is no database to ask now."""
        async with self._reading() as connection:
            return list((await connection.execute(query)).all())

    async def rows_at_once(self, *queries: Executable) -> list[Sequence[Any]]:
        """All rows of each query, as they are at one moment."""
        async with self._reading() as connection:
            await connection.run_sync(hold_still)
            return [list((await connection.execute(query)).all()) for query in queries]

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            with metrics.READ_ERRORS.count_exceptions():
                async with self.engine.connect() as connection:
                    yield connection
        except (OSError, PoolTimeout) as error:
            raise DatabaseAway(str(error)) from error
        except DBAPIError as error:
            if error.connection_invalidated:
                raise DatabaseAway(str(error.orig)) from error
            raise

    async def table(self, id: str, first: int = 0) -> StoredTable | None:
        """Return a table, with the entries of its journal from number `first` on. None if there is
        no such table."""
        table = select(TableModel.__table__).where(TableModel.id == id)
        entries = (
            select(EntryModel.__table__)
            .where(EntryModel.table == id, EntryModel.number >= first)
            .order_by(EntryModel.number)
        )
        authors = select(EntryModel.by).where(EntryModel.table == id)
        seated = select(SeatModel.person).where(SeatModel.table == id)
        named = PersonModel.id.in_(authors) | PersonModel.id.in_(seated)
        found, seats, journal, people = await self.rows_at_once(
            table, _seats([id]), entries, _people().where(named)
        )
        if not found:
            return None
        return StoredTable(
            found[0], seats, journal, {row.id: Person.at(row.id, row) for row in people}
        )

    async def people(self, ids: Iterable[str]) -> dict[str, Person]:
        """Return the people with these ids, by their ids."""
        rows = await self.rows(_people().where(PersonModel.id.in_(list(ids))))
        return {row.id: Person.at(row.id, row) for row in rows}

    async def seats(self, tables: Iterable[str]) -> Sequence[Any]:
        """The seats of some tables in order, with the names of their people."""
        return await self.rows(_seats(tables))


def _people() -> Select[*tuple[Any, ...]]:
    return (
        select(PersonModel.id, PersonModel.name, *PROGRAM)
        .outerjoin(BotModel, BotModel.id == PersonModel.id)
        .outerjoin(Owner, Owner.id == BotModel.owner)
    )


def _seats(tables: Iterable[str]) -> Executable:
    return (
        select(SeatModel.__table__, PersonModel.name, *PROGRAM)
        .outerjoin(PersonModel, SeatModel.person == PersonModel.id)
        .outerjoin(BotModel, BotModel.id == PersonModel.id)
        .outerjoin(Owner, Owner.id == BotModel.owner)
        .where(SeatModel.table.in_(list(tables)))
        .order_by(SeatModel.table, SeatModel.seat)
    )


def hold_still(connection: Connection) -> None:
    """Let everything that is read from now on be as it is at this moment."""
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    else:
        connection.exec_driver_sql("BEGIN")


def is_postgres(url: URL) -> bool:
    """Whether a database is one of PostgreSQL, which many processes may use at once."""
    return url.get_backend_name() == "postgresql"


def _engine(url: URL) -> AsyncEngine:
    if is_postgres(url):
        from parhelion.server import postgres  # only who has the extra can import it

        return postgres.engine(url)
    engine = create_async_engine(url, hide_parameters=True)  # errors go to the log
    if url.database:  # not in memory
        event.listen(engine.sync_engine, "do_connect", _make_private)
    event.listen(engine.sync_engine, "connect", _make_durable)
    return engine


def _writer(url: URL, node: str) -> JournalWriter:
    if is_postgres(url):
        from parhelion.server import postgres
        from parhelion.server.postgres_writer import PostgresWriter

        return PostgresWriter(partial(postgres.connect, url), node)
    return SqliteWriter(str(url.database))


def _make_private(_dialect: object, _record: object, arguments: list[Any], _: object) -> None:
    """Make a database file private before it is opened."""
    make_private(arguments[0])


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
