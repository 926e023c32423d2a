"""Migrations: up and down with data in the database, and nothing is lost that fits."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, delete, event, insert, inspect, select, text

from parhelion.errors import ParhelionError
from parhelion.server.models import Base
from parhelion.server.projection import seat_columns, table_columns
from parhelion.server.settings import database_url
from parhelion.server.store import Store, migrations
from parhelion.tables.entries import Entry, entry_from, fields_json
from parhelion.tables.messages import Company, chat_json, public_state, state
from parhelion.tables.moment import Actor, Moment
from parhelion.tables.names import Profile
from parhelion.tables.table import Table
from tests.tables.random_play import ACTORS, random_session, random_step

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
        {
            "table": "one",
            "number": 0,
            "at": 6.0,
            "name": "Ann ☀",
            "seat": 0,
            "text": "« hé » \\u0000",
        }
    ],
}
"""Something in every table of the first revision."""


A_YEAR_AGO = time.time() - 365 * 86_400


def with_connection(database: str, work: Callable[[Connection], None]) -> None:
    """Do something with a database that has no schema yet."""

    async def run() -> None:
        store = Store(database_url(database))
        try:
            async with store.engine.connect() as connection:
                await connection.run_sync(work)
        finally:
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
    person the secret of a session. What has become entries is taken from `ROWS`."""
    secrets = {row["person"]: row["secret"] for row in found.get("sessions", [])}
    if "entries" in found:
        tables = [
            {**first, **row} for first, row in zip(ROWS["tables"], found["tables"], strict=True)
        ]
        found = found | {"tables": tables, "journal": ROWS["journal"], "chat": ROWS["chat"]}
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


# --- 0010: entries -----------------------------------------------------------------------

FILE = json.loads((Path(__file__).parent / "tables_0009.json").read_text("utf-8"))
"""Rows of tables of all kinds as the last server of revision 0009 wrote them, some of them damaged
afterwards. `expected` is how that server showed a table, None if it could not read it."""
OLD_TABLES: Mapping[str, dict[str, Any]] = FILE["tables"]
OLD, NEW = "0009", "0010"
SHOWN: Mapping[str, dict[str, Any]] = {
    "a level without an entry": {
        "substituted": [1],
        "remarks": [["bot", 1, 0]],
        "turns": [2, 0],
        "moved": [0],
    },
    "open, from before shuffles": {"turn": None, "seed": None},
    "a substitute for somebody who resigned then": {"since": 1_004_591.5028210215},
    "a player deleted themselves": {"since": 1_004_602.0029830227},
    "a takeback agreed": {"turns": [1, 1, 0]},  # a turn played again brings no second bonus
}
"""What is shown otherwise since 0010."""
SEAT_PARTS = ("kind", "name", "level", "substitute", "resigned", "awaited")
MOMENT = Moment(now=2_000_000.0)


def old_rows() -> Contents:
    """Return the rows of the file."""
    return {
        name: [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
        for name, table in FILE["rows"].items()
    }


def insert_rows(connection: Connection, rows: Mapping[str, Sequence[dict[str, Any]]]) -> None:
    """Insert rows. None becomes NULL, also in columns of JSON."""
    tables = reflected(connection).tables
    for name, some in rows.items():
        for row in some:
            values = {column: value for column, value in row.items() if value is not None}
            connection.execute(insert(tables[name]), values)
    connection.commit()


def migrate(connection: Connection, revision: str) -> Contents:
    """Migrate up or down and return all rows."""
    context = MigrationContext.configure(connection)
    is_up = (context.get_current_revision() or "") < revision
    connection.commit()
    (command.upgrade if is_up else command.downgrade)(migrations(connection), revision)
    connection.commit()
    return contents(connection)


def upgraded(connection: Connection, rows: Contents | None = None) -> Contents:
    """Insert rows at revision 0009, by default those of the file, and return those of 0010."""
    migrate(connection, OLD)
    insert_rows(connection, old_rows() if rows is None else rows)
    return migrate(connection, NEW)


def of_table(found: Contents, name: str, id: str) -> list[dict[str, Any]]:
    """Return the rows that belong to a table."""
    return [row for row in found[name] if row["id" if name == "tables" else "table"] == id]


def journal_of(found: Contents, id: str) -> list[Entry]:
    """Return the journal of a table. Raises ValueError if an entry cannot be read."""
    rows = of_table(found, "entries", id)
    assert [row["number"] for row in rows] == [*range(len(rows))]
    return [
        entry_from(row["kind"], row["at"], row["by"], row["fields"], row["format"]) for row in rows
    ]


def table_of(found: Contents, name: str) -> Table:
    """Return a table of the file from its entries. Raises an error if it cannot be read."""
    id = OLD_TABLES[name]["id"]
    return Table.replay(id, journal_of(found, id))


def readable(found: Contents) -> Iterator[tuple[str, Table]]:
    """Return the tables of the file that a server can read."""
    for name, told in OLD_TABLES.items():
        if told["expected"]:
            yield name, table_of(found, name)


def company_of(found: Contents) -> Company:
    """Return what a server knows of the people in a database."""
    names = {row["id"]: row["name"] for row in found["people"]}
    owners = {row["id"]: names.get(row["owner"], "") for row in found["bots"]}
    return Company({id: Profile(name, owners.get(id, "")) for id, name in names.items()})


def shown(table: Table, company: Company) -> dict[str, Any]:
    """Return how a server shows a table, as the file has it."""
    public = public_state(table, "en", company, MOMENT)
    lines = zip(table.chat, chat_json(table.chat, 0, company.people), strict=True)
    actors = [Actor(each.person, each.owner) if each.person else None for each in table.seats]
    states = [state(table, actor, "en", company, MOMENT) for actor in actors]
    document = table.proposal and {
        name: getattr(table.proposal, name) for name in ("kind", "seat", "ply", "asker")
    }
    return {
        **{name: public[name] for name in ("status", "ply", "turn", "ended", "winners", "rematch")},
        "substituted": sorted(table.substituted),
        "resigned": sorted(table.resigned),
        "remarks": [list(remark) for remark in table.remarks],
        "failure": table.failure,
        "proposal": document
        and document | {"agreed": list(table.proposal.agreed if table.proposal else ())},
        "spent": list(table.clocks.spent),
        "turns": list(table.clocks.turns),
        "since": table.since,
        "chat": [
            [line["at"], said.person, *(line[part] for part in ("name", "sender", "seat", "text"))]
            for said, line in lines
        ],
        "moves": table.match.texts() if table.match else [],
        "seed": table.match.seed if table.match else None,
        "given": table.setup.given,
        "public": [{part: seat[part] for part in SEAT_PARTS} for seat in public["seats"]],
        "shown_proposal": public["proposal"],
        "states": [
            {
                "seat": each["seat"],
                "firm": each["firm"],
                "yours": [seat["yours"] for seat in each["seats"]],
            }
            for each in states
        ],
    }


def test_entries_show_every_table_as_before(database: str) -> None:
    def work(connection: Connection) -> None:
        found = upgraded(connection)
        company = company_of(found)
        for name, table in readable(found):
            expected = OLD_TABLES[name]["expected"] | SHOWN.get(name, {})
            del expected["moved"]
            assert shown(table, company) == expected, name

    with_connection(database, work)


def test_unreadable_tables_remain_unreadable(database: str) -> None:
    def work(connection: Connection) -> None:
        found = upgraded(connection)
        unreadable = [name for name, told in OLD_TABLES.items() if not told["expected"]]
        assert "unknown game" in unreadable
        for name in unreadable:
            with pytest.raises((ParhelionError, ValueError)):
                table_of(found, name)

    with_connection(database, work)


def test_columns_repeat_what_the_entries_say(database: str) -> None:
    def work(connection: Connection) -> None:
        found, before = upgraded(connection), old_rows()
        for name, table in readable(found):
            ((row,), (old,)) = (of_table(each, "tables", table.id) for each in (found, before))
            assert row == row | table_columns(table), name
            same = (old.keys() & row.keys()) - {"changed", "turn"}
            assert {column: row[column] for column in same} == {
                column: old[column] for column in same
            }
            assert (row["host"], row["seen"]) == (old["maker"], old["changed"])
            assert row["changed"] == (old["created"] if table.status == "open" else old["changed"])
            assert row["given"] == (old["secret"] is None and old["beginning"] is not None)
            moved = (OLD_TABLES[name]["expected"] | SHOWN.get(name, {}))["moved"]
            assert table.moved == set(moved), name
            for number, seat in enumerate(of_table(found, "seats", table.id)):
                assert seat == seat | seat_columns(table, number), name

    with_connection(database, work)


def test_entries_are_in_the_order_of_time(database: str) -> None:
    def work(connection: Connection) -> None:
        found = upgraded(connection)
        for told in OLD_TABLES.values():
            times = [row["at"] for row in of_table(found, "entries", told["id"])]
            assert times == sorted(times)

    with_connection(database, work)


KINDS: Mapping[str, str] = {
    "open, with two of three people": "created",
    "playing, not moved yet": "created started",
    "finished by resignations": "created started moved moved moved moved resigned moved moved "
    "resigned said rematched said",
    "a takeback proposed, half agreed": "created started moved proposed agreed said",
    "a takeback agreed": "created started moved took-back moved moved",
    "a bot proposed, half agreed": "created started moved moved proposed agreed",
    "a substitute": "created started moved substituted moved",
    "a given deal with moves, open": "created",
    "a given deal with moves, played on": "created started moved moved",
    "a given game that is over": "created",
    "programs of a person and of the host": "created started moved bot-failed moved moved hinted "
    "moved bot-failed",
    "resumed between moves": "created started moved moved resumed moved",
    "resumed after the last move": "created started moved moved resumed said",
    "resumed before the first move": "created started resumed",
    "finished on time": "created started moved flag-fell",
    "an entry of an unknown kind": "created started moved resigned moved",
    "a garbled takeback": "created started moved moved takeback",
    "a garbled proposal": "created started moved moved moved proposal",
    "a level without an entry": "created substituted started moved moved moved",
}


def test_entries_tell_what_happened(database: str) -> None:
    def work(connection: Connection) -> None:
        found = upgraded(connection)
        for name, kinds in KINDS.items():
            rows = of_table(found, "entries", OLD_TABLES[name]["id"])
            assert " ".join(row["kind"] for row in rows) == kinds, name

    with_connection(database, work)


def test_entries_name_who_acted(database: str) -> None:
    def work(connection: Connection) -> None:
        found = upgraded(connection)
        names = {row["id"]: row["name"] for row in found["people"]}

        def authors(name: str) -> list[tuple[str, str | None]]:
            rows = of_table(found, "entries", OLD_TABLES[name]["id"])
            return [(row["kind"], row["by"] and names[row["by"]]) for row in rows]

        assert authors("a substitute") == [
            ("created", "Ann"),
            ("started", None),
            ("moved", "Ann"),
            ("substituted", None),
            ("moved", None),
        ]
        assert authors("a takeback proposed, half agreed")[2:] == [
            ("moved", "Ann"),
            ("proposed", "Ann"),
            ("agreed", "Bob"),
            ("said", "Cas"),
        ]
        after_resignation = authors("finished by resignations")[6:]
        assert after_resignation == [
            ("resigned", "Bob"),
            ("moved", None),
            ("moved", "Cas"),
            ("resigned", "Ann"),
            ("said", "Ann"),
            ("rematched", None),
            ("said", "Bob"),
        ]
        assert ("flag-fell", None) in authors("finished on time")
        assert ("bot-failed", "Gatherer") in authors("programs of a person and of the host")
        assert ("hinted", "Ann") in authors("programs of a person and of the host")

    with_connection(database, work)


def test_fields_are_those_that_a_server_writes(database: str) -> None:
    def work(connection: Connection) -> None:
        found = upgraded(connection)
        for _, table in readable(found):
            rows = of_table(found, "entries", table.id)
            entries = journal_of(found, table.id)
            assert [row["fields"] for row in rows] == [fields_json(entry) for entry in entries]
            assert {row["format"] for row in rows} == {1}

    with_connection(database, work)


def test_programs_have_their_owners_at_tables(database: str) -> None:
    def work(connection: Connection) -> None:
        found = upgraded(connection)
        names = {row["name"]: row["id"] for row in found["people"]}
        seats = table_of(found, "programs of a person and of the host").seats
        assert [seat.owner for seat in seats] == [None, names["Ann"], ""]
        assert table_of(found, "a program that was ended").seats[1].owner == ""

    with_connection(database, work)


def test_entries_become_the_rows_that_they_were(database: str) -> None:
    def work(connection: Connection) -> None:
        first = upgraded(connection)
        nulls = text("SELECT count(seed), count(beginning), count(proposal) FROM tables")
        found = migrate(connection, OLD)
        expected = old_rows()
        (before_shuffles,) = of_table(
            expected, "tables", OLD_TABLES["open, from before shuffles"]["id"]
        )
        (entry,) = of_table(first, "entries", before_shuffles["id"])
        before_shuffles |= {"seed": None, "secret": entry["fields"]["secret"]}
        assert {name: found[name] for name in expected} == expected
        assert connection.execute(nulls).one() == tuple(
            sum(row[name] is not None for row in expected["tables"])
            for name in ("seed", "beginning", "proposal")
        )
        assert migrate(connection, NEW) == first

    with_connection(database, work)


def test_upgrade_can_be_repeated_after_a_crash(database: str) -> None:
    def work(connection: Connection) -> None:
        migrate(connection, OLD)
        insert_rows(connection, old_rows())
        before = contents(connection)

        def crash(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            if statement.startswith("UPDATE seats"):
                raise RuntimeError("crashed")

        event.listen(connection.engine, "before_cursor_execute", crash)
        with pytest.raises(RuntimeError, match="crashed"):
            migrate(connection, NEW)
        event.remove(connection.engine, "before_cursor_execute", crash)
        connection.rollback()
        assert contents(connection) == before
        migrate(connection, NEW)

    with_connection(database, work)


GARBAGE: Mapping[str, Sequence[Any]] = {
    "text": ["", "x", "17", "{", "-1", "٣", "99999999"],
    "number": [-1, 99, 2**31 - 1],
    "time": [-1e300, 0.0, 1e300],
    "json": [[], {}, 7, "x", {"kind": 7}, {"agreed": [7]}, {"deal": []}, [None]],
}
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "tables": {
        **dict.fromkeys(("game", "secret", "status"), "text"),
        **dict.fromkeys(("options", "seed", "beginning", "clock", "proposal"), "json"),
        **dict.fromkeys(("created", "started", "changed"), "time"),
        "rules": "number",
    },
    "seats": {"level": "number", "text": "text", "seat": "number"},
    "journal": {"kind": "text", "seat": "number", "text": "text", "at": "time", "spent": "time"},
    "chat": {"at": "time", "seat": "number", "text": "text", "name": "text"},
}
"""Columns that garbage is written to, with its kind."""


def garbled(chance: random.Random) -> tuple[Contents, set[str]]:
    """Return the rows of the file with garbage at some tables, and the ids of these tables."""
    rows = old_rows()
    ids = {row["id"] for row in chance.sample(rows["tables"], len(rows["tables"]) // 2)}
    for name, columns in COLUMNS.items():
        for row in rows[name]:
            if row["id" if name == "tables" else "table"] in ids and chance.random() < 0.4:
                column = chance.choice(sorted(columns))
                value = chance.choice(GARBAGE[columns[column]])
                row[column] = value[:8] if columns[column] == "text" else value
    seats = {(row["table"], row["seat"]): row for row in rows["seats"]}  # the last one of each
    return rows | {"seats": [*seats.values()]}, ids


@pytest.mark.parametrize("seed", range(6))
def test_garbage_harms_no_other_table(database: str, seed: int) -> None:
    def work(connection: Connection) -> None:
        rows, ids = garbled(random.Random(seed))
        found = upgraded(connection, rows)
        assert {row["table"] for row in found["entries"]} == {row["id"] for row in rows["tables"]}
        for name, table in readable_but(found, ids):
            assert shown(table, company_of(found))["moves"] == OLD_TABLES[name]["expected"]["moves"]
        before = migrate(connection, OLD)
        for name in ("journal", "chat"):
            assert len(before[name]) == len(rows[name])
        whole = [row for row in rows["journal"] if row["table"] not in ids]
        assert [row for row in before["journal"] if row["table"] not in ids] == whole
        migrate(connection, NEW)

    with_connection(database, work)


def readable_but(found: Contents, ids: set[str]) -> Iterator[tuple[str, Table]]:
    """Return the tables of the file that a server can read, without some."""
    for name, told in OLD_TABLES.items():
        if told["expected"] and told["id"] not in ids:
            yield name, table_of(found, name)


def test_text_that_is_no_json_harms_no_other_table(tmp_path: Path) -> None:
    """Only SQLite can hold it."""

    def work(connection: Connection) -> None:
        migrate(connection, OLD)
        insert_rows(connection, old_rows())
        id = OLD_TABLES["playing, not moved yet"]["id"]
        for column in ("clock", "seed", "proposal"):
            statement = f"UPDATE tables SET {column} = '{{\"kind\": ' WHERE id = '{id}'"  # noqa: S608
            connection.exec_driver_sql(statement)
        connection.commit()
        found = migrate(connection, NEW)
        with pytest.raises(ValueError, match="time"):
            journal_of(found, id)
        assert len([*readable_but(found, {id})]) > 20
        (row,) = of_table(migrate(connection, OLD), "tables", id)
        assert (row["clock"], row["seed"], row["proposal"]) == ('{"kind": ',) * 3

    with_connection(str(tmp_path / "tables.db"), work)


# --- 0010: what newer servers write


def table_rows(table: Table) -> Contents:
    """Return the rows of `tables` and `seats` for a table, as a server writes them."""
    row = {"id": table.id, **table_columns(table), "seen": table.changed}
    seats = [
        {"table": table.id, "seat": number, **seat_columns(table, number)}
        for number in range(len(table.seats))
    ]
    return {"tables": [row], "seats": seats}


def entry_rows(id: str, journal: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return the rows of a journal."""
    return [
        {
            "table": id,
            "number": number,
            "kind": entry.kind,
            "at": entry.at,
            "by": entry.by,
            "format": 1,
            "fields": json.loads(json.dumps(fields_json(entry))),
        }
        for number, entry in enumerate(journal)
    ]


def people_rows() -> Contents:
    """Return the rows of the people at random tables."""
    people = [
        {"id": actor.id, "name": actor.id[6:], "created": 1.0, "next_secret": ""}
        for actor in ACTORS
    ]
    bots = [
        {"id": actor.id, "owner": actor.owner or None, "everybody": False}
        for actor in ACTORS
        if actor.is_program
    ]
    return {"people": people, "bots": bots}


def lasting(table: Table) -> dict[str, Any]:
    """Return everything about a table that the schema of 0009 can hold."""
    names = [
        *("setup", "seats", "clocks", "since", "proposal", "remarks", "chat", "substituted"),
        *("resigned", "moved", "failure", "ended", "rematch", "status", "ply", "turn"),
        *("winners", "position"),
    ]
    changed = None if table.status == "open" else table.changed
    match = table.match and (table.match.texts(), table.match.record(), table.match.shuffle)
    return {name: getattr(table, name) for name in names} | {"changed": changed, "match": match}


RANDOM_TABLES = 120
"""More than are converted at a time."""


def random_tables() -> dict[str, list[Entry]]:
    """Return the journals of random tables by their ids."""
    journals = {}
    for seed in range(RANDOM_TABLES):
        chance = random.Random(seed)
        session = random_session(chance)
        for _ in range(chance.randrange(30)):
            random_step(session, chance)
        if not session.table.withdrawn:
            journals[f"table-{seed:04}"] = session.journal
    return journals


def test_random_tables_survive_the_old_schema(database: str) -> None:
    def work(connection: Connection) -> None:
        migrate(connection, NEW)
        insert_rows(connection, people_rows())
        tables = {id: Table.replay(id, journal) for id, journal in random_tables().items()}
        for id, journal in random_tables().items():
            insert_rows(connection, table_rows(tables[id]) | {"entries": entry_rows(id, journal)})
        before = contents(connection)
        for row in before["tables"]:
            if row["status"] == "open":  # when its seats changed is not known any more
                row["changed"] = row["created"]
        old = migrate(connection, OLD)
        found = migrate(connection, NEW)
        assert found["tables"] == before["tables"]
        assert found["seats"] == before["seats"]
        for id in tables:
            again = journal_of(found, id)
            assert lasting(Table.replay(id, again)) == lasting(tables[id]), id
        assert migrate(connection, OLD) == old
        assert migrate(connection, NEW) == found

    with_connection(database, work)


NEWER: Sequence[tuple[str, str | None, dict[str, Any]]] = (
    (
        "created",
        "ann",
        {
            "game": "lantern",
            "options": {},
            "seats": [{"person": "ann", "text": "a"}, {}, {}],
            "time": {"kind": "live", "minutes": 3},
            "listed": True,
            "spectators_chat": True,
            "secret": "first",
        },
    ),
    ("joined", "bob", {"seat": 1, "text": "b"}),
    ("joined", "cas", {"seat": 2, "text": "c"}),
    ("reshuffled", None, {"secret": "second"}),
    ("said", "eve", {"text": "Hello"}),
    ("vacated", "bob", {"seat": 1}),
    ("bot-seated", "ann", {"seat": 1, "level": 4}),
    ("started", None, {"deal": {"seed": "s", "rules": 1, "beginning": {"deal": {}}}}),
    ("moved", "ann", {"seat": 0, "move": "draw", "spent": 1.5}),
    ("proposed", "ann", {"what": "takeback", "seat": 0, "ply": 0}),
    ("agreed", "cas", {}),
    ("took-back", "ann", {"seat": 0, "ply": 0}),
    ("proposed", "ann", {"what": "bot", "seat": 2, "ply": 0}),
    ("declined", "cas", {}),
    ("substituted", "ann", {"seat": 2, "level": 3, "spent": 2.5}),
    ("resumed", None, {}),
    ("hinted", "ann", {"seat": 0}),
    ("said", None, {"text": "Old", "seat": 0, "name": "Tom"}),
    ("moved", "ann", {"seat": 0, "move": "light 1"}),
    ("resigned", "cas", {"seat": 2}),
    ("rematched", "ann", {"table": "next"}),
    ("rematched", None, {"table": None}),
)
"""Kinds, authors and fields of entries of a newer server."""


def newer_rows() -> Contents:
    """Return the rows of a table with these entries, the numbers being the times."""
    people = [
        {"id": id, "name": name, "created": 1.0, "next_secret": ""}
        for id, name in (("ann", "Ann"), ("bob", "Bob"), ("cas", "Cas"), ("eve", ""))
    ]
    facts = {"game": "lantern", "options": {}, "time": "live", "listed": True, "given": False}
    facts |= {"host": "ann", "created": 0.0, "status": "playing", "ply": 1, "turn": 1}
    table = {"id": "new", "winners": [], "changed": 19.0, "seen": 30.0} | facts
    seats = [
        {"table": "new", "seat": seat, "person": person, "level": level} | {"acted": False}
        for seat, (person, level) in enumerate((("ann", None), (None, 4), ("cas", 3)))
    ]
    entries = [
        {"table": "new", "number": number, "kind": kind, "at": float(number), "by": by}
        | {"format": 1, "fields": fields}
        for number, (kind, by, fields) in enumerate(NEWER)
    ]
    joined = [seat | {"joined": seat["person"] is not None} for seat in seats]
    return {"people": people, "tables": [table], "seats": joined, "entries": entries}


def test_older_servers_can_read_what_newer_ones_wrote(database: str) -> None:
    def work(connection: Connection) -> None:
        migrate(connection, NEW)
        insert_rows(connection, newer_rows())
        found = migrate(connection, OLD)
        (table,) = found["tables"]
        assert table == table | {
            "maker": "ann",
            "rules": 1,
            "seed": "s",
            "secret": "second",
            "beginning": {"deal": {}},
            "clock": {"kind": "live", "minutes": 3},
            "started": 15.0,
            "spectators_chat": True,
            "proposal": None,
            "changed": 19.0,
            "rematch": None,
        }
        assert [(seat["level"], seat["text"]) for seat in found["seats"]] == [
            (None, "a"),
            (4, None),
            (3, "c"),
        ]
        parts = ("number", "kind", "seat", "text", "at", "spent")
        assert [tuple(row[part] for part in parts) for row in found["journal"]] == [
            (0, "move", 0, "draw", 8.0, 1.5),
            (1, "takeback", 0, "0", 11.0, 0.0),
            (2, "bot", 2, "3", 14.0, 2.5),
            (3, "hint", 0, "", 16.0, 0.0),
            (4, "move", 0, "light 1", 18.0, 0.0),
            (5, "resign", 2, "", 19.0, 0.0),
        ]
        parts = ("number", "at", "name", "seat", "text", "person")
        assert [tuple(row[part] for part in parts) for row in found["chat"]] == [
            (0, 4.0, "", None, "Hello", "eve"),
            (1, 17.0, "Tom", 0, "Old", None),
        ]

    with_connection(database, work)


def test_older_servers_know_when_an_open_table_was_in_use(database: str) -> None:
    def work(connection: Connection) -> None:
        migrate(connection, NEW)
        rows = newer_rows()
        rows["tables"][0] |= {"status": "open"}
        insert_rows(connection, rows | {"entries": rows["entries"][:6]})
        (table,) = migrate(connection, OLD)["tables"]
        assert (table["changed"], table["seed"], table["rules"]) == (30.0, None, 1)
        assert table["started"] is None

    with_connection(database, work)


def test_withdrawn_tables_are_deleted_for_older_servers(database: str) -> None:
    def work(connection: Connection) -> None:
        migrate(connection, NEW)
        rows = newer_rows()
        other = {"id": "other", "rematch": "new"}
        rows["tables"].append(rows["tables"][0] | other)
        entry = {"table": "new", "number": 6, "kind": "withdrawn", "at": 6.0, "by": "ann"}
        entries = [*rows["entries"][:6], entry | {"format": 1, "fields": {}}]
        insert_rows(connection, rows | {"entries": entries})
        found = migrate(connection, OLD)
        assert [(row["id"], row["rematch"]) for row in found["tables"]] == [("other", None)]
        assert found["seats"] == found["chat"] == []

    with_connection(database, work)


def test_entries_that_cannot_be_read_become_unreadable_rows(database: str) -> None:
    def work(connection: Connection) -> None:
        migrate(connection, NEW)
        rows = newer_rows()
        rows["entries"] = rows["entries"][:8]
        garbage = [("moved", []), ("moved", {"seat": "x", "move": "draw"}), ("what", {"a": 1})]
        garbage += [("agreed", {}), ("said", {"text": 7}), ("moved", {"seat": 2**40, "move": "x"})]
        for number, (kind, fields) in enumerate(garbage, start=8):
            entry = {"table": "new", "number": number, "kind": kind, "at": 9.0, "format": 1}
            rows["entries"].append(entry | {"fields": fields})
        insert_rows(connection, rows)
        found = migrate(connection, OLD)
        assert [row["kind"] for row in found["journal"]] == ["garbled"] * len(garbage)
        assert found["journal"][2]["text"] == 'what {"a": 1}'
        migrate(connection, NEW)

    with_connection(database, work)
