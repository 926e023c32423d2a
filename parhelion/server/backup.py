"""Makes backups: all rows of a database into one file, while servers use it. What there is to back
up, the database itself tells."""

import asyncio
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from alembic.migration import MigrationContext
from sqlalchemy import JSON, URL, Connection, MetaData, Table, func, select
from sqlalchemy.exc import SQLAlchemyError

from parhelion.errors import BadBackup
from parhelion.games import Json
from parhelion.server.backup_file import (
    FORMAT,
    Manifest,
    Progress,
    TableFacts,
    new_archive,
    silent,
    write_manifest,
    write_rows,
)
from parhelion.server.models import NO_BACKUP, Base
from parhelion.server.settings import database_url, shown
from parhelion.server.store import Store, hold_still, is_postgres

BATCH = 500
"""Rows that are in memory at a time."""
REVISIONS = "alembic_version"
T = TypeVar("T")


def back_up(database: str, path: Path, progress: Progress = silent) -> Manifest:
    """Write everything in a database to a file, as it is at one moment; servers go on meanwhile."""
    url = database_url(database)
    if not is_postgres(url) and not Path(str(url.database)).exists():
        raise BadBackup(f"cannot back up {shown(database)}: there is no such file")
    try:
        with new_archive(path) as archive:
            return connected(url, partial(_dump, archive=archive, progress=progress))
    except (OSError, SQLAlchemyError) as error:
        raise BadBackup(f"cannot back up {shown(database)}: {reason(error)}") from error


def _dump(connection: Connection, archive: zipfile.ZipFile, progress: Progress) -> Manifest:
    hold_still(connection)
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None:
        raise BadBackup("there is nothing to back up: the database holds no tables of Parhelion")
    counts = {table: _count(connection, table) for table in backed_up_tables(connection)}
    done, facts = 0, dict[str, TableFacts]()
    for table, count in counts.items():
        rows = _rows(connection, table, done, partial(_tell, progress, sum(counts.values())))
        facts[table.name] = write_rows(archive, table.name, rows)
        done += count
    now = datetime.now(UTC).isoformat(timespec="seconds")
    manifest = Manifest(format=FORMAT, created=now, revision=revision, tables=facts)
    write_manifest(archive, manifest)
    return manifest


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _tell(progress: Progress, total: int, done: int) -> None:
    progress(done, total)


def _rows(
    connection: Connection, table: Table, before: int, tell: Callable[[int], None]
) -> Iterator[Json]:
    """The rows of a table, a few at a time."""
    query = select(table).order_by(*table.primary_key)
    streamed = connection.execute(query, execution_options={"yield_per": BATCH})
    for number, row in enumerate(streamed.mappings(), start=1):
        yield dict(row)
        tell(before + number)


# --- what restoring needs, too -----------------------------------------------------------


def connected(url: URL, work: Callable[[Connection], T]) -> T:
    """Do something with a connection to a database."""

    async def run() -> T:
        engine = Store(url).engine
        try:
            async with engine.connect() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()

    return asyncio.run(run())


def backed_up_tables(connection: Connection) -> list[Table]:
    """The tables of a database that belong into a backup, those that others refer to first."""
    metadata = MetaData()
    metadata.reflect(connection)
    left_out = {table.name for table in Base.metadata.tables.values() if NO_BACKUP in table.info}
    left_out.add(REVISIONS)
    tables = [table for table in metadata.sorted_tables if table.name not in left_out]
    for column in (column for table in tables for column in table.columns):
        if isinstance(column.type, JSON):
            column.type = JSON(none_as_null=True)  # nothing, rather than a document that is null
    return tables


def reason(error: Exception) -> object:
    """What went wrong, without what libraries add to it."""
    return getattr(error, "orig", None) or getattr(error, "strerror", None) or error
