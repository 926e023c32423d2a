"""Tables of older rules: read, played on by their own rules, looked back at, reviewed, exported."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, insert

from bench.load.postgres_cluster import PostgresCluster
from parhelion import replay
from parhelion.server.store import migrations
from tests.server.migrated_databases import migrated_database
from tests.server.running_server import ME, Guest, RunningServer, given_to, quick
from tests.server.test_damaged_tables import damage_entries
from tests.server.test_migrations import reflected, with_connection
from tests.waiting import until

Json = dict[str, Any]
RECORDS = Path(__file__).parents[1] / "records"
OLD = {
    "orion": "orion-v1-symmetric-1-tie-then-stuck",
    "solenia": "solenia-v1-four-players",  # the house edition was another one
    "solstis": "solstis-v1-kept-rainbow",  # T10 was another one
}
"""A game of version 1 that today's rules would play otherwise, where there is one."""


def old_record(name: str) -> Json:
    record: Json = json.loads((RECORDS / f"{name}.json").read_text("utf-8"))
    return record


def old_table(server: RunningServer, ann: Guest, record: Json, dealt_from: str = "deal") -> str:
    """The id of a table in the middle of a game of version 1; Ann has all seats."""
    seats = len(replay(record).seats)
    id = given_to(server, [ann] * seats, record, len(record["moves"]) // 2)
    if dealt_from == "seed":  # as servers of that time stored it
        deal = {"seed": record["seed"], "rules": record["rules"]}
        damage_entries(str(server.settings.database), id, "created", {"given": deal})
    return id


def played_to_the_end(ann: Guest, id: str, record: Json) -> None:
    for text in record["moves"][ann.sees(id)["table"]["ply"] :]:
        ann.plays(id, text.partition(";")[0])


@pytest.mark.parametrize("dealt_from", ["deal", "seed"])
@pytest.mark.parametrize("game", OLD)
def test_a_table_of_older_rules_is_played_on_by_its_own_rules(
    server: RunningServer, game: str, dealt_from: str
) -> None:
    record, ann = old_record(OLD[game]), server.guest("Ann")
    id = old_table(server, ann, record, dealt_from)
    half = ann.sees(id)["table"]["ply"]
    before = ann("GET", f"/tables/{id}/at/{half}?seat=0")["items"]
    ann("POST", f"/tables/{id}/hint")
    assert ann("GET", f"/tables/{id}/moves/{half}/explanation")["sentences"]
    played_to_the_end(ann, id, record)
    assert (ann.sees(id)["table"]["ended"], ann.sees(id)["table"]["winners"]) == (
        "rules",
        record["result"]["winners"],
    )
    found = ann("GET", f"/tables/{id}/record")
    assert {part: found[part] for part in record if part != "moves"} == {
        part: record[part] for part in record if part != "moves"
    } | {"options": found["options"]}
    assert replay(found) == replay(record)
    assert ann("GET", f"/tables/{id}/at/{half}?seat=0")["items"] == before
    (told,) = (each for each in ann("GET", "/me/tables")["tables"] if each["id"] == id)
    assert told["status"] == "over"


def test_a_rematch_is_played_by_the_rules_of_today(server: RunningServer) -> None:
    record, ann = old_record(OLD["solstis"]), server.guest("Ann")
    id = old_table(server, ann, record)
    played_to_the_end(ann, id, record)
    again = ann("POST", f"/tables/{id}/rematch")["id"]
    ann("POST", f"/tables/{again}/resign")
    assert ann("GET", f"/tables/{again}/record")["rules"] == 2


def test_a_game_of_older_rules_is_reviewed(server: RunningServer) -> None:
    record, ann = old_record(OLD["solstis"]), server.guest("Ann")
    id = given_to(server, [ann] * 2, record)
    ann("POST", f"/tables/{id}/review")
    until(lambda: ann("GET", f"/tables/{id}/review")["state"] == "done")
    review = ann("GET", f"/tables/{id}/review")["review"]
    assert len(review["curve"]) == len(record["moves"]) + 1
    shares = [1.0 if seat in record["result"]["winners"] else 0.0 for seat in range(2)]
    assert review["curve"][-1] == shares


def test_bots_play_on_by_older_rules(server: RunningServer) -> None:
    record, ann = old_record(OLD["solstis"]), server.guest("Ann")
    id = old_table(server, ann, record)
    ann("PUT", f"/tables/{id}/seats/1/bot", {"level": 1})
    with ann.watches(id) as live:
        while (update := live.next())["table"]["status"] == "playing":
            if update["table"]["turn"] == 0:
                ann.plays(id)
    found = ann("GET", f"/tables/{id}/record")
    assert found["rules"] == 1
    assert replay(found).turn is None


def test_play_goes_on_from_a_record_of_older_rules(server: RunningServer) -> None:
    record, ann = old_record(OLD["solstis"]), server.guest("Ann")
    table = ann.sets(game="solstis", record=record, ply=20, seats=[ME, ME])["table"]
    played_to_the_end(ann, table["id"], record)
    assert replay(ann("GET", f"/tables/{table['id']}/record")) == replay(record)


def is_at(guest: Guest, id: str, ply: int) -> bool:
    """Whether somebody sees that so many moves were played."""
    return bool(guest.sees(id)["table"]["ply"] == ply)


def test_another_node_goes_on_with_a_table_of_older_rules(postgres: PostgresCluster) -> None:
    database, record = migrated_database(postgres), old_record(OLD["solstis"])
    with RunningServer(quick(database)) as one, RunningServer(quick(database)) as other:
        ann, bob = one.guest("Ann"), one.guest("Bob")
        id = given_to(one, [ann, bob], record, 20)
        bob.moves_to(other)
        for ply, text in enumerate(record["moves"][20:26], start=20):
            for guest in (ann, bob):
                until(partial(is_at, guest, id, ply))
            turn = ann.sees(id)["table"]["turn"]
            (ann, bob)[turn].plays(id, text.partition(";")[0])


OPEN_TABLE: Json = {
    "people": [{"id": "ann", "name": "Ann", "created": 1.0, "next_secret": "1" * 32}],
    "tables": [
        {
            "id": "open",
            "game": "solstis",
            "rules": 1,
            "options": {},
            "clock": {"kind": "none"},
            "listed": True,
            "created": 1_000_000.0,
            "status": "open",
            "ply": 0,
            "winners": [],
            "changed": 1_000_000.0,
            "maker": "ann",
            "secret": "2" * 32,
            "spectators_chat": False,
        }
    ],
    "seats": [
        {"table": "open", "seat": 0, "person": "ann", "text": ""},
        {"table": "open", "seat": 1},
    ],
}
"""Ann's table of Solstis, which waits for another player, as servers of revision 0009 stored it."""


def test_a_table_that_waits_since_older_rules_is_dealt_by_those_of_today(
    new_empty_database: Callable[[], str],
) -> None:
    def fill(connection: Connection) -> None:
        command.upgrade(migrations(connection), "0009")
        known = reflected(connection)
        for name, rows in OPEN_TABLE.items():
            for row in rows:
                connection.execute(insert(known.tables[name]), row)
        connection.commit()

    database = new_empty_database()
    with_connection(database, fill)
    with RunningServer(quick(database)) as server:
        bob = server.guest("Bob")
        bob("POST", "/tables/open/seats/1")
        bob("POST", "/tables/open/resign")
        assert bob("GET", "/tables/open/record")["rules"] == 2
