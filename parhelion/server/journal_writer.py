"""Writes to the database, one transaction at a time. What waits at the same time is committed
together, so that a hundred tables cost hardly more waiting for the disk than one."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from parhelion.server.row_change import RowChange, Statements

PRAGMAS = (
    "journal_mode=WAL",  # readers do not wait for the writer
    "synchronous=FULL",  # a commit returns when it is on disk
    "foreign_keys=ON",
    "busy_timeout=10000",
)


class Conflict(Exception):
    """A row exists already, or is not as expected: somebody else was quicker."""


class DatabaseAway(ConnectionError):
    """The database does not answer now; nothing has changed."""


class CommitUnknown(ConnectionError):
    """The connection was lost during a commit, and the database did not come back to say whether
    it happened."""


class JournalWriter(Protocol):
    """Commits changes. Another database needs another writer, and nothing else changes."""

    def write(self, changes: Sequence[RowChange]) -> "asyncio.Future[None]":
        """Commit all of the changes or none; the future is done when they are safe on disk, or
        raises Conflict, CommitUnknown or the error of the database. Called in the server's loop."""

    async def close(self) -> None:
        """Stop, once what waits is written."""


@dataclass(frozen=True)
class PendingWrite:
    """Changes to commit together, and the future that tells when they are."""

    changes: Sequence[RowChange]
    done: "asyncio.Future[None]"


class SqliteWriter:
    """A thread with a connection of its own. It uses sqlite3 itself: a commit then takes a tenth
    of the computing that it takes through SQLAlchemy."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._waiting: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()
        self._statements = Statements(SQLiteDialect_pysqlite())
        self._thread = threading.Thread(target=self._work, name="journal-writer", daemon=True)
        self._thread.start()

    def write(self, changes: Sequence[RowChange]) -> "asyncio.Future[None]":
        """Commit all of the changes or none, in the thread."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.put(PendingWrite(changes, done))
        return done

    async def close(self) -> None:
        """Stop, once what waits is written."""
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)

    # --- in the thread

    def _work(self) -> None:
        database = sqlite3.connect(self._path, isolation_level=None)
        for pragma in PRAGMAS:
            database.execute(f"PRAGMA {pragma}")
        while (writes := self._next_writes()) is not None:
            settled = self._commit(database, writes)
            try:
                self._loop.call_soon_threadsafe(settle, settled)
            except RuntimeError:  # the loop is gone, and with it whoever waited
                break
        database.close()

    def _next_writes(self) -> list[PendingWrite] | None:
        """All that waits, at least one; None to stop."""
        writes = []
        first = self._waiting.get()
        while first is not None:
            writes.append(first)
            if self._waiting.empty():
                return writes
            first = self._waiting.get()
        if writes:
            self._waiting.put(None)  # stop after these
        return writes or None

    def _commit(
        self, database: sqlite3.Connection, writes: list[PendingWrite]
    ) -> list[tuple[PendingWrite, Exception | None]]:
        """Commit some writes at once; if that fails, each alone, so that none harms another."""
        try:
            self._transact(database, writes)
        except Exception as error:
            if len(writes) == 1:
                return [(writes[0], _told(error))]
            return [each for write in writes for each in self._commit(database, [write])]
        return [(write, None) for write in writes]

    def _transact(self, database: sqlite3.Connection, writes: list[PendingWrite]) -> None:
        statements = self._statements.gathered(
            change for write in writes for change in write.changes
        )
        database.execute("BEGIN IMMEDIATE")
        try:
            for sql, rows, is_conditional in statements:
                found = database.executemany(sql, rows).rowcount
                if is_conditional and found != len(rows):
                    raise Conflict(f"{len(rows) - found} rows are not as expected: {sql}")
            database.execute("COMMIT")
        except BaseException:
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise


def _told(error: Exception) -> Exception:
    return Conflict(str(error)) if isinstance(error, sqlite3.IntegrityError) else error


def settle(writes: list[tuple[PendingWrite, Exception | None]]) -> None:
    """Tell everybody who waits what became of their write."""
    for write, error in writes:
        if write.done.done():  # whoever waited has gone
            continue
        if error is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(error)
