"""News between servers that share a PostgreSQL: which tables and people another one has changed."""

import asyncio
from collections.abc import Awaitable, Callable, Set
from typing import Any

import asyncpg

CHANNEL = "parhelion"
PING_SECONDS = 10.0
"""A silent connection is tried this often: it may be dead."""
RETRY_SECONDS = 0.5

Tell = Callable[[Set[str] | None], Awaitable[None]]
"""Is told the ids of tables and people that were changed elsewhere; None if it may be any."""


def news_text(node: str, subject: str) -> str:
    """What a server sends when it has changed a table or a person."""
    return f"{node} {subject}"


class NodeNews:
    """Listens to what other servers send. News that come at the same time are told together;
    after a lost connection anything may have changed."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], node: str, tell: Tell) -> None:
        self._connect, self._node, self._tell = connect, node, tell
        self._heard: set[str] = set()
        self._woken = asyncio.Event()

    async def run(self) -> None:
        """Listen until cancelled."""
        while True:
            try:
                connection = await self._connect()
            except OSError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            try:
                await self._listen(connection)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(RETRY_SECONDS)
            finally:
                connection.terminate()

    async def _listen(self, connection: Any) -> None:
        """Tell what is heard on a connection, until it ends."""
        connection.add_termination_listener(lambda _: self._woken.set())
        await connection.add_listener(CHANNEL, self._hear)
        await self._tell(None)
        while True:
            try:
                await asyncio.wait_for(self._woken.wait(), PING_SECONDS)
            except TimeoutError:
                await connection.execute("SELECT 1")
            self._woken.clear()
            heard, self._heard = self._heard, set()
            if heard:
                await self._tell(heard)
            if connection.is_closed():
                return

    def _hear(self, _connection: Any, _process: int, _channel: str, payload: object) -> None:
        node, _, subject = str(payload).partition(" ")
        if node != self._node:
            self._heard.add(subject)
            self._woken.set()
