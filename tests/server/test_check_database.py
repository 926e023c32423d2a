"""`parhelion check-database` compares the lists of tables with their journals, and repairs them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Executable, delete, update
from typer.testing import CliRunner

from parhelion.cli import app
from parhelion.server.check_database import check_database
from parhelion.server.models import EntryModel, SeatModel, TableModel
from parhelion.server.settings import database_url
from parhelion.server.store import Store
from tests.server.running_server import ME, OPEN, RunningServer, bot, pair, quick

ON_BOTH_DATABASES = True


def execute(database: str, *statements: Executable) -> None:
    """Change rows behind the server's back."""

    async def run() -> None:
        engine = Store(database_url(database)).engine
        async with engine.begin() as connection:
            for statement in statements:
                await connection.execute(statement)
        await engine.dispose()

    asyncio.run(run())


@pytest.fixture
def played(database: str) -> tuple[str, str]:
    """A database with tables of all kinds, and the id of one where a game is played."""
    with RunningServer(quick(database)) as server:
        ann, _, id = pair(server)
        ann.plays(id)
        ann("POST", f"/tables/{id}/takeback")
        other = ann.sets(game="solstis", seats=[ME, OPEN], listed=True)["table"]["id"]
        ann("POST", f"/tables/{other}/chat", {"text": "Hello"})
        over = ann.sets(seats=[ME, bot()])["table"]["id"]
        ann("POST", f"/tables/{over}/resign")
        ann("POST", f"/tables/{over}/rematch")
    return database, id


def test_tables_agree_with_their_journals(played: tuple[str, str]) -> None:
    assert check_database(played[0]) == (4, [])


@pytest.mark.parametrize(
    ("model", "values"),
    [
        (TableModel, {"ply": 7}),
        (TableModel, {"status": "over", "winners": [1]}),
        (SeatModel, {"person": None}),
        (SeatModel, {"acted": True}),
    ],
    ids=str,
)
def test_differences_are_reported_and_repaired(
    played: tuple[str, str], model: Any, values: dict[str, Any]
) -> None:
    database, id = played
    key = model.table == id if model is SeatModel else model.id == id
    seat = [model.seat == 1] if model is SeatModel else []
    execute(database, update(model).where(key, *seat).values(**values))
    found = check_database(database).findings
    assert len(found) == len(values)
    assert {each.table for each in found} == {id}
    assert check_database(database, repair=True).findings == found
    assert check_database(database).findings == []


def test_missing_seat_is_restored(played: tuple[str, str]) -> None:
    database, id = played
    execute(database, delete(SeatModel).where(SeatModel.table == id, SeatModel.seat == 0))
    assert [each.problem for each in check_database(database, repair=True).findings] == [
        "seats: seat 0 is missing"
    ]
    assert check_database(database).findings == []


def test_damaged_journal_is_reported_and_never_changed(played: tuple[str, str]) -> None:
    database, id = played
    last = [EntryModel.table == id, EntryModel.number == 0]
    execute(database, update(EntryModel).where(*last).values(kind="nonsense"))
    (finding,) = check_database(database, repair=True).findings
    assert (finding.table, finding.is_repairable) == (id, False)
    assert check_database(database).findings == [finding]


def test_command_says_what_it_found(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    with RunningServer(quick(database)) as server:
        _, _, id = pair(server)
    runner = CliRunner()
    asked = ["check-database", "--database", database]
    result = runner.invoke(app, asked)
    assert (result.exit_code, result.stdout) == (0, "Checked 1 table: 0 problems, 0 left.\n")
    execute(database, update(TableModel).values(ply=3))
    result = runner.invoke(app, asked)
    assert result.exit_code == 1
    assert f"table {id}: tables: ply is 3, and 0 by the journal (found)" in result.stdout
    result = runner.invoke(app, [*asked, "--repair"])
    assert (result.exit_code, result.stdout.count("(repaired)")) == (0, 1)
    assert runner.invoke(app, asked).exit_code == 0


def test_database_of_an_older_version_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["check-database", "--database", str(tmp_path / "no.db")])
    assert result.exit_code != 0
