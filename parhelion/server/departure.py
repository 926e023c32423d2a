"""Deletion of people: what becomes of their games and their words."""

from sqlalchemy import select

from parhelion.fair_shuffle import new_secret
from parhelion.refusals import Refused
from parhelion.server.lobby import Lobby
from parhelion.server.models import PersonModel, SeatModel, TableModel
from parhelion.server.retry import ATTEMPTS
from parhelion.server.row_change import RowChange, updated
from parhelion.server.store import Person, Store
from parhelion.tables.commands import Leave


async def depart(lobby: Lobby, person: Person) -> None:
    """Delete a person. They give up their games and their bots end. Only the seats of finished
    games and lines of chat remain, without a name."""
    await _leave_tables(lobby, person)
    for bot in await lobby.own_bots.players_of(person):
        await end_bot(lobby, bot)
    await lobby.sessions.end_all(person, _emptied(person))
    await _leave_tables(lobby, person)  # joined meanwhile
    for bot in await lobby.own_bots.players_of(person):  # made meanwhile
        await end_bot(lobby, bot)
    await lobby.forget_person(person)


async def end_bot(lobby: Lobby, bot: Person) -> None:
    """End a custom bot: its token no longer works, and our bots continue its games."""
    await lobby.own_bots.end_access(bot)
    await lobby.forget_person(bot)
    await _leave_tables(lobby, bot)


async def _leave_tables(lobby: Lobby, person: Person) -> None:
    """Give up the seats of a person where the game is not over."""
    for id in await _unfinished(lobby.store, person):
        await _leave_table(lobby, person, id)


async def _leave_table(lobby: Lobby, person: Person, id: str) -> None:
    """Give up the seats of a person at a table, also if it leaves the memory meanwhile."""
    for _ in range(ATTEMPTS):
        try:
            await (await lobby.table(id)).carry_out(person, Leave())
        except Refused as refused:
            if refused.code in ("table/adjourned", "table/unknown"):
                return
            if refused.code != "move/stale":
                raise
        else:
            return


def _emptied(person: Person) -> RowChange:
    """The row of a person who has left: seats refer to it. The new secret lets every table fail
    that is being set for them."""
    ways_in = dict.fromkeys(("recovery", "recovery_made", "login", "password"))
    return updated(PersonModel, person.id, name="", next_secret=new_secret(), **ways_in)


async def _unfinished(store: Store, person: Person) -> list[str]:
    """The ids of the tables where a person has a seat and the game is not over."""
    mine = select(SeatModel.table).where(SeatModel.person == person.id)
    query = select(TableModel.id).where(TableModel.id.in_(mine), TableModel.status != "over")
    return [row.id for row in await store.rows(query)]
