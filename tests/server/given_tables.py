"""Tables that go on from a record with several people: nobody can set one if the game has secrets
(whoever has the record knows them), so tests put them into the database themselves."""

import asyncio
import hashlib
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import insert, select

from parhelion import replay
from parhelion.bots import LEVELS
from parhelion.server.chairs import Chair
from parhelion.server.models import PersonModel, SessionModel
from parhelion.server.schemas import Clock
from parhelion.server.secret_tokens import new_id
from parhelion.server.settings import database_url
from parhelion.server.store import Person, Store
from parhelion.server.table_setup import TableSetup


def given_table(
    database: str, secrets: Sequence[str | None], record: dict[str, Any], ply: int | None = None
) -> str:
    """The id of a table where the people with some secrets go on from a record; for None, a weak
    bot."""
    match = replay(record, ply)
    moves = match.texts()
    match.undo(match.ply)
    with ThreadPoolExecutor(1) as thread:  # a browser test has a loop of its own in this one
        chairs = thread.submit(asyncio.run, _chairs(database, secrets)).result()
        person = chairs[0].person
        assert person
        setup = TableSetup(new_id(), match, None, moves, chairs, Clock(), False, person.id)
        thread.submit(asyncio.run, _put(database, setup)).result()
    return setup.id


async def _chairs(database: str, secrets: Sequence[str | None]) -> tuple[Chair, ...]:
    engine = Store(database_url(database)).engine
    chairs = []
    async with engine.connect() as connection:
        for secret in secrets:
            if secret is None:
                chairs.append(Chair(level=min(LEVELS)))
                continue
            digest = hashlib.sha256(secret.encode()).hexdigest()
            query = (
                select(PersonModel.id, PersonModel.name)
                .join(SessionModel, SessionModel.person == PersonModel.id)
                .where(SessionModel.secret == digest)
            )
            chairs.append(Chair(Person(*(await connection.execute(query)).one()), None, ""))
    await engine.dispose()
    return tuple(chairs)


async def _put(database: str, setup: TableSetup) -> None:
    engine = Store(database_url(database)).engine
    async with engine.begin() as connection:
        for row in setup.rows(time.time()):
            await connection.execute(insert(row.model).values(**row.values))
    await engine.dispose()
