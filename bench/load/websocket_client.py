"""A WebSocket client that counts every byte and costs little.

The client of `websockets` costs more than the fastest server that it is to measure: a table with
300 spectators is 300 messages a move. This one does what a browser does on such connections and no
more: it offers compression, answers pings, and sends short messages.
"""

import asyncio
import base64
import os
import zlib
from collections.abc import Callable
from typing import cast

from bench.load.tally import Traffic

CONTINUATION, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10
FINAL, COMPRESSED, MASKED = 0x80, 0x40, 0x80
NO_MASK = bytes(4)  # masking with zeros changes nothing, and is allowed
END_OF_DEFLATE = b"\x00\x00\xff\xff"


class WebSocketClient(asyncio.Protocol):
    """One connection. Messages are handed over as they arrive, as bytes."""

    def __init__(
        self,
        traffic: Traffic,
        on_message: Callable[[bytes], None],
        on_lost: Callable[[], None],
    ) -> None:
        self._traffic, self._on_message, self._on_lost = traffic, on_message, on_lost
        self._buffer = bytearray()
        loop = asyncio.get_running_loop()
        self._opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        """Is done when the connection is gone."""
        self._inflater: zlib._Decompress | None = None
        self._keeps_context = True
        self._fragments: list[bytes] = []
        self._compressed = False
        self._transport: asyncio.Transport | None = None

    async def open(self, port: int, path: str, token: str | None = None) -> None:
        """Connect to a server on this machine."""
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: self, "127.0.0.1", port)
        except BaseException:  # cancelled too: the loop has closed the transport, or made none
            self._transport = None
            raise
        who = f"Authorization: Bearer {token}\r\n" if token else ""
        key = base64.b64encode(os.urandom(16)).decode()
        self._write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{who}"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n".encode()
        )
        await self._opened

    def send(self, text: bytes) -> None:
        """Send a message, never compressed: moves are short."""
        self._send_frame(TEXT, text)

    def close(self) -> None:
        """Say goodbye and hang up. Nobody is told that the connection is lost."""
        self._on_lost = self._on_message = _ignore
        if self._transport is None:
            self._end()
        elif not self._transport.is_closing():
            self._send_frame(CLOSE, b"\x03\xe8")
            self._transport.close()

    # --- called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection stands."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        """The connection is gone."""
        if not self._opened.done():
            self._opened.set_exception(ConnectionError(f"the server hung up: {error}"))
        self._end()
        self._on_lost()

    def data_received(self, data: bytes) -> None:
        """Some bytes came: the answer to our request first, then frames."""
        self._traffic.received += len(data)
        self._buffer += data
        if not self._opened.done() and not self._read_head():
            return
        self._read_frames()

    def _end(self) -> None:
        if not self.closed.done():
            self.closed.set_result(None)

    # --- reading

    def _read_head(self) -> bool:
        """Whether the server has answered that it will speak WebSocket."""
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._buffer[:end])
        del self._buffer[: end + 4]
        if not head.startswith(b"HTTP/1.1 101"):
            self._opened.set_exception(ConnectionError(head.decode(errors="replace")))
            return False
        if b"permessage-deflate" in head:
            self._inflater = zlib.decompressobj(-zlib.MAX_WBITS)
            self._keeps_context = b"server_no_context_takeover" not in head
        self._opened.set_result(None)
        return True

    def _read_frames(self) -> None:
        buffer, start = self._buffer, 0
        while (frame := frame_bounds(buffer, start)) is not None:
            begin, end = frame
            self._take(buffer[start], bytes(buffer[begin:end]))
            start = end
        del buffer[:start]

    def _take(self, first: int, payload: bytes) -> None:
        kind = first & 0x0F
        if kind == PING:
            self._send_frame(PONG, payload)
        elif kind == CLOSE and self._transport:
            self._transport.close()
        elif kind <= 2:
            if kind != CONTINUATION:
                self._compressed = bool(first & COMPRESSED)
            self._fragments.append(payload)
            if first & FINAL:
                self._finish_message()

    def _finish_message(self) -> None:
        message = b"".join(self._fragments)
        self._fragments.clear()
        if self._compressed and self._inflater:
            message = self._inflater.decompress(message + END_OF_DEFLATE)
            if not self._keeps_context:
                self._inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        self._on_message(message)

    # --- writing

    def _send_frame(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        if length < 126:
            size = bytes([MASKED | length])
        else:  # nothing that we send is longer than this can say
            size = bytes([MASKED | 126]) + length.to_bytes(2, "big")
        self._write(bytes([FINAL | kind]) + size + NO_MASK + payload)

    def _write(self, data: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            raise ConnectionError("the server hung up")
        self._transport.write(data)
        self._traffic.sent += len(data)


def frame_bounds(buffer: bytearray, start: int) -> tuple[int, int] | None:
    """Where the payload of the frame that starts here begins and ends; None if it is not all here.
    Servers do not mask what they send."""
    if len(buffer) < start + 2:
        return None
    length, begin = buffer[start + 1], start + 2
    if length >= 126:
        wide = 2 if length == 126 else 8
        if len(buffer) < begin + wide:
            return None
        length = int.from_bytes(buffer[begin : begin + wide], "big")
        begin += wide
    return (begin, begin + length) if len(buffer) >= begin + length else None


def _ignore(*_anything: object) -> None:
    """Nobody listens any more."""
