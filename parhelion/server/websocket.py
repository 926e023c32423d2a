"""Live connections over WebSocket: each is sent what is new as soon as it can take it."""

import asyncio
from urllib.parse import urlsplit

from fastapi import WebSocket, WebSocketDisconnect

from parhelion.server.deltas import DeltaWriter
from parhelion.server.live_table import LiveTable
from parhelion.server.lobby import Lobby
from parhelion.server.problems import Refused
from parhelion.server.viewer import Viewer

COME_AGAIN, REFUSED = 1012, 1008


class LiveConnection:
    """A viewer at the other end of a WebSocket. Changes while it is busy are sent as one."""

    def __init__(self, socket: WebSocket, viewer: Viewer) -> None:
        self.viewer = viewer
        self._socket = socket
        self._changed = asyncio.Event()
        self._deltas = DeltaWriter(viewer)

    def notify(self) -> None:
        """Something changed."""
        self._changed.set()

    async def send_changes(self, table: LiveTable) -> None:
        """Send what is new until the table leaves the memory."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if table.closed:
                await self._socket.close(COME_AGAIN)
                return
            await self._socket.send_text(self._deltas.delta(table).decode())

    async def answer_pings(self) -> None:
        """Answer pings until the other end is gone."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if message.get("text") == "ping":
                await self._socket.send_text("pong")


async def serve_connection(socket: WebSocket, lobby: Lobby, id: str, viewer: Viewer) -> None:
    """Serve one live connection to a table until it ends."""
    if not _same_origin(socket):
        await socket.close(REFUSED)
        return
    try:
        table = await lobby.table(id)
    except Refused:
        await socket.close(REFUSED)
        return
    await socket.accept()
    await _connect(LiveConnection(socket, viewer), table)


async def _connect(connection: LiveConnection, table: LiveTable) -> None:
    table.enter(connection)
    work = (connection.send_changes(table), connection.answer_pings())
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.leave(connection)
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
            raise end


def _same_origin(socket: WebSocket) -> bool:
    """Whether the page that opens a connection is ours; programs send no origin."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")
