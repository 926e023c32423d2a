"""The log of the server: what it tells, and what it keeps to itself."""

import json
import logging
import socket
from collections.abc import Iterator
from pathlib import Path
from struct import pack
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from parhelion.errors import IllegalMove
from parhelion.server.logs import JsonLine, Line, MergingHandler, error_text
from parhelion.server.store import Store
from tests.server.forked_parhelion import ForkedParhelion
from tests.server.running_server import (
    ME,
    Guest,
    RunningServer,
    bot,
    http_get,
    quick,
    wait_for_games,
)
from tests.waiting import TIMEOUT, until

WRITTEN = "star e4: there is a star"


class LoggingServer:
    """A server whose log is read."""

    def __init__(self, folder: Path, *options: str) -> None:
        words = ["serve", "--port", "0", "--pause", "0"]
        words += ["--database", str(folder / "tables.db"), "--log-level", "info", *options]
        self.process = ForkedParhelion(words, errors_too=True)
        self.first = self.process.stderr.readline()

    def end(self) -> str:
        """Stop it; all that it printed."""
        self.process.terminate()
        printed, logged = self.process.communicate()
        return str(printed + self.first + logged)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LoggingServer]:
    """A server that logs for programs."""
    running = LoggingServer(tmp_path, "--log-format", "json")
    yield running
    if running.process.poll() is None:
        running.end()


def test_every_request_is_a_line_without_secrets(server: LoggingServer) -> None:
    serving = json.loads(server.first)
    assert serving["message"] == "serving"
    ann = Guest(serving["addresses"][0].split("//")[1].strip("/"))
    wait_for_games(ann.host)
    given = {"X-Request-ID": "from-the-proxy-17"}
    made = ann.http.post("/api/me?token=swordfish", json={"name": "Annabel"}, headers=given)
    assert made.headers["x-request-id"] == "from-the-proxy-17"
    id = ann.sets(seats=[ME, bot(1)])["table"]["id"]
    with ann.watches(id) as live:
        turn = live.until(lambda update: update["scene"] and update["scene"]["choices"])
        move = turn["scene"]["choices"][0]["move"]
        live.asks("move", version=turn["table"]["version"], move=move)
        ann("POST", f"/tables/{id}/chat", {"text": "abracadabra"})
    refused = ann.http.get("/api/tables/nowhere", headers={"X-Request-ID": "bad id\t<script>"})
    assert len(refused.headers["x-request-id"]) == 16
    ann.http.get("/t/nowhere")

    log = server.end()
    lines = [json.loads(line) for line in log.splitlines()]
    by_id = {line["request"]: line for line in lines if "request" in line}
    assert by_id["from-the-proxy-17"] | {"time": "", "ms": 0} == {
        "time": "",
        "level": "info",
        "logger": "parhelion",
        "message": "request",
        "route": "/api/me",
        "method": "POST",
        "status": 201,
        "ms": 0,
        "request": "from-the-proxy-17",
    }
    told = by_id[refused.headers["x-request-id"]]
    assert (told["route"], told["status"], told["code"]) == (
        "/api/tables/{id}",
        404,
        "table/unknown",
    )
    ended = [line["route"] for line in lines if line["message"] == "connection ended"]
    assert ended == ["/api/tables/{id}/live"]
    assert lines[-1]["message"] == "stopping"
    secrets = (id, "Annabel", "abracadabra", "swordfish", "nowhere", "<script>", move, "127.0.0.1")
    for secret in (*secrets, *ann.http.cookies.values()):
        assert secret not in log.removeprefix(server.first)


def test_for_people_a_line_is_a_sentence_and_addresses_are_told_if_wanted(tmp_path: Path) -> None:
    server = LoggingServer(tmp_path, "--log-addresses")
    address = server.process.stdout.readline().removeprefix("Parhelion is at ").strip()
    http_get(f"{address}api/games")
    log = server.end()
    (line,) = [line for line in log.splitlines() if "/api/games" in line]
    assert " info: request route=/api/games method=GET status=200 ms=" in line
    assert "address=127.0.0.1" in line


def test_an_error_is_one_line_under_the_id_of_its_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise OSError("the disk is full")

    with RunningServer(quick(tmp_path / "tables.db")) as server:
        guest = server.guest(None)
        monkeypatch.setattr(Store, "write", broken)
        answer = guest.http.post("/api/me")
        until(lambda: any(record.exc_info for record in caplog.records))
    assert (answer.status_code, answer.json()["code"]) == (500, "server/trouble")
    assert answer.headers["x-request-id"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "disk" not in answer.text
    (record,) = [record for record in caplog.records if record.exc_info]
    told: dict[str, Any] = json.loads(JsonLine().format(record))
    assert told["route"] == "/api/me"
    assert told["error"].endswith("OSError: the disk is full")
    assert "in broken" in told["error"]
    assert "\n" not in JsonLine().format(record)


BIG = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_a_client_that_closes_while_it_is_answered_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """L3: each answer that was under way wrote a traceback."""
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        host, port = server.host.split(":")
        with socket.create_connection((host, int(port)), TIMEOUT) as client:
            client.sendall(BIG * 100)
            until(lambda: any(each.flow.write_paused for each in server.connections))
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))
        until(lambda: not server.connections)
        assert http_get(f"http://{server.host}/api/games").status_code == 200
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_warnings_about_bad_clients_are_merged(tmp_path: Path) -> None:
    """L3: 1,500 bad requests wrote as many lines."""
    server = LoggingServer(tmp_path)
    address = server.process.stdout.readline().removeprefix("Parhelion is at ").strip()
    host, port = address.split("//")[1].strip("/").split(":")
    for _ in range(30):
        with socket.create_connection((host, int(port)), TIMEOUT) as client:
            client.sendall(b"\x16\x03\x01 bad\r\n\r\n")
            assert client.recv(100).startswith(b"HTTP/1.1 400")
    lines = [line for line in server.end().splitlines() if "Invalid HTTP request" in line]
    first, *more = lines
    assert first.endswith("warning: Invalid HTTP request received.")
    assert 1 <= len(more) < 15
    counts = [int(line.split("(")[1].split()[0]) for line in more]
    assert sum(counts) == 29


def test_other_lines_are_not_merged(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with path.open("w", encoding="utf-8") as stream:
        handler = MergingHandler(stream, TIMEOUT)
        log = logging.Logger("parhelion")
        log.addHandler(handler)
        for number in (1, 1, 2):
            log.warning("the bot says %d", number)
            log.error("a request failed")
            log.warning("a request head was too large")
        handler.write_repeats()
    lines = path.read_text(encoding="utf-8").splitlines()
    assert sorted(lines) == [
        *["a request failed"] * 3,
        "a request head was too large",
        "a request head was too large (2 more times)",
        *["the bot says 1"] * 2,
        "the bot says 2",
    ]


def raised(error: Exception) -> Exception:
    """An error as it is when it was raised because of a move."""
    try:
        try:
            raise IllegalMove(WRITTEN)
        except IllegalMove as cause:
            raise error from cause
    except Exception as caught:
        return caught


def test_what_people_wrote_is_not_told_with_an_error() -> None:
    told = error_text(raised(RuntimeError("no table")))
    assert told.endswith("RuntimeError: no table")
    assert "IllegalMove" in told
    assert WRITTEN not in told
    with pytest.raises(ValidationError) as invalid:
        TypeAdapter(int).validate_python(WRITTEN)
    assert WRITTEN not in error_text(invalid.value)
    group = error_text(ExceptionGroup("two", [raised(OSError("the disk is full"))]))
    assert "the disk is full" in group


@pytest.mark.parametrize("formatter", [Line(), JsonLine()])
def test_a_line_of_a_library_is_told_as_it_is(formatter: logging.Formatter) -> None:
    record = logging.makeLogRecord({"name": "other", "msg": "%d left", "args": (3,)})
    assert "3 left" in formatter.format(record)
