"""The databases of a crash test: where servers find them, what they keep, how they fail."""

import asyncio
import os
import random
import signal
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from sqlalchemy import make_url, select, update

from bench.load.postgres_cluster import PostgresCluster
from bench.load.server_process import limit_files, process_tree
from bench.soak.history_check import StoredEntry, StoredGame
from bench.soak.server_node import ServerNode
from bench.soak.tcp_proxy import TcpProxy
from parhelion.server.check_database import check_database
from parhelion.server.models import EntryModel, SessionModel, TableModel
from parhelion.server.settings import database_url
from parhelion.server.store import Store, StoredTable

Fault = Callable[[random.Random], Awaitable[None]]
LASTING = (0.05, 0.6)
"""For so many seconds a fault lasts."""


async def a_while(chance: random.Random) -> None:
    """Let a fault last."""
    await asyncio.sleep(chance.uniform(*LASTING))


class SoakDatabase(ABC):
    """A database that can be broken and mended."""

    def __init__(self) -> None:
        self.changing = asyncio.Lock()
        """Held while it is down: nobody can read or write it."""

    @abstractmethod
    def address(self, node: int) -> str:
        """Where a server finds it."""

    @abstractmethod
    def faults(self, nodes: list[ServerNode]) -> Mapping[str, Fault]:
        """What can go wrong with it, by name."""

    async def tables(self) -> dict[str, StoredTable]:
        """Everything that it holds about all tables, as the server reads it."""
        async with self._opened() as store:
            ids = await store.rows(select(TableModel.id))
            found = [await store.table(id) for (id,) in ids]
        return {stored.table.id: stored for stored in found if stored}

    async def table(self, id: str) -> StoredTable:
        """Return everything stored about a table."""
        async with self._opened() as store:
            found = await store.table(id)
        assert found  # noqa: S101
        return found

    async def people(self) -> dict[str, str]:
        """The hashes by which people are known, by their ids."""
        async with self._opened() as store:
            return dict(
                map(tuple, await store.rows(select(SessionModel.person, SessionModel.secret)))
            )

    async def errors(self) -> list[str]:
        """Return what is wrong with the journals, and where their projection differs from them."""
        checked = await asyncio.to_thread(check_database, self._own_address())
        return [f"table {found.table}: {found.problem}" for found in checked.findings]

    async def write_entry(self, table: str, number: int, **values: object) -> None:
        """Change an entry of a journal, as no server would."""
        found = EntryModel.table == table, EntryModel.number == number
        async with self._opened() as store, store.engine.begin() as connection:
            await connection.execute(update(EntryModel).where(*found).values(**values))

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[Store]:
        store = Store(database_url(self._own_address()))
        try:
            yield store
        finally:
            await store.engine.dispose()

    @abstractmethod
    def _own_address(self) -> str:
        """Where it is, whatever stands between it and the servers."""


def stored_game(stored: StoredTable, hashes: Mapping[str, str]) -> StoredGame:
    """Return a table in the form that the check takes."""
    seats = {row.person: row.seat for row in stored.seats if row.person}
    return StoredGame(
        [
            StoredEntry(
                row.number,
                row.kind,
                row.fields.get("seat", seats.get(row.by)),
                row.fields.get("move" if row.kind == "moved" else "text", ""),
                row.fields.get("spent", 0.0),
            )
            for row in stored.entries
        ],
        [hashes[row.person] if row.person else None for row in stored.seats],
        stored.table.rematch,
    )


class SqliteDatabase(SoakDatabase):
    """A file, for one server."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._file = folder / "tables.db"

    def address(self, node: int) -> str:  # noqa: ARG002
        """Where a server finds it."""
        return str(self._file)

    def _own_address(self) -> str:
        return str(self._file)

    def faults(self, nodes: list[ServerNode]) -> Mapping[str, Fault]:
        """What can go wrong with it."""
        (node,) = nodes

        async def disk_full(chance: random.Random) -> None:
            """Files cannot grow past a limit that the system sets for the process: a write fails,
            perhaps in its middle, as on a full disk."""
            wal = self._file.with_name(self._file.name + "-wal")
            size = wal.stat().st_size if wal.exists() else 0
            limit = chance.choice([0, size + chance.randrange(8192)])
            limited = [node.pid] if node.pid else []
            await asyncio.to_thread(limit_files, limited, limit)
            await a_while(chance)
            await asyncio.to_thread(limit_files, limited, None)

        async def read_only(chance: random.Random) -> None:
            node.switches.set(read_only=True)
            await a_while(chance)
            node.switches.set()

        async def locked(chance: random.Random) -> None:
            other = await asyncio.to_thread(self._locked)
            await a_while(chance)
            other.close()

        return {"disk full": disk_full, "database read-only": read_only, "database locked": locked}

    def _locked(self) -> sqlite3.Connection:
        """A connection that keeps everybody else from writing, as another program might."""
        other = sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
        other.execute("PRAGMA busy_timeout=5000")
        other.execute("BEGIN IMMEDIATE")
        return other


class PostgresDatabase(SoakDatabase):
    """A PostgreSQL of its own; each server reaches it through a proxy of its own."""

    def __init__(self, cluster: PostgresCluster, proxies: list[TcpProxy]) -> None:
        super().__init__()
        self._cluster, self._proxies = cluster, proxies
        self._direct = cluster.new_database()
        self._name = str(make_url(self._direct).database)

    def address(self, node: int) -> str:
        """Where a server finds it."""
        return self._cluster.address(self._name, self._proxies[node].port)

    def _own_address(self) -> str:
        return self._direct

    def faults(self, nodes: list[ServerNode]) -> Mapping[str, Fault]:  # noqa: ARG002
        """What can go wrong with it."""

        def restarted(how: signal.Signals) -> Fault:
            async def restart(_chance: random.Random) -> None:
                async with self.changing:
                    await asyncio.to_thread(self._cluster.restart, how)

            return restart

        return {
            "database restarted": restarted(signal.SIGINT),
            "database crashed": restarted(signal.SIGQUIT),
            "database killed": restarted(signal.SIGKILL),
            "database paused": self._pause,
            "session killed": self._kill_session,
            "database cut off": self._cut_off,
            "database stalled": self._stall,
            "database read-only": self._read_only,
            "disk full": self._disk_full,
        }

    async def _pause(self, chance: random.Random) -> None:
        async with self.changing:
            paused = [pid for pid in process_tree(self._cluster.pid) if send(pid, signal.SIGSTOP)]
            await a_while(chance)
            for pid in paused:
                send(pid, signal.SIGCONT)

    async def _kill_session(self, chance: random.Random) -> None:
        """One process of PostgreSQL dies; it then ends all sessions and recovers by itself."""
        async with self.changing:
            _, *sessions = process_tree(self._cluster.pid)
            if sessions:
                send(chance.choice(sessions), signal.SIGKILL)
            await asyncio.to_thread(self._cluster.wait_until_ready)

    async def _cut_off(self, chance: random.Random) -> None:
        proxy = chance.choice(self._proxies)
        proxy.cut()
        await a_while(chance)
        proxy.mend()

    async def _stall(self, chance: random.Random) -> None:
        proxy = chance.choice(self._proxies)
        proxy.stall()
        await a_while(chance)
        proxy.mend()

    async def _read_only(self, chance: random.Random) -> None:
        """As managed databases do when their disk is nearly full."""
        async with self.changing:
            await self._configure("SET default_transaction_read_only = on")
            await a_while(chance)
            await self._configure("RESET default_transaction_read_only")

    async def _configure(self, change: str) -> None:
        for sql in (f"ALTER SYSTEM {change}", "SELECT pg_reload_conf()"):
            await asyncio.to_thread(self._cluster.run, sql)

    async def _disk_full(self, chance: random.Random) -> None:
        """Its processes cannot write to files: the first that has to write its log panics, and
        PostgreSQL ends all sessions and recovers."""
        async with self.changing:
            _, *sessions = process_tree(self._cluster.pid)
            await asyncio.to_thread(self._cluster.limit_files, sessions, 0)
            await a_while(chance)
            await asyncio.to_thread(self._cluster.limit_files, sessions, None)
            await asyncio.to_thread(self._cluster.wait_until_ready)


def send(pid: int, how: signal.Signals) -> bool:
    """Send a signal; whether the process is still there."""
    try:
        os.kill(pid, how)
    except ProcessLookupError:
        return False
    return True


@asynccontextmanager
async def opened_database(kind: str, nodes: int, folder: Path) -> AsyncIterator[SoakDatabase]:
    """A new database of a kind for some servers; it is gone afterwards."""
    if kind == "sqlite":
        yield SqliteDatabase(folder)
        return
    async with AsyncExitStack() as stack:
        cluster = stack.enter_context(PostgresCluster())
        proxies = [await stack.enter_async_context(TcpProxy(cluster.port)) for _ in range(nodes)]
        yield PostgresDatabase(cluster, proxies)
