"""Restores backups into a database of either kind: everything, or nothing."""

import os
import sqlite3
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

from alembic import command
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import (
    URL,
    Connection,
    MetaData,
    Table,
    delete,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from parhelion.errors import BadBackup
from parhelion.fair_shuffle import new_secret
from parhelion.server.backup import BATCH, REVISIONS, backed_up_tables, connected, reason
from parhelion.server.backup_file import BackupFile, Manifest, Progress, silent
from parhelion.server.database_lock import DatabaseLock
from parhelion.server.models import Base, EntryModel, PersonModel, SessionModel, TableModel
from parhelion.server.projection import entry_columns
from parhelion.server.settings import database_url, shown
from parhelion.server.store import MIGRATION_LOCK, MIGRATIONS, is_postgres, migrations
from parhelion.tables.entries import Entry, Reshuffled, Resumed

OTHER_SERVERS = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'parhelion' AND pid <> pg_backend_pid()
"""
Work = Callable[[Connection], None]


def restore(
    database: str,
    path: Path,
    replace: bool = False,
    progress: Progress = silent,
    sign_out: bool = False,
) -> Manifest:
    """Put everything from a file into a database, or nothing.

    The database must be empty unless `replace` is set. With `sign_out`, all sessions and recovery
    links of the backup end.
    """
    with BackupFile(path) as file:
        _check_revision(file.manifest.revision)
        file.check(progress)
        url, name = database_url(database), shown(database)
        check = partial(_check_empty, name=name, replace=replace)
        load = partial(_load, file=file, progress=progress, sign_out=sign_out)
        try:
            if is_postgres(url):
                _into_postgres(url, name, check, load)
            else:
                _into_sqlite(url, check, load, replace)
        except (OSError, SQLAlchemyError, sqlite3.Error) as error:
            raise BadBackup(f"cannot restore {name}: {reason(error)}") from error
        return file.manifest


def _check_revision(revision: str) -> None:
    """BadBackup unless this version of Parhelion knows a schema."""
    known = ScriptDirectory(str(MIGRATIONS))
    try:
        known.get_revision(revision)
    except CommandError as error:
        raise BadBackup(
            f"the backup has schema {revision}, and this Parhelion knows schemas up to "
            f"{known.get_current_head()}; restore it with a newer Parhelion"
        ) from error


def _check_empty(connection: Connection, name: str, replace: bool) -> None:
    """BadBackup if there are rows that may not be replaced."""
    for table in () if replace else backed_up_tables(connection):
        if connection.execute(select(table).limit(1)).first():
            raise BadBackup(
                f"cannot restore {name}: it is not empty; with --replace, what it holds is lost"
            )


def _into_postgres(url: URL, name: str, check: Work, load: Work) -> None:
    """In one transaction, and only while no server is connected."""

    def work(connection: Connection) -> None:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        if connection.execute(text(OTHER_SERVERS)).scalar_one():
            raise BadBackup(f"cannot restore {name}: a Parhelion server uses it; stop it first")
        check(connection)
        _drop_tables(connection)
        load(connection)
        connection.commit()

    connected(url, work)


def _drop_tables(connection: Connection) -> None:
    """Drop our tables, and no other that somebody keeps there."""
    ours = {*Base.metadata.tables, REVISIONS} & set(inspect(connection).get_table_names())
    found = MetaData()
    found.reflect(connection, only=sorted(ours))
    found.drop_all(connection)


def _into_sqlite(url: URL, check: Work, load: Work, replace: bool) -> None:
    """Into a new file that takes the place of the old one when it is complete; of one that may be
    replaced nothing needs to be readable."""
    path = Path(str(url.database))
    fresh = path.with_name(f"{path.name}.restoring")

    def work(connection: Connection) -> None:
        load(connection)
        connection.commit()

    with DatabaseLock(str(path)):
        if path.exists() and not replace:
            connected(url, check)
        try:
            _remove(fresh)
            connected(url.set(database=str(fresh)), work)
            _gather(fresh)
            if path.exists() and not replace:
                _gather(path)
            fresh.replace(path)
            _remove_beside(path)
            _sync(path.parent)
        finally:
            _remove(fresh)


def _remove(database: Path) -> None:
    """Delete an SQLite database with what lies beside it."""
    database.unlink(missing_ok=True)
    _remove_beside(database)


def _remove_beside(database: Path) -> None:
    """Delete what belonged to an SQLite database that is gone."""
    for suffix in ("-wal", "-shm", "-journal"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)


def _gather(database: Path) -> None:
    """Let an SQLite database be one file; an error if anybody uses it."""
    connection = sqlite3.connect(database)
    try:
        connection.execute("PRAGMA journal_mode=DELETE")
    finally:
        connection.close()
    _sync(database)


def _sync(path: Path) -> None:
    """See that a file, or the names in a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- rows --------------------------------------------------------------------------------


def _load(connection: Connection, file: BackupFile, progress: Progress, sign_out: bool) -> None:
    """Make the schema of a backup, write its rows, and bring the schema up to date."""
    config, done = migrations(connection), 0
    command.upgrade(config, file.manifest.revision)
    for table in _tables(connection, file.manifest):
        rows = file.rows(table.name)
        while some := list(islice(rows, BATCH)):
            connection.execute(insert(table), some)
            done += len(some)
            progress(done, file.manifest.rows)
    if connection.dialect.name == "sqlite":
        connection.commit()  # foreign keys can be switched off only between transactions
    command.upgrade(config, "head")
    _begin_anew(connection, time.time())
    if sign_out:
        _sign_everybody_out(connection)


def _begin_anew(connection: Connection, now: float) -> None:
    """Let nobody lose by the time that went by since the backup, nor know a shuffle: a secret of
    then may have been used, and shown in a record, afterwards."""
    connection.execute(update(TableModel).values(owner=None, seen=now))
    tables = select(TableModel.id, TableModel.status, TableModel.given)
    for id, status, given in connection.execute(tables.where(TableModel.status != "over")).all():
        if status == "playing":
            _add_entry(connection, id, Resumed(at=now))
        elif not given:
            _add_entry(connection, id, Reshuffled(at=now, secret=new_secret()))
    for (id,) in connection.execute(select(PersonModel.id)).all():
        next_one = update(PersonModel).where(PersonModel.id == id)
        connection.execute(next_one.values(next_secret=new_secret()))


def _add_entry(connection: Connection, table: str, entry: Entry) -> None:
    """Add an entry to the end of a journal."""
    last = select(func.max(EntryModel.number)).where(EntryModel.table == table)
    number = connection.execute(last).scalar_one() + 1
    connection.execute(
        insert(EntryModel).values(table=table, number=number, **entry_columns(entry))
    )


def _sign_everybody_out(connection: Connection) -> None:
    """End all sessions and recovery links, also those that were ended after the backup (N9)."""
    connection.execute(delete(SessionModel))
    connection.execute(update(PersonModel).values(recovery=None, recovery_made=None))


def _tables(connection: Connection, manifest: Manifest) -> list[Table]:
    """The tables of a backup, those that others refer to first."""
    tables = [each for each in backed_up_tables(connection) if each.name in manifest.tables]
    if unknown := manifest.tables.keys() - {table.name for table in tables}:
        raise BadBackup(f"the backup has tables that its schema does not have: {sorted(unknown)}")
    return tables
