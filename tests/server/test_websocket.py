"""Live connections when the other end goes."""

import asyncio
from typing import Any, cast

import pytest
from fastapi import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketDisconnected

from parhelion import new
from parhelion.server import websocket
from parhelion.server.viewer import Viewer
from parhelion.server.websocket import LiveConnection
from tests.server.test_secrets import table_at


class GoneSocket:
    """A socket whose other end hangs up without a word: nothing comes, and sending fails."""

    def __init__(self, failure: Exception) -> None:
        self.scope: dict[str, Any] = {}
        self._failure = failure

    async def receive(self) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()

    async def send_text(self, text: str) -> None:
        """Fail."""
        raise self._failure


async def never_ended() -> bool:
    """The session of the connection goes on."""
    return False


def connected(failure: Exception) -> None:
    """Serve a connection until it ends."""

    async def serve() -> None:
        table = table_at(new("orion", seed=1))
        socket = cast(WebSocket, GoneSocket(failure))
        connection = LiveConnection(socket, Viewer(None, "en", "wide"), table)
        await websocket._connect(connection, table, never_ended)
        assert not table.presence.connections

    asyncio.run(serve())


@pytest.mark.parametrize("failure", [WebSocketDisconnect(1006), WebSocketDisconnected("closed")])
def test_who_hangs_up_while_the_server_sends_is_no_error(failure: Exception) -> None:
    connected(failure)


def test_any_other_error_of_a_connection_is_told() -> None:
    with pytest.raises(ZeroDivisionError):
        connected(ZeroDivisionError())
