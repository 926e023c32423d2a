"""Live connections: answers beside news, and the other end going."""

import asyncio
from typing import Any, cast

import pytest
from fastapi import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketDisconnected

from parhelion import new
from parhelion.server import websocket
from parhelion.server.store import Person
from parhelion.server.viewer import Viewer
from parhelion.server.websocket import LiveConnection
from tests.attacks.leaks import table_at
from tests.server.running_server import PATIENCE


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
        assert not table.presence.connections

    asyncio.run(serve())


@pytest.mark.parametrize("failure", [WebSocketDisconnect(1006), WebSocketDisconnected("closed")])
def test_who_hangs_up_while_the_server_sends_is_no_error(failure: Exception) -> None:
    connected(failure)


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
        async with table.command():  # so that the move has to wait
            serving = asyncio.create_task(websocket._connect(connection, table, never_ended))
            while not socket.sent:
                await asyncio.sleep(0)
            table.notify()
            for _ in range(5):
                await asyncio.sleep(0)
        while len(socket.sent) < 2:
            await asyncio.sleep(0)
        serving.cancel()
        return socket.sent

    answer = asyncio.run(asyncio.wait_for(serve(), PATIENCE))[1]
    assert '"answer":7' in answer
    assert "move/stale" in answer
