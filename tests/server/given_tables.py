"""Tables that continue a record with several people. Nobody can set one up if the game has secrets,
because whoever has the record knows them, so tests store them in the database themselves."""

import asyncio
import hashlib
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import insert, select

from parhelion import replay
from parhelion.bots import LEVELS
from parhelion.server.models import SessionModel
from parhelion.server.projection import new_table_rows
from parhelion.server.secret_tokens import new_id
from parhelion.server.settings import database_url
from parhelion.server.store import Store
from parhelion.tables.clocks import TimeControl
from parhelion.tables.entries import Created
from parhelion.tables.seats import Seat
from parhelion.tables.setup import FirstEntries, first_entries
from parhelion.tables.table import dealt_by


def given_table(
    database: str, secrets: Sequence[str | None], record: dict[str, Any], ply: int | None = None
) -> str:
    """Return the id of a table where the people with some session secrets continue a record. None
    stands for a weak bot."""
    match = replay(record, ply)
    moves = match.texts()
    match.undo(match.ply)
    with ThreadPoolExecutor(1) as thread:  # a browser test has a loop of its own in this one
        seats = thread.submit(asyncio.run, _seats(database, secrets)).result()
        created = Created(
            at=time.time(),
            by=seats[0].person,
            game=match.game.info.name,
            options=dict(match.options),
            seats=[seat.json() for seat in seats],
            time=TimeControl().json(),
            listed=False,
            spectators_chat=False,
            given=dealt_by(match),
            moves=moves or None,
        )
        new = first_entries(new_id(), created)
        thread.submit(asyncio.run, _store(database, new)).result()
    return new.table.id


async def _seats(database: str, secrets: Sequence[str | None]) -> list[Seat]:
    engine = Store(database_url(database)).engine
    seats = []
    async with engine.connect() as connection:
        for secret in secrets:
            if secret is None:
                seats.append(Seat(level=min(LEVELS)))
                continue
            digest = hashlib.sha256(secret.encode()).hexdigest()
            query = select(SessionModel.person).where(SessionModel.secret == digest)
            seats.append(Seat(person=(await connection.execute(query)).scalar_one(), text=""))
    await engine.dispose()
    return seats


async def _store(database: str, new: FirstEntries) -> None:
    engine = Store(database_url(database)).engine
    async with engine.begin() as connection:
        for row in new_table_rows(new.table, new.entries):
            await connection.execute(insert(row.model).values(**row.values))
    await engine.dispose()
