"""Writes to PostgreSQL, on a connection of its own. What waits at the same time is committed
together, and a lost connection is made again without losing or doubling anything."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from parhelion.server import metrics
from parhelion.server.change_notifications import notifications_of
from parhelion.server.journal_writer import (
    CommitUnknown,
    Conflict,
    DatabaseAway,
    PendingWrite,
    settle,
)
from parhelion.server.node_news import CHANNEL
from parhelion.server.row_change import Batch, RowChange, Statements

PATIENCE = 15.0
"""Seconds for which a lost database is looked for before those who wait are told."""
RETRY_SECONDS = 0.1
GONE = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)
"""What is raised when a connection ends, or there is none."""
NOTIFY = "SELECT pg_current_xact_id()::text, pg_notify($1, news) FROM unnest($2::text[]) AS news"
NOW = "extract(epoch FROM now())"
MARK = (
    f"WITH forgotten AS (DELETE FROM commits WHERE at < {NOW} - 86400)"  # noqa: S608
    f" INSERT INTO commits (node, number, at) VALUES ($1, $2, {NOW})"
    " ON CONFLICT (node) DO UPDATE SET number = EXCLUDED.number, at = EXCLUDED.at"
)
MARKED = "SELECT EXISTS (SELECT FROM commits WHERE node = $1 AND number = $2)"
STATUS = "SELECT pg_xact_status($1::text::xid8)"
END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_xid = $1::text::xid8::xid"
)


class PostgresWriter:
    """A task of the server's loop. It uses asyncpg itself, as `SqliteWriter` uses sqlite3.

    A transaction whose connection is lost before its COMMIT was sent has not happened, and is
    carried out again. If it is lost after that, the database is asked by the number of the
    transaction: PostgreSQL remembers whether it was committed (`pg_xact_status`). A transaction
    that is still open, because the database has not noticed that we are gone, is ended first. So a
    write happens once or not at all, whether it inserts rows, which have keys, or updates some.

    A PostgreSQL that crashed gives the numbers of transactions that it lost to others. So each
    commit also leaves a mark of its own, and one that is called committed must have left it.
    """

    def __init__(self, connect: Callable[[], Awaitable[Any]], node: str) -> None:
        """`node` names this process in the news that others hear of its commits."""
        self._connect, self._node = connect, node
        self._connection: Any = None
        self._statements = Statements(PGDialect_asyncpg())  # type: ignore[no-untyped-call]
        self._waiting: list[PendingWrite] = []
        self._woken = asyncio.Event()
        self._stopping = False
        self._mark = 0
        """Of the transaction that was begun last."""
        self._loop = asyncio.get_running_loop()
        self._work_done = self._loop.create_task(self._work())

    def write(self, changes: Sequence[RowChange]) -> "asyncio.Future[None]":
        """Commit all of the changes or none, in the task."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append(PendingWrite(changes, done))
        self._woken.set()
        return done

    async def close(self) -> None:
        """Stop, once what waits is written."""
        self._stopping = True
        self._woken.set()
        await self._work_done

    # --- in the task

    async def _work(self) -> None:
        while not self._stopping or self._waiting:
            await self._woken.wait()
            self._woken.clear()
            while self._waiting:
                writes, self._waiting = self._waiting, []
                with metrics.commit(len(writes)):
                    settled = await self._commit(writes)
                settle(settled)
        self._hang_up()

    async def _commit(
        self, writes: list[PendingWrite]
    ) -> list[tuple[PendingWrite, Exception | None]]:
        """Commit some writes at once; if one is bad, each alone, so that none harms another."""
        try:
            await self._carry_out(*self._gathered(writes))
        except OSError as error:  # the database is gone: trying each would take for ever
            return [(write, error) for write in writes]
        except Exception as error:
            if len(writes) == 1:
                return [(writes[0], _told(error))]
            return [each for write in writes for each in await self._commit([write])]
        return [(write, None) for write in writes]

    def _gathered(self, writes: list[PendingWrite]) -> tuple[list[Batch], list[str]]:
        """All changes as SQL, and the news of them. Rows are always locked in the same order:
        servers that write the same rows wait for each other, but never in a circle."""
        changes = [change for write in writes for change in write.changes]
        changes.sort(key=lambda change: change.key)
        return self._statements.gathered(changes), notifications_of(self._node, changes)

    async def _carry_out(self, batches: list[Batch], news: list[str]) -> None:
        """Commit one transaction, on as many connections as it takes."""
        patience: float | None = None
        """Until when a database that was lost is looked for."""
        unsure: str | None = None
        """The number of a transaction whose COMMIT was sent and not answered."""
        while True:
            try:
                connection = await self._connected()
                if unsure and await self._happened(connection, unsure):
                    return
                unsure = None
                unsure = await self._prepare(connection, batches, news)
                await connection.execute("COMMIT")
            except Exception as error:
                if not self._is_gone(error):
                    await self._roll_back()
                    raise
                self._hang_up()
                patience = patience or self._loop.time() + PATIENCE
                if self._loop.time() > patience:
                    raise _lost(error, unsure) from error
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    async def _prepare(self, connection: Any, batches: list[Batch], news: list[str]) -> str:
        """Do everything but the commit; the number of the transaction. PostgreSQL passes the news
        on when it commits, and only then."""
        await connection.execute("BEGIN")
        for sql, rows, is_conditional in batches:
            if not is_conditional:
                await connection.executemany(sql, rows)
            elif len(found := await connection.fetchmany(f"{sql} RETURNING 1", rows)) != len(rows):
                raise Conflict(f"{len(rows) - len(found)} rows are not as expected: {sql}")
        self._mark += 1
        await connection.execute(MARK, self._node, self._mark)
        told = await connection.fetch(NOTIFY, CHANNEL, news)  # all rows: each is a piece of news
        return str(told[0][0])

    async def _happened(self, connection: Any, number: str) -> bool:
        """Whether a transaction of a lost connection, the one begun last, was committed."""
        status = await connection.fetchval(STATUS, number)
        if status == "in progress":  # end it, and ask again
            await connection.execute(END, number)
        if status not in ("committed", "aborted"):
            raise CommitUnknown(f"transaction {number} is {status or 'forgotten'}")
        marked = await connection.fetchval(MARKED, self._node, self._mark)
        return status == "committed" and bool(marked)

    async def _connected(self) -> Any:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    def _is_gone(self, error: Exception) -> bool:
        return isinstance(error, GONE) or self._connection is None or self._connection.is_closed()

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _roll_back(self) -> None:
        try:
            await self._connection.execute("ROLLBACK")
        except Exception:  # then the end of the connection rolls back
            self._hang_up()


def _lost(error: Exception, unsure: str | None) -> OSError:
    if unsure:
        return CommitUnknown(f"it is not known whether transaction {unsure} was committed")
    return DatabaseAway(str(error))


def _told(error: Exception) -> Exception:
    is_taken = isinstance(error, asyncpg.IntegrityConstraintViolationError)
    return Conflict(str(error)) if is_taken else error
