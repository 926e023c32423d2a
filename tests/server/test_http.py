"""What holds for every answer: headers, unknown paths, the size of what is asked."""

import contextlib
import socket
import threading
from pathlib import Path

import orjson

from parhelion.server.app import create_app
from parhelion.server.openapi_file import OpenApiFile
from parhelion.server.quotas import Budget, Limits, Quotas
from parhelion.server.settings import Hosting, Settings
from parhelion.server.start_queue import PER_ROUND
from tests.server.running_server import RunningServer, http_get, quick
from tests.waiting import TIMEOUT, until


def test_every_answer_carries_the_security_headers(server: RunningServer) -> None:
    guest = server.guest(None)
    for path in ("/", "/api/games", "/api/nowhere", "/t/anything"):
        headers = guest.http.get(path).headers
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_unknown_paths_and_methods_are_problems(server: RunningServer) -> None:
    guest = server.guest("Ann")
    guest.refused("unknown-path", "GET", "/nothing/here")
    guest.refused("bad-request", "DELETE", "/games")
    answer = guest.http.post("/api/tables", content=b"{", headers={"Content-Type": "text/json"})
    assert answer.json()["code"] == "bad-request"
    assert guest.http.get("/%2e%2e/%2e%2e/pyproject.toml").status_code in (200, 404, 503)
    assert "hatchling" not in guest.http.get("/..%2f..%2f..%2fpyproject.toml").text


def test_what_is_too_large_is_not_read(server: RunningServer) -> None:
    ann = server.guest("Ann")
    answer = ann.http.post("/api/tables", content=b"x" * 1_000_001)
    assert (answer.status_code, answer.json()["code"]) == (413, "bad-request")
    chunks = ann.http.post("/api/tables", content=iter([b"x"]))
    assert (chunks.status_code, chunks.json()["code"]) == (413, "bad-request")


def test_no_cache_keeps_what_depends_on_who_asks(server: RunningServer) -> None:
    ann = server.guest("Ann")
    id = ann.sets()["table"]["id"]
    private = ["/me", "/me/tables", "/tables", f"/tables/{id}", f"/tables/{id}/at/0", "/nowhere"]
    for path in (*private, f"/tables/{id}/qr.svg", "/games"):
        assert ann.http.get(f"/api{path}").headers["cache-control"] == "no-store"
    assert ann.http.post(f"/api/tables/{id}/chat").headers["cache-control"] == "no-store"
    rules = ann.http.get("/api/games/orion/rules").headers["cache-control"]
    assert rules == "no-cache", "the same for everybody, and it is asked whether it has changed"


def test_a_refusal_before_anybody_looked_has_the_headers_too(server: RunningServer) -> None:
    foreign = server.guest(None).http.post("/api/me", headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert foreign.headers["x-content-type-options"] == "nosniff"
    assert foreign.headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in foreign.headers, "it did not come over TLS"


def test_the_description_of_the_api_is_written_once(server: RunningServer) -> None:
    """L1: the same 120 kilobytes were written anew for each request."""
    url = f"http://{server.host}/api/openapi.json"
    plain, packed = (http_get(url, {"Accept-Encoding": each}) for each in ("identity", "gzip"))
    assert plain.json() == packed.json() == server.app.openapi()
    assert (plain.headers.get("content-encoding"), packed.headers["content-encoding"]) == (
        None,
        "gzip",
    )
    known = http_get(url, {"If-None-Match": plain.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    assert http_get(f"{url}/more").status_code == 404


def test_the_description_of_the_api_names_the_path_of_the_server() -> None:
    app = create_app(Settings(hosting=Hosting(root_path="/play")))
    document = orjson.loads(OpenApiFile(app, "/play")._plain)
    assert document == app.openapi() | {"servers": [{"url": "/play"}]}


class Noting(Quotas):
    """Counts as always, and notes the addresses in the order in which they are served."""

    def __init__(self, server: RunningServer) -> None:
        super().__init__(Limits.off(), server.settings.time)
        self.served: list[str] = []

    def spend(self, budget: Budget, person: str, address: str) -> None:
        """Note an address."""
        if budget == "requests":
            self.served.append(address)
        super().spend(budget, person, address)


def test_a_burst_of_one_address_does_not_keep_others_waiting(tmp_path: Path) -> None:
    """L1: 900 connections with some requests each kept a new one waiting for seconds."""
    text, many, each = b"GET /api/server HTTP/1.1\r\nHost: localhost\r\n\r\n", 40, 5
    with contextlib.ExitStack() as opened:
        server = opened.enter_context(RunningServer(quick(tmp_path / "tables.db")))
        server.lobby.quotas = noting = Noting(server)
        host, port = server.host.split(":")

        def connected(address: str) -> socket.socket:
            return opened.enter_context(
                socket.create_connection((host, int(port)), TIMEOUT, (address, 0))
            )

        flood = [connected("127.0.0.2") for _ in range(many)]
        late = connected("127.0.0.3")
        until(lambda: len(server.connections) == many + 1)
        stopped, goes_on = threading.Event(), threading.Event()

        def stop() -> None:
            stopped.set()
            assert goes_on.wait(TIMEOUT)

        server.loop.call_soon_threadsafe(stop)
        assert stopped.wait(TIMEOUT)
        for connection in flood:
            connection.sendall(text * each)
        late.sendall(text)
        goes_on.set()
        until(lambda: len(noting.served) == many * each + 1)
    assert noting.served.index("127.0.0.3") < 2 * PER_ROUND
