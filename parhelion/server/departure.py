"""Leaving for good: what becomes of the games and the words of somebody who deletes themselves."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from parhelion.fair_shuffle import new_secret
from parhelion.refusals import Refused
from parhelion.server.lobby import Lobby
from parhelion.server.models import ChatLineModel, PersonModel, SeatModel, TableModel
from parhelion.server.row_change import RowChange, updated
from parhelion.server.store import Person, Store


async def depart(lobby: Lobby, person: Person) -> None:
    """Delete a person: their games are given up, then everything about them is gone but the seats
    of finished games and lines of chat, which have no name from then on. Their bots are ended."""
    await _leave_tables(lobby, person)
    for bot in await lobby.own_bots.players_of(person):
        await end_bot(lobby, bot)
    await lobby.sessions.end_all(person, _emptied(person), *await _unsigned(lobby.store, person))
    await _leave_tables(lobby, person)  # joined meanwhile
    if said_meanwhile := await _unsigned(lobby.store, person):
        await lobby.store.write(*said_meanwhile)
    for bot in await lobby.own_bots.players_of(person):  # made meanwhile
        await end_bot(lobby, bot)
    await lobby.let_go(person)


async def end_bot(lobby: Lobby, bot: Person) -> None:
    """End a bot: its token opens nothing any more, and bots of ours play its games on."""
    await lobby.own_bots.end_access(bot)
    await lobby.let_go(bot)
    await _leave_tables(lobby, bot)


async def _leave_tables(lobby: Lobby, person: Person) -> None:
    """Give up the seats of a person where the game is not over."""
    for id in await _unfinished(lobby.store, person):
        try:
            table = await lobby.table(id)
        except Refused as refused:
            if refused.code == "table/adjourned":
                continue
            raise
        await table.leave_for_good(person)


async def _unsigned(store: Store, person: Person) -> list[RowChange]:
    """The lines that a person said lose their name."""
    return [
        updated(ChatLineModel, line.table, line.number, name="")
        for line in await chat_lines(store, person)
        if line.name
    ]


def _emptied(person: Person) -> RowChange:
    """The row of a person who has left: seats refer to it. The new secret lets every table fail
    that is being set for them."""
    ways_in = dict.fromkeys(("recovery", "recovery_made", "login", "password"))
    return updated(PersonModel, person.id, name="", next_secret=new_secret(), **ways_in)


async def chat_lines(store: Store, person: Person) -> Sequence[Any]:
    """Everything that a person said, as rows."""
    mine = select(ChatLineModel.__table__).where(ChatLineModel.person == person.id)
    return await store.rows(mine.order_by(ChatLineModel.at))


async def _unfinished(store: Store, person: Person) -> list[str]:
    """The ids of the tables where a person has a seat and the game is not over."""
    mine = select(SeatModel.table).where(SeatModel.person == person.id)
    query = select(TableModel.id).where(TableModel.id.in_(mine), TableModel.status != "over")
    return [row.id for row in await store.rows(query)]
