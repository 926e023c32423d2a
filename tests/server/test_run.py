"""Starting the server: what cannot work is said in one line."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.load.server_process import start_parhelion
from parhelion.errors import CannotServe
from parhelion.refusals import SENTENCES
from parhelion.server.addresses import addresses_for_others, own_address, shared_address
from parhelion.server.problems import STATUSES
from parhelion.server.run import listening_socket
from tests.server.forked_parhelion import ForkedParhelion, run
from tests.server.running_server import http_client, http_get
from tests.waiting import TIMEOUT, until


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Try to serve; whatever this is called with cannot work."""
    return run("serve", *arguments)


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    """A port that somebody else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def test_a_taken_port_is_named(taken: socket.socket) -> None:
    port = taken.getsockname()[1]
    tried = serve("--port", str(port))
    assert tried.returncode == 2
    assert tried.stderr == (
        f"parhelion: port {port} of 127.0.0.1 is taken; choose another with --port\n"
    )


def test_without_a_port_a_free_one_is_taken_and_held() -> None:
    with listening_socket("127.0.0.1", None) as first, listening_socket("127.0.0.1", None) as other:
        assert first.getsockname() != other.getsockname()
        socket.create_connection(first.getsockname()).close()


def test_a_server_for_this_machine_has_no_address_for_others() -> None:
    with listening_socket("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert own_address("127.0.0.1", listener) == f"http://127.0.0.1:{port}/"
        assert addresses_for_others("127.0.0.1", listener) == ()


def test_a_server_for_the_network_is_opened_here_and_shared_there() -> None:
    with socket.socket() as listener:
        listener.bind(("0.0.0.0", 0))  # noqa: S104  # it does not listen: nobody can connect
        port = listener.getsockname()[1]
        assert own_address("0.0.0.0", listener) == f"http://127.0.0.1:{port}/"  # noqa: S104
        for address in addresses_for_others("0.0.0.0", listener):  # noqa: S104
            assert address.endswith(f":{port}/")
            assert "0.0.0.0" not in address  # noqa: S104
            assert "127.0.0.1" not in address


@pytest.mark.parametrize(
    ("asked", "shared"),
    [
        ("http://127.0.0.1:8000/", "http://192.0.2.7:8000/"),
        ("http://localhost:8000/", "http://192.0.2.7:8000/"),
        ("http://[::1]:8000/", "http://192.0.2.7:8000/"),
        ("https://club.example/", "https://club.example/"),
    ],
)
def test_the_address_to_share_is_one_that_works_for_others(asked: str, shared: str) -> None:
    assert shared_address(asked, ("http://192.0.2.7:8000/",)) == shared
    assert shared_address(asked, ()) == asked


def test_a_machine_that_is_not_this_one_is_named() -> None:
    with pytest.raises(CannotServe, match=r"cannot listen on 192\.0\.2\.1: \w"):
        listening_socket("192.0.2.1", None)


def test_a_database_of_another_kind_is_refused_in_one_line() -> None:
    tried = serve("--port", "0", "--database", "mysql://host/name")
    assert tried.returncode == 2
    assert tried.stderr == (
        "parhelion: cannot keep tables in mysql://host/name: give the path of an SQLite file, "
        "sqlite:///path, or postgresql://user:password@host/name\n"
    )


def test_a_second_server_on_an_sqlite_file_is_refused_as_long_as_the_first_lives(
    tmp_path: Path,
) -> None:
    file = tmp_path / "tables.db"
    first, _ = start_parhelion(file, start=ForkedParhelion)
    tried = serve("--port", "0", "--database", f"sqlite:///{file}")
    assert tried.returncode == 2
    assert tried.stderr == (
        f"parhelion: another Parhelion server (process {first.process.pid}) uses {file}; "
        "stop that one, or give this one a file of its own with --database\n"
    )
    first.end(signal.SIGKILL)
    start_parhelion(file, start=ForkedParhelion)[0].end()


def test_a_database_file_with_several_names_is_refused(tmp_path: Path) -> None:
    """L6: a second server used the same file by another name."""
    file, other = tmp_path / "tables.db", tmp_path / "other.db"
    first, _ = start_parhelion(file, start=ForkedParhelion)
    other.hardlink_to(file)
    tried = serve("--port", "0", "--database", str(other))
    assert tried.returncode == 2
    assert f"parhelion: {other} has several names (hard links)" in tried.stderr
    other.unlink()
    first.end()
    start_parhelion(file, start=ForkedParhelion)[0].end()


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Orion, " * 100)
    tried = serve("--database", str(file))
    assert tried.returncode == 2
    assert f"cannot keep tables in {file}: file is not a database" in tried.stderr
    assert file.read_text() == "Dear Orion, " * 100


def test_the_server_answers_before_the_games_are_compiled_and_can_be_stopped_meanwhile(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "parhelion", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    nothing_compiled = os.environ | {"PARHELION_CACHE": str(tmp_path / "kernels")}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=nothing_compiled
    ) as server:
        assert server.stdout
        address = server.stdout.readline().removeprefix("Parhelion is at ").strip()
        games = http_get(f"{address}api/games").json()["games"]
        assert not any(game["ready"] for game in games)
        assert all(0 <= game["prepared"] < 1 for game in games)
        readiness = {}

        def is_ready() -> bool:
            readiness.update(http_get(f"{address}readyz").json())
            return bool(readiness["ready"])

        until(is_ready)  # while all cores compile, the database may answer late
        assert readiness["preparing"] == [game["name"] for game in games]
        wanted = {"game": "solstis", "seats": [{"kind": "me"}, {"kind": "bot", "level": 2}]}
        with http_client(address) as guest:
            guest.post("api/me", json={"name": "Ann"})
            refused = guest.post("api/tables", json=wanted)
        assert (refused.status_code, refused.json()["code"]) == (503, "game/preparing")
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=TIMEOUT) == 0


def test_every_code_is_documented(root: Path) -> None:
    told = (root / "docs" / "server.md").read_text(encoding="utf-8")
    for code, status in STATUSES.items():
        assert f"| `{code}` | {status} | {SENTENCES[code]} |" in told
