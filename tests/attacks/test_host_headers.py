"""Requests with more than one Host header: a proxy may have checked the other one."""

import socket
from pathlib import Path

import pytest

from tests.server.running_server import RunningServer, quick
from tests.waiting import TIMEOUT


@pytest.mark.parametrize(("hosts", "status"), [(1, b"200"), (2, b"400")])
def test_request_with_two_hosts_is_rejected(tmp_path: Path, hosts: int, status: bytes) -> None:
    head = b"GET /api/server HTTP/1.1\r\n" + b"Host: 127.0.0.1\r\n" * hosts + b"\r\n"
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        host, port = server.host.split(":")
        with socket.create_connection((host, int(port)), TIMEOUT) as client:
            client.sendall(head)
            assert client.recv(1 << 16).split()[1] == status
