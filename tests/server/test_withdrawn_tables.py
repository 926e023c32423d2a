"""Hosts withdraw tables that have not started."""

import asyncio

import pytest

from bench.load.postgres_cluster import PostgresCluster
from parhelion.server.row_change import RowChange
from tests.server.migrated_databases import migrated_database
from tests.server.running_server import ME, OPEN, Guest, RunningServer, pair, quick

ON_BOTH_DATABASES = True


def withdraw(guest: Guest, id: str) -> None:
    answer = guest.http.delete(f"/api/tables/{id}")
    assert answer.status_code == 204, answer.text


def waiting_table(server: RunningServer) -> tuple[Guest, Guest, str]:
    """Ann's table of three with a line of chat, where Bob sits too."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game="lantern", listed=True, seats=[ME, OPEN, OPEN])["table"]["id"]
    bob("POST", f"/tables/{id}/seats/1")
    bob("POST", f"/tables/{id}/chat", {"text": "hello"})
    return ann, bob, id


def test_host_withdraws_a_table_for_everybody(server: RunningServer) -> None:
    ann, bob, id = waiting_table(server)
    bob.refused("table/not-yours", "DELETE", f"/tables/{id}")
    with bob.watches(id) as live:
        live.next()
        withdraw(ann, id)
        assert live.close_code() == 1012
    for guest in (ann, bob):
        guest.refused("table/unknown", "GET", f"/tables/{id}")
        assert guest("GET", "/me/tables")["tables"] == []
    assert id not in [each["id"] for each in bob("GET", "/tables")["tables"]]
    bob.refused("table/unknown", "POST", f"/tables/{id}/seats/2")


def test_withdrawn_rematch_can_be_set_again(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    bob("POST", f"/tables/{id}/resign")
    with bob.watches(id) as live:
        first = ann("POST", f"/tables/{id}/rematch")["id"]
        live.until(lambda update: update["table"]["rematch"] == first)
        withdraw(ann, first)
        live.until(lambda update: update["table"]["rematch"] is None)
    assert bob("POST", f"/tables/{id}/rematch")["id"] != first


def test_table_withdrawn_at_one_server_is_gone_at_all(postgres: PostgresCluster) -> None:
    database = migrated_database(postgres)
    with RunningServer(quick(database)) as one, RunningServer(quick(database)) as other:
        ann, bob, id = waiting_table(one)
        bob.moves_to(other)
        with bob.watches(id) as live:
            live.next()
            withdraw(ann, id)
            assert live.close_code() == 1012
        bob.refused("table/unknown", "GET", f"/tables/{id}")


def test_table_that_starts_at_another_server_meanwhile_is_not_withdrawn(
    postgres: PostgresCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = migrated_database(postgres)
    with RunningServer(quick(database)) as one, RunningServer(quick(database)) as other:
        ann, bob = one.guest("Ann"), one.guest("Bob")
        id = ann.sets(seats=[ME, OPEN])["table"]["id"]
        bob.moves_to(other)
        write = one.lobby.store.write

        async def starts_first(*changes: RowChange) -> None:
            monkeypatch.setattr(one.lobby.store, "write", write)
            await asyncio.to_thread(bob, "POST", f"/tables/{id}/seats/1")
            await write(*changes)

        monkeypatch.setattr(one.lobby.store, "write", starts_first)
        ann.refused("table/started", "DELETE", f"/tables/{id}")
        assert ann.sees(id)["table"]["status"] == "playing"
