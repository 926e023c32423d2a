"""uvicorn's WebSocket protocol with compression where it pays: for scenes, not for changes."""

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame
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


class FastDeflateProtocol(WebSocketsSansIOProtocol):
    """The same protocol with our settings for compression."""

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
