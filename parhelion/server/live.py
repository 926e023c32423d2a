"""Live connections: each is sent what it has not seen yet, as soon as it can take it."""

import asyncio
from urllib.parse import urlsplit

from fastapi import WebSocket, WebSocketDisconnect

from parhelion.server import picture
from parhelion.server.hall import Hall
from parhelion.server.picture import Seen
from parhelion.server.problems import Refused
from parhelion.server.room import Room
from parhelion.server.viewer import Viewer

COME_AGAIN, REFUSED = 1012, 1008


class Watcher:
    """A viewer at the other end of a socket. Changes while it is busy are sent as one."""

    def __init__(self, socket: WebSocket, viewer: Viewer) -> None:
        self.viewer = viewer
        self._socket = socket
        self._news = asyncio.Event()
        self._seen = Seen()

    def notify(self) -> None:
        """There is something new."""
        self._news.set()

    async def tell(self, room: Room) -> None:
        """Send news until the room is closed."""
        while True:
            await self._news.wait()
            self._news.clear()
            if room.closed:
                await self._socket.close(COME_AGAIN)
                return
            await self._socket.send_text(picture.news(room, self.viewer, self._seen).decode())

    async def listen(self) -> None:
        """Answer pings until the other end is gone."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if message.get("text") == "ping":
                await self._socket.send_text("pong")


async def attend(socket: WebSocket, hall: Hall, id: str, viewer: Viewer) -> None:
    """Serve one live connection to a table."""
    if not _same_origin(socket):
        await socket.close(REFUSED)
        return
    try:
        room = await hall.room(id)
    except Refused:
        await socket.close(REFUSED)
        return
    await socket.accept()
    watcher = Watcher(socket, viewer)
    room.enter(watcher)
    tasks = [asyncio.create_task(watcher.tell(room)), asyncio.create_task(watcher.listen())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(watcher)
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
