"""uvicorn's HTTP protocol with an end to its patience: it hangs up if the head of a request does
not come. Without that, whoever sends half a request holds a connection for ever."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 20.0
"""How long the head of a request may take, from the connection or its first byte on."""


class PatientProtocol(HttpToolsProtocol):
    """The same protocol; the time for each head of a request is measured. For its body see
    `middleware`."""

    head_seconds = HEAD_SECONDS

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Read; what comes between requests begins the next one."""
        if self._head_timer is None and (self.cycle is None or self.cycle.response_complete):
            self._await_head()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """The head has come."""
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing comes any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
