"""uvicorn's WebSocket protocol, tuned for many small messages.

It compresses large messages only, sends messages that belong together in one piece, reads bursts in
turn between networks, and closes connections that send too much.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

from parhelion.server.quotas import Limits, network_of
from parhelion.server.start_queue import StartQueue

DEFLATE = {"level": 3, "memLevel": 5}
"""Half the work of the usual level 6 for a fifth more bytes."""

WINDOW = 13
"""The bits of the window that is searched for repetitions."""

MIN_BYTES = 8192
"""Smaller messages are sent as they are: a move is told in two to five thousand bytes, and packing
them would take a tenth of all the work that the move takes."""


class SparingDeflate(PerMessageDeflate):
    """Packs large messages only; every message says whether it is packed."""

    def encode(self, frame: Frame) -> Frame:
        """A frame as it is sent."""
        return frame if frame.fin and len(frame.data) < MIN_BYTES else super().encode(frame)


class SparingDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees on compression as usual."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Any]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What is agreed on, and the extension that does it."""
        agreed, usual = super().process_request_params(params, accepted_extensions)
        return agreed, SparingDeflate(
            usual.remote_no_context_takeover,
            usual.local_no_context_takeover,
            usual.remote_max_window_bits,
            usual.local_max_window_bits,
            usual.compress_settings,
        )


SEND_TEXTS = "parhelion.send_texts"
"""The name under which an app finds the method among the extensions of its server."""
READ_ON: Any = {"type": "parhelion.read_on"}
"""An event that wakes a waiting app when there is more input to parse. It is not returned."""
MAX_WAITING = 8
"""How many messages may wait for the app before no more are read."""
PIECE = 256
"""Bytes that are parsed at once. A piece has at most 42 frames, but a burst may have ten thousand,
and others would wait until all of them are parsed. A move fits into a piece."""
TOO_MUCH = 1008, "too many messages"
"""The code and the reason for hanging up."""
LINGER_SECONDS = 1.0
NO_TEXT = 1007
"""The code for a text that is not UTF-8."""
TextSender = Callable[[Sequence[bytes]], Awaitable[None]]


class Allowance:
    """How much of something a connection may send: so much at once, and every second a fifth of
    that. (`limits` counts in windows of whole seconds, by names in a store that all share; this is
    three numbers for each connection.)"""

    def __init__(self, at_once: int | None) -> None:
        self._at_once = float("inf") if at_once is None else float(at_once)
        self._left, self._at = self._at_once, time.monotonic()

    def spend(self, amount: int) -> bool:
        """Whether so much may be sent now."""
        now = time.monotonic()
        if self._at_once != float("inf"):
            earned = (now - self._at) * self._at_once / 5
            self._left, self._at = min(self._at_once, self._left + earned) - amount, now
        return self._left >= 0


class CountingProtocol(ServerProtocol):
    """Counts what comes: messages, parts of them, pings and pongs."""

    frames = 0

    def events_received(self) -> list[Any]:
        """What has come since the last call."""
        events = super().events_received()
        self.frames += len(events)
        return events


class FastProtocol(WebSocketsSansIOProtocol):
    """The same protocol with our settings for compression, less pausing of readers, a way to send
    several texts in one piece, and limits for input. For unread output see `http_protocol`.

    Messages, and all pieces of a burst but its first, wait in the queue of requests. A burst of one
    address delays others no more than requests of that address would.
    """

    def __init__(self, *arguments: Any, limits: Limits, turns: StartQueue, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._turns = turns
        self._unread = bytearray()
        """Input that has not been parsed yet. Reading is paused meanwhile."""
        self._bytes = Allowance(limits.bytes_at_once)
        self._frames = Allowance(limits.messages_at_once)
        self._hung_up = False
        deflate = SparingDeflateFactory(
            server_max_window_bits=WINDOW,
            client_max_window_bits=WINDOW,
            compress_settings=DEFLATE,
        )
        self.conn: CountingProtocol = CountingProtocol(
            extensions=[deflate], max_size=self.config.ws_max_size, logger=self.logger
        )

    def data_received(self, data: bytes) -> None:
        """Parse a small piece. The rest of a burst waits until the app receives."""
        if self._hung_up:
            return
        if not self._bytes.spend(len(data)):
            self._hang_up()
        elif self.close_sent or not self.handshake_initiated:
            super().data_received(data)
        else:
            self._unread += data
            if len(self._unread) == len(data):
                self._parse_piece()
            if self._unread:
                self._read_later()

    def _read_later(self) -> None:
        """Pause reading, and wake the app: it parses the rest of a burst while it receives."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        if self.queue.empty():
            self.queue.put_nowait(READ_ON)

    def _parse_piece(self) -> None:
        """Parse the next piece, and close the connection if it sends too many frames."""
        piece, before = bytes(self._unread[:PIECE]), self.conn.frames
        del self._unread[:PIECE]
        super().data_received(piece)
        if self.close_sent or self.transport.is_closing():
            self._unread.clear()
        elif not self._frames.spend(self.conn.frames - before):
            self._hang_up()

    async def receive(self) -> Any:
        """Return the next event. Messages are returned when it is the turn of their network."""
        message: Any = READ_ON
        while message is READ_ON:
            while self._unread and self.queue.empty():
                await self._turn()
                self._parse_piece()
            message = await self.queue.get()
        if self.read_paused and self.queue.empty() and not self._unread:
            self._resume_reading()
        if message["type"] == "websocket.receive":
            await self._turn()
        return message

    async def _turn(self) -> None:
        """Wait until it is the turn of this connection's network."""
        client = self.scope["client"]  # as a trusted proxy names it
        await self._turns.turn(network_of(client[0]) if client else "")

    def _resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def _hang_up(self) -> None:
        """Close the connection with a reason. Further input is discarded for a moment: closing a
        socket with unread input would lose the reason."""
        self._unread.clear()
        self._hung_up = self.close_sent = True
        code, reason = TOO_MUCH
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if self.conn.state is OPEN:
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self._resume_reading()
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def handle_connect(self, event: Request) -> None:
        """Offer the app to send several texts at once."""
        super().handle_connect(event)
        if scope := cast(Any, getattr(self, "scope", None)):
            scope["extensions"][SEND_TEXTS] = self.send_texts

    def send_receive_event_to_app(self) -> None:
        """Hand a message over. Reading goes on while few wait: to stop and to start it again would
        be two calls of the operating system for every message."""
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self.frames = []
            self.logger.info("a live connection sent a text that is none")
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
            return
        few = not self.read_paused and self.queue.qsize() < MAX_WAITING
        self.read_paused = self.read_paused or few  # which is why it is not paused now
        super().send_receive_event_to_app()
        self.read_paused = self.read_paused and not few

    async def send(self, message: Any) -> None:
        """Send what the app says. Whom the server hung up on meanwhile, because they were silent or
        sent too much, is gone: that is no error of the app."""
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)
        self._read_on_if_closed()

    def _read_on_if_closed(self) -> None:
        """Once the app has closed, read on until the client has closed, too."""
        if self.close_sent:
            self._unread.clear()
            self._resume_reading()

    async def send_texts(self, texts: Sequence[bytes]) -> None:
        """Send some texts, each a message, in one piece. It skips what an app's middleware and
        framework would do with each of them, which is nothing."""
        await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            raise WebSocketDisconnect(1006)
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))


def _is_text(parts: Sequence[bytes]) -> bool:
    try:
        b"".join(parts).decode()
    except UnicodeDecodeError:
        return False
    return True


def text_sender(socket: WebSocket) -> TextSender:
    """What sends texts over a socket: at once if the server can, else one after the other."""
    offered = socket.scope.get("extensions", {}).get(SEND_TEXTS)
    if offered:
        return cast(TextSender, offered)

    async def send(texts: Sequence[bytes]) -> None:
        for text in texts:
            await socket.send_text(text.decode())

    return send
