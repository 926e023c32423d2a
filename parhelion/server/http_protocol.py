"""uvicorn's HTTP protocol with limits for request heads and for the number of connections.

Without them, a client could hold a connection forever with half a request, fill the memory with
endless headers, or keep others out with idle connections. uvicorn has a size limit for its h11
protocol only, which parses in Python.
"""

import asyncio
import logging
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from parhelion.server.connection_room import ConnectionRoom

LOG = logging.getLogger("parhelion")
HEAD_SECONDS = 20.0
"""Timeout for the head of a request, from the connection or its first byte on."""
MAX_HEAD = 65_536
"""Maximum size of a request head in bytes."""
PIECE = 16_384
"""Bytes that are parsed at once. The size of a head is checked after each piece."""
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class LenientTransport:
    """A transport that drops what is written after the client has gone.

    uvicorn notes the end of a connection for the last of its requests only. Answers to earlier ones
    would fail with an error in the log (L3).
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def write(self, data: bytes) -> None:
        """Write, unless the connection is closed or closing."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class PatientProtocol(HttpToolsProtocol):
    """The same protocol with limits for the head of each request. For bodies see `middleware`."""

    head_seconds = HEAD_SECONDS

    def __init__(self, *arguments: Any, room: ConnectionRoom, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._room = room
        self._head_timer: asyncio.TimerHandle | None = None
        self._unfinished = 0
        """Bytes parsed since the last complete part: a head, a piece of a body, or a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(cast(asyncio.Transport, LenientTransport(transport)))
        self._room.enter(self, self.client[0] if self.client else "")
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Parse data, unless a head grows too large. Data between requests begins the next one."""
        self._room.touch(self)
        if self._head_timer is None and self.idle:
            self._await_head()
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self._unfinished += len(piece)
            super().data_received(piece)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if self._unfinished > MAX_HEAD:
                self._refuse_head()
                return

    def on_headers_complete(self) -> None:
        """Stop the timeout of the head."""
        self._stop_waiting()
        self._unfinished = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body."""
        self._unfinished = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Take the end of a request."""
        self._unfinished = 0
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout of the head."""
        self._stop_waiting()
        self._room.leave(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        self._room.leave(self)
        super().handle_websocket_upgrade()

    @property
    def idle(self) -> bool:
        """True if no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def close(self) -> None:
        """Close the connection."""
        self.transport.close()

    def _refuse_head(self) -> None:
        """Answer 431 and close the connection."""
        LOG.warning("a request head was too large")
        if self.idle:
            self.transport.write(TOO_LARGE)
        self.transport.close()

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
