"""What nobody needs leaves the database: tables that never started, people who never sat down."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from sqlalchemy import select

from bench.load.postgres_cluster import PostgresCluster
from parhelion.server.lobby import EXPIRY_SECONDS
from parhelion.server.models import Base, BotModel, PersonModel, TableModel
from parhelion.server.row_change import RowChange
from tests.server.migrated_databases import migrated_database
from tests.server.running_server import (
    ME,
    OPEN,
    Guest,
    RunningServer,
    pair,
    quick,
)
from tests.waiting import until, until_async

ON_BOTH_DATABASES = True
DAY = 86_400
WEEK = 7 * DAY


@pytest.fixture
def own_server(
    new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[RunningServer]:
    """A server whose clock only this test sets, and which looks when the test says so."""
    monkeypatch.setattr("parhelion.server.lobby.EXPIRY_SECONDS", 1e12)
    with RunningServer(quick(new_database())) as running:
        yield running


def expire(server: RunningServer) -> None:
    """Let the server delete what has expired."""
    server.carries_out(server.lobby.delete_expired())


def open_table(guest: Guest) -> str:
    """A table that waits for somebody."""
    return str(guest.sets(seats=[ME, OPEN])["table"]["id"])


def rows(server: RunningServer, model: type[Base]) -> int:
    """How many rows there are."""
    query = select(*model.__table__.primary_key)
    return len(server.carries_out(server.lobby.store.rows(query)))


def test_a_table_that_nobody_started_is_gone_after_a_week(own_server: RunningServer) -> None:
    server = own_server
    ann, bob = server.guest("Ann"), server.guest("Bob")
    waiting, started, talked, watched = (open_table(ann) for _ in range(4))
    ann("POST", f"/tables/{waiting}/chat", {"text": "anybody?"})
    bob("POST", f"/tables/{started}/seats/1")
    server.advance(WEEK - DAY)
    ann("POST", f"/tables/{talked}/chat", {"text": "still here"})
    expire(server)
    assert ann.sees(waiting)
    server.advance(2 * DAY)
    with bob.watches(watched) as live:
        live.next()
        expire(server)
    ann.refused("table/unknown", "GET", f"/tables/{waiting}")
    bob.refused("table/unknown", "POST", f"/tables/{waiting}/seats/1")
    for id in (started, talked, watched):
        assert ann.sees(id)


def test_who_looks_for_an_expired_rematch_may_ask_for_another(own_server: RunningServer) -> None:
    server = own_server
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = open_table(ann)
    bob("POST", f"/tables/{id}/seats/1")
    bob("POST", f"/tables/{id}/resign")
    first = ann("POST", f"/tables/{id}/rematch")["id"]
    server.advance(WEEK + DAY)
    expire(server)
    ann.refused("table/unknown", "GET", f"/tables/{first}")
    second = ann("POST", f"/tables/{id}/rematch")["id"]
    assert second != first
    assert ann.sees(second)


def waiting_table(server: RunningServer, open_seats: int) -> tuple[Guest, Guest, str]:
    """Ann, Bob, and the id of Ann's table that waits for one or two players."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    seats, options = [ME, *[OPEN] * open_seats], {"players": str(1 + open_seats)}
    return ann, bob, ann.sets(game="solenia", seats=seats, options=options)["table"]["id"]


@pytest.mark.parametrize(("open_seats", "status"), [(1, "playing"), (2, "open")])
def test_table_does_not_expire_when_a_player_sits_down_meanwhile(
    own_server: RunningServer, monkeypatch: pytest.MonkeyPatch, open_seats: int, status: str
) -> None:
    server = own_server
    _, bob, _ = waiting_table(server, open_seats)
    server.advance(WEEK + DAY)
    expiry, seen = server.lobby._expiry, []
    expired_tables = expiry.expired_tables

    async def joined_after_they_were_found() -> AsyncIterator[str]:
        async for id in expired_tables():
            await asyncio.to_thread(bob, "POST", f"/tables/{id}/seats/1")
            seen.append(id)
            yield id

    monkeypatch.setattr(expiry, "expired_tables", joined_after_they_were_found)
    expire(server)
    (id,) = seen
    table = bob.sees(id)["table"]
    assert (table["status"], table["seats"][1]["name"]) == (status, "Bob")


def test_table_does_not_expire_while_a_player_sits_down(
    own_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = own_server
    _, bob, id = waiting_table(server, 2)
    server.advance(WEEK + DAY)
    store, expiry = server.lobby.store, server.lobby._expiry
    write, expired_tables = store.write, expiry.expired_tables

    async def takes_long(*changes: RowChange) -> None:
        await asyncio.sleep(0.2)
        await write(*changes)

    async def found_while_bob_joins() -> AsyncIterator[str]:
        async for each in expired_tables():
            live = await server.lobby.table(each)
            monkeypatch.setattr(store, "write", takes_long)
            joining = asyncio.to_thread(bob, "POST", f"/tables/{each}/seats/1")
            task = asyncio.create_task(joining)
            await until_async(live.lock.locked)
            yield each
            await task

    monkeypatch.setattr(expiry, "expired_tables", found_while_bob_joins)
    expire(server)
    assert bob.sees(id)["table"]["seats"][1]["name"] == "Bob"


@pytest.mark.parametrize(("open_seats", "status"), [(1, "playing"), (2, "open")])
def test_table_does_not_expire_when_a_player_sits_down_at_another_server(
    postgres: PostgresCluster, monkeypatch: pytest.MonkeyPatch, open_seats: int, status: str
) -> None:
    monkeypatch.setattr("parhelion.server.lobby.EXPIRY_SECONDS", 1e12)
    database = migrated_database(postgres)
    with RunningServer(quick(database)) as first, RunningServer(quick(database)) as second:
        _, bob, id = waiting_table(first, open_seats)
        bob.moves_to(second)
        for server in (first, second):
            server.advance(WEEK + DAY)
        store, tried = first.lobby.store, []
        write = store.write

        async def sits_down_first(*changes: RowChange) -> None:
            if any(change.kind == "delete" for change in changes):
                monkeypatch.setattr(store, "write", write)
                await asyncio.to_thread(bob, "POST", f"/tables/{id}/seats/1")
                tried.append(id)
            await write(*changes)

        monkeypatch.setattr(store, "write", sits_down_first)
        expire(first)
        assert tried == [id]
        assert bob.sees(id)["table"]["status"] == status


def test_many_go_some_at_a_time(own_server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parhelion.server.expiry.BATCH", 2)
    ann = own_server.guest()
    for _ in range(5):
        open_table(ann)
    own_server.advance(WEEK + DAY)
    expire(own_server)
    assert rows(own_server, TableModel) == 0


def test_people_without_a_table_are_forgotten_after_months(own_server: RunningServer) -> None:
    server = own_server
    ann, bob, cas = (server.guest(name) for name in ("Ann", "Bob", "Cas"))
    id = open_table(ann)
    bob("POST", f"/tables/{id}/seats/1")
    server.advance(100 * DAY)
    expire(server)
    assert cas("GET", "/me")["name"] == "Cas"
    until(lambda: not server.lobby.sessions._writing)  # that they were here
    server.advance(100 * DAY)
    expire(server)
    assert cas("GET", "/me")["name"] == "Cas"  # they were here meanwhile
    until(lambda: not server.lobby.sessions._writing)
    server.advance(200 * DAY)
    expire(server)
    cas.refused("me/unknown", "GET", "/me")
    assert rows(server, PersonModel) == 2
    assert cas.http.post("/api/me", json={"name": "Cas"}).status_code == 201  # they come anew
    for guest in (ann, bob):
        assert guest("GET", "/me")
        assert guest.sees(id)["table"]["status"] == "playing"


def test_a_bot_that_was_not_here_for_months_is_forgotten_and_then_its_owner(
    own_server: RunningServer,
) -> None:
    ann = own_server.guest("Ann")
    ann("POST", "/me/bots", {"name": "Gatherer"}, 201)
    own_server.advance(200 * DAY)
    expire(own_server)
    assert (rows(own_server, BotModel), rows(own_server, PersonModel)) == (0, 1)
    expire(own_server)
    assert rows(own_server, PersonModel) == 0


def test_the_server_looks_by_itself(new_database: Callable[[], str]) -> None:
    with RunningServer(quick(new_database())) as server:
        ann = server.guest()
        id = open_table(ann)
        server.advance(WEEK + DAY)

        def is_gone() -> bool:
            server.advance(EXPIRY_SECONDS)  # it looks again if somebody was quicker
            return bool(ann.http.get(f"/api/tables/{id}").status_code == 404)

        until(is_gone)


def test_a_rematch_that_expired_can_be_set_again(own_server: RunningServer) -> None:
    """Whoever still had the first table open was sent to one that was there no more."""
    ann, bob, id = pair(own_server)
    bob("POST", f"/tables/{id}/resign")
    with bob.watches(id):
        expired = ann("POST", f"/tables/{id}/rematch")["id"]
        own_server.advance(WEEK + DAY)
        expire(own_server)
        again = ann("POST", f"/tables/{id}/rematch")["id"]
    assert again != expired
    assert ann.sees(again)["table"]["status"] == "open"


def test_open_table_does_not_expire_while_a_player_is_connected_through_another_server(
    postgres: PostgresCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parhelion.server.lobby.EXPIRY_SECONDS", 1e12)
    monkeypatch.setattr("parhelion.server.live.attendance.REPORT_SECONDS", 0.5)
    database = migrated_database(postgres)
    with RunningServer(quick(database)) as first, RunningServer(quick(database)) as second:
        ann = first.guest("Ann")
        used, unused = open_table(ann), open_table(ann)
        until(lambda: all(map(knows_another, (first, second))))
        for server in (first, second):
            server.advance(WEEK + DAY)
        with ann.watches(used) as live:
            live.next()
            expire(second)
            assert ann.sees(used)
        ann.refused("table/unknown", "GET", f"/tables/{unused}")


def knows_another(server: RunningServer) -> bool:
    """Return True if a server knows that another one is alive."""
    assert server.lobby.nodes
    return bool(server.lobby.nodes.lease.alive)
