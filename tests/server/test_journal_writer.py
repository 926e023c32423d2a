"""The writers commit what waits together, and one bad write harms no other."""

import asyncio

import pytest
from sqlalchemy import select

from parhelion.server.journal_writer import Conflict
from parhelion.server.models import PersonModel
from parhelion.server.row_change import RowChange, inserted, updated
from parhelion.server.store import Store
from tests.server.open_store import with_store

ON_BOTH_DATABASES = True


def person(id: str, name: str = "Ann") -> RowChange:
    return inserted(PersonModel, id=id, name=name, created=1.0, next_secret="")


async def names(store: Store) -> list[str]:
    """The people in a database, read on another connection."""
    return [row.name for row in await store.rows(select(PersonModel.name).order_by(PersonModel.id))]


def kept(database: str) -> list[str]:
    """The people in a database, read when it is opened again."""
    found: list[str] = []

    async def read(store: Store) -> None:
        found.extend(await names(store))

    with_store(database, read)
    return found


def test_what_is_acknowledged_is_there_for_others_to_read(database: str) -> None:
    async def work(store: Store) -> None:
        await store.write(person("a"), person("b"))
        assert await names(store) == ["Ann", "Ann"]
        await store.write(updated(PersonModel, "b", name="Bob"))
        assert await names(store) == ["Ann", "Bob"]

    with_store(database, work)


def test_of_writes_committed_together_only_the_bad_one_fails(database: str) -> None:
    async def work(store: Store) -> None:
        writes = [store.write(person(id)) for id in ("a", "b", "a", "c")]
        told = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(each) for each in told].count(Conflict) == 1
        assert isinstance(told[2], Conflict)

    with_store(database, work)
    assert len(kept(database)) == 3


def test_all_of_a_write_happens_or_nothing(database: str) -> None:
    async def work(store: Store) -> None:
        await store.write(person("a"))
        with pytest.raises(Conflict):
            await store.write(person("b"), person("a"))

    with_store(database, work)
    assert kept(database) == ["Ann"]


def test_who_stops_waiting_does_not_stop_the_commit(database: str) -> None:
    async def work(store: Store) -> None:
        writing = asyncio.ensure_future(store.write(person("a")))
        await asyncio.sleep(0)
        writing.cancel()
        await store.write(person("b"))

    with_store(database, work)
    assert len(kept(database)) == 2


def test_what_waits_is_written_before_the_writer_stops(database: str) -> None:
    async def work(store: Store) -> None:
        for number in range(50):
            asyncio.ensure_future(store.write(person(f"{number:02}")))  # noqa: RUF006
        await asyncio.sleep(0)

    with_store(database, work)
    assert len(kept(database)) == 50


def test_an_update_happens_only_if_the_row_is_as_expected(database: str) -> None:
    async def work(store: Store) -> None:
        await store.write(person("a"), person("b"))
        await store.write(updated(PersonModel, "a", expected={"name": "Ann"}, name="Bob"))
        with pytest.raises(Conflict):
            await store.write(updated(PersonModel, "a", expected={"name": "Ann"}, name="Cas"))
        assert await names(store) == ["Bob", "Ann"]

    with_store(database, work)


def test_where_one_row_is_not_as_expected_nothing_is_written(database: str) -> None:
    async def work(store: Store) -> None:
        await store.write(person("a"), person("b"))
        with pytest.raises(Conflict):
            await store.write(
                person("c"),
                updated(PersonModel, "a", expected={"name": "Ann"}, name="Bob"),
                updated(PersonModel, "b", expected={"name": "Eve"}, name="Bob"),
            )
        with pytest.raises(Conflict):
            await store.write(updated(PersonModel, "nobody", expected={"name": "Ann"}, name="Bob"))
        assert await names(store) == ["Ann", "Ann"]

    with_store(database, work)


def test_of_many_who_expect_the_same_one_is_first(database: str) -> None:
    async def work(store: Store) -> None:
        await store.write(person("a"))
        wanted = [f"name {number}" for number in range(12)]
        writes = [
            store.write(updated(PersonModel, "a", expected={"name": "Ann"}, name=name))
            for name in wanted
        ]
        told = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(each) for each in told].count(Conflict) == 11
        assert await names(store) == [wanted[told.index(None)]]

    with_store(database, work)
