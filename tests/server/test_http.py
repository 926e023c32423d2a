"""What holds for every answer: headers, unknown paths, the size of what is asked."""

from tests.server.running_server import (
    RunningServer,
)


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
