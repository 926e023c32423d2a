"""Accounts: a login and a password for who wants to come back by them."""

import threading
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from argon2 import PasswordHasher
from websockets.exceptions import ConnectionClosed

from parhelion.server.departure import depart
from parhelion.server.passwords import Passwords
from parhelion.server.quotas import Each, Limits
from parhelion.server.row_change import RowChange
from parhelion.server.schemas import NewBot
from parhelion.server.settings import Hosting
from parhelion.server.viewer import Viewer
from tests.server.running_server import (
    ME,
    Guest,
    Json,
    RunningServer,
    bot,
    forget_tries,
    pair,
    quick,
)
from tests.server.test_own_bots import Bot
from tests.waiting import TIMEOUT, until

WEAK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Quick, for tests that hash many times; whether it is strong is not what they are about."""
ANN = {"login": "ann", "password": "correct horse"}


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of which nobody else uses up the tries."""
    behind_a_proxy = Hosting(forwarded_allow_ips="127.0.0.1")
    database = tmp_path_factory.mktemp("accounts") / "tables.db"
    with RunningServer(quick(database, hosting=behind_a_proxy)) as running:
        yield running


@pytest.fixture
def server(own_server: RunningServer) -> Iterator[RunningServer]:
    """That server, where nobody has tried anything and nobody has a login yet."""
    forget_tries(own_server)
    own_server.lobby.accounts._passwords = Passwords(WEAK)
    elsewhere = len(Guest.visiting)
    yield own_server
    for guest in Guest.visiting[elsewhere:]:
        own_server.carries_out(departure(own_server, guest))


async def departure(server: RunningServer, guest: Guest) -> None:
    """Delete somebody without their password."""
    if session := await server.lobby.sessions.known(guest.http.cookies.get("parhelion")):
        await depart(server.lobby, session.person)


def register(guest: Guest, **account: str) -> Json:
    access: Json = guest("POST", "/me/account", ANN | account, 201)
    return access


def logged_in(server: RunningServer, **account: str) -> Guest:
    """Another browser, where somebody has logged in."""
    guest = server.guest(None)
    guest("POST", "/login", ANN | account)
    return guest


def test_who_registers_keeps_their_games_and_finds_them_elsewhere(server: RunningServer) -> None:
    ann, _, id = pair(server)
    assert ann("GET", "/me/access")["login"] is None
    assert register(ann)["login"] == "ann"
    phone = logged_in(server)
    assert phone("GET", "/me")["name"] == "Ann"
    assert "move" in phone.sees(id)["table"]["can"]
    assert len(phone("GET", "/me/access")["sessions"]) == 2


def test_the_cookie_of_who_logs_in_cannot_be_read_by_scripts(server: RunningServer) -> None:
    register(server.guest("Ann"))
    answer = server.guest(None).http.post("/api/login", json=ANN)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "max-age=31536000" in cookie


def test_under_https_cookies_are_sent_by_https_only(server: RunningServer) -> None:
    register(server.guest("Ann"))
    proxied = {"X-Forwarded-Proto": "https", "Origin": f"https://{server.host}"}
    answer = server.guest(None).http.post("/api/login", json=ANN, headers=proxied)
    assert "secure" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize(
    "wrong", [{"login": "nobody"}, {"password": "wrong horse"}, {"password": "Correct horse"}]
)
def test_who_is_wrong_is_not_told_what_is_wrong(
    server: RunningServer, wrong: dict[str, str]
) -> None:
    """The answer is the same whether there is such a login or not, and so is the work."""
    register(server.guest("Ann"))
    verified: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            verified.append(str(hash))
            return super().verify(hash, password)

    server.lobby.accounts._passwords = Passwords(Counting(1, 8, 1))
    guest = server.guest(None)
    answer = guest.http.post("/api/login", json=ANN | wrong)
    assert answer.status_code == 403
    assert answer.json() == {
        "code": "me/wrong-password",
        "message": "The login or the password is wrong.",
    }
    assert not guest.http.cookies
    assert [hash.split("$")[:4] for hash in verified] == [["", "argon2id", "v=19", "m=8,t=1,p=1"]]


def test_a_login_belongs_to_one_person_however_it_is_written(server: RunningServer) -> None:
    register(server.guest("Ann"), login="Zoë")
    bob = server.guest("Bob")
    for same in ("zoë", "ZOË", unicodedata.normalize("NFD", "Zoë"), "Ｚoë"):
        bob.refused("me/login-taken", "POST", "/me/account", ANN | {"login": same})
        assert logged_in(server, login=same)("GET", "/me")["name"] == "Ann"


def test_a_password_is_the_same_however_a_keyboard_composes_it(server: RunningServer) -> None:
    password = "été à la plage 🏖️"
    register(server.guest("Ann"), password=unicodedata.normalize("NFD", password))
    assert logged_in(server, password=unicodedata.normalize("NFC", password))


@pytest.mark.parametrize("password", ["         \0", "0123456789", "x" * 200, "\ufdfa" * 200])
def test_any_characters_make_a_password(server: RunningServer, password: str) -> None:
    register(server.guest("Ann"), password=password)
    assert logged_in(server, password=password)


@pytest.mark.parametrize(
    "account",
    [
        {"password": "too short"},
        {"password": "x" * 201},
        {"password": "e\u0301" * 9},  # nine letters
        {"login": "ab"},
        {"login": "a b c"},
        {"login": "x" * 65},
        {"login": "\u200b\u200b\u200b"},
        {"login": "\ufdfa" * 4},  # each becomes 18 characters
    ],
)
def test_what_makes_no_account_is_refused_without_repeating_it(
    server: RunningServer, account: dict[str, str]
) -> None:
    ann = server.guest("Ann")
    message = ann.refused("bad-request", "POST", "/me/account", ANN | account)
    assert not any(value in message for value in account.values())


def test_half_a_character_is_refused(server: RunningServer) -> None:
    body = '{"login": "ann", "password": "0123456789\\ud800"}'
    headers = {"Content-Type": "application/json"}
    answer = server.guest("Ann").http.post("/api/me/account", content=body, headers=headers)
    assert answer.status_code == 422


def test_a_person_has_one_login(server: RunningServer) -> None:
    ann = server.guest("Ann")
    register(ann)
    ann.refused("me/has-login", "POST", "/me/account", ANN | {"login": "anna"})


def test_a_new_password_signs_out_everywhere_else(server: RunningServer) -> None:
    """Whoever knew the old one, or has the link, is out."""
    ann = server.guest("Ann")
    register(ann)
    link = ann("POST", "/me/recovery", status=201)["address"].partition("#")[2]
    eve = logged_in(server)
    staple = "battery staple"
    change = {"old": "wrong horse", "new": staple}
    ann.refused("me/wrong-password", "PATCH", "/me/account", change)
    told = ann("PATCH", "/me/account", change | {"old": ANN["password"]})
    assert [each["here"] for each in told["sessions"]] == [True]
    assert told["recovery"] is None
    eve.refused("me/unknown", "GET", "/me")
    eve.refused("me/wrong-password", "POST", "/login", ANN)
    eve.refused("me/unknown-link", "POST", "/recovery", {"secret": link})
    assert logged_in(server, password=staple)("GET", "/me")["name"] == "Ann"


def test_new_password_ends_the_tokens_of_own_bots(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    register(ann)
    phone = logged_in(server)
    ann("POST", "/me/recovery", status=201)
    mine, other, foreign = Bot(ann, "Gatherer"), Bot(ann, "Hunter"), Bot(bob, "Scout")
    ann("DELETE", f"/me/bots/{other.id}")
    id = ann.sets(seats=[ME, mine.seat])["table"]["id"]
    mine.joins(id)
    with mine.watches(id) as live:
        live.next()
        change = {"old": ANN["password"], "new": "battery staple"}
        ended = ann("PATCH", "/me/account", change)["ended"]
        with pytest.raises(ConnectionClosed):
            live.until(lambda _: False)
    assert ended == {"sessions": 1, "recovery": True, "bots": ["Gatherer"]}
    mine.refused("me/unknown", "GET", "/bot")
    phone.refused("me/unknown", "GET", "/me")
    assert foreign.work()["name"] == "Scout"
    (kept,) = ann("GET", "/me/bots")["bots"]
    assert (kept["name"], kept["has_token"]) == ("Gatherer", False)
    token = ann("POST", f"/me/bots/{mine.id}/token", status=201)["token"]
    mine.http.headers["Authorization"] = f"Bearer {token}"
    assert mine.work()["name"] == "Gatherer"
    assert ann("GET", "/me/bots")["bots"][0]["has_token"]


def test_new_password_ends_a_bot_that_is_made_meanwhile(server: RunningServer) -> None:
    """Another session makes it after the sessions to end were read, and before they end."""
    ann = server.guest("Ann")
    register(ann)
    thief = logged_in(server)
    store, made = server.lobby.store, list[str]()
    write = store.write

    async def make_first(*changes: RowChange) -> None:
        store.write = write  # type: ignore[method-assign]
        known = await server.lobby.sessions.known(thief.http.cookies["parhelion"])
        me = Viewer.of(known, "en", "wide", "")
        made.append((await server.lobby.own_bots.make(me, NewBot(name="Spy")))[1])
        await write(*changes)

    store.write = make_first  # type: ignore[method-assign]
    change = {"old": ANN["password"], "new": "battery staple"}
    assert ann("PATCH", "/me/account", change)["ended"]["bots"] == ["Spy"]
    spy = server.guest(None)
    spy.http.headers["Authorization"] = f"Bearer {made[0]}"
    spy.refused("me/unknown", "GET", "/bot")


def test_deleting_oneself_takes_the_password(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    register(ann)
    ann.refused("me/password-needed", "DELETE", "/me")
    ann.refused("me/wrong-password", "DELETE", "/me", {"password": "wrong horse"})
    assert ann("GET", "/me")["name"] == "Ann"
    assert bob.sees(id)["table"]["status"] == "playing"
    answer = ann.http.request("DELETE", "/api/me", json={"password": ANN["password"]})
    assert answer.status_code == 204
    ann.refused("me/unknown", "GET", "/me")
    assert bob.sees(id)["table"]["status"] == "over"


def test_password_cannot_be_guessed_by_deleting(server: RunningServer) -> None:
    """A browser left open gives as few attempts as any other way to try a password."""
    ann = server.guest("Ann")
    register(ann)
    for number in range(10):
        ann.refused("me/wrong-password", "DELETE", "/me", {"password": f"guess {number:5}"})
    ann.refused("me/too-many-tries", "DELETE", "/me", {"password": ANN["password"]})
    change = {"old": ANN["password"], "new": "battery staple"}
    ann.refused("me/too-many-tries", "PATCH", "/me/account", change)
    assert ann("GET", "/me")["name"] == "Ann"


def test_who_gives_the_login_up_stays_who_they_are(server: RunningServer) -> None:
    ann = server.guest("Ann")
    ann.refused("me/no-login", "POST", "/me/account/removal", {"password": ANN["password"]})
    register(ann)
    ann.refused("me/wrong-password", "POST", "/me/account/removal", {"password": "wrong horse"})
    told = ann("POST", "/me/account/removal", {"password": ANN["password"]})
    assert told["login"] is None
    assert ann("GET", "/me")["name"] == "Ann"
    server.guest(None).refused("me/wrong-password", "POST", "/login", ANN)
    assert register(server.guest("Bob"))["login"] == "ann"


def test_who_has_games_here_is_asked_before_logging_in(server: RunningServer) -> None:
    register(server.guest("Ann"))
    bob = server.guest("Bob")
    bob.sets(seats=[ME, bot()])
    bob.refused("me/leaves-games", "POST", "/login", ANN)
    assert bob("POST", "/login", ANN | {"leave": True})["name"] == "Ann"


def test_a_password_is_hashed_anew_when_that_is_done_otherwise(server: RunningServer) -> None:
    ann = server.guest("Ann")
    register(ann)
    stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    server.lobby.accounts._passwords = Passwords(stronger)
    logged_in(server)
    server.lobby.accounts._passwords = Passwords(WEAK)
    assert _is_kept(server, "m=16,t=2,p=1")
    logged_in(server)
    assert _is_kept(server, "m=8,t=1,p=1")


def _is_kept(server: RunningServer, text: str) -> bool:
    folder = Path(str(server.settings.database)).parent
    return any(text.encode() in file.read_bytes() for file in folder.iterdir())


def test_passwords_are_kept_as_rfc_9106_recommends(tmp_path: Path) -> None:
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        register(server.guest("Ann"))
        assert _is_kept(server, "$argon2id$v=19$m=65536,t=3,p=4$")
        assert not _is_kept(server, ANN["password"])


def test_a_password_cannot_be_guessed_by_trying(server: RunningServer) -> None:
    """Ten failures for a login from an address; then even the right password is refused."""
    ann = server.guest("Ann")
    register(ann)
    eve = server.guest(None)
    for number in range(10):
        eve.refused("me/wrong-password", "POST", "/login", ANN | {"password": f"guess {number:5}"})
    answer = eve.http.post("/api/login", json=ANN)
    assert (answer.status_code, answer.json()["code"]) == (429, "me/too-many-tries")
    assert 1 <= int(answer.headers["Retry-After"]) <= 900
    eve.refused("me/wrong-password", "POST", "/login", ANN | {"login": "bob"})
    change = {"old": ANN["password"], "new": "battery staple"}
    ann("PATCH", "/me/account", change)  # who is signed in has tries of their own
    assert ann("GET", "/me")["name"] == "Ann"


def test_stranger_who_guesses_locks_nobody_out(server: RunningServer) -> None:
    """N8: ten wrong passwords by anybody blocked the right one everywhere."""
    register(server.guest("Ann"))
    eve, ann = server.guest(None), server.guest(None)
    for number in range(11):
        wrong = ANN | {"password": f"guess {number:5}"}
        eve.http.post("/api/login", json=wrong, headers={"X-Forwarded-For": "192.0.2.7"})
    assert ann("POST", "/login", ANN)["name"] == "Ann"


def test_signing_in_uses_up_no_attempts(server: RunningServer) -> None:
    """N8: a club behind one address could sign in thirty times."""
    register(server.guest("Ann"))
    for _ in range(12):
        logged_in(server)


def test_of_two_who_change_a_password_at_once_one_does(server: RunningServer) -> None:
    """The second overwrote what the first had chosen, though its session had ended by then."""
    owner = server.guest("Ann")
    register(owner)
    thief = logged_in(server)
    passwords = {owner: "battery staple", thief: "stolen goods!"}

    def change(guest: Guest) -> bool:
        body = {"old": ANN["password"], "new": passwords[guest]}
        return guest.http.patch("/api/me/account", json=body).is_success

    with ThreadPoolExecutor() as both:
        changed = list(both.map(change, passwords))
    assert sorted(changed) == [False, True]
    chosen = list(passwords.values())
    winner, loser = chosen if changed[0] else reversed(chosen)
    logged_in(server, password=winner)
    server.guest(None).refused("me/wrong-password", "POST", "/login", ANN | {"password": loser})


def test_logins_cannot_be_tried_out_from_one_address(server: RunningServer) -> None:
    eve = server.guest(None)
    for number in range(100):
        eve.refused("me/wrong-password", "POST", "/login", ANN | {"login": f"login-{number}"})
    eve.refused("me/too-many-tries", "POST", "/login", ANN | {"login": "login-100"})


@pytest.mark.parametrize("limit", [Each("4/hour", None), Each(None, "4/hour")])
def test_password_actions_are_limited_even_if_they_succeed(limit: Each, tmp_path: Path) -> None:
    """M5: registering and removing a login in a loop made every sign-in take 24 seconds."""
    limits = replace(Limits.off(), passwords=limit)
    with RunningServer(quick(tmp_path / "tables.db", limits=limits)) as server:
        server.lobby.accounts._passwords = Passwords(WEAK)
        eve = server.guest("Eve")
        own = {"password": ANN["password"]}
        for _ in range(2):
            register(eve)
            eve("POST", "/me/account/removal", own)
        eve.refused("me/too-many-tries", "POST", "/me/account", ANN)
        server.advance(3601)
        register(eve)
        eve("PATCH", "/me/account", {"old": ANN["password"], "new": "battery staple"})
        for _ in range(10):
            logged_in(server, password="battery staple")  # noqa: S106
        eve("PATCH", "/me/account", {"old": "battery staple", "new": ANN["password"]})
        eve("POST", "/me/account/removal", own)
        bob = server.guest("Bob").http.post("/api/me/account", json=ANN)
        assert bob.status_code == (201 if limit.person else 429)


def test_a_sign_in_from_elsewhere_does_not_wait_behind_a_flood(server: RunningServer) -> None:
    """M5: all hashes waited in one queue, in the order in which they came."""
    register(server.guest("Ann"))
    begun: list[str] = []
    room = threading.Semaphore(0)

    class Slow(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            begun.append("flood")
            assert room.acquire(timeout=TIMEOUT)
            return super().hash(password, salt=salt)

        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            begun.append("sign-in")
            return super().verify(hash, password)

    passwords = Passwords(Slow(1, 8, 1))
    passwords._nobodys = WEAK.hash("nobody's")
    server.lobby.accounts._passwords = passwords
    flood = [server.guest(f"Eve {number}") for number in range(6)]
    ann = server.guest(None)

    def registers(number: int) -> Json:
        headers = {"X-Forwarded-For": "192.0.2.7"}
        account = ANN | {"login": f"eve-{number}"}
        answer = flood[number].http.post("/api/me/account", json=account, headers=headers)
        assert answer.status_code == 201
        return {}

    with ThreadPoolExecutor(len(flood) + 1) as pool:
        pending = [pool.submit(registers, number) for number in range(len(flood))]
        until(lambda: len(begun) == 2 and passwords.queue.waiting == 4)
        signing_in = pool.submit(ann, "POST", "/login", ANN)
        until(lambda: passwords.queue.waiting == 5)
        room.release()
        assert signing_in.result(TIMEOUT)["name"] == "Ann"
        assert begun[:3] == ["flood", "flood", "sign-in"]
        room.release(len(flood))
        for each in pending:
            each.result(TIMEOUT)


def test_parallel_sign_ins_that_succeed_lock_nobody_out(server: RunningServer) -> None:
    """Refused attempts counted as failures: a login was locked without a wrong password."""
    register(server.guest("Ann"))
    guests = [server.guest(None) for _ in range(16)]
    room = threading.Semaphore(0)

    class Slow(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            assert room.acquire(timeout=TIMEOUT)
            return super().verify(hash, password)

    server.lobby.accounts._passwords = Passwords(Slow(1, 8, 1))
    with ThreadPoolExecutor(len(guests)) as pool:
        asked = [pool.submit(each.http.post, "/api/login", json=ANN) for each in guests]
        until(lambda: sum(each.done() for each in asked) == 6)
        refused = [each.result() for each in asked if each.done()]
        room.release(len(guests))
        statuses = [each.result(TIMEOUT).status_code for each in asked]
    assert [each.headers["Retry-After"] for each in refused] == ["1"] * 6
    assert sorted(statuses) == [200] * 10 + [429] * 6
    room.release(len(guests))
    for guest in guests:
        guest("POST", "/login", ANN)


def test_parallel_guesses_gain_nothing(server: RunningServer) -> None:
    register(server.guest("Ann"))
    eves = [server.guest(None) for _ in range(16)]
    wrong = ANN | {"password": "wrong horse"}
    with ThreadPoolExecutor(len(eves)) as pool:
        tried = list(pool.map(lambda eve: eve.http.post("/api/login", json=wrong), eves))
    assert [each.status_code for each in tried].count(403) == 10
    eves[0].refused("me/too-many-tries", "POST", "/login", ANN)
