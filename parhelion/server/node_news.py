"""Messages between servers that share a PostgreSQL: change notifications, and reports of who is
connected to a table."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import asyncpg

from parhelion.server.change_notifications import Changes, NumberedEntry, read_notification
from parhelion.server.live.presence import PresenceReport

LOG = logging.getLogger("parhelion")
CHANNEL = "parhelion"
REPORTS = "parhelion_reports"
"""The channel of what is not about the database: who is connected, and who stops."""
LEFT = "left"
PING_SECONDS = 10.0
"""A silent connection is tried this often: it may be dead."""
RETRY_SECONDS = 0.5
GONE = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What is raised when the database goes away."""
LIGHTLY = "SET synchronous_commit = off"
"""Reports need not be on disk."""
SEND = "SELECT pg_notify($1, report) FROM unnest($2::text[]) AS report"

OnChanges = Callable[[Changes | None], Awaitable[None]]
"""Called with what other servers committed; None if it may be anything."""
OnReport = Callable[[PresenceReport], None]
OnLeft = Callable[[str], None]
"""Called with the id of a server that stops."""


def node_left(node: str) -> str:
    """What a server sends when it stops."""
    return f"{LEFT} {node}"


class NodeNews:
    """Listens to what other servers send. News that come at the same time are told together;
    after a lost connection anything may have changed."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Any]],
        node: str,
        on_changes: OnChanges,
        on_report: OnReport,
        on_left: OnLeft,
    ) -> None:
        self._connect, self._node = connect, node
        self._on_changes, self._on_report, self._on_left = on_changes, on_report, on_left
        self._heard: dict[str, list[NumberedEntry]] = {}
        self._reports: list[str] = []
        self._to_send: dict[str, PresenceReport] = {}
        self._woken = asyncio.Event()

    def send(self, report: PresenceReport) -> None:
        """Tell the others about a table, soon; only the newest report of a table is sent."""
        before = self._to_send.get(report.table)
        self._to_send[report.table] = replace(
            report, asks=report.asks or bool(before and before.asks)
        )
        self._woken.set()

    async def run(self) -> None:
        """Listen until cancelled."""
        while True:
            try:
                await self._connect_and_listen()
            except GONE:
                pass
            except Exception:  # whatever it is, a server must not become deaf
                LOG.exception("news of other servers could not be heard")
            await asyncio.sleep(RETRY_SECONDS)

    async def _connect_and_listen(self) -> None:
        connection = await self._connect()
        try:
            await self._listen(connection)
        finally:
            connection.terminate()

    async def _listen(self, connection: Any) -> None:
        """Tell what is heard on a connection, until it ends."""
        connection.add_termination_listener(lambda _: self._woken.set())
        await connection.execute(LIGHTLY)
        await connection.add_listener(CHANNEL, self._hear_news)
        await connection.add_listener(REPORTS, self._hear_reports)
        await self._on_changes(None)
        while True:
            try:
                # `wait_for` of Python 3.11 ignores a cancellation in the moment of an event.
                async with asyncio.timeout(PING_SECONDS):
                    await self._woken.wait()
            except TimeoutError:
                await connection.execute("SELECT 1")
            self._woken.clear()
            await self._pass_on()
            await self._send(connection)
            if connection.is_closed():
                return

    async def _pass_on(self) -> None:
        heard, self._heard = self._heard, {}
        reports, self._reports = self._reports, []
        if heard:
            await self._on_changes(heard)
        for report in reports:
            try:
                self._read(report)
            except ValueError:  # of another version of Parhelion
                LOG.warning("a report of another server could not be read")

    def _read(self, text: str) -> None:
        if text.startswith(LEFT):
            self._on_left(text.removeprefix(LEFT).strip())
        else:
            report = PresenceReport.read(text)
            if report.node != self._node:
                self._on_report(report)

    async def _send(self, connection: Any) -> None:
        reports, self._to_send = self._to_send, {}
        if reports:
            texts: Sequence[str] = [report.text() for report in reports.values()]
            await connection.execute(SEND, REPORTS, texts)

    def _hear_news(self, _connection: Any, _process: int, _channel: str, payload: object) -> None:
        node, subject, entries = read_notification(str(payload))
        if node != self._node:
            before = self._heard.get(subject)
            has_all = entries and before != []  # else it must be read anyway
            self._heard[subject] = [*(before or ()), *entries] if has_all else []
            self._woken.set()

    def _hear_reports(
        self, _connection: Any, _process: int, _channel: str, payload: object
    ) -> None:
        self._reports.append(str(payload))
        self._woken.set()
