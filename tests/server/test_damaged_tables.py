"""Tables that cannot be read harm no other (M1, M2)."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import update

from parhelion.server.models import JournalEntryModel, SeatModel, TableModel
from parhelion.server.settings import database_url
from parhelion.server.store import Store
from tests.server.running_server import ME, RunningServer, bot, pair, quick
from tests.waiting import until

ON_BOTH_DATABASES = True
CLOCK = {"kind": "live", "minutes": 5}


def damage(database: str, model: Any, id: str, **values: object) -> None:
    """Write something into the rows of a table that no server would."""

    async def run() -> None:
        engine = Store(database_url(database)).engine
        column = model.id if model is TableModel else model.table
        async with engine.begin() as connection:
            await connection.execute(update(model).where(column == id).values(**values))
        await engine.dispose()

    with ThreadPoolExecutor(1) as thread:  # a browser test has a loop of its own in this one
        thread.submit(asyncio.run, run()).result()


DAMAGES: dict[str, tuple[Any, dict[str, object]]] = {
    "a move that is none": (JournalEntryModel, {"text": "nonsense"}),
    "a move that is illegal": (JournalEntryModel, {"text": "star a1; eagle 2-8"}),
    "an entry of no kind": (JournalEntryModel, {"kind": "what"}),
    "a seat that does not exist": (JournalEntryModel, {"seat": 99}),
    "options that do not exist": (TableModel, {"options": {"setup": "square"}}),
    "a clock that is none": (TableModel, {"clock": {"kind": "sun"}}),
    "a level that does not exist": (SeatModel, {"level": 77}),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_table_keeps_no_other_from_going_on(database: str, name: str) -> None:
    model, values = DAMAGES[name]
    settings = quick(database)
    with RunningServer(settings) as first:
        ann, _, broken = pair(first, clock=CLOCK)
        ann.plays(broken)
        whole = ann.sets(seats=[ME, bot()], clock=CLOCK)["table"]["id"]
        cookies = dict(ann.http.cookies)
    damage(database, model, broken, **values)
    with RunningServer(settings) as again:
        ann = again.guest(None)
        ann.http.cookies.update(cookies)
        until(lambda: whole in again.lobby._tables)  # its clock runs
        again.advance(5 * 60 + 1)
        ann.waits(whole, lambda table: table["ended"] == "time")
        answer = ann.http.get(f"/api/tables/{broken}")
        assert answer.is_success or answer.json()["code"] == "table/adjourned"
        assert answer.is_success or ann("GET", f"/tables/{broken}/adjourned")["reason"] in (
            "damaged",
            "parts",
        )
        assert {each["id"] for each in ann("GET", "/me/tables")["tables"]} == {broken, whole}


@pytest.mark.parametrize("kind", ["what", "", "resigned"])
def test_an_entry_of_no_kind_is_no_resignation(server: RunningServer, kind: str) -> None:
    ann, _, id = pair(server)
    ann.plays(id)
    damage(str(server.settings.database), JournalEntryModel, id, kind=kind)
    server.lobby._tables[id].close()
    ann.refused("table/adjourned", "GET", f"/tables/{id}")
