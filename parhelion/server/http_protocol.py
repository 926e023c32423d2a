"""uvicorn's HTTP protocol with limits for request heads, unread output and connections.

Without them, a client could hold a connection forever with half a request or an answer that it
never reads, fill the memory with endless headers, or keep others out with idle connections. uvicorn
has a size limit for its h11 protocol only, which parses in Python.
"""

import asyncio
import logging
import socket
import struct
import sys
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from parhelion.server.connection_room import ConnectionRoom

LOG = logging.getLogger("parhelion")
HEAD_SECONDS = 20.0
"""Timeout for the head of a request, from the connection or its first byte on."""
MAX_HEAD = 65_536
"""Maximum size of a request head in bytes."""
OUTPUT_SECONDS = 30.0
"""Timeout for output: a client that accepts no byte of it for this long is disconnected."""
OUTPUT_CHECKS = 3
"""Checks for progress within this timeout."""
SEND_BUFFER = 65_536
"""Bytes of output that the system buffers for a connection. Linux doubles the value for its own
use. By default it buffers megabytes, where nothing limits how long they stay."""
DISCARD = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
"""SO_LINGER: closing a socket discards its output, which otherwise stays in the system."""
PIECE = 16_384
"""Bytes that are parsed at once. The size of a head is checked after each piece."""
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


def limit_output(listener: socket.socket) -> None:
    """Limit the output that the system holds for the connections of a listening socket.

    On Linux, the system also drops connections whose output makes no progress, including those
    that the server has closed. Elsewhere, `GuardedTransport` drops them as long as they are open.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if sys.platform == "linux":
        timeout = round(OUTPUT_SECONDS * 1000)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, timeout)


class GuardedTransport:
    """A transport that drops clients that do not read, and output for clients that have gone.

    uvicorn notes the end of a connection for the last of its requests only. Answers to earlier ones
    would fail with an error in the log (L3). WebSockets keep the transport of their request.
    """

    output_seconds = OUTPUT_SECONDS

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport, self._loop = transport, asyncio.get_running_loop()
        self._check_timer: asyncio.TimerHandle | None = None
        """Set while there may be output that the system has not accepted."""
        self._written = self._sent = 0
        self._stalled = 0
        """Checks since `_sent` last grew. Counting them, instead of seconds, spares clients whose
        output waits for a blocked event loop."""

    def write(self, data: bytes) -> None:
        """Write, unless the connection is closed or closing."""
        if self._transport.is_closing():
            return
        self._written += len(data)
        self._transport.write(data)
        if self._check_timer is None and self.has_output:
            self._stalled = 0
            self._check_later()

    @property
    def has_output(self) -> bool:
        """True if the system has not accepted all output yet."""
        return self._transport.get_write_buffer_size() > 0

    def _check_later(self) -> None:
        delay = self.output_seconds / OUTPUT_CHECKS
        self._check_timer = self._loop.call_later(delay, self._check_progress)

    def _check_progress(self) -> None:
        """Drop the connection if its output has made no progress for too long."""
        self._check_timer = None
        if not self.has_output:
            return
        sent = self._written - self._transport.get_write_buffer_size()
        self._stalled = 0 if sent > self._sent else self._stalled + 1
        self._sent = sent
        if self._stalled < OUTPUT_CHECKS:
            self._check_later()
            return
        LOG.info("a client did not read its output")
        connection = self._transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, DISCARD)
        self._transport.abort()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class PatientProtocol(HttpToolsProtocol):
    """The same protocol with limits for request heads and output. For bodies see `middleware`."""

    head_seconds = HEAD_SECONDS

    def __init__(self, *arguments: Any, room: ConnectionRoom, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._room = room
        self._head_timer: asyncio.TimerHandle | None = None
        self._unfinished = 0
        """Bytes parsed since the last complete part: a head, a piece of a body, or a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(cast(asyncio.Transport, GuardedTransport(transport)))
        self._room.enter(self, self.client[0] if self.client else "")
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Parse data, unless a head grows too large. Data between requests begins the next one."""
        self._room.touch(self)
        if self._head_timer is None and self._has_answered:
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
        """True if no request is being answered, and no answer waits for the client."""
        guarded = cast(GuardedTransport, self.transport)
        return self._has_answered and not guarded.has_output

    @property
    def _has_answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def close(self) -> None:
        """Close the connection."""
        self.transport.close()

    def _refuse_head(self) -> None:
        """Answer 431 and close the connection."""
        LOG.warning("a request head was too large")
        if self._has_answered:
            self.transport.write(TOO_LARGE)
        self.transport.close()

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
