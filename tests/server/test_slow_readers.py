"""Clients that do not read their answers: the server drops them, and buffers little for them."""

import asyncio
import contextlib
import socket
import sys
from pathlib import Path
from typing import cast

import pytest
from fastapi import WebSocket

from parhelion import new
from parhelion.server import http_protocol, websocket
from parhelion.server.http_protocol import OUTPUT_SECONDS, SEND_BUFFER, GuardedTransport
from parhelion.server.viewer import Viewer
from parhelion.server.websocket import MAX_ANSWERS, LiveConnection
from tests.attacks.leaks import table_at
from tests.server.running_server import RunningServer, pair, quick
from tests.server.test_quotas import frames
from tests.waiting import TIMEOUT, until, until_async

SHORT = 0.2
"""A timeout, in seconds, that a server is to notice."""
LARGE = "/api/games/orion/demo"
"""An answer larger than what the systems of both ends buffer."""
MEDIUM = "/api/openapi.json"
"""An answer that the server's system buffers as a whole, and the client's does not."""


def new_server(tmp_path: Path) -> RunningServer:
    """A server that closes no connection for other reasons."""
    server = RunningServer(quick(tmp_path / "tables.db"))
    server._server.config.timeout_keep_alive = round(2 * TIMEOUT)
    server._server.config.ws_ping_interval = None
    return server


def small_reader(server: RunningServer, path: str) -> socket.socket:
    """Ask for something, with a small receive buffer."""
    host, port = server.host.split(":")
    client = socket.socket()
    client.settimeout(TIMEOUT)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    client.connect((host, int(port)))
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
    return client


def read_all(client: socket.socket) -> int:
    """Read until the server closes the connection. Return the number of bytes."""
    read = 0
    while part := client.recv(1 << 16):
        read += len(part)
    return read


def test_client_that_does_not_read_an_answer_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GuardedTransport, "output_seconds", SHORT)
    with new_server(tmp_path) as server, small_reader(server, LARGE) as client:
        assert client.recv(1)
        until(lambda: not server.connections)
        with pytest.raises(ConnectionResetError):
            read_all(client)


def test_client_that_reads_slowly_gets_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every check finds progress, however long the answer takes."""
    checks = []

    class Checked(GuardedTransport):
        def _check_progress(self) -> None:
            self._sent = -1  # less than before
            super()._check_progress()
            checks.append(self.has_output)

    monkeypatch.setattr(http_protocol, "GuardedTransport", Checked)
    monkeypatch.setattr(GuardedTransport, "output_seconds", SHORT)
    with new_server(tmp_path) as server, small_reader(server, LARGE) as client:
        client.recv(1)
        until(lambda: checks.count(True) > 2 * http_protocol.OUTPUT_CHECKS)
        client.shutdown(socket.SHUT_WR)
        assert read_all(client) > SEND_BUFFER


def test_live_connection_that_is_not_read_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GuardedTransport, "output_seconds", SHORT)
    with new_server(tmp_path) as server:
        ann, _, id = pair(server)
        connections = server.lobby._tables[id].attendance.presence.connections
        live = ann.watches(id)
        raw: socket.socket = live._connecting.socket
        until(lambda: bool(connections))
        with contextlib.suppress(OSError):  # the server stops reading when its answers wait
            raw.sendall(frames(1, b'{"ask":"words","id":1}', 4000))
        until(lambda: not connections)
        raw.close()


def test_answers_do_not_pile_up_for_a_slow_reader() -> None:
    """The server reads no more commands than it can answer."""

    class Deaf:
        """A socket with endless commands whose other end reads nothing."""

        def __init__(self) -> None:
            self.scope: dict[str, object] = {}
            self.received = 0
            self.blocked = asyncio.Event()

        async def receive(self) -> dict[str, str]:
            """A command. Other tasks run before it comes."""
            await asyncio.sleep(0)
            self.received += 1
            return {"type": "websocket.receive", "text": '{"ask": "words", "id": 7}'}

        async def send_text(self, text: str) -> None:
            """Never end."""
            self.blocked.set()
            await asyncio.Event().wait()

    async def serve() -> int:
        table, deaf = table_at(new("orion", seed=1)), Deaf()
        connection = LiveConnection(cast(WebSocket, deaf), Viewer(None, "en", "wide"), table)

        async def never_ended() -> bool:
            return False

        serving = asyncio.create_task(websocket._connect(connection, table, never_ended))
        await until_async(deaf.blocked.is_set)
        for _ in range(20 * MAX_ANSWERS):
            await asyncio.sleep(0)
        serving.cancel()
        return deaf.received

    assert asyncio.run(serve()) <= 3 * MAX_ANSWERS


def test_connection_with_an_unread_answer_is_not_idle(tmp_path: Path) -> None:
    """Closing it would leave the answer in the memory, and it would no longer count."""
    with new_server(tmp_path) as server, small_reader(server, LARGE) as client:
        client.recv(1)
        (connection,) = server.connections
        until(lambda: connection.cycle.response_complete)
        assert not connection.idle


if sys.platform == "linux":

    def test_system_drops_output_that_makes_no_progress(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The server does not see output that its system has buffered."""
        monkeypatch.setattr(http_protocol, "OUTPUT_SECONDS", SHORT)
        with new_server(tmp_path) as server, small_reader(server, MEDIUM) as client:
            client.recv(1)
            until(lambda: not server.connections)

    def test_system_buffers_little_output_for_a_connection(tmp_path: Path) -> None:
        with new_server(tmp_path) as server, small_reader(server, "/healthz") as client:
            client.recv(1)
            (connection,) = server.connections
            accepted = connection.transport.get_extra_info("socket")
            buffered = accepted.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
            timeout = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert (buffered, timeout) == (2 * SEND_BUFFER, OUTPUT_SECONDS * 1000)
