"""Sessions and recovery links: where somebody is signed in, and how they come back."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from bench.load.postgres_cluster import PostgresCluster
from parhelion.refusals import Refused
from parhelion.server.devices import Device, device_of
from parhelion.server.journal_writer import Conflict
from parhelion.server.models import PersonModel
from parhelion.server.revocation import end_access_elsewhere
from parhelion.server.sessions import MAX_SESSIONS, REMEMBERED_SECONDS, Sessions
from parhelion.server.viewer import Viewer
from tests.server.migrated_databases import migrated_database
from tests.server.running_server import (
    ME,
    OPEN,
    Guest,
    Json,
    Live,
    RunningServer,
    bot,
    forget_tries,
    pair,
    quick,
)
from tests.server.test_own_bots import Bot
from tests.waiting import until

DAY = 86_400


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of which nobody else uses up the tries."""
    with RunningServer(quick(tmp_path_factory.mktemp("sessions") / "tables.db")) as running:
        yield running


@pytest.fixture
def server(own_server: RunningServer) -> RunningServer:
    """That server, where nobody has tried anything yet."""
    forget_tries(own_server)
    return own_server


def link_of(guest: Guest) -> str:
    """The secret of a new recovery link of somebody."""
    address = guest("POST", "/me/recovery", status=201)["address"]
    page, _, secret = str(address).partition("#")
    assert page == f"http://{guest.host}/recover"
    return secret


def device(server: RunningServer, link: str) -> Guest:
    """Another browser of the person who made a link."""
    guest = server.guest(None)
    guest("POST", "/recovery", {"secret": link})
    return guest


def sessions_of(guest: Guest) -> list[Json]:
    found: list[Json] = guest("GET", "/me/access")["sessions"]
    return found


def ends(live: Live) -> tuple[int, str]:
    """How a live connection is closed by the server."""
    with pytest.raises(ConnectionClosed) as closed:
        live.until(lambda _: False)
    frame = closed.value.rcvd
    assert frame
    return frame.code, frame.reason


# --- sessions ----------------------------------------------------------------------------


def test_the_list_of_sessions_names_devices_and_marks_this_one(server: RunningServer) -> None:
    ann = server.guest(None)
    linux = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    ann.http.headers["User-Agent"] = linux
    ann("POST", "/me", {"name": "Ann"}, 201)
    phone = device(server, link_of(ann))
    for guest, here in ((ann, [True]), (phone, [False])):
        listed = [each for each in sessions_of(guest) if each["browser"]]
        assert [(each["browser"], each["system"]) for each in listed] == [("Firefox", "Linux")]
        assert [each["here"] for each in listed] == here
    assert len(sessions_of(phone)) == 2


@pytest.mark.parametrize(
    ("user_agent", "told"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
            "Edge Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0.0.0 Mobile Safari/537.36",
            "Chrome Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari iPhone",
        ),
        ("curl/8.5.0", " "),
    ],
)
def test_a_device_is_told_as_people_call_it(user_agent: str, told: str) -> None:
    assert " ".join(device_of(user_agent)) == told


def test_who_signs_out_somewhere_is_refused_there_at_once(server: RunningServer) -> None:
    """The cookie is refused, the live connection is closed; nothing happens to the others."""
    ann, _, id = pair(server)
    phone = device(server, link_of(ann))
    assert "move" in phone.sees(id)["table"]["can"]
    (there,) = (each["id"] for each in sessions_of(ann) if not each["here"])
    with phone.watches(id) as live, ann.watches(id) as own:
        live.next(), own.next()
        assert [each["here"] for each in ann("DELETE", f"/me/sessions/{there}")["sessions"]] == [
            True
        ]
        assert ends(live) == (1008, "signed out")
        assert own.asks("words")["words"]
    phone.refused("me/unknown", "GET", "/me")
    phone.refused("me/unknown", "POST", f"/tables/{id}/resign")
    assert phone.sees(id)["table"]["can"] == []
    assert "move" in ann.sees(id)["table"]["can"]
    ann.refused("me/unknown-session", "DELETE", f"/me/sessions/{there}")


def test_who_signs_out_everywhere_else_stays_signed_in_here(server: RunningServer) -> None:
    ann = server.guest("Ann")
    link = link_of(ann)
    others = [device(server, link) for _ in range(3)]
    assert len(ann("DELETE", "/me/sessions")["sessions"]) == 1
    for other in others:
        other.refused("me/unknown", "GET", "/me")
    assert ann("GET", "/me")["name"] == "Ann"


def test_signing_out_everywhere_else_ends_the_recovery_link(server: RunningServer) -> None:
    ann = server.guest("Ann")
    link = link_of(ann)
    device(server, link)
    remaining = ann("DELETE", "/me/sessions")
    assert remaining["recovery"] is None
    assert remaining["ended"] == {"sessions": 1, "recovery": True, "bots": []}
    server.guest(None).refused("me/unknown-link", "POST", "/recovery", {"secret": link})
    assert ann("DELETE", "/me/sessions")["ended"] == {"sessions": 0, "recovery": False, "bots": []}


def test_signing_out_everywhere_else_keeps_the_tokens_of_own_bots(server: RunningServer) -> None:
    """A token opens the seats of its bot only, and ending it would stop the bot's games."""
    ann = server.guest("Ann")
    mine = Bot(ann)
    ann("DELETE", "/me/sessions")
    assert mine.work()["name"] == "Gatherer"


def test_who_signs_out_here_loses_the_cookie(server: RunningServer) -> None:
    ann = server.guest("Ann")
    (here,) = sessions_of(ann)
    ann("DELETE", f"/me/sessions/{here['id']}")
    assert not ann.http.cookies
    ann.refused("me/unknown", "GET", "/me")


def test_nobody_ends_the_session_of_somebody_else(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    (here,) = sessions_of(ann)
    bob.refused("me/unknown-session", "DELETE", f"/me/sessions/{here['id']}")
    assert bob("DELETE", "/me/sessions")
    assert ann("GET", "/me")["name"] == "Ann"


def test_a_command_that_comes_after_signing_out_is_not_carried_out(server: RunningServer) -> None:
    """It was sent before the connection was closed."""
    ann, _, id = pair(server)
    update = ann.sees(id)
    version, move = update["table"]["version"], update["scene"]["choices"][0]["move"]
    with ann.watches(id) as live:
        live.next()
        (connection,) = server.lobby._tables[id].attendance.presence.connections
        connection._signed_out = True  # type: ignore[attr-defined]
        live.socket.send(json.dumps({"ask": "move", "id": 1, "version": version, "move": move}))
        assert ends(live) == (1008, "signed out")
    assert ann.sees(id)["table"]["version"] == version


def test_a_session_says_on_which_day_it_was_used_last(tmp_path: Path) -> None:
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        ann = server.guest("Ann")
        (first,) = sessions_of(ann)
        server.advance(DAY / 2)
        assert sessions_of(ann)[0]["used"] == first["used"]
        server.advance(DAY)
        ann("GET", "/me")
        until(lambda: sessions_of(ann)[0]["used"] > first["used"])
        assert sessions_of(ann)[0]["created"] == first["created"]


def test_a_session_that_ends_while_it_is_read_is_not_remembered(server: RunningServer) -> None:
    """Its person was forgotten before the answer of the database came."""
    ann = server.guest("Ann")
    sessions, secret = server.lobby.sessions, ann.http.cookies["parhelion"]
    (here,) = sessions_of(ann)
    sessions.forget(None)
    rows = sessions._store.rows
    interrupted = threading.Event()

    async def ended_meanwhile(query: Any) -> Any:
        found = await rows(query)
        if not interrupted.is_set():
            interrupted.set()
            session = await Sessions.known(sessions, secret)
            assert session
            await sessions.end(session.person, here["id"])
        return found

    sessions._store.rows = ended_meanwhile  # type: ignore[method-assign]
    try:
        ann.refused("me/unknown", "GET", "/me")
    finally:
        sessions._store.rows = rows  # type: ignore[method-assign]
    assert interrupted.is_set()


def test_a_session_that_ends_while_it_connects_is_hung_up_on(server: RunningServer) -> None:
    """It ended after it was recognised and before it was found at the table."""
    ann, _, id = pair(server)
    lobby, known = server.lobby, server.lobby.sessions.known
    (here,) = sessions_of(ann)
    asked: list[str | None] = []

    async def ended_meanwhile(secret: str | None) -> Any:
        session = await known(secret)
        asked.append(secret)
        if session and len(asked) == 1:
            await lobby.end_session(session.person, here["id"])
        return session

    lobby.sessions.known = ended_meanwhile  # type: ignore[method-assign]
    try:
        with ann.watches(id) as live:
            assert ends(live) == (1008, "signed out")
    finally:
        lobby.sessions.known = known  # type: ignore[method-assign]


def test_a_person_has_no_more_sessions_than_somebody_can_look_through(
    server: RunningServer,
) -> None:
    ann = server.guest("Ann")
    link, id = link_of(ann), ann.sets()["table"]["id"]
    with ann.watches(id) as live:
        for _ in range(MAX_SESSIONS):
            forget_tries(server)
            last = device(server, link)
        assert ends(live) == (1008, "signed out")
    assert len(sessions_of(last)) == MAX_SESSIONS
    ann.refused("me/unknown", "GET", "/me")


def test_a_session_that_ended_at_one_server_is_refused_at_all(postgres: PostgresCluster) -> None:
    database = migrated_database(postgres)
    with RunningServer(quick(database)) as one, RunningServer(quick(database)) as other:
        ann, _, id = pair(one)
        phone = device(one, link_of(ann))
        phone.moves_to(other)
        assert "move" in phone.sees(id)["table"]["can"]
        (there,) = (each["id"] for each in sessions_of(ann) if not each["here"])
        with phone.watches(id) as live:
            live.next()
            ann("DELETE", f"/me/sessions/{there}")
            assert ends(live) == (1008, "signed out")
        phone.refused("me/unknown", "GET", "/me")
        ann.moves_to(other)
        assert "move" in ann.sees(id)["table"]["can"]


def test_a_session_is_not_believed_for_ever_if_the_news_of_its_end_are_lost(
    postgres: PostgresCluster,
) -> None:
    database = migrated_database(postgres)
    with RunningServer(quick(database)) as one, RunningServer(quick(database)) as deaf:
        ann = one.guest("Ann")
        phone = device(one, link_of(ann))
        for task in deaf.lobby._tasks[2:]:  # what listens to the news
            task.get_loop().call_soon_threadsafe(task.cancel)
            until(task.done)
        phone.moves_to(deaf)
        assert phone("GET", "/me")["name"] == "Ann"
        ann("DELETE", "/me/sessions")
        assert phone("GET", "/me")["name"] == "Ann"  # nobody has told it
        deaf.advance(REMEMBERED_SECONDS)
        phone.refused("me/unknown", "GET", "/me")


# --- recovery links ----------------------------------------------------------------------


def test_a_link_opens_my_games_on_another_device(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    phone = device(server, link_of(ann))
    assert phone("GET", "/me")["name"] == "Ann"
    assert [each["id"] for each in phone("GET", "/me/tables")["tables"]] == [id]
    phone.plays(id)
    assert bob.sees(id)["table"]["ply"] == 1


def test_a_link_is_valid_until_there_is_a_new_one_or_it_is_revoked(server: RunningServer) -> None:
    ann = server.guest("Ann")
    assert ann("GET", "/me/access")["recovery"] is None
    old = link_of(ann)
    assert device(server, old)("GET", "/me")["name"] == "Ann"
    assert device(server, old)("GET", "/me")["name"] == "Ann"
    new = link_of(ann)
    nobody = server.guest(None)
    nobody.refused("me/unknown-link", "POST", "/recovery", {"secret": old})
    assert ann("GET", "/me/access")["recovery"]
    assert ann("DELETE", "/me/recovery")["recovery"] is None
    nobody.refused("me/unknown-link", "POST", "/recovery", {"secret": new})
    assert not nobody.http.cookies


def test_a_link_is_a_qr_code_too(server: RunningServer) -> None:
    assert server.guest("Ann")("POST", "/me/recovery", status=201)["qr"].startswith("<svg")


def test_a_link_that_is_revoked_while_it_is_opened_opens_nothing(server: RunningServer) -> None:
    ann = server.guest("Ann")
    link, lobby = link_of(ann), server.lobby
    owner = lobby.recovery.owner

    async def revoked_meanwhile(token: str) -> Any:
        proof = await owner(token)
        await lobby.recovery.revoke(proof.person)
        return proof

    lobby.recovery.owner = revoked_meanwhile  # type: ignore[method-assign]
    try:
        server.guest(None).refused("me/unknown-link", "POST", "/recovery", {"secret": link})
    finally:
        lobby.recovery.owner = owner  # type: ignore[method-assign]
    assert len(sessions_of(ann)) == 1


def test_my_own_link_changes_nothing_where_i_am_signed_in(server: RunningServer) -> None:
    ann = server.guest("Ann")
    cookie = ann.http.cookies["parhelion"]
    assert ann("POST", "/recovery", {"secret": link_of(ann)})["token"] is None
    assert ann.http.cookies["parhelion"] == cookie
    assert len(sessions_of(ann)) == 1


def test_who_has_games_here_is_asked_before_leaving_them(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    link = link_of(ann)
    id = bob.sets(seats=[ME, bot()])["table"]["id"]
    way_back = link_of(bob)
    with bob.watches(id) as live:
        live.next()
        bob.refused("me/leaves-games", "POST", "/recovery", {"secret": link})
        assert bob("GET", "/me")["name"] == "Bob"
        assert bob("POST", "/recovery", {"secret": link, "leave": True})["name"] == "Ann"
        assert ends(live) == (1008, "signed out")
    assert bob("GET", "/me")["name"] == "Ann"
    assert bob.sees(id)["table"]["seat"] is None
    assert device(server, way_back)("GET", "/me/tables")["tables"][0]["id"] == id


def test_who_has_no_games_is_asked_nothing(server: RunningServer) -> None:
    link = link_of(server.guest("Ann"))
    newcomer = server.guest("Bob")
    assert newcomer("POST", "/recovery", {"secret": link})["name"] == "Ann"


def test_links_cannot_be_guessed_by_trying(server: RunningServer) -> None:
    ann, eve = server.guest("Ann"), server.guest(None)
    link = link_of(ann)
    for number in range(100):
        eve.refused("me/unknown-link", "POST", "/recovery", {"secret": f"{number}"})
    answer = eve.http.post("/api/recovery", json={"secret": link})
    assert (answer.status_code, answer.json()["code"]) == (429, "me/too-many-tries")
    assert 1 <= int(answer.headers["Retry-After"]) <= 900


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/recovery"),
        ("POST", "/api/login"),
        ("POST", "/api/me/recovery"),
        ("DELETE", "/api/me/recovery"),
        ("DELETE", "/api/me/sessions"),
        ("POST", "/api/me/account"),
        ("PATCH", "/api/me/account"),
        ("POST", "/api/me/account/removal"),
        ("DELETE", "/api/me"),
    ],
)
def test_no_other_page_does_any_of_this(server: RunningServer, method: str, path: str) -> None:
    """H3: neither signing in, which would make a visitor somebody else, nor anything else."""
    ann = server.guest("Ann")
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = ann.http.request(method, path, headers=headers, json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")
        assert "set-cookie" not in answer.headers
    assert ann("GET", "/me")["name"] == "Ann"


def test_no_secret_is_logged(
    server: RunningServer, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Neither of those who come back nor of those who are refused."""
    caplog.set_level("DEBUG")
    ann, eve = server.guest("Ann"), server.guest(None)
    link, password = link_of(ann), "a long password of Ann"
    ann("POST", "/me/account", {"login": "ann-who-logs", "password": password}, 201)
    phone = device(server, link)
    wrong = {"login": "ann-who-logs", "password": "a wrong password"}
    eve.refused("me/wrong-password", "POST", "/login", wrong)
    eve.refused("me/unknown-link", "POST", "/recovery", {"secret": "a-wrong-secret"})
    eve.refused("bad-request", "POST", "/login", {"login": "x", "password": password})
    eve("POST", "/login", wrong | {"password": password})
    logged = [each for each in caplog.records if not each.name.startswith("http")]  # not our own
    said = "".join((*map(caplog.handler.format, logged), *capfd.readouterr()))
    assert logged
    tokens = [str(guest.http.cookies["parhelion"]) for guest in (ann, eve, phone)]
    for secret in (link, password, "a wrong password", "a-wrong-secret", *tokens):
        assert secret not in said


def test_no_secret_is_kept(tmp_path: Path) -> None:
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        ann = server.guest("Ann")
        link = link_of(ann)
        token = device(server, link).http.cookies["parhelion"]
        id = ann.sets(seats=[ME, OPEN])["table"]["id"]
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert id.encode() in kept
    for secret in (link, token, str(ann.http.cookies["parhelion"])):
        assert secret.encode() not in kept
        assert re.fullmatch(r"[\w-]{32}", secret)


def test_who_is_signed_out_meanwhile_changes_nothing(server: RunningServer) -> None:
    """A link that was asked for just before, and written just after, was a way back in."""
    ann = server.guest("Ann")
    session = server.lobby.sessions

    async def signed_out_first() -> None:
        known = await session.known(ann.http.cookies["parhelion"])
        assert known
        me = Viewer.of(known, "en", "wide", "")
        await session.end_all(known.person)
        for change in (server.lobby.recovery.make(me), server.lobby.rename(me, "Eve")):
            with pytest.raises(Refused, match="Choose a name first"):
                await change
        await session.begin(known.person, Device("", ""))
        with pytest.raises(Conflict):
            await end_access_elsewhere(server.lobby, me, bots=False)
        assert len(await session.of(known.person)) == 1
        names = await server.lobby.store.rows(select(PersonModel.name, PersonModel.recovery))
        assert ("Ann", None) in map(tuple, names)

    server.carries_out(signed_out_first())


def test_session_in_use_outlives_unused_ones(server: RunningServer) -> None:
    """Opening one's own link 50 times ended the session that was used all the time."""
    ann = server.guest("Ann")
    link = link_of(ann)
    first, *_ = [device(server, link) for _ in range(2)]
    for _ in range(MAX_SESSIONS):
        forget_tries(server)
        device(server, link)
        assert ann("GET", "/me")["name"] == "Ann"
    assert len(sessions_of(ann)) == MAX_SESSIONS
    first.refused("me/unknown", "GET", "/me")
