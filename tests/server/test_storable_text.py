"""Texts that a database cannot keep never reach it."""

import json
from typing import Any

import pytest

from parhelion import new
from tests.server.running_server import Guest, RunningServer, pair

ON_BOTH_DATABASES = True
NUL, HALF = "a\0b", "a\ud800b"
BAD = pytest.mark.parametrize("bad", [NUL, HALF], ids=["nul", "half"])


def refused(guest: Guest, method: str, path: str, body: object) -> None:
    """Send JSON, in which anything can be written as an escape; it must be refused."""
    headers = {"Content-Type": "application/json"}
    answer = guest.http.request(method, f"/api{path}", content=json.dumps(body), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-request"), answer.text


@BAD
def test_a_line_of_chat_that_cannot_be_kept_is_refused_and_the_table_goes_on(
    server: RunningServer, bad: str
) -> None:
    ann, bob, id = pair(server)
    with bob.watches(id) as live:
        live.next()
        refused(ann, "POST", f"/tables/{id}/chat", {"text": bad})
        ann("POST", f"/tables/{id}/chat", {"text": "fine ☀ 🎲"})
        said = live.until(lambda update: bool(update["chat"]))["chat"]
    assert [line["text"] for line in said] == ["fine ☀ 🎲"]


@BAD
def test_a_name_that_cannot_be_kept_is_refused(server: RunningServer, bad: str) -> None:
    refused(server.guest(None), "POST", "/me", {"name": bad})
    ann = server.guest("Ann")
    refused(ann, "PATCH", "/me", {"name": bad})
    assert ann("GET", "/me")["name"] == "Ann"


@BAD
@pytest.mark.parametrize("part", ["seed", "options", "moves", "key"])
def test_a_record_that_cannot_be_kept_is_refused(
    server: RunningServer, bad: str, part: str
) -> None:
    changes: dict[str, dict[str, Any]] = {
        "seed": {"seed": bad},
        "options": {"options": {"setup": bad}},
        "moves": {"moves": [bad]},
        "key": {bad: 1},
    }
    record = new("orion", seed=7).record() | changes[part]
    refused(server.guest("Ann"), "POST", "/tables", {"game": "orion", "record": record})


@pytest.mark.parametrize("path", ["/tables/%00", "/tables/a%00b/qr.svg", "/tables/%C3%28"])
def test_a_table_whose_id_cannot_be_kept_is_unknown(server: RunningServer, path: str) -> None:
    server.guest("Ann").refused("table/unknown", "GET", path)
