"""Live connections when the other end goes, or says what nobody understands."""

import asyncio
import logging
from collections.abc import Iterator
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


@pytest.fixture
def no_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing is logged as an error, by uvicorn neither, whose loggers pass nothing on."""
    logging.getLogger("uvicorn").addHandler(caplog.handler)
    yield
    logging.getLogger("uvicorn").removeHandler(caplog.handler)
    logged = caplog.get_records("call")
    assert [each.getMessage() for each in logged if each.levelno >= logging.ERROR] == []


def test_a_connection_that_died_silently_is_no_error(
    server: RunningServer, no_errors: None
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
        protocol.close_sent = True  # and something that cannot be sent keeps it from ending
        table.close()

    with ann.watches(id) as live:
        live.next()
        server.carries_out(dies())
        live.socket.socket.close()
        until(lambda: not table.presence.connections)


def test_a_text_that_is_none_ends_the_connection_quietly(
    server: RunningServer, no_errors: None
) -> None:
    ann, _, id = pair(server)
    with ann.watches(id) as live:
        live.next()
        live.socket.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed):
            live.socket.recv(10)
        assert live.socket.close_code == 1007


def test_any_other_error_of_a_connection_is_told() -> None:
    with pytest.raises(ZeroDivisionError):
        connected(ZeroDivisionError())
