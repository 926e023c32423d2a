"""uvicorn's WebSocket protocol, made for many small messages: it packs only what is large, and
sends what belongs together at once."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

from starlette.websockets import WebSocket, WebSocketDisconnect
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
MAX_WAITING = 8
"""How many messages may wait for the app before no more are read."""
TextSender = Callable[[Sequence[bytes]], Awaitable[None]]


class FastProtocol(WebSocketsSansIOProtocol):
    """The same protocol with our settings for compression, less pausing of readers, and a way to
    send several texts in one piece."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        deflate = SparingDeflateFactory(
            server_max_window_bits=WINDOW,
            client_max_window_bits=WINDOW,
            compress_settings=DEFLATE,
        )
        self.conn = ServerProtocol(
            extensions=[deflate], max_size=self.config.ws_max_size, logger=self.logger
        )

    def handle_connect(self, event: Request) -> None:
        """Offer the app to send several texts at once."""
        super().handle_connect(event)
        if scope := cast(Any, getattr(self, "scope", None)):
            scope["extensions"][SEND_TEXTS] = self.send_texts

    def send_receive_event_to_app(self) -> None:
        """Hand a message over. Reading goes on while few wait: to stop and to start it again would
        be two calls of the operating system for every message."""
        few = not self.read_paused and self.queue.qsize() < MAX_WAITING
        self.read_paused = self.read_paused or few  # which is why it is not paused now
        super().send_receive_event_to_app()
        self.read_paused = self.read_paused and not few

    async def send_texts(self, texts: Sequence[bytes]) -> None:
        """Send some texts, each a message, in one piece. It skips what an app's middleware and
        framework would do with each of them, which is nothing."""
        await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            raise WebSocketDisconnect(1006)
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))


def text_sender(socket: WebSocket) -> TextSender:
    """What sends texts over a socket: at once if the server can, else one after the other."""
    offered = socket.scope.get("extensions", {}).get(SEND_TEXTS)
    if offered:
        return cast(TextSender, offered)

    async def send(texts: Sequence[bytes]) -> None:
        for text in texts:
            await socket.send_text(text.decode())

    return send
