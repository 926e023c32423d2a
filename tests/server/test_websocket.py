"""Live connections: answers beside news, the other end going, and what nobody understands."""

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
from parhelion.server.store import Person
from parhelion.server.viewer import Viewer
from parhelion.server.websocket import LiveConnection
from parhelion.server.websocket_protocol import FastProtocol
from tests.attacks.leaks import table_at
from tests.server.running_server import RunningServer, pair
from tests.waiting import TIMEOUT, until


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


class TalkativeSocket:
    """A socket on which one command comes, and that keeps what it is sent."""

    def __init__(self, command: str) -> None:
        self.scope: dict[str, Any] = {}
        self.sent: list[str] = []
        self._command: str | None = command

    async def receive(self) -> dict[str, str]:
        """The command, then nothing."""
        if self._command is None:
            await asyncio.Event().wait()
        text, self._command = self._command or "", None
        return {"type": "websocket.receive", "text": text}

    async def send_text(self, text: str) -> None:
        """Keep a text."""
        self.sent.append(text)


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
        assert not table.attendance.presence.connections

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
        until(lambda: not table.attendance.presence.connections)


def test_a_text_that_is_none_ends_the_connection_quietly(
    server: RunningServer, no_errors: None
) -> None:
    ann, _, id = pair(server)
    with ann.watches(id) as live:
        live.next()
        live.socket.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed):
            live.socket.recv(TIMEOUT)
        assert live.socket.close_code == 1007


def test_any_other_error_of_a_connection_is_told() -> None:
    with pytest.raises(ZeroDivisionError):
        connected(ZeroDivisionError())


def test_an_answer_is_sent_also_if_news_go_out_while_it_is_worked_out() -> None:
    """It was lost: the list it was to be added to had been sent meanwhile."""

    async def serve() -> list[str]:
        table = table_at(new("orion", seed=1))
        socket = TalkativeSocket('{"ask": "move", "id": 7, "version": 99, "move": "star e4"}')
        person = Viewer(Person("p0", "Person 0"), "en", "wide")
        connection = LiveConnection(cast(WebSocket, socket), person, table)
        async with table.lock:  # so that the move has to wait
            serving = asyncio.create_task(websocket._connect(connection, table, never_ended))
            while not socket.sent:
                await asyncio.sleep(0)
            table.attendance.notify()
            for _ in range(5):
                await asyncio.sleep(0)
        while len(socket.sent) < 2:
            await asyncio.sleep(0)
        serving.cancel()
        return socket.sent

    answer = asyncio.run(asyncio.wait_for(serve(), TIMEOUT))[1]
    assert '"answer":7' in answer
    assert "move/stale" in answer
