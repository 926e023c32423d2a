"""Migrations: up and down with data in the database, and nothing is lost that fits."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, delete, insert, inspect, select

from parhelion.server.models import Base
from parhelion.server.settings import database_url
from parhelion.server.store import Store, migrations

ON_BOTH_DATABASES = True


@pytest.fixture(scope="module")
def new_database(new_empty_database: Callable[[], str]) -> Callable[[], str]:
    """Makes databases without tables."""
    return new_empty_database


FIRST = "0001"
Contents = dict[str, list[dict[str, Any]]]
ROWS: Contents = {
    "people": [
        {"id": "ann", "secret": "a" * 64, "name": "Ann ☀", "created": 1.25},
        {"id": "bob", "secret": "b" * 64, "name": "Bob", "created": 2.5},
    ],
    "tables": [
        {
            "id": "one",
            "game": "orion",
            "rules": 1,
            "options": {"setup": "symmetric-1"},
            "seed": 7,
            "beginning": None,
            "clock": {"kind": "days", "minutes": 10, "seconds": 5, "days": 3},
            "listed": True,
            "created": 3.0,
            "started": 4.0,
            "rematch": None,
            "takeback": {"seat": 0, "ply": 0, "agreed": []},
            "status": "playing",
            "ply": 1,
            "turn": 1,
            "ended": None,
            "winners": [],
            "changed": 1_700_000_000.123456,
        }
    ],
    "seats": [
        {"table": "one", "seat": 0, "person": "ann", "level": None},
        {"table": "one", "seat": 1, "person": "bob", "level": 2},
    ],
    "journal": [
        {
            "table": "one",
            "number": 0,
            "kind": "move",
            "seat": 0,
            "text": "star e4",
            "at": 5.0,
            "spent": 1.0,
        }
    ],
    "chat": [
        {"table": "one", "number": 0, "at": 6.0, "name": "Ann", "seat": 0, "text": "« hé » \\u0000"}
    ],
}
"""Something in every table of the first revision."""


A_YEAR_AGO = time.time() - 365 * 86_400


def with_connection(database: str, work: Callable[[Connection], None]) -> None:
    """Do something with a database that has no schema yet."""

    async def run() -> None:
        store = Store(database_url(database))
        async with store.engine.connect() as connection:
            await connection.run_sync(work)
        await store.engine.dispose()

    asyncio.run(run())


def fill(connection: Connection) -> None:
    """Put the rows into the tables of the first revision."""
    metadata = reflected(connection)
    for name, rows in ROWS.items():
        connection.execute(insert(metadata.tables[name]), rows)
    connection.commit()


def reflected(connection: Connection) -> MetaData:
    """The tables that there are."""
    metadata = MetaData()
    metadata.reflect(connection)
    return metadata


def contents(connection: Connection) -> Contents:
    """All rows that there are."""
    return {
        table.name: [
            dict(row)
            for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
        ]
        for table in reflected(connection).sorted_tables
        if table.name != "alembic_version"
    }


def first_columns(found: Contents) -> Contents:
    """Of all rows, what the first revision knew. A takeback has become a proposal, the secret of a
    person the secret of a session."""
    secrets = {row["person"]: row["secret"] for row in found.get("sessions", [])}
    return {
        name: [{column: _value(row, column, secrets) for column in known[0]} for row in found[name]]
        for name, known in ROWS.items()
    }


def _value(row: dict[str, Any], column: str, secrets: dict[str, str]) -> Any:
    if column == "takeback" and column not in row:
        return {name: row["proposal"][name] for name in ("seat", "ply", "agreed")}
    return secrets[row["id"]] if column == "secret" and column not in row else row[column]


def test_migrations_lead_to_the_schema(database: str) -> None:
    def work(connection: Connection) -> None:
        command.upgrade(migrations(connection), "head")
        found = compare_metadata(MigrationContext.configure(connection), Base.metadata)
        assert list(found) == []

    with_connection(database, work)


def test_what_is_in_the_database_survives_every_step_up_and_down(database: str) -> None:
    def work(connection: Connection) -> None:
        config = migrations(connection)
        revisions = list(ScriptDirectory.from_config(config).walk_revisions())
        command.upgrade(config, FIRST)
        fill(connection)
        assert contents(connection) == ROWS
        for _ in revisions[1:]:
            command.upgrade(config, "+1")
            connection.commit()
            assert first_columns(contents(connection)) == ROWS
        assert (
            MigrationContext.configure(connection).get_current_revision() == revisions[0].revision
        )
        for _ in revisions[1:]:
            command.downgrade(config, "-1")
            connection.commit()
            assert first_columns(contents(connection)) == ROWS
        assert contents(connection) == ROWS
        command.upgrade(config, "head")
        assert first_columns(contents(connection)) == ROWS

    with_connection(database, work)


def test_below_the_first_migration_nothing_is_left_and_one_can_begin_anew(database: str) -> None:
    def work(connection: Connection) -> None:
        config = migrations(connection)
        command.upgrade(config, "head")
        command.downgrade(config, "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
        command.upgrade(config, FIRST)
        fill(connection)
        assert contents(connection) == ROWS

    with_connection(database, work)


def test_people_stay_signed_in_where_they_were_last_and_who_talked_is_found(database: str) -> None:
    """0005: secrets become sessions, and of several the one used last becomes the secret again."""

    def work(connection: Connection) -> None:
        config = migrations(connection)
        command.upgrade(config, FIRST)
        fill(connection)
        command.upgrade(config, "0005")
        assert all(each["used"] > A_YEAR_AGO for each in contents(connection)["sessions"])
        sessions = reflected(connection).tables["sessions"]
        phone = {"id": "phone", "secret": "c" * 64, "browser": "Firefox", "system": "Android"}
        connection.execute(insert(sessions).values(person="ann", created=3.0, used=1e12, **phone))
        connection.execute(delete(sessions).where(sessions.c.person == "bob"))
        connection.commit()
        assert [line["person"] for line in contents(connection)["chat"]] == ["ann"]
        command.downgrade(config, "0004")
        connection.commit()
        ann, bob = contents(connection)["people"]
        assert ann["secret"] == "c" * 64
        assert len(bob["secret"]) == 64
        assert bob["secret"] != "b" * 64

    with_connection(database, work)


def test_no_token_of_a_bot_opens_more_where_there_are_no_bots(database: str) -> None:
    """0008: on the way back a bot is somebody who is signed in nowhere, and that it failed is a
    remark that older versions can read."""

    def work(connection: Connection) -> None:
        config = migrations(connection)
        command.upgrade(config, FIRST)
        fill(connection)
        command.upgrade(config, "0008")
        metadata = reflected(connection)
        tables, journal = metadata.tables, metadata.tables["journal"]
        bot = {"id": "bob", "owner": "ann", "everybody": False}
        connection.execute(insert(tables["bots"]).values(**bot))
        failed = {"table": "one", "number": 1, "kind": "failed", "seat": 1, "text": ""}
        connection.execute(insert(journal).values(**failed, at=6.0, spent=0.0))
        connection.commit()
        command.downgrade(config, "0007")
        connection.commit()
        found = contents(connection)
        assert [session["person"] for session in found["sessions"]] == ["ann"]
        assert [entry["kind"] for entry in found["journal"]] == ["move", "return"]
        assert {person["id"] for person in found["people"]} == {"ann", "bob"}

    with_connection(database, work)
