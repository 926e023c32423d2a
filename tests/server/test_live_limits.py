"""Commands on live connections: they count as requests, and take turns between addresses."""

import contextlib
import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from parhelion.server.quotas import Each, Limits
from parhelion.server.settings import Hosting
from parhelion.server.start_queue import PER_ROUND
from parhelion.server.websocket import LiveConnection
from tests.server.running_server import Json, Live, RunningServer, pair, quick
from tests.server.test_quotas import frames
from tests.waiting import TIMEOUT, until

WORDS = b'{"ask":"words","id":7}'
BURST, ATTACKERS = 20, 10


def new_server(tmp_path: Path, limits: Limits) -> RunningServer:
    """A server behind a proxy on this machine."""
    hosting = Hosting(forwarded_allow_ips="127.0.0.1")
    return RunningServer(quick(tmp_path / "tables.db", limits=limits, hosting=hosting))


def read_answers(live: Live, number: int) -> list[int]:
    """Read answers to commands. Return the numbers of the commands."""
    answers: list[int] = []
    while len(answers) < number:
        message = json.loads(live.socket.recv(TIMEOUT))
        answers += [message["answer"]] if "answer" in message else []
    return answers


@pytest.mark.parametrize("requests", [Each("40/minute", None), Each(None, "60/minute")])
def test_live_commands_use_the_quota_of_requests(tmp_path: Path, requests: Each) -> None:
    limits = replace(Limits.off(), requests=requests)
    with new_server(tmp_path, limits) as server:
        ann, bob, id = pair(server)
        with ann.watches(id) as live:
            answers: list[Json] = [live.asks("words") for _ in range(60)]
        refused = [each["problem"] for each in answers if "problem" in each]
        assert refused
        assert {each["code"] for each in refused} == {"too-many/requests"}
        assert all(each["wait"] > 0 for each in refused)
        ann.refused("too-many/requests", "GET", "/me")
        status = bob.http.get("/api/me").status_code
        assert status == (200 if requests.person else 429)
        server.advance(61)
        with ann.watches(id) as live:
            assert "words" in live.asks("words")


def test_burst_of_one_address_lets_others_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All commands of a burst were carried out before anybody else's."""
    answered: list[str] = []
    answer = LiveConnection._answer

    async def noted(self: LiveConnection, text: str) -> bytes:
        answered.append(self.viewer.address)
        return await answer(self, text)

    monkeypatch.setattr(LiveConnection, "_answer", noted)
    with new_server(tmp_path, Limits.off()) as server, contextlib.ExitStack() as stack:
        eve, bob, id = pair(server)
        eve.calls_from("192.0.2.1")
        bob.calls_from("192.0.2.2")
        flood = [stack.enter_context(eve.watches(id)) for _ in range(ATTACKERS)]
        other = stack.enter_context(bob.watches(id))
        for live in (*flood, other):
            live.next()
        blocked, go_on = threading.Event(), threading.Event()

        def block() -> None:
            blocked.set()
            assert go_on.wait(TIMEOUT)

        server.loop.call_soon_threadsafe(block)  # so that all comes in the same moment
        assert blocked.wait(TIMEOUT)
        for live in flood:
            live.socket.socket.sendall(frames(1, WORDS, BURST))
        other.socket.socket.sendall(frames(1, WORDS, 1))
        go_on.set()
        until(lambda: len(answered) == ATTACKERS * BURST + 1)
        for live in flood:
            read_answers(live, BURST)
        assert answered.index("192.0.2.2") < ATTACKERS + 2 * PER_ROUND


def test_burst_is_answered_completely_and_in_order(tmp_path: Path) -> None:
    with new_server(tmp_path, Limits.off()) as server:
        ann, _, id = pair(server)
        with ann.watches(id) as live:
            live.next()
            sent = list(range(300))
            texts = [b'{"ask":"words","id":%d}' % number for number in sent]
            live.socket.socket.sendall(b"".join(frames(1, text, 1) for text in texts))
            assert read_answers(live, len(sent)) == sent
            live.socket.socket.sendall(frames(1, b"ping", 200) + frames(8, b"\x03\xe8", 1))
            pongs = 0
            with contextlib.suppress(ConnectionClosed):
                while True:
                    pongs += live.socket.recv(TIMEOUT) == "pong"
            assert live.socket.close_code == 1000
            assert pongs <= 200
