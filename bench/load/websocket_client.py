"""A WebSocket client that counts every byte: the protocol of `websockets` on a bare transport.

The library's own connections, with a task and a queue each, cost more than the fastest server that
they are to measure: a table with 300 spectators is 300 messages a move.
"""

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

from bench.load.tally import Traffic


class WebSocketClient(asyncio.Protocol):
    """One connection. Messages are handed over as they arrive, as bytes."""

    def __init__(
        self,
        traffic: Traffic,
        on_message: Callable[[bytes], None],
        on_lost: Callable[[], None],
    ) -> None:
        self._traffic, self._on_message, self._on_lost = traffic, on_message, on_lost
        loop = asyncio.get_running_loop()
        self._opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        """Is done when the connection is gone."""
        self._fragments: list[bytes] = []
        self._protocol: ClientProtocol | None = None
        self._transport: asyncio.Transport | None = None

    async def open(self, port: int, path: str, token: str | None = None) -> None:
        """Connect to a server on this machine."""
        protocol = ClientProtocol(
            parse_uri(f"ws://127.0.0.1:{port}{path}"),
            extensions=[ClientPerMessageDeflateFactory(client_max_window_bits=True)],
            max_size=None,
        )
        self._protocol = protocol
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: self, "127.0.0.1", port)
        except BaseException:  # cancelled too: the loop has closed the transport, or made none
            self._transport = None
            raise
        request = protocol.connect()
        if token:
            request.headers["Authorization"] = f"Bearer {token}"
        protocol.send_request(request)
        self._write()
        await self._opened

    def send(self, text: bytes) -> None:
        """Send a message."""
        if self._protocol is None or self._protocol.state is not State.OPEN:
            raise ConnectionError("the server hung up")
        self._protocol.send_text(text)
        self._write()

    def close(self) -> None:
        """Say goodbye and hang up. Nobody is told that the connection is lost."""
        self._on_lost = self._on_message = _ignore
        if self._transport is None:
            self._end()
        elif not self._transport.is_closing():
            if self._protocol and self._protocol.state is State.OPEN:
                self._protocol.send_close(1000)
                self._write()
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
        assert self._protocol is not None  # noqa: S101
        self._traffic.received += len(data)
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self._take_answer()
            elif isinstance(event, Frame):
                self._take(event)
        self._write()

    def _end(self) -> None:
        if not self.closed.done():
            self.closed.set_result(None)

    def _take_answer(self) -> None:
        refused = self._protocol.handshake_exc if self._protocol else None
        if self._opened.done():  # whoever waited has gone
            return
        if refused is None:
            self._opened.set_result(None)
        else:
            self._opened.set_exception(ConnectionError(str(refused)))

    def _take(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE and self._transport:
            self._transport.close()
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self._fragments.append(bytes(frame.data))
            if frame.fin:
                message = b"".join(self._fragments)
                self._fragments.clear()
                self._on_message(message)

    def _write(self) -> None:
        """Send what the protocol has to say: our messages, and answers to pings."""
        if self._protocol is None or self._transport is None or self._transport.is_closing():
            return
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
                self._traffic.sent += len(data)


def _ignore(*_anything: object) -> None:
    """Nobody listens any more."""
