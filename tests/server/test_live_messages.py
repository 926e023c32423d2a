"""What is said on a live connection, and what ends it."""

import asyncio
import contextlib
import json
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parhelion.server.live.audience import Audience
from parhelion.server.viewer import Viewer
from tests.server.running_server import (
    Guest,
    Json,
    Live,
    RunningServer,
    live_socket,
    pair,
    seen,
)
from tests.waiting import TIMEOUT, until


def writes(guest: Guest, id: str, text: str) -> Json:
    """Write a line of chat and return it as the table shows it."""
    line: Json = guest.does("POST", f"/tables/{id}/chat", {"text": text})["chat"][-1]
    return line


def test_talk_is_pushed_without_the_picture(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    with bob.watches(id) as live:
        live.next()
        line = writes(ann, id, " hello <b>you</b> ")
        assert (line["name"], line["seat"]) == ("Ann", 0)
        assert line["text"] == "hello <b>you</b>"
        update = live.until(lambda update: bool(update["chat"]))
        assert update["chat"] == [line]
        assert update["scene"] is None
        second = writes(ann, id, "again")
        assert live.until(lambda update: bool(update["chat"]))["chat"] == [second]
    assert bob.sees(id)["chat"] == [line, second]
    ann.refused("bad-request", "POST", f"/tables/{id}/chat", {"text": "  "})
    ann.refused("bad-request", "POST", f"/tables/{id}/chat", {"text": "x" * 281})
    server.guest(None).refused("me/unknown", "POST", f"/tables/{id}/chat", {"text": "boo"})


def test_a_ping_is_answered_and_other_talk_is_not_understood(server: RunningServer) -> None:
    ann, _, id = pair(server)
    with ann.watches(id) as live:
        live.next()
        for talk in ("what?", b"\x00", "{}", '{"ask": "move", "id": 1}', "[" * 2000):
            live.socket.send(talk)
            answer = json.loads(live.socket.recv(TIMEOUT))
            assert answer["answer"] is None
            assert answer["problem"]["code"] == "bad-request"
        live.socket.send("ping")
        assert live.socket.recv(TIMEOUT) == "pong"


def test_the_table_in_words_is_told_to_who_asks(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    with ann.watches(id) as hers, bob.watches(id) as his:
        for guest, live in ((ann, hers), (bob, his)):
            words, scene = live.asks("words")["words"], guest.sees(id)["scene"]
            assert words["version"] == 0
            assert words["sections"] == scene["sections"]
            assert words["notes"] == scene["notes"]
            assert words["sections"]


def farewell(live: Live) -> tuple[int | None, str | None]:
    """The code and the reason with which a connection ends."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            live.socket.recv(TIMEOUT)
    return live.socket.close_code, live.socket.close_reason


def test_a_message_that_is_too_large_ends_the_connection(server: RunningServer) -> None:
    ann, _, id = pair(server)
    with ann.watches(id) as live:
        live.socket.send("x" * 5000)
        assert farewell(live)[0] == 1009


def test_who_reads_too_slowly_is_sent_the_newest_state(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    with ann.watches(id) as live:
        first = live.next()
        for guest in (ann, bob, ann, bob):
            guest.plays(id)
        last = live.until(lambda update: update["table"]["version"] == 4)
        assert first["table"]["version"] == 0
        assert last["scene"] == seen(ann.sees(id)["scene"])


def test_spectators_share_what_is_worked_out_for_them(server: RunningServer) -> None:
    ann, _, id = pair(server)
    table = server.lobby._tables[id]
    with contextlib.ExitStack() as stack:
        eyes = [stack.enter_context(server.guest(None).watches(id)) for _ in range(5)]
        for live in eyes:
            live.next()
        ann.plays(id)
        seen_by = [live.until(lambda update: update["table"]["version"] == 1) for live in eyes]
        assert all(update["scene"] == seen_by[0]["scene"] for update in seen_by)
        assert len(table.attendance._audiences) == 1
    until(lambda: len(table.attendance._audiences) == 0)


def test_viewer_who_missed_a_message_is_sent_the_whole_state(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    table = server.lobby._tables[id]
    viewer = Viewer(None, "en", "wide")
    quick, slow = Audience(table, viewer), Audience(table, viewer)

    async def after_each_change(*changes: Callable[[], object]) -> list[bytes]:
        messages = []
        for change in changes:
            await asyncio.to_thread(change)
            messages.append(quick.message(quick.number))
            slow.message(0)
        return messages

    def play() -> None:
        (ann if "move" in ann.sees(id)["table"]["can"] else bob).plays(id)

    server.carries_out(after_each_change(play, play, play))
    assert slow.number == 3
    missed_none, missed_one = slow.message(2), slow.message(1)
    assert missed_one == slow.message(0)
    assert len(missed_none) < len(missed_one)


def test_each_spectator_who_comes_sees_the_clock_as_it_is(server: RunningServer) -> None:
    _, _, id = pair(server, clock={"kind": "live", "minutes": 10, "seconds": 0})
    stranger = server.guest(None)
    left = []
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            live = stack.enter_context(stranger.watches(id))
            left.append(round(live.next()["table"]["seats"][0]["seconds"]))
            server.advance(30)
    assert left == [600, 570, 540]


def test_a_page_of_somebody_else_cannot_listen(server: RunningServer) -> None:
    _, _, id = pair(server)
    url = f"ws://{server.host}/api/tables/{id}/live"
    for address, origin in ((url, "http://evil.example"), (url + "x", f"http://{server.host}")):
        with (
            pytest.raises(InvalidStatus) as refused,
            live_socket(address, {"Origin": origin}),
        ):
            pass
        assert refused.value.response.status_code in (403, 404)
    with live_socket(url, {"Origin": f"http://{server.host}"}) as socket:
        assert json.loads(socket.recv(TIMEOUT))["table"]["id"] == id
