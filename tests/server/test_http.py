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
