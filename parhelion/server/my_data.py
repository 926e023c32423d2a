"""Everything that is kept about a person, for themselves."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from parhelion.games import Json
from parhelion.refusals import Refused
from parhelion.server import schemas
from parhelion.server.adjourned import field
from parhelion.server.lobby import Lobby, record_of
from parhelion.server.models import EntryModel, PersonModel, SeatModel, TableModel
from parhelion.server.store import Person, Store
from parhelion.tables.messages import iso


async def my_data(lobby: Lobby, person: Person, access: schemas.Access) -> schemas.MyData:
    """All about a person, with the ways in which they are known."""
    created = select(PersonModel.created).where(PersonModel.id == person.id)
    return schemas.MyData(
        name=person.name,
        created=iso((await lobby.store.rows(created))[0].created),
        access=access,
        bots=await lobby.own_bots.of(person),
        tables=[await _my_table(lobby, row, seats) for row, seats in await _tables(lobby, person)],
        chat=[
            schemas.MyChatLine(
                table=line.table, at=iso(line.at), text=field(line, "text", str) or ""
            )
            for line in await _chat_lines(lobby.store, person)
        ],
    )


async def _chat_lines(store: Store, person: Person) -> Sequence[Any]:
    """Return everything that a person wrote, as rows."""
    mine = select(EntryModel.__table__).where(EntryModel.by == person.id, EntryModel.kind == "said")
    return await store.rows(mine.order_by(EntryModel.at))


async def _tables(lobby: Lobby, person: Person) -> list[tuple[Any, list[int]]]:
    """The tables of a person as rows, each with their seats."""
    seats: dict[str, list[int]] = {}
    mine = select(SeatModel.table, SeatModel.seat).where(SeatModel.person == person.id)
    for table, seat in await lobby.store.rows(mine.order_by(SeatModel.seat)):
        seats.setdefault(table, []).append(seat)
    held = select(SeatModel.table).where(SeatModel.person == person.id)
    query = select(TableModel.__table__).where(TableModel.id.in_(held))
    rows = await lobby.store.rows(query.order_by(TableModel.created))
    return [(row, seats.get(row.id, [])) for row in rows]


async def _my_table(lobby: Lobby, row: Any, seats: list[int]) -> schemas.MyTable:
    return schemas.MyTable(
        id=row.id,
        game=row.game,
        options=row.options,
        created=iso(row.created),
        changed=iso(row.changed),
        status=row.status,
        seats=seats,
        winners=row.winners,
        record=await _record(lobby, row.id) if row.status == "over" else None,
    )


async def _record(lobby: Lobby, id: str) -> Json:
    """The record of a finished game, also of one that cannot be shown here."""
    try:
        return record_of((await lobby.glance(id)).table)[1]
    except Refused as refused:
        if refused.code != "table/adjourned":
            raise
        return (await lobby.record(id))[1]
