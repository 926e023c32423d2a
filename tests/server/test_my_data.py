"""What is kept about somebody: they can have it, and have it deleted."""

import asyncio
from pathlib import Path

import pytest

from bench.load.postgres_cluster import PostgresCluster
from parhelion import replay
from parhelion.server.departure import depart
from parhelion.server.row_change import RowChange
from parhelion.server.store import Person
from parhelion.tables.commands import Join, Leave
from tests.server.migrated_databases import migrated_database
from tests.server.running_server import (
    ME,
    OPEN,
    RunningServer,
    bot,
    pair,
    quick,
)
from tests.waiting import until

LEFT = "Somebody who left"


def test_my_data_holds_everything_that_is_kept_about_me(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    ann.plays(id)
    ann("POST", f"/tables/{id}/chat", {"text": "Good evening!"})
    bob("POST", f"/tables/{id}/chat", {"text": "Hello Ann"})
    bob("POST", f"/tables/{id}/resign")
    going_on = ann.sets(game="lantern", seats=[ME, OPEN, OPEN])["table"]["id"]
    ann("POST", "/me/recovery", status=201)
    answer = ann.http.get("/api/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert data["name"] == "Ann"
    assert data["access"] == ann("GET", "/me/access")
    assert data["access"]["recovery"]
    over, open_one = data["tables"]
    assert (over["id"], over["seats"], over["status"]) == (id, [0], "over")
    assert replay(over["record"]).ply == 1
    assert (open_one["id"], open_one["record"]) == (going_on, None)
    (line,) = data["chat"]
    assert (line["table"], line["text"]) == (id, "Good evening!")
    assert "name" not in line, "it is the name above"


def test_my_data_holds_no_secret(server: RunningServer) -> None:
    """Neither a hash, nor what is hidden in a game that goes on."""
    ann, _, _ = pair(server)
    link = ann("POST", "/me/recovery", status=201)["address"].partition("#")[2]
    text = ann.http.get("/api/me/data").text
    assert link not in text
    assert str(ann.http.cookies["parhelion"]) not in text
    assert "argon2" not in text


def test_who_deletes_themselves_is_gone(tmp_path: Path) -> None:
    """Their name is nowhere; finished games and what they said stay, without it."""
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        ann, bob, id = pair(server)
        ann("PATCH", "/me", {"name": "Unmistakable"})
        ann("POST", "/me/account", {"login": "unmistakable", "password": "correct horse"}, 201)
        link = ann("POST", "/me/recovery", status=201)["address"].partition("#")[2]
        ann("POST", f"/tables/{id}/chat", {"text": "Good evening!"})
        bob("POST", f"/tables/{id}/resign")
        answer = ann.http.request("DELETE", "/api/me", json={"password": "correct horse"})
        assert answer.status_code == 204
        assert not ann.http.cookies
        ann.refused("me/unknown", "GET", "/me")
        ann.refused("me/unknown-link", "POST", "/recovery", {"secret": link})
        credentials = {"login": "unmistakable", "password": "correct horse"}
        ann.refused("me/wrong-password", "POST", "/login", credentials)
        after = bob.sees(id)
        assert after["table"]["seats"][0]["name"] == LEFT
        assert [(line["name"], line["text"]) for line in after["chat"]] == [("", "Good evening!")]
        french = bob.sees(id, "?lang=fr")["table"]["seats"][0]["name"]
        assert french not in (LEFT, "")
        (summary,) = bob("GET", "/me/tables")["tables"]
        assert summary["players"][0] == LEFT
        assert bob("GET", f"/tables/{id}/record")["moves"] == []
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        bob.moves_to(server)
        after = bob.sees(id)
        assert after["table"]["seats"][0]["name"] == LEFT
        assert after["chat"][0]["name"] == ""


def test_games_that_go_on_are_resigned_and_open_seats_given_back(server: RunningServer) -> None:
    ann, bob, going_on = pair(server)
    open_one = ann.sets(seats=[ME, OPEN])["table"]["id"]
    alone = ann.sets(seats=[ME, bot()])["table"]["id"]
    with bob.watches(going_on) as live:
        live.next()
        assert ann.http.delete("/api/me").is_success
        over = live.until(lambda update: update["table"]["seats"][0]["name"] == LEFT)["table"]
    assert (over["status"], over["ended"], over["winners"]) == ("over", "resigned", [1])
    assert [seat["kind"] for seat in bob.sees(open_one)["table"]["seats"]] == ["open", "open"]
    assert bob.sees(alone)["table"]["status"] == "over"


def test_a_rematch_does_not_wait_for_who_left(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    assert ann.http.delete("/api/me").is_success
    again = bob("POST", f"/tables/{id}/rematch")["id"]
    assert sorted(seat["kind"] for seat in bob.sees(again)["table"]["seats"]) == ["human", "open"]


def test_who_left_at_one_server_is_gone_at_all(postgres: PostgresCluster) -> None:
    database = migrated_database(postgres)
    with RunningServer(quick(database)) as one, RunningServer(quick(database)) as other:
        ann, bob, id = pair(one, spectators_chat=True)
        eve = one.guest("Eve")
        eve("POST", f"/tables/{id}/chat", {"text": "I watch"})
        bob.moves_to(other)
        with bob.watches(id) as live:
            live.next()
            assert eve.http.delete("/api/me").is_success
            assert ann.http.delete("/api/me").is_success
            live.until(lambda update: update["table"]["seats"][0]["name"] == LEFT)
        until(lambda: [line["name"] for line in bob.sees(id)["chat"]] == [""])


@pytest.mark.parametrize(("method", "path"), [("GET", "/me/data"), ("DELETE", "/me")])
def test_nobody_unknown_has_data(server: RunningServer, method: str, path: str) -> None:
    server.guest(None).refused("me/unknown", method, path)


def test_deleted_person_is_no_ghost_opponent(server: RunningServer) -> None:
    """N7: a seat taken while its person was deleted was never given up."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game="solstis", seats=[ME, OPEN])["table"]["id"]

    async def join_after_deletion() -> None:
        table = await server.lobby.table(id)
        known = await server.lobby.sessions.known(bob.http.cookies["parhelion"])
        assert known
        await depart(server.lobby, known.person)
        await table.carry_out(known.person, Join(1))

    server.carries_out(join_after_deletion())
    seats = ann.sees(id)["table"]["seats"]
    assert seats[1]["resigned"] or seats[1]["kind"] == "open"


def test_deleting_oneself_gives_up_seats_taken_meanwhile(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """N7: tables were left before the sessions ended, and never again."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game="solstis", seats=[ME, OPEN])["table"]["id"]

    async def join_during_deletion() -> None:
        lobby, table = server.lobby, await server.lobby.table(id)
        known = await lobby.sessions.known(bob.http.cookies["parhelion"])
        assert known
        end_all = lobby.sessions.end_all

        async def join_first(person: Person, *changes: RowChange) -> None:
            await table.carry_out(person, Join(1))
            await end_all(person, *changes)

        monkeypatch.setattr(lobby.sessions, "end_all", join_first)
        await depart(lobby, known.person)

    server.carries_out(join_during_deletion())
    assert ann.sees(id)["table"]["status"] == "over"


def test_who_leaves_while_the_last_seat_is_taken_resigns(server: RunningServer) -> None:
    """The seat became free again in a game that had been dealt."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game="solstis", seats=[ME, OPEN])["table"]["id"]

    async def both() -> None:
        table = await server.lobby.table(id)
        secrets = [guest.http.cookies["parhelion"] for guest in (ann, bob)]
        known = [await server.lobby.sessions.known(secret) for secret in secrets]
        first, second = (each.person for each in known if each)
        await asyncio.gather(table.carry_out(second, Join(1)), table.carry_out(first, Leave()))

    server.carries_out(both())
    table = bob.sees(id)["table"]
    assert (table["status"], table["seats"][0]["resigned"]) == ("over", True)


def test_name_of_a_person_deleted_while_they_joined_is_removed(server: RunningServer) -> None:
    """On another server, the news of the deletion can come before the seat is taken."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game="solstis", seats=[ME, OPEN])["table"]["id"]

    async def join_after_deletion() -> None:
        table = await server.lobby.table(id)
        known = await server.lobby.sessions.known(bob.http.cookies["parhelion"])
        assert known
        await depart(server.lobby, known.person)
        await table.carry_out(known.person, Join(1))

    server.carries_out(join_after_deletion())
    assert "Bob" not in ann.http.get(f"/api/tables/{id}").text
    assert ann.sees(id)["table"]["status"] == "over"
