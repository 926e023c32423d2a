"""Tables that cannot be read harm no other (M1, M2)."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parhelion.server.export import export_records
from parhelion.server.models import EntryModel, SeatModel, TableModel
from parhelion.server.settings import database_url
from parhelion.server.store import Store
from tests.server.running_server import ME, Json, RunningServer, bot, pair, quick
from tests.waiting import until

ON_BOTH_DATABASES = True
CLOCK = {"kind": "live", "minutes": 5}
DEALS = {"created": "given", "started": "deal"}
"""The field that holds the deal, by the kind of the entry."""


def damage(database: str, model: Any, id: str, **values: object) -> None:
    """Write something into the rows of a table that no server would."""
    column = model.id if model is TableModel else model.table

    async def write(connection: AsyncConnection) -> None:
        await connection.execute(update(model).where(column == id).values(**values))

    _connected(database, write)


def damage_entries(
    database: str,
    id: str,
    kind: str,
    fields: Mapping[str, object] | None = None,
    /,
    **values: object,
) -> None:
    """Replace some fields of a table's entries of one kind, and other columns of theirs."""

    def changes(row: Any) -> Json:
        return {"fields": row.fields | (fields or {})} | values if row.kind == kind else {}

    _rewrite(database, id, changes)


def set_rules(database: str, id: str, version: int) -> None:
    """Let a table have been dealt by another version of the rules."""

    def changes(row: Any) -> Json:
        name = DEALS.get(row.kind, "")
        deal = row.fields.get(name)
        return {"fields": row.fields | {name: deal | {"rules": version}}} if deal else {}

    _rewrite(database, id, changes)


def _rewrite(database: str, id: str, changes: Callable[[Any], Json]) -> None:
    """Change the rows of a table's journal: new values of each row, none if it stays."""

    async def write(connection: AsyncConnection) -> None:
        entries = select(EntryModel.__table__).where(EntryModel.table == id)
        changed = 0
        for row in (await connection.execute(entries)).all():
            if values := changes(row):
                this = (EntryModel.table == id) & (EntryModel.number == row.number)
                await connection.execute(update(EntryModel).where(this).values(**values))
                changed += 1
        assert changed

    _connected(database, write)


def _lose_entries(database: str, id: str, kind: str) -> None:
    """Delete a table's entries of one kind."""

    async def write(connection: AsyncConnection) -> None:
        these = (EntryModel.table == id) & (EntryModel.kind == kind)
        assert (await connection.execute(delete(EntryModel).where(these))).rowcount

    _connected(database, write)


def _connected(database: str, work: Callable[[AsyncConnection], Awaitable[None]]) -> None:
    async def run() -> None:
        engine = Store(database_url(database)).engine
        async with engine.begin() as connection:
            await work(connection)
        await engine.dispose()

    with ThreadPoolExecutor(1) as thread:  # a browser test has a loop of its own in this one
        thread.submit(asyncio.run, run()).result()


Damage = Callable[[str, str], None]
"""Damages a table of a database."""


def on(kind: str, fields: Mapping[str, object] | None = None, /, **values: object) -> Damage:
    """Return a damage of the entries of one kind."""
    return lambda database, table: damage_entries(database, table, kind, fields, **values)


def of(model: Any, **values: object) -> Damage:
    """Return a damage of the other rows of a table."""
    return lambda database, table: damage(database, model, table, **values)


def loss(kind: str) -> Damage:
    """Return the loss of the entries of one kind."""
    return lambda database, table: _lose_entries(database, table, kind)


DAMAGES: dict[str, Damage] = {
    "a move that is none": on("moved", {"move": "nonsense"}),
    "a move that is illegal": on("moved", {"move": "star a1; eagle 2-8"}),
    "a move that is no text": on("moved", {"move": [7]}),
    "an entry of no kind": on("moved", kind="what"),
    "an entry of a newer format": on("moved", format=99),
    "an entry with an unknown field": on("moved", {"colour": "blue"}),
    "an entry without its fields": on("moved", fields={}),
    "an entry whose fields are a list": on("moved", fields=["star"]),
    "a line without its text": on("said", fields={}),
    "a start without a deal": on("started", {"deal": None}),
    "a deal that is none": on("started", {"deal": {"rules": "new"}}),
    "a lost entry": loss("said"),
    "a lost creation": loss("created"),
    "a seat that does not exist": on("moved", {"seat": 99}),
    "seats that are none": on("created", {"seats": 7}),
    "options that do not exist": on("created", {"options": {"setup": "square"}}),
    "other options in the list": of(TableModel, options={"setup": "square"}),
    "a clock that is none": on("created", {"time": {"kind": "sun"}}),
    "another clock in the list": of(TableModel, time="sun"),
    "an unknown level in the list": of(SeatModel, level=77),
}
ONLY_IN_LISTS = {name for name in DAMAGES if "in the list" in name}
"""Damages of the projection, which only lists read."""


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_table_does_not_stop_other_tables(database: str, name: str) -> None:
    settings = quick(database)
    with RunningServer(settings) as first:
        ann, _, broken = pair(first, clock=CLOCK)
        ann("POST", f"/tables/{broken}/chat", {"text": "hello"})
        ann.plays(broken)
        whole = ann.sets(seats=[ME, bot()], clock=CLOCK)["table"]["id"]
        cookies = dict(ann.http.cookies)
    DAMAGES[name](database, broken)
    with RunningServer(settings) as again:
        ann = again.guest(None)
        ann.http.cookies.update(cookies)
        until(lambda: whole in again.lobby._tables)  # its clock runs
        again.advance(5 * 60 + 1)
        ann.waits(whole, lambda table: table["ended"] == "time")
        if name in ONLY_IN_LISTS:
            assert ann.sees(broken)
        else:
            ann.refused("table/adjourned", "GET", f"/tables/{broken}")
            reason = ann("GET", f"/tables/{broken}/adjourned")["reason"]
            assert reason == ("parts" if "options" in name else "damaged")
        assert {each["id"] for each in ann("GET", "/me/tables")["tables"]} == {broken, whole}


@pytest.mark.parametrize("name", [name for name in DAMAGES if name not in ONLY_IN_LISTS])
def test_damaged_game_still_has_a_record(server: RunningServer, tmp_path: Path, name: str) -> None:
    ann, bob, id = pair(server)
    ann("POST", f"/tables/{id}/chat", {"text": "hello"})
    ann.plays(id)
    bob("POST", f"/tables/{id}/resign")
    database = str(server.settings.database)
    DAMAGES[name](database, id)
    server.lobby._tables[id].close()
    assert ann.http.get(f"/api/tables/{id}/record").json()["game"] == "orion"
    assert ann("GET", "/me/data")["tables"][0]["record"]["format"]
    assert export_records(database, tmp_path) >= 1
    assert (tmp_path / f"orion-{id}.json").exists()


@pytest.mark.parametrize("kind", ["what", "", "garbled"])
def test_entry_of_an_unknown_kind_adjourns_its_table(server: RunningServer, kind: str) -> None:
    ann, _, id = pair(server)
    ann.plays(id)
    damage_entries(str(server.settings.database), id, "moved", kind=kind)
    server.lobby._tables[id].close()
    ann.refused("table/adjourned", "GET", f"/tables/{id}")
