"""Compares the projection of every table with its journal, and repairs it if asked to."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from parhelion.errors import CannotServe
from parhelion.server.backup import reason
from parhelion.server.backup_file import Progress, silent
from parhelion.server.database_lock import DatabaseLock
from parhelion.server.models import SeatModel, TableModel
from parhelion.server.projection import entry_of, seat_columns, table_columns
from parhelion.server.settings import database_url, shown
from parhelion.server.store import MIGRATIONS, Store, StoredTable, is_postgres
from parhelion.tables.table import Table


class Finding(NamedTuple):
    """Something that is wrong with a table."""

    table: str
    problem: str
    is_repairable: bool
    """True if it is about the projection; the journal itself is never changed."""


class Checked(NamedTuple):
    """The result of a check."""

    tables: int
    findings: list[Finding]


def check_database(database: str, repair: bool = False, progress: Progress = silent) -> Checked:
    """Check all tables of a database. With `repair`, write the projections that differ; no server
    may use an SQLite file meanwhile. Raises CannotServe if the database cannot be read."""
    url = database_url(database)
    lock = None if is_postgres(url) or not repair else DatabaseLock(str(url.database))

    async def run() -> Checked:
        store = Store(url)
        try:
            await _require_current_schema(store.engine, database)
            return await _check_all(store, repair, progress)
        finally:
            await store.engine.dispose()

    try:
        if lock:
            lock.acquire()
        return asyncio.run(run())
    except (OSError, SQLAlchemyError) as error:
        raise CannotServe(f"cannot read {shown(database)}: {reason(error)}") from error
    finally:
        if lock:
            lock.release()


async def _require_current_schema(engine: AsyncEngine, database: str) -> None:
    def revision(connection: Connection) -> str | None:
        return MigrationContext.configure(connection).get_current_revision()

    async with engine.connect() as connection:
        found = await connection.run_sync(revision)
    if found != (head := ScriptDirectory(str(MIGRATIONS)).get_current_head()):
        raise CannotServe(
            f"{shown(database)} has schema {found or 'none'}, not {head}: "
            "a server of this version brings it up to date when it starts"
        )


async def _check_all(store: Store, repair: bool, progress: Progress) -> Checked:
    ids = await store.rows(select(TableModel.id).order_by(TableModel.created))
    findings: list[Finding] = []
    for number, (id,) in enumerate(ids, start=1):
        stored = await store.table(id)
        if stored is not None:  # it was not deleted meanwhile
            async for finding in _check(store, stored, repair):
                findings.append(finding)
        progress(number, len(ids))
    return Checked(len(ids), findings)


async def _check(store: Store, stored: StoredTable, repair: bool) -> AsyncIterator[Finding]:
    row = stored.table
    try:
        table = Table.replay(row.id, map(entry_of, stored.entries))
    except Exception as error:  # whatever is in its entries, the other tables are checked
        yield Finding(row.id, f"the journal cannot be read: {error}", is_repairable=False)
        return
    if [entry.number for entry in stored.entries] != [*range(table.version)]:
        yield Finding(row.id, "the journal has gaps", is_repairable=False)
    differences = list(_differences(stored, table))
    for problem in differences:
        yield Finding(row.id, problem, is_repairable=True)
    if differences and repair:
        await _repair(store.engine, table)


def _differences(stored: StoredTable, table: Table) -> Iterator[str]:
    columns = table_columns(table)
    options = table.game.complete_options(stored.table.options)
    if options == columns["options"]:  # the game may have new options since
        del columns["options"]
    yield from _unequal("tables", stored.table, columns)
    for number in range(len(table.seats)):
        row = next((seat for seat in stored.seats if seat.seat == number), None)
        if row is None:
            yield f"seats: seat {number} is missing"
        else:
            yield from _unequal(f"seats, seat {number}", row, seat_columns(table, number))


def _unequal(where: str, row: Any, columns: dict[str, Any]) -> Iterator[str]:
    for name, value in columns.items():
        if (found := getattr(row, name)) != value:
            yield f"{where}: {name} is {found!r}, and {value!r} by the journal"


async def _repair(engine: AsyncEngine, table: Table) -> None:
    async with engine.begin() as connection:
        this = update(TableModel).where(TableModel.id == table.id)
        await connection.execute(this.values(**table_columns(table)))
        await connection.execute(delete(SeatModel).where(SeatModel.table == table.id))
        for seat in range(len(table.seats)):
            row = {"table": table.id, "seat": seat, **seat_columns(table, seat)}
            await connection.execute(insert(SeatModel).values(**row))
