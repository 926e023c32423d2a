"""A server's sign of life among those that share a PostgreSQL, and which others are alive.

Each server has a row with the time at which its lease ends, by the clock of the database. It renews
it from a thread of its own: a busy loop does not make a server look dead. A server that could not
renew it in time acts no longer on what belonged to it, as others may have taken that over.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from parhelion.server.journal_writer import DatabaseAway
from parhelion.server.node_news import REPORTS, node_left

LOG = logging.getLogger("parhelion")
BEATS = 5
"""How often the lease is renewed while it lasts, at least."""
MAX_INTERVAL = 1.0
"""Maximum seconds between two renewals. Each renewal also finds out which other nodes are alive."""
MAX_STALL = 3
"""A loop that stands still for so many leases is dead, and its server with it."""
FORGOTTEN = 86_400
"""Seconds after which the row of a dead server is deleted."""
NOW = "extract(epoch FROM clock_timestamp())::float8"
RENEW = f"""
WITH renewed AS (
  INSERT INTO nodes (id, lease_until) VALUES ($1, {NOW} + $2::float8)
  ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until
)
SELECT id FROM nodes WHERE id <> $1 AND lease_until > {NOW}
"""  # noqa: S608
CLEAN = f"DELETE FROM nodes WHERE lease_until < {NOW} - {FORGOTTEN}"  # noqa: S608
LEAVE = "WITH gone AS (DELETE FROM nodes WHERE id = $1) SELECT pg_notify($2, $3)"


class NodeLease:
    """Renewed while it is open."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], node: str, seconds: float) -> None:
        self._connect, self.node, self._seconds = connect, node, seconds
        self._connection: Any = None
        self.alive: frozenset[str] = frozenset()
        """The other servers that are alive."""
        self.stopped: set[str] = set()
        """Those that said that they stop; none of them comes back under its id."""
        self.renewed = asyncio.Event()
        """Set whenever it was renewed."""
        self._until = self._loop_ran = self._asked = 0.0
        self._lapses = self._resumed = 0

    @property
    def held(self) -> bool:
        """Whether nobody can have taken over what belongs to this server."""
        return not self.lapsed and time.monotonic() < self._until

    @property
    def lapsed(self) -> bool:
        """Whether it ended once and is held again, and nobody has said `resume` yet."""
        return self._lapses != self._resumed

    def is_alive(self, node: str | None) -> bool:
        """Whether a server is alive, as far as is known."""
        return node == self.node or node in self.alive

    def left(self, node: str) -> None:
        """Another server has said that it stops."""
        self.alive -= {node}
        self.stopped.add(node)
        self.renewed.set()

    async def open(self) -> None:
        """Take the lease and go on renewing it."""
        self._loop, self._loop_ran = asyncio.get_running_loop(), time.monotonic()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="node-lease", daemon=True)
        self._thread.start()
        await self.renewed.wait()
        if not self._until:
            await self.close()
            raise DatabaseAway("the database went away during the start")

    async def close(self) -> None:
        """Give it up, and tell the others; again does no harm."""
        self._closing.set()
        await asyncio.to_thread(self._thread.join)
        self._until = 0.0

    async def resume(self, catch_up: Callable[[], Awaitable[None]]) -> None:
        """After it ended and was taken anew: act again, once what others did meanwhile is known."""
        lapses = self._lapses
        await catch_up()
        self._resumed = lapses

    def _tell(self) -> None:
        self._loop_ran = time.monotonic()
        self.renewed.set()

    # --- in the thread

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            runner.run(self._try(CLEAN))
            while not self._closing.is_set():
                stalled = time.monotonic() - self._loop_ran
                if not self._until or stalled < MAX_STALL * self._seconds:
                    runner.run(self._renew())
                try:
                    self._loop.call_soon_threadsafe(self._tell)
                except RuntimeError:  # the loop is gone
                    return
                self._closing.wait(min(self._seconds / BEATS, MAX_INTERVAL))
            runner.run(self._try(LEAVE, self.node, REPORTS, node_left(self.node)))
            if self._connection:
                self._connection.terminate()

    async def _renew(self) -> None:
        rows = await self._try(RENEW, self.node, self._seconds)
        if rows is None:
            return
        self.alive = frozenset(row["id"] for row in rows)
        if self._until and time.monotonic() > self._until:
            self._lapses += 1
        self._until = self._asked + self._seconds

    async def _try(self, sql: str, *values: object) -> list[Any] | None:
        """The rows of a query; None if the database does not answer. Before the lease is held for
        the first time only the timeouts of the connection count: a start may be slow."""
        try:
            async with asyncio.timeout(self._seconds / 2 if self._until else None):
                if self._connection is None or self._connection.is_closed():
                    self._connection = await self._connect()
                self._asked = time.monotonic()
                return list(await self._connection.fetch(sql, *values))
        except Exception as error:  # whatever it is, the lease must be tried again
            if not isinstance(error, OSError | asyncpg.PostgresError | asyncpg.InterfaceError):
                LOG.exception("the lease could not be renewed")
            if self._connection:
                self._connection.terminate()
            self._connection = None
            return None
