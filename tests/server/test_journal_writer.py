"""The writer commits what waits together, and one bad write harms no other."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from parhelion.server.journal_writer import Conflict
from parhelion.server.models import PersonModel
from parhelion.server.row_change import RowChange, inserted, updated
from parhelion.server.settings import database_url
from parhelion.server.store import Store


def with_store(file: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    """Do something with an open database."""

    async def run() -> None:
        store = Store(database_url(str(file)))
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def person(id: str, name: str = "Ann") -> RowChange:
    return inserted(PersonModel, id=id, secret=f"secret of {id}", name=name, created=1.0)


def names(file: Path) -> list[str]:
    """The people in a database, read by somebody else."""
    with sqlite3.connect(file) as database:
        return [name for (name,) in database.execute("SELECT name FROM people ORDER BY id")]


def test_what_is_acknowledged_is_there_for_others_to_read(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def work(store: Store) -> None:
        await store.write(person("a"), person("b"))
        assert names(file) == ["Ann", "Ann"]
        await store.write(updated(PersonModel, "b", name="Bob"))
        assert names(file) == ["Ann", "Bob"]

    with_store(file, work)


def test_of_writes_committed_together_only_the_bad_one_fails(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def work(store: Store) -> None:
        writes = [store.write(person(id)) for id in ("a", "b", "a", "c")]
        told = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(each) for each in told].count(Conflict) == 1
        assert isinstance(told[2], Conflict)

    with_store(file, work)
    assert len(names(file)) == 3


def test_all_of_a_write_happens_or_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def work(store: Store) -> None:
        await store.write(person("a"))
        with pytest.raises(Conflict):
            await store.write(person("b"), person("a"))

    with_store(file, work)
    assert names(file) == ["Ann"]


def test_who_stops_waiting_does_not_stop_the_commit(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def work(store: Store) -> None:
        writing = asyncio.ensure_future(store.write(person("a")))
        await asyncio.sleep(0)
        writing.cancel()
        await store.write(person("b"))

    with_store(file, work)
    assert len(names(file)) == 2


def test_what_waits_is_written_before_the_writer_stops(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def work(store: Store) -> None:
        for number in range(50):
            asyncio.ensure_future(store.write(person(f"{number:02}")))  # noqa: RUF006
        await asyncio.sleep(0)

    with_store(file, work)
    assert len(names(file)) == 50
