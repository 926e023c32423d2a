"""Live connections when the other end goes, or says what nobody understands."""

import asyncio
import logging
from typing import Any, cast

import pytest
from fastapi import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketDisconnected
from websockets.exceptions import ConnectionClosed

from parhelion import new
from parhelion.server import websocket
from parhelion.server.viewer import Viewer
from parhelion.server.websocket import LiveConnection
from parhelion.server.websocket_protocol import FastProtocol
from tests.server.running_server import RunningServer, pair, until
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


def connected(failure: Exception) -> None:
    """Serve a connection until it ends."""

    async def serve() -> None:
        table = table_at(new("orion", seed=1))
        socket = cast(WebSocket, GoneSocket(failure))
        connection = LiveConnection(socket, Viewer(None, "en", "wide"), table)
        await websocket._connect(connection, table)
        assert not table.presence.connections

    asyncio.run(serve())


@pytest.mark.parametrize("failure", [WebSocketDisconnect(1006), WebSocketDisconnected("closed")])
def test_who_hangs_up_while_the_server_sends_is_no_error(failure: Exception) -> None:
    connected(failure)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as an error."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_connection_that_died_silently_is_no_error(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    """uvicorn hangs up on who answers no ping; the app may want to say something just then."""
    ann, _, id = pair(server)
    table = server.lobby._tables[id]

    async def dies() -> None:
        (protocol,) = (
            each
            for each in server.connections
            if isinstance(each, FastProtocol) and id in each.scope["path"]
        )
        table.close()
        protocol.keepalive_timeout()

    with ann.watches(id) as live:
        live.next()
        server.carries_out(dies())
        until(lambda: not table.presence.connections)
    assert errors(caplog) == []


def test_a_text_that_is_none_ends_the_connection_quietly(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    ann, _, id = pair(server)
    with ann.watches(id) as live:
        live.next()
        live.socket.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed):
            live.socket.recv(10)
        assert live.socket.close_code == 1007
    assert errors(caplog) == []


def test_any_other_error_of_a_connection_is_told() -> None:
    with pytest.raises(ZeroDivisionError):
        connected(ZeroDivisionError())
