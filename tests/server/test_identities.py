"""Who somebody is: a cookie or a token, and a name."""

from dataclasses import replace
from pathlib import Path

import pytest

from parhelion.server.quotas import Each, Limits
from tests.server.running_server import (
    RunningServer,
    http_get,
    pair,
    quick,
)


def test_a_newcomer_gets_a_name_and_a_cookie_that_scripts_cannot_read(
    server: RunningServer,
) -> None:
    guest = server.guest(None)
    guest.refused("me/unknown", "GET", "/me")
    answer = guest.http.post("/api/me")
    assert answer.status_code == 201
    assert answer.json()["name"]
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "samesite=lax" in answer.headers["set-cookie"].lower()
    assert guest("GET", "/me") == answer.json() | {"token": None}


def test_who_is_known_stays_who_they_are(server: RunningServer) -> None:
    """H3: nothing replaces a valid cookie; it is renewed while it is used."""
    ann, bob, id = pair(server)
    for answer in (ann.http.post("/api/me", json={"name": "Eve"}), ann.http.get("/api/me")):
        assert (answer.json()["name"], answer.json()["token"]) == ("Ann", None)
        assert "Max-Age=31536000" in answer.headers["set-cookie"]
    assert "move" in ann.sees(id)["table"]["can"]
    assert bob.sees(id)["table"]["seats"][0]["name"] == "Ann"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_no_other_page_acts_for_somebody(server: RunningServer, headers: dict[str, str]) -> None:
    """H3: a form on another site neither erases a person nor resigns their game."""
    ann, _, id = pair(server)
    for method, path in (("POST", "/api/me"), ("POST", f"/api/tables/{id}/resign")):
        answer = ann.http.request(method, path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")
        assert "set-cookie" not in answer.headers
    assert ann.sees(id)["table"]["status"] == "playing"
    assert ann.http.get(f"/api/tables/{id}", headers=headers).is_success  # anybody may look
    own = {"Origin": f"http://{server.host}", "Sec-Fetch-Site": "same-origin"}
    assert ann.http.post(f"/api/tables/{id}/resign", headers=own).is_success


def test_a_program_is_known_by_its_token(server: RunningServer) -> None:
    token = server.guest(None)("POST", "/me", {"name": "Robot"}, 201)["token"]
    known = {"Authorization": f"Bearer {token}"}
    url = f"http://{server.host}/api/me"
    assert http_get(url, known).json()["name"] == "Robot"
    unknown = {"Authorization": "Bearer nobody"}
    assert http_get(url, unknown).status_code == 401


def test_the_database_holds_no_secret(tmp_path: Path) -> None:
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        token = server.guest(None)("POST", "/me", {"name": "Robot"}, 201)["token"]
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Robot" in kept
    assert token.encode() not in kept


def test_a_new_name_is_seen_at_the_table(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    with bob.watches(id) as live:
        live.next()
        assert ann("PATCH", "/me", {"name": "  Anna "})["name"] == "Anna"
        live.until(lambda update: update["table"]["seats"][0]["name"] == "Anna")
    assert ann("GET", "/me")["name"] == "Anna"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, None, 7])
def test_a_name_that_is_none_is_refused(server: RunningServer, name: object) -> None:
    server.guest(None).refused("bad-request", "POST", "/me", {"name": name})


@pytest.mark.parametrize("header", ["Bearer", "Bearer  {token}"])
def test_who_asks_is_read_in_one_way(tmp_path: Path, header: str) -> None:
    """With an empty bearer beside the cookie, or two spaces, nobody's budget was spent."""
    limits = replace(Limits.off(), chat=Each("2/hour", None))
    with RunningServer(quick(tmp_path / "tables.db", limits=limits)) as server:
        ann, _, id = pair(server)
        ann.http.headers["Authorization"] = header.format(token=ann.http.cookies["parhelion"])
        for _ in range(2):
            ann("POST", f"/tables/{id}/chat", {"text": "Hello"})
        ann.refused("too-many/lines", "POST", f"/tables/{id}/chat", {"text": "Hello"})
