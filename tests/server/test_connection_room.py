"""Idle HTTP connections: they make room for new ones, fairly between addresses."""

import contextlib
import logging
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from parhelion.server.connection_room import (
    LOG_SECONDS,
    MAX_FILES,
    ConnectionRoom,
    most_connections,
    raise_file_limit,
)
from parhelion.server.quotas import Limits
from parhelion.server.settings import Hosting
from tests.server.running_server import RunningServer, quick
from tests.waiting import TIMEOUT, until

MINE, OTHER = "192.0.2.1", "192.0.2.2"


class Line:
    """A connection that only notes whether it was closed."""

    def __init__(self, idle: bool = True) -> None:
        self.idle, self.open = idle, True

    def close(self) -> None:
        self.open = False


def entered(room: ConnectionRoom, address: str, number: int) -> list[Line]:
    lines = [Line() for _ in range(number)]
    for line in lines:
        room.enter(line, address)
    return lines


def test_newest_connection_replaces_the_longest_unused_of_its_address() -> None:
    room = ConnectionRoom(per_address=3, in_all=None)
    (other,) = entered(room, OTHER, 1)
    first, second, third = entered(room, MINE, 3)
    room.touch(first)
    (fourth,) = entered(room, MINE, 1)
    assert [each.open for each in (other, first, second, third, fourth)] == [
        *(True, True, False, True, True)
    ]


def test_connection_that_waits_for_its_answer_stays_open() -> None:
    room = ConnectionRoom(per_address=2, in_all=None)
    busy = [Line(idle=False), Line(idle=False)]
    for line in busy:
        room.enter(line, MINE)
    (newest,) = entered(room, MINE, 1)
    assert [each.open for each in (*busy, newest)] == [True, True, False]


def test_full_server_closes_connections_of_the_busiest_address() -> None:
    room = ConnectionRoom(per_address=None, in_all=5)
    (early,) = entered(room, OTHER, 1)
    flood = entered(room, MINE, 4)
    newcomers = entered(room, "192.0.2.3", 2)
    assert early.open
    assert all(each.open for each in newcomers)
    assert [each.open for each in flood] == [False, False, True, True]


def test_closed_connections_leave_their_place() -> None:
    room = ConnectionRoom(per_address=2, in_all=2)
    first, second = entered(room, MINE, 2)
    room.leave(first)
    room.leave(first)  # closing it is noticed twice
    room.touch(first)
    (third,) = entered(room, MINE, 1)
    assert second.open
    assert third.open


def test_proxy_has_no_limit_of_its_own() -> None:
    room = ConnectionRoom(per_address=1, in_all=None, is_proxy=lambda address: address == MINE)
    assert all(each.open for each in entered(room, MINE, 5))


def test_closed_connections_are_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    room = ConnectionRoom(per_address=1, in_all=None, ticks=lambda: now)
    with caplog.at_level(logging.WARNING, "parhelion"):
        entered(room, MINE, 4)
        now += LOG_SECONDS
        entered(room, MINE, 1)
    assert [record.getMessage() for record in caplog.records] == [
        "too many connections: closed 1 idle ones",
        "too many connections: closed 3 idle ones",
    ]
    assert MINE not in caplog.text


# --- with a server -----------------------------------------------------------------------


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def idle_connection(server: RunningServer, stack: contextlib.ExitStack) -> socket.socket:
    """Open a connection, send a request and keep the connection."""
    host, port = server.host.split(":")
    line = stack.enter_context(socket.create_connection((host, int(port)), TIMEOUT))
    line.sendall(HEALTH)
    assert b" 200 " in line.recv(65_536)
    return line


@pytest.fixture
def stack() -> Iterator[contextlib.ExitStack]:
    with contextlib.ExitStack() as stack:
        yield stack


def serve(
    tmp_path: Path, stack: contextlib.ExitStack, sockets: int | None, proxies: str = ""
) -> RunningServer:
    """Start a server with a limit of HTTP connections per address."""
    limits = replace(Limits.off(), address_sockets=sockets)
    hosting = Hosting(forwarded_allow_ips=proxies)
    settings = quick(tmp_path / "tables.db", limits=limits, hosting=hosting)
    return stack.enter_context(RunningServer(settings))


def test_idle_connections_do_not_keep_others_out(
    tmp_path: Path, stack: contextlib.ExitStack
) -> None:
    """N5: 1,100 idle connections made the server refuse everybody else."""
    server = serve(tmp_path, stack, sockets=5)
    lines = [idle_connection(server, stack) for _ in range(12)]
    assert [line.recv(1) for line in lines[:7]] == [b""] * 7
    until(lambda: len(server.connections) == 5)
    for line in lines[7:]:
        line.sendall(HEALTH)
        assert b" 200 " in line.recv(65_536)


def test_live_connection_takes_no_place_of_a_request(
    tmp_path: Path, stack: contextlib.ExitStack
) -> None:
    server = serve(tmp_path, stack, sockets=1)
    ann = server.guest("Ann")
    id = ann.sets()["table"]["id"]
    with ann.watches(id) as live, ann.watches(id) as other:
        live.next()
        other.next()
        idle_connection(server, stack)
        idle_connection(server, stack)
        assert "words" in live.asks("words")
        assert "words" in other.asks("words")


def test_trusted_proxy_may_keep_many_connections(
    tmp_path: Path, stack: contextlib.ExitStack
) -> None:
    server = serve(tmp_path, stack, sockets=1, proxies="127.0.0.1")
    lines = [idle_connection(server, stack) for _ in range(4)]
    for line in lines:
        line.sendall(HEALTH)
        assert b" 200 " in line.recv(65_536)


# --- open files --------------------------------------------------------------------------

if sys.platform != "win32":
    import resource

    @pytest.fixture
    def file_limit() -> Iterator[int]:
        """Lower the limit of open files for a test; the value is the highest allowed limit."""
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
        yield MAX_FILES if before[1] == resource.RLIM_INFINITY else min(MAX_FILES, before[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, before)

    def test_file_limit_is_raised_as_far_as_allowed(file_limit: int) -> None:
        assert most_connections() == 256
        raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == file_limit
        assert most_connections() == file_limit // 2

    def test_file_limit_is_never_lowered(file_limit: int) -> None:
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == hard
