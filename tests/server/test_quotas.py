"""Nobody does too much: every budget is refused with 429 and the time to wait (H5, M5)."""

import asyncio
import contextlib
import json
import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from struct import pack
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from parhelion import new
from parhelion.errors import CannotServe
from parhelion.refusals import Refused
from parhelion.server import middleware, reviews
from parhelion.server.connection_room import ConnectionRoom
from parhelion.server.http_protocol import PatientProtocol
from parhelion.server.live import attendance
from parhelion.server.live.live_table import LiveTable
from parhelion.server.quotas import Each, Limits, Quotas, chosen_limits, network_of
from parhelion.server.reviews import Reviews
from parhelion.server.settings import Hosting
from parhelion.server.store import Person
from parhelion.server.viewer import Viewer
from tests.server.running_server import (
    ME,
    OPEN,
    Guest,
    ManualTime,
    RunningServer,
    bot,
    http_client,
    http_get,
    pair,
    quick,
    trio,
)
from tests.waiting import TIMEOUT, until

Serve = Callable[..., RunningServer]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a server with some limits, and no others."""
    with contextlib.ExitStack() as running:

        def start(**limits: Any) -> RunningServer:
            settings = quick(
                tmp_path / "tables.db",
                limits=replace(Limits.off(), **limits),
                hosting=Hosting(forwarded_allow_ips="127.0.0.1"),
            )
            return running.enter_context(RunningServer(settings))

        yield start


def too_many(answer: httpx.Response, code: str) -> int:
    """The seconds to wait of a refusal, which its sentence tells, too."""
    assert answer.status_code == 429, answer.text
    problem = answer.json()
    assert problem["code"] == code
    assert problem["wait"] == int(answer.headers["retry-after"]) > 0
    assert re.search(r"Try again in \d+ (second|minute|hour)s?\.$", problem["message"])
    return int(problem["wait"])


TWICE = Each("2/minute", None)


def test_new_people_of_one_address_wait(serve: Serve) -> None:
    server = serve(people=Each(None, "2/hour"))
    ann, _ = server.guest("Ann"), server.guest("Bob")
    stranger = server.guest(None)
    wait = too_many(stranger.http.post("/api/me"), "too-many/people")
    assert ann.http.post("/api/me").status_code == 201  # she is known already
    french = stranger.http.post("/api/me", headers={"Accept-Language": "fr"}).json()
    assert "Réessayez dans 60 minutes." in french["message"]
    server.advance(wait)
    assert stranger.http.post("/api/me").status_code == 201


def test_who_asks_too_often_waits_and_nobody_else_does(serve: Serve) -> None:
    server = serve(requests=Each("5/minute", None))
    ann, bob = server.guest("Ann"), server.guest("Bob")
    answers = [ann.http.get("/api/server") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    wait = too_many(answers[-1], "too-many/requests")
    assert bob.http.get("/api/server").status_code == 200
    server.advance(wait)
    assert ann.http.get("/api/server").status_code == 200


def test_who_keeps_below_a_limit_never_waits() -> None:
    time = ManualTime()
    quotas = Quotas(Limits(requests=TWICE), time)
    for _ in range(20):
        quotas.spend("requests", "ann", "192.0.2.1")
        time.advance(31)


def test_late_requests_do_not_extend_the_window_of_a_limit() -> None:
    time = ManualTime()
    quotas = Quotas(Limits(requests=TWICE), time)
    for seconds in (59, 2, 0):
        quotas.spend("requests", "ann", "192.0.2.1")
        time.advance(seconds)


def test_a_new_secret_for_every_request_does_not_help(serve: Serve) -> None:
    server = serve(requests=Each("5/minute", "8/minute"))
    eve = server.guest(None).http
    statuses = [
        eve.get("/api/server", headers={"Authorization": f"Bearer {number}"}).status_code
        for number in range(10)
    ]
    assert statuses == [200] * 8 + [429] * 2


def table_without_end(guest: Guest, **wanted: object) -> str:
    return str(guest.sets(seats=[ME, OPEN], **wanted)["table"]["id"])


def test_tables_and_rematches_are_counted(serve: Serve) -> None:
    server = serve(tables=TWICE)
    ann, bob, id = pair(server)
    bob("POST", f"/tables/{id}/resign")
    ann("POST", f"/tables/{id}/rematch")
    body = {"game": "orion"}
    too_many(ann.http.post("/api/tables", json=body), "too-many/tables")
    too_many(ann.http.post(f"/api/tables/{id}/rematch"), "too-many/tables")
    bob.sets()


def test_records_are_counted(serve: Serve) -> None:
    ann = serve(records=TWICE).guest()
    body = {"game": "orion", "record": new("orion", seed=1).record()}
    for _ in range(2):
        assert ann.http.post("/api/tables", json=body).status_code == 201
    too_many(ann.http.post("/api/tables", json=body), "too-many/requests")
    ann.sets()


def test_tables_that_wait_for_others_are_few(serve: Serve) -> None:
    server = serve(open_tables=2)
    ann = server.guest()
    first = table_without_end(ann)
    table_without_end(ann)
    body = {"game": "orion", "seats": [ME, OPEN]}
    too_many(ann.http.post("/api/tables", json=body), "too-many/open-tables")
    server.guest("Bob")("POST", f"/tables/{first}/seats/1")  # now it has started
    table_without_end(ann)


def test_tables_that_are_asked_for_at_once_are_no_more(serve: Serve) -> None:
    ann = serve(open_tables=2).guest()
    body = {"game": "orion", "seats": [ME, OPEN]}
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(ann.http.post, "/api/tables", json=body) for _ in range(8)]
        codes = sorted(each.result().status_code for each in asked)
    assert codes == [201] * 2 + [429] * 6


def test_seats_at_tables_that_wait_for_others_are_few(serve: Serve) -> None:
    """M6: one stranger took every open seat of a server."""
    server = serve(open_tables=2)
    eve, seats = server.guest("Eve"), [ME, OPEN, OPEN]
    tables = [
        server.guest(f"Host {number}").sets(game="lantern", seats=seats)["table"]["id"]
        for number in range(5)
    ]
    with ThreadPoolExecutor(5) as pool:
        paths = [f"/api/tables/{id}/seats/1" for id in tables]
        codes = sorted(each.status_code for each in pool.map(eve.http.post, paths))
    assert codes == [200] * 2 + [429] * 3


def test_games_without_a_first_move_are_few(serve: Serve) -> None:
    """M2: one person joined every open table and never moved."""
    server = serve(unmoved_games=2)
    ann, eve = server.guest("Ann"), server.guest("Eve")
    tables = [table_without_end(ann) for _ in range(5)]
    with ThreadPoolExecutor(4) as pool:
        paths = [f"/api/tables/{id}/seats/1" for id in tables[:4]]
        answers = list(pool.map(eve.http.post, paths))
    assert sorted(each.status_code for each in answers) == [200] * 2 + [429] * 2
    too_many(next(each for each in answers if each.is_error), "too-many/open-tables")
    last = f"/tables/{tables[4]}/seats/1"
    joined = [id for id, each in zip(tables, answers, strict=False) if each.is_success]
    ann.plays(joined[0])
    eve.refused("too-many/open-tables", "POST", last)
    eve.plays(joined[0])
    eve("POST", last)


def test_games_given_up_or_over_wait_for_no_first_move(serve: Serve) -> None:
    server = serve(unmoved_games=1)
    people, id = trio(server)
    two = table_without_end(people[0])
    for path in (f"/tables/{id}/resign", f"/tables/{two}/seats/1", f"/tables/{two}/resign"):
        people[1]("POST", path)
    people[1]("POST", f"/tables/{table_without_end(people[0])}/seats/1")


def test_games_with_bots_at_the_same_time_are_few(serve: Serve) -> None:
    server = serve(bot_tables=2)
    ann = server.guest()
    first = ann.sets(seats=[ME, bot()])["table"]["id"]
    ann.sets(seats=[ME, bot()])
    body = {"game": "orion", "seats": [ME, bot()]}
    too_many(ann.http.post("/api/tables", json=body), "too-many/bot-tables")
    ann("POST", f"/tables/{first}/resign")
    ann.sets(seats=[ME, bot()])
    server.advance(2 * 86_400)  # where nobody moves, bots do not think
    ann.sets(seats=[ME, bot()])


def test_hints_explanations_and_chat_are_counted(serve: Serve) -> None:
    server = serve(hints=TWICE, explanations=TWICE, scenes=TWICE, chat=TWICE)
    ann = server.guest()
    id = ann.sets(game="lantern", seats=[ME, ME, ME])["table"]["id"]
    ann.plays(id)
    for method, path, body, code in (
        ("POST", "hint", None, "too-many/hints"),
        ("GET", "moves/1/explanation", None, "too-many/requests"),
        ("GET", "at/0", None, "too-many/requests"),
        ("POST", "chat", {"text": "hello"}, "too-many/lines"),
    ):
        answers = [
            ann.http.request(method, f"/api/tables/{id}/{path}", json=body) for _ in range(3)
        ]
        assert [answer.status_code for answer in answers[:2]] == [200, 200], path
        too_many(answers[2], code)


def test_proposals_that_others_must_answer_are_counted(serve: Serve) -> None:
    ann, bob, id = pair(serve(proposals=TWICE))
    ann.plays(id)
    for _ in range(2):
        ann("POST", f"/tables/{id}/takeback")
        bob("DELETE", f"/tables/{id}/proposal")
    too_many(ann.http.post(f"/api/tables/{id}/takeback"), "too-many/requests")
    assert ann.sees(id)["table"]["proposal"] is None
    bob("PUT", f"/tables/{id}/seats/1/bot", {"level": 3})  # has a budget of his own
    ann("DELETE", f"/tables/{id}/proposal")


def test_own_substitutes_are_counted_but_never_keep_a_player_out(serve: Serve) -> None:
    ann = serve(proposals=TWICE).guest()
    id = ann.sets(seats=[ME, bot()])["table"]["id"]
    seat = f"/tables/{id}/seats/0/bot"
    for _ in range(2):
        ann("PUT", seat, {"level": 1})
        ann("DELETE", seat)
    too_many(ann.http.put(f"/api{seat}", json={"level": 1}), "too-many/requests")
    assert not ann.sees(id)["table"]["seats"][0]["substitute"]


def test_takebacks_without_company_are_not_counted(serve: Serve) -> None:
    ann = serve(proposals=TWICE).guest()
    id = ann.sets(seats=[ME, bot()])["table"]["id"]
    for _ in range(3):
        ann.plays(id)
        ann("POST", f"/tables/{id}/takeback")


def test_lesson_tries_of_an_address_are_counted(serve: Serve) -> None:
    stranger = serve(lessons=Each(None, "2/minute")).guest(None)
    game = next(game for game in stranger("GET", "/games")["games"] if game["lessons"])
    address = f"/api/games/{game['name']}/lessons/{game['lessons'][0]['name']}/1/tries"
    for _ in range(2):
        assert stranger.http.post(address, json={"move": "x"}).status_code != 429
    too_many(stranger.http.post(address, json={"move": "x"}), "too-many/requests")


# --- reviews


def over(guest: Guest) -> str:
    """A game that is over."""
    id = str(guest.sets(seats=[ME, ME])["table"]["id"])
    guest("POST", f"/tables/{id}/resign")
    return id


def test_reviews_are_counted(serve: Serve) -> None:
    ann = serve(reviews=TWICE).guest()
    ids = [over(ann) for _ in range(3)]
    for id in ids[:2]:
        ann("POST", f"/tables/{id}/review")
    ann("POST", f"/tables/{ids[0]}/review")  # there is one already
    too_many(ann.http.post(f"/api/tables/{ids[2]}/review"), "too-many/reviews")


def test_one_person_does_not_fill_the_queue_of_reviews(
    tmp_path: Path,
) -> None:
    """Each may wait for a few; who has had least comes next."""
    settings = quick(tmp_path, limits=Limits())
    match, done = new("orion", seed=1), list[str]()

    async def story() -> None:
        reviews = Reviews(settings, Quotas(settings.limits, settings.time))
        eve, ann = (Viewer(Person(name, name), "en", "wide") for name in ("eve", "ann"))
        for number in range(3):
            reviews.begin(f"eve {number}", match, eve)
        with pytest.raises(Refused) as refused:
            reviews.begin("eve 3", match, eve)
        assert refused.value.code == "too-many/reviews"
        await asyncio.sleep(0)  # the first begins
        reviews.begin("ann 0", match, ann)
        await asyncio.gather(*reviews._tasks)
        done.extend(reviews._done)

    asyncio.run(story())
    assert done.index("ann 0") == 1  # after the one that was in work already


def begin_reviews(tmp_path: Path, *asked: tuple[str, str]) -> list[str]:
    """Ask for reviews by (person, address), before any is made. Return the code of each refusal,
    or an empty text."""
    settings = quick(tmp_path, limits=Limits())
    match, codes = new("orion", seed=1), list[str]()

    async def story() -> None:
        reviews = Reviews(settings, Quotas(settings.limits, settings.time))
        for number, (person, address) in enumerate(asked):
            viewer = Viewer(Person(person, person), "en", "wide", address=address)
            try:
                reviews.begin(f"table {number}", match, viewer)
                codes.append("")
            except Refused as refused:
                codes.append(refused.code)
        reviews.close()
        await asyncio.gather(*reviews._tasks, return_exceptions=True)

    asyncio.run(story())
    return codes


def of_networks(count: int, each: int) -> list[tuple[str, str]]:
    """Reviews that many networks ask for, one per person."""
    return [(f"{n} {k}", f"198.51.100.{n}") for n in range(count) for k in range(each)]


def test_one_address_does_not_fill_the_review_queue(tmp_path: Path) -> None:
    """L2: identities of one address took all 100 places."""
    share = Limits().address_reviews
    assert share is not None
    flood = of_networks(1, share + 1)
    codes = begin_reviews(tmp_path, *flood, ("ann", "192.0.2.1"))
    assert codes == [""] * share + ["too-many/reviews", ""]


def test_full_review_queue_still_takes_one_of_an_address_with_none(tmp_path: Path) -> None:
    share = Limits().address_reviews
    assert share is not None
    flood = of_networks(reviews.MAX_PENDING // share, share)
    ann, bob = ("ann", "192.0.2.1"), ("bob", "192.0.2.1")
    codes = begin_reviews(tmp_path, *flood, ann, bob)
    assert codes == [""] * reviews.MAX_PENDING + ["", "review/busy"]


def test_review_queue_is_bounded(tmp_path: Path) -> None:
    most = reviews.MAX_PENDING + reviews.RESERVED
    codes = begin_reviews(tmp_path, *((f"{n}", f"2001:db8:0:{n:x}::1") for n in range(most + 1)))
    assert codes == [""] * most + ["review/busy"]


# --- live connections


def farewell(socket: ClientConnection) -> tuple[int | None, str | None]:
    """The code and the reason with which a connection ends."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            socket.recv(TIMEOUT)
    return socket.close_code, socket.close_reason


def frames(opcode: int, payload: bytes, number: int) -> bytes:
    """WebSocket frames of a client, all alike."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + pack("!H", size)
    return (bytes([0x80 | opcode]) + length + bytes(4) + payload) * number


FLOODS = {
    "messages": ("messages_at_once", 100, frames(1, b"ping", 500)),
    "control frames": ("messages_at_once", 100, frames(9, b"", 500)),
    "bytes": ("bytes_at_once", 10_000, frames(1, b"x" * 4000, 10)),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_flood_on_live_connection_is_rejected(serve: Serve, kind: str) -> None:
    """It comes in one piece: what may be sent grows with time."""
    limit, most, flood = FLOODS[kind]
    ann, bob, id = pair(serve(**{limit: most}))
    with ann.watches(id) as live, bob.watches(id) as other:
        live.socket.socket.sendall(flood)
        assert farewell(live.socket) == (1008, "too many messages")
        other.socket.send("ping")
        while other.socket.recv(TIMEOUT) != "pong":
            pass
    assert ann.sees(id)["table"]["status"] == "playing"


def test_of_what_comes_at_once_no_more_is_read_than_may_be_sent(serve: Serve) -> None:
    """A hundred thousand pings in one piece once stalled everybody for seconds."""
    server = serve(messages_at_once=100)
    ann, _, id = pair(server)
    pong, pongs = b"\x8a\x00", 0
    with ann.watches(id) as live:
        raw: socket.socket = live.socket.socket
        with contextlib.suppress(OSError):
            raw.sendall(b"\x89\x80\0\0\0\0" * 100_000)
        with contextlib.suppress(OSError):
            while part := raw.recv(1 << 16):
                pongs += part.count(pong)
    assert pongs < 400
    assert ann.sees(id)["table"]["status"] == "playing"


def turned_away(guest: Guest, id: str) -> str:
    """The sentence with which a connection is refused."""
    with guest.watches(id) as live:
        message = json.loads(live.socket.recv(TIMEOUT))
        assert farewell(live.socket) == (4429, "too-many/connections")
    assert message["problem"]["wait"] > 0
    return str(message["problem"]["message"])


@pytest.mark.parametrize("limit", ["person_connections", "address_connections", "watchers"])
def test_too_many_live_connections_are_refused_with_a_reason(serve: Serve, limit: str) -> None:
    server = serve(**{limit: 3})
    ann, bob, id = pair(server)
    watcher = bob if limit == "person_connections" else server.guest("Cas")
    with contextlib.ExitStack() as open_pages:
        for _ in range(3):
            open_pages.enter_context(watcher.watches(id)).next()
        assert "Try again" in turned_away(watcher, id)
        open_pages.enter_context(ann.watches(id)).next()  # N8: players always have room
    until(lambda: not server.lobby.quotas._connected)
    with watcher.watches(id) as live:
        live.next()


def test_spectators_of_one_address_leave_room_for_others(serve: Serve) -> None:
    """L8: one address took all 500 places of a table."""
    server = serve(watchers=6, address_watchers=3)
    ann, _, id = pair(server)
    other = ann.sets(seats=[ME, OPEN])["table"]["id"]
    eve, cas = server.guest(None).calls_from("192.0.2.1"), server.guest().calls_from("192.0.2.2")
    ann.calls_from("192.0.2.1")
    with contextlib.ExitStack() as open_pages:
        for _ in range(3):
            open_pages.enter_context(eve.watches(id)).next()
        assert "Try again" in turned_away(eve, id)
        for guest, table in ((eve, other), (cas, id), (ann, id)):
            open_pages.enter_context(guest.watches(table)).next()
    until(lambda: not server.lobby.quotas._connected)


@pytest.mark.parametrize("limit", ["person_connections", "address_connections"])
def test_simultaneous_connections_do_not_exceed_the_limit(serve: Serve, limit: str) -> None:
    """They are counted before the table is loaded, which takes until all have come."""
    server = serve(**{limit: 2})
    ann, _, id = pair(server)
    watcher = ann if limit == "person_connections" else server.guest(None)
    lobby, find = server.lobby, server.lobby.table
    all_came = asyncio.Event()

    async def slowly(id: str) -> LiveTable:
        await all_came.wait()
        return await find(id)

    lobby.table = slowly  # type: ignore[method-assign]

    def is_refused() -> bool:
        with watcher.watches(id) as live:
            return "problem" in json.loads(live.socket.recv(TIMEOUT))

    with ThreadPoolExecutor(5) as pool:
        asked = [pool.submit(is_refused) for _ in range(5)]
        try:
            until(lambda: sum(each.done() for each in asked) == 3)
        finally:
            server.loop.call_soon_threadsafe(all_came.set)
    assert sum(each.result() for each in asked) == 3


def test_spectators_are_counted_together(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once told all others: the messages grew with the square of the spectators."""
    monkeypatch.setattr(attendance, "COUNTING_SECONDS", TIMEOUT)
    server = serve()
    _, _, id = pair(server)
    table = server.lobby._tables[id].attendance
    with contextlib.ExitStack() as open_pages:
        stranger = server.guest(None)
        watchers = [open_pages.enter_context(stranger.watches(id)) for _ in range(40)]
        until(lambda: len(table.presence.connections) == 40)
        server.loop.call_soon_threadsafe(table._send_spectators)
        heard = 0
        for live in watchers:
            while live.next()["table"]["spectators"] < 40:
                heard += 1
        assert heard <= 41  # with one message for each who came it would be 780


# --- sizes and slow requests


@pytest.mark.parametrize(
    "body",
    [
        {"game": "x" * 990_000},
        {"game": "orion", "options": {"x" * 990_000: "a"}},
        {"game": "orion", "options": {"setup": "x" * 990_000}},
        {"game": "orion", "options": {str(number): "a" for number in range(60_000)}},
        {"game": "orion", "seats": [ME] * 50_000},
        {"game": "orion", "record": {"seed": "x" * 990_000}},
        {"game": "orion", "record": {"game": "x" * 990_000}},
        {"game": "orion", "record": {"x" * 990_000: 1}},
        {"game": "orion", "record": {"moves": ["x" * 990_000]}},
    ],
    ids=["game", "option", "value", "options", "seats", "seed", "record", "key", "move"],
)
def test_what_is_far_too_long_is_refused_as_such(server: RunningServer, body: object) -> None:
    """Not looked at, compared with what it might mean, or repeated."""
    answer = server.guest().http.post("/api/tables", json=body)
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad-request"
    assert len(answer.content) < 1000


def half_sent(
    server: RunningServer, *texts: bytes, before_last: Callable[[], None] = lambda: None
) -> bytes:
    """Send whole requests and half of another. Return the answer to the half one."""
    host, port = server.host.split(":")
    *whole, last = texts
    answer = b""
    with socket.create_connection((host, int(port)), timeout=TIMEOUT) as raw:
        for text in whole:
            raw.sendall(text)
            assert raw.recv(1 << 16).startswith(b"HTTP/1.1 200")
        before_last()
        with contextlib.suppress(ConnectionError):  # the server may hang up before all is sent
            raw.sendall(last)
            while part := raw.recv(1 << 16):
                answer += part
    return answer


SHORT = 0.05
"""A timeout, in seconds, that a server is to notice."""
HEAD = b"POST /api/me HTTP/1.1\r\nHost: here\r\n"


@pytest.mark.parametrize("text", [b"", b"\r\n", HEAD, HEAD[:20]])
def test_a_request_whose_head_does_not_come_is_hung_up_on(
    server: RunningServer, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "head_seconds", SHORT)
    assert half_sent(server, text) == b""


@pytest.mark.parametrize("half", [HEAD, b"\r\n"])
def test_half_a_request_after_whole_ones_times_out(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, half: bytes
) -> None:
    monkeypatch.setattr(PatientProtocol, "head_seconds", TIMEOUT)
    whole = b"GET /api/server HTTP/1.1\r\nHost: here\r\n\r\n"
    hurry = partial(monkeypatch.setattr, PatientProtocol, "head_seconds", SHORT)
    assert half_sent(server, whole, whole, half, before_last=hurry) == b""


def test_a_request_whose_body_does_not_come_is_refused(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", SHORT)
    body = b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    answer = half_sent(server, HEAD + body)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"bad-request" in answer


ENDLESS_HEADS = {
    "headers": HEAD + b"A: b\r\n" * 10**6,
    "header": HEAD + b"A: " + b"b" * 10**7,
    "header name": HEAD + b"a" * 10**7,
    "address": b"GET /" + b"a" * 10**7,
    "trailers": HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"A: b\r\n" * 10**6,
}


@pytest.mark.parametrize("text", ENDLESS_HEADS.values(), ids=ENDLESS_HEADS)
def test_connection_with_an_endless_head_is_closed_early(
    server: RunningServer, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """N2: a head had no size limit, so one connection could fill the memory."""
    parsed = []

    class Counting(PatientProtocol):
        def data_received(self, data: bytes) -> None:
            parsed.append(len(data))
            super().data_received(data)

    counting = partial(Counting, room=ConnectionRoom(None, None))
    monkeypatch.setattr(server._server.config, "http_protocol_class", counting)
    answer = half_sent(server, text)
    assert not answer or answer.startswith(b"HTTP/1.1 4")  # a reset connection loses it
    assert sum(parsed) < len(text) / 4


def test_large_heads_and_bodies_are_accepted(server: RunningServer) -> None:
    """N2: the limit is far above what browsers send, and does not count bodies."""
    headers = {"Cookie": "x=" + "y" * 32_000}
    url = f"http://{server.host}/api/server"
    assert http_get(url, headers=headers).status_code == 200
    with http_client(f"http://{server.host}") as http:
        answer = http.post("/api/me", json={"name": "Ann", "more": "x" * 200_000})
    assert answer.status_code != 431


# --- the limits themselves


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_a_household_has_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_host_chooses_how_generous_the_limits_are() -> None:
    assert chosen_limits("1") == Limits()
    assert chosen_limits("off") == Limits.off()
    twice = chosen_limits("2")
    assert (twice.chat.person, twice.open_tables) == ("40/minute", 40)
    assert chosen_limits("0.001").open_tables == 1
    for nonsense in ("0", "-1", "much", "nan", "inf"):
        with pytest.raises(CannotServe, match="--limits"):
            chosen_limits(nonsense)


def test_the_documentation_tells_every_limit() -> None:
    docs = Path(__file__).parents[2] / "docs" / "server.md"
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)\|$", docs.read_text("utf-8"), re.MULTILINE))
    for field in fields(Limits):
        limit = getattr(Limits(), field.name)
        told = (limit.person, limit.address) if isinstance(limit, Each) else (limit,)
        cells = [cell.strip() for cell in rows[field.name].split("|")]
        for value in filter(None, told):
            number, _, period = str(value).partition("/")
            each = "in" if period[:1].isdigit() else "an" if period == "hour" else "a"
            text = f"{int(number):,}" + (f" {each} {period}" if period else "")
            assert text in cells, (field.name, text, cells)


def test_guide_for_hosts_names_the_limit_of_pending_reviews() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    row = next(line for line in guide.splitlines() if "parhelion_reviews_pending" in line)
    assert f"{reviews.MAX_PENDING} are pending" in row
