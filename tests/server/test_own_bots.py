"""Bots of people over the interface: what their tokens open, who may ask them to a table, how they
are shown, and what becomes of their seats."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from bench.load.postgres_cluster import PostgresCluster
from parhelion.server.backup import back_up
from parhelion.server.own_bots import ONLINE_SECONDS
from parhelion.server.quotas import Limits
from parhelion.server.restore import restore
from parhelion.tables.permissions import BOT_TIMEOUT
from tests.server.migrated_databases import migrated_database
from tests.server.running_server import (
    ME,
    OPEN,
    Guest,
    Json,
    Live,
    RunningServer,
    bot,
    live_socket,
    quick,
)
from tests.waiting import until

ON_BOTH_DATABASES = True


class Bot(Guest):
    """A program with the token of a bot."""

    def __init__(self, owner: Guest, name: str = "Gatherer", everybody: bool = False) -> None:
        super().__init__(owner.host)
        wanted = {"name": name, "everybody": everybody}
        made = owner("POST", "/me/bots", wanted, 201)
        self.id, self.token = made["id"], made["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    @property
    def seat(self) -> Json:
        """The choice of this bot for a seat."""
        return {"kind": "bot", "bot": self.id}

    def watches(self, id: str, query: str = "") -> Live:
        """A live connection to a table, with the token."""
        url = f"ws://{self.host}/api/tables/{id}/live{query}"
        known = {"Authorization": f"Bearer {self.token}"}
        return Live(live_socket(url, known), self)

    def work(self) -> Json:
        """Where it is awaited."""
        work: Json = self("GET", "/bot")
        return work

    def joins(self, id: str, seat: int = 1) -> None:
        """Take the seat that is kept for it."""
        assert {"table": id, "seat": seat} in self.work()["join"]
        self("POST", f"/tables/{id}/seats/{seat}", {"text": "x"})

    def moves(self, id: str) -> None:
        """Play the first legal move."""
        asked = self("GET", f"/tables/{id}/view")
        move = {"version": asked["version"], "move": asked["view"]["legal"][0]}
        self("POST", f"/tables/{id}/moves", move)


def started(server: RunningServer, game: str = "orion", **wanted: Any) -> tuple[Guest, Bot, str]:
    """Ann, her bot, and the id of a table where both play."""
    ann = server.guest("Ann")
    mine = Bot(ann)
    id = ann.sets(game=game, seats=[ME, mine.seat], **wanted)["table"]["id"]
    mine.joins(id)
    return ann, mine, id


def seat_of(guest: Guest, id: str, seat: int = 1) -> Json:
    """A seat as somebody sees it."""
    found: Json = guest.sees(id)["table"]["seats"][seat]
    return found


# --- playing


def test_a_bot_sits_down_where_it_is_asked_to_and_plays(server: RunningServer) -> None:
    ann, mine, id = started(server)
    assert ann.sees(id)["table"]["status"] == "playing"
    for _ in range(3):
        assert mine.work() == {"name": "Gatherer", "join": [], "move": []}
        ann.plays(id)
        (turn,) = mine.work()["move"]
        assert (turn["table"], turn["game"]) == (id, "orion")
        mine.moves(id)
    assert ann.sees(id)["table"]["ply"] == 6


def test_everybody_sees_that_a_seat_is_a_program_and_whose(server: RunningServer) -> None:
    ann, mine, id = started(server)
    for viewer in (ann, server.guest("Bob"), server.guest(None)):
        seat = seat_of(viewer, id)
        assert (seat["name"], seat["kind"], seat["level"]) == ("Gatherer", "bot", None)
        assert seat["program"] == {"owner": "Ann", "trouble": None}
    ann("PATCH", "/me", {"name": "Anna"})
    assert seat_of(ann, id)["program"]["owner"] == "Anna"
    assert seat_of(ann, id, 0)["program"] is None
    assert mine.sees(id)["table"]["seat"] == 1


def test_a_bot_is_told_what_its_seat_may_know_and_no_more(server: RunningServer) -> None:
    ann, mine, id = started(server, "solstis")
    asked = mine("GET", f"/tables/{id}/view")["view"]
    assert asked["seat"] == 1
    assert asked["legal"] == []
    assert asked["position"]["hands"][0] == []
    assert len(asked["position"]["hands"][1]) == 3
    own = ann("GET", f"/tables/{id}/view")["view"]
    assert {*own["legal"]} == {choice["move"] for choice in ann.sees(id)["scene"]["choices"]}
    assert own["position"]["hands"][1] == []
    server.guest("Bob").refused("seat/not-yours", "GET", f"/tables/{id}/view")


# --- what its token opens

ALLOWED = {
    ("get", "/api/bot"),
    ("post", "/api/tables/{id}/seats/{seat}"),
    ("get", "/api/tables/{id}/view"),
    ("post", "/api/tables/{id}/moves"),
    ("post", "/api/tables/{id}/trouble"),
}
"""What a bot may do that somebody unknown may not."""
WAYS_IN = {("post", "/api/login"), ("post", "/api/recovery")}
"""They ask for a secret of a person."""


def test_the_token_of_a_bot_opens_its_seats_and_nothing_else(server: RunningServer) -> None:
    """Whatever an unknown visitor is refused, a bot is refused, but for its own few routes."""
    ann, mine, id = started(server)
    stranger = server.guest(None)
    paths = server.app.openapi()["paths"]
    routes = {(method, path) for path, methods in paths.items() for method in methods}
    assert routes >= ALLOWED | WAYS_IN
    tried = 0
    for method, path in sorted(routes - ALLOWED - WAYS_IN):
        address = path.format(
            id=id, seat=1, ply=1, game="orion", lesson="first", step=1, session="x", bot=mine.id,
            lang="en", name="x", file="x",
        )  # fmt: skip
        unknown = stranger.http.request(method, address, json={})
        if unknown.status_code != 401 and path != "/api/me":
            continue
        tried += 1
        body = {"name": "Gatherer"} if path == "/api/me" else {}
        answer = mine.http.request(method, address, json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "me/is-bot"), (method, path)
    assert tried > 20
    assert ann("GET", "/me")["name"] == "Ann"
    ann.refused("me/is-no-bot", "GET", "/bot")
    ann.refused("me/is-no-bot", "POST", f"/tables/{id}/trouble", {"kind": "failed"})


def test_a_bot_takes_no_seat_but_those_that_are_kept_for_it(server: RunningServer) -> None:
    ann = server.guest("Ann")
    mine = Bot(ann)
    id = ann.sets(seats=[ME, OPEN])["table"]["id"]
    mine.refused("bot/not-invited", "POST", f"/tables/{id}/seats/1", {"text": ""})
    assert mine.work()["join"] == []


def test_a_bot_moves_for_nobody_else(server: RunningServer) -> None:
    ann, _, id = started(server)
    other = Bot(server.guest("Bob"), "Other")
    ann.plays(id)
    for intruder in (other, ann):
        version = ann.sees(id)["table"]["version"]
        move = {"version": version, "move": "star e4"}
        answer = intruder.http.post(f"/api/tables/{id}/moves", json=move)
        assert answer.json()["code"] in ("seat/not-yours", "move/not-yours")
    other.refused("seat/not-yours", "POST", f"/tables/{id}/trouble", {"kind": "failed"})


def test_no_token_is_kept_and_it_is_told_once(server: RunningServer) -> None:
    ann, mine, _ = started(server)
    told = ann.http.get("/api/me/bots").text + ann.http.get("/api/me/data").text
    assert mine.token not in told
    data = ann("GET", "/me/data")
    assert [(each["name"], each["online"]) for each in data["bots"]] == [("Gatherer", True)]


# --- who may ask it


def test_only_its_owner_asks_a_bot_unless_everybody_may(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    mine = Bot(ann)
    table = {"game": "orion", "seats": [ME, mine.seat]}
    assert [each["id"] for each in ann("GET", "/bots")["bots"] if each["yours"]] == [mine.id]
    bob.refused("bot/not-invited", "POST", "/tables", table)
    assert mine.id not in [each["id"] for each in bob("GET", "/bots")["bots"]]
    ann("PATCH", f"/me/bots/{mine.id}", {"everybody": True})
    assert mine.id not in [each["id"] for each in bob("GET", "/bots")["bots"]]  # it is not here
    mine.work()
    (offered,) = [each for each in bob("GET", "/bots")["bots"] if each["id"] == mine.id]
    assert offered == {
        "id": mine.id,
        "name": "Gatherer",
        "owner": "Ann",
        "yours": False,
        "online": True,
    }
    bob("POST", "/tables", table, 201)
    server.advance(ONLINE_SECONDS)
    assert mine.id not in [each["id"] for each in bob("GET", "/bots")["bots"]]
    bob.refused("bot/not-yours", "PATCH", f"/me/bots/{mine.id}", {"everybody": False})
    bob.refused("bot/not-yours", "DELETE", f"/me/bots/{mine.id}")


def test_a_bot_has_one_seat_and_its_owner_none_beside_it_at_the_table_of_another(
    server: RunningServer,
) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    mine = Bot(ann, everybody=True)
    twice = {"game": "orion", "seats": [mine.seat, mine.seat]}
    bob.refused("option/bad", "POST", "/tables", twice)
    id = bob.sets(seats=[OPEN, mine.seat])["table"]["id"]
    mine.joins(id)
    ann.refused("seat/one-each", "POST", f"/tables/{id}/seats/0")
    bob("POST", f"/tables/{id}/seats/0")


def test_nobody_sits_at_a_known_deal_with_the_bot_of_another(server: RunningServer) -> None:
    """H2: a game from a record is for its maker, whose own bots are no company."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    mine = Bot(ann, everybody=True)
    record = _record(server)
    given = {"game": "solstis", "seats": [ME, mine.seat], "record": record}
    bob.refused("seat/given-deal", "POST", "/tables", given)
    table = ann("POST", "/tables", given, 201)["table"]
    assert table["given"]
    mine.joins(table["id"])


def _record(server: RunningServer) -> Json:
    dee = server.guest("Dee")
    id = dee.sets(game="solstis", seats=[ME, bot()])["table"]["id"]
    dee("POST", f"/tables/{id}/resign")
    record: Json = dee("GET", f"/tables/{id}/record")
    return record | {"moves": []}


def test_a_rematch_asks_a_bot_again_only_for_who_may_ask_it(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    mine = Bot(ann)
    seats = [ME, OPEN, mine.seat]
    first = ann.sets(game="lantern", seats=seats)["table"]["id"]
    bob("POST", f"/tables/{first}/seats/1")
    mine.joins(first, 2)
    for guest in (ann, bob):
        guest("POST", f"/tables/{first}/resign")
    assert ann.sees(first)["table"]["status"] == "over"
    second = bob("POST", f"/tables/{first}/rematch")["id"]
    kinds = [seat["kind"] for seat in bob.sees(second)["table"]["seats"]]
    assert sorted(kinds) == ["human", "human", "open"]


def test_people_make_few_bots_with_names_that_fit(tmp_path: Path) -> None:
    limits = Limits(own_bots=2)
    with RunningServer(quick(tmp_path / "tables.db", limits=limits)) as server:
        ann = server.guest("Ann")
        ann.refused("me/name-of-bot", "POST", "/me/bots", {"name": "Sparrow"})
        ann.refused("bad-request", "POST", "/me/bots", {"name": " \u200b "})
        for name in ("One", "Tw\u200bo"):
            Bot(ann, name)
        assert [each["name"] for each in ann("GET", "/me/bots")["bots"]] == ["One", "Two"]
        ann.refused("bot/too-many", "POST", "/me/bots", {"name": "Three"})


# --- trouble


def test_a_bot_that_fails_says_so_and_one_of_ours_takes_its_place(server: RunningServer) -> None:
    ann, mine, id = started(server)
    mine.refused("move/not-yours", "POST", f"/tables/{id}/trouble", {"kind": "failed"})
    ann.plays(id)
    noted = mine("POST", f"/tables/{id}/trouble", {"kind": "failed"})
    assert noted["changed"] == mine.work()["move"][0]["changed"]
    assert mine("POST", f"/tables/{id}/trouble", {"kind": "slow"}) == {"changed": None}
    table = ann.sees(id)["table"]
    assert table["seats"][1]["program"]["trouble"] == "failed"
    assert [remark["kind"] for remark in table["remarks"]] == ["failed"]
    ann("PUT", f"/tables/{id}/seats/1/bot", {"level": 1})
    ann.waits(id, lambda table: bool(table["turn"] == 0))
    assert seat_of(ann, id)["substitute"]
    assert mine.work()["move"] == []


def test_a_bot_that_does_not_answer_can_be_replaced(server: RunningServer) -> None:
    ann, _, id = started(server)
    ann.plays(id)
    with ann.watches(id) as live:
        assert live.next()["table"]["seats"][1]["thinking"]
        ann.refused("seat/not-absent", "PUT", f"/tables/{id}/seats/1/bot", {"level": 1})
        server.advance(BOT_TIMEOUT + 1)

        def is_silent(update: Json) -> bool:
            return bool(update["table"]["seats"][1]["program"]["trouble"] == "silent")

        update = live.until(is_silent)
        assert "substitute" in update["table"]["seats"][1]["can"]
    ann("PUT", f"/tables/{id}/seats/1/bot", {"level": 1})


# --- ending


def test_who_ends_a_bot_ends_its_access_at_once_and_its_games_go_on(server: RunningServer) -> None:
    ann, mine, id = started(server)
    waiting = ann.sets(seats=[ME, mine.seat])["table"]["id"]
    ann.plays(id)
    with mine.watches(id) as live:
        assert live.next()["table"]["seat"] == 1
        assert ann("DELETE", f"/me/bots/{mine.id}") == {"bots": []}
        with pytest.raises(ConnectionClosed):
            live.until(lambda _: False)
    mine.refused("me/unknown", "GET", "/bot")
    mine.refused("me/unknown", "GET", f"/tables/{id}/view")
    table = ann.waits(id, lambda table: bool(table["turn"] == 0))["table"]
    assert table["seats"][1]["name"] == "A bot that left"
    assert table["seats"][1]["substitute"]
    assert seat_of(ann, waiting)["kind"] == "open"
    ann.refused("bot/not-invited", "POST", "/tables", {"game": "orion", "seats": [ME, mine.seat]})


def test_new_token_of_a_bot_replaces_the_old_one_immediately(server: RunningServer) -> None:
    ann, mine, id = started(server)
    ann.plays(id)
    with mine.watches(id) as live:
        assert live.next()["table"]["seat"] == 1
        renewed = ann("POST", f"/me/bots/{mine.id}/token", status=201)
        with pytest.raises(ConnectionClosed):
            live.until(lambda _: False)
    assert renewed["id"] == mine.id
    mine.refused("me/unknown", "GET", "/bot")
    mine.http.headers["Authorization"] = f"Bearer {renewed['token']}"
    mine.moves(id)
    assert seat_of(ann, id)["name"] == "Gatherer"


def test_only_its_owner_renews_the_token_of_a_bot(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    mine = Bot(ann, everybody=True)
    bob.refused("bot/not-yours", "POST", f"/me/bots/{mine.id}/token")
    mine.refused("me/is-bot", "POST", f"/me/bots/{mine.id}/token")
    server.guest(None).refused("me/unknown", "POST", f"/me/bots/{mine.id}/token")
    assert mine.work()["name"] == "Gatherer"


def test_who_deletes_themselves_ends_their_bots(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    mine = Bot(ann, "Unmistakable", everybody=True)
    id = bob.sets(seats=[ME, mine.seat])["table"]["id"]
    mine.joins(id)
    assert ann.http.delete("/api/me").status_code == 204
    mine.refused("me/unknown", "GET", "/bot")
    assert "Unmistakable" not in bob.http.get(f"/api/tables/{id}").text
    assert seat_of(bob, id)["substitute"]
    assert seat_of(bob, id)["program"]["owner"] == ""


def test_who_ends_a_bot_ends_its_access_through_another_server(
    postgres: PostgresCluster,
) -> None:
    database = migrated_database(postgres)
    with RunningServer(quick(database)) as first, RunningServer(quick(database)) as second:
        ann, mine, id = started(first)
        mine.moves_to(second)
        ann.plays(id)
        until(lambda: bool(mine.sees(id)["table"]["turn"] == 1))
        with mine.watches(id) as live:
            assert live.next()["table"]["seat"] == 1
            ann("DELETE", f"/me/bots/{mine.id}")
            with pytest.raises(ConnectionClosed):
                live.until(lambda _: False)
        mine.refused("me/unknown", "GET", "/bot")
        until(lambda: bool(mine.sees(id)["table"]["seats"][1]["substitute"]))


def test_a_bot_goes_on_from_a_backup(
    database: str, new_database: Callable[[], str], tmp_path: Path
) -> None:
    with RunningServer(quick(database)) as server:
        ann, mine, id = started(server)
        ann.plays(id)
        mine("POST", f"/tables/{id}/trouble", {"kind": "failed"})
        back_up(database, tmp_path / "club.zip")
    other = new_database()
    restore(other, tmp_path / "club.zip")
    with RunningServer(quick(other)) as server:
        for guest in (ann, mine):
            guest.moves_to(server)
        assert seat_of(ann, id)["program"] == {"owner": "Ann", "trouble": "failed"}
        mine.moves(id)
        assert [each["name"] for each in ann("GET", "/me/bots")["bots"]] == ["Gatherer"]


def test_many_tables_of_one_keep_nobody_waiting(server: RunningServer) -> None:
    """The first table of each maker comes before the second of anybody."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    mine = Bot(ann, everybody=True)
    made = []
    for guest in (ann, ann, ann, bob):
        id = guest.sets(seats=[mine.seat, ME])["table"]["id"]
        mine.joins(id, 0)
        made.append(id)
    order = [turn["table"] for turn in mine.work()["move"]]
    assert order == [made[0], made[3], made[1], made[2]]
