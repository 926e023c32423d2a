"""Bots of people and of the host: players that are programs. Each is a person with a token of its
own, which opens its seats and nothing else."""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from cachetools import LRUCache
from sqlalchemy import Select, exists, or_, select
from sqlalchemy.sql.base import Executable

from parhelion.fair_shuffle import new_secret
from parhelion.refusals import Refused
from parhelion.server import schemas
from parhelion.server.devices import Device
from parhelion.server.journal_writer import Conflict
from parhelion.server.models import BotModel, PersonModel, SeatModel, SessionModel, TableModel
from parhelion.server.people import checked_name
from parhelion.server.row_change import RowChange, deleted, inserted, updated
from parhelion.server.secret_tokens import new_id
from parhelion.server.sessions import Proof, Sessions, still_signed_in
from parhelion.server.settings import HostBot, Settings
from parhelion.server.store import PROGRAM, Owner, Person, Program, Store
from parhelion.server.viewer import Viewer
from parhelion.tables.messages import iso

NO_DEVICE = Device("", "")
SEEN_SECONDS = 30.0
"""How often it is written that a bot is there."""
ONLINE_SECONDS = 75.0
"""A bot that was there so lately is online."""
MAX_OFFERED = 50
"""Bots of other people that are offered to somebody."""
MAX_REMEMBERED = 10_000
MAX_TURNS = 20
"""How many tables a bot is told of at once."""


class OwnBots:
    """Makes and ends bots, and tells them where they are awaited."""

    def __init__(self, store: Store, settings: Settings, sessions: Sessions) -> None:
        self._store, self._settings, self._sessions = store, settings, sessions
        self._written: LRUCache[str, float] = LRUCache(MAX_REMEMBERED)
        """When it was written last that a bot is there, by its id."""

    # --- of a person

    async def of(self, person: Person) -> list[schemas.MyBot]:
        """The bots of a person, the oldest first."""
        has_token = exists().where(SessionModel.person == BotModel.id).label("has_token")
        query = _bots().add_columns(has_token).where(BotModel.owner == person.id)
        query = query.order_by(PersonModel.created)
        return [self._described(row) for row in await self._store.rows(query)]

    async def players_of(self, person: Person) -> list[Person]:
        """The bots of a person, as those who sit at tables."""
        rows = await self._store.rows(_bots().where(BotModel.owner == person.id))
        return [_player(row) for row in rows]

    async def one_of(self, person: Person, id: str) -> Person:
        """A bot of a person; refused if they have no such bot."""
        for each in await self.players_of(person):
            if each.id == id:
                return each
        raise Refused("bot/not-yours")

    async def make(self, me: Viewer, wanted: schemas.NewBot) -> tuple[str, str]:
        """A new bot of a person: its id and its token, which is told only now."""
        limit = self._settings.limits.own_bots
        if limit is not None and len(await self.of(me.known)) >= limit:
            raise Refused("bot/too-many")
        bot = Person(new_id(), checked_name(wanted.name, self._settings))
        rows = self._rows(bot, owner=me.id, host=None, everybody=wanted.everybody)
        asker = still_signed_in(me.known, me.session)
        try:
            return bot.id, await self._sessions.begin(bot, NO_DEVICE, asker, *rows)
        except Conflict as error:
            raise Refused("me/unknown") from error

    async def new_token(self, me: Viewer, id: str) -> str:
        """Replace the token of a bot of a person. The old one is refused at once."""
        bot = await self.one_of(me.known, id)
        held = {"owner": me.id}
        still_mine = updated(BotModel, bot.id, expected=held, **held)
        asker = still_signed_in(me.known, me.session)
        old = [deleted(SessionModel, bot.id, row.id) for row in await self._sessions.of(bot)]
        try:
            token = await self._sessions.begin(bot, NO_DEVICE, asker, still_mine, *old)
        except Conflict as error:
            raise Refused("me/unknown") from error
        self._sessions.forget({bot.id})
        return token

    async def let_everybody(self, me: Viewer, id: str, everybody: bool) -> None:
        """Let everybody ask a bot to their tables, or its owner only."""
        bot = await self.one_of(me.known, id)
        row = updated(BotModel, bot.id, expected={"owner": me.id}, everybody=everybody)
        await self._sessions.write_for(me.known, me.session, row)

    async def end_access(self, bot: Person) -> None:
        """Let the token of a bot open nothing from now on, and nobody ask it to a table."""
        emptied = updated(PersonModel, bot.id, name="")
        released = updated(BotModel, bot.id, owner=None, host=None, everybody=False)
        await self._sessions.end_all(bot, emptied, released)

    def _rows(self, bot: Person, **facts: Any) -> list[RowChange]:
        now = self._settings.time.now()
        return [
            inserted(PersonModel, id=bot.id, name=bot.name, created=now, next_secret=new_secret()),
            inserted(BotModel, id=bot.id, seen=None, **facts),
        ]

    def _described(self, row: Any) -> schemas.MyBot:
        return schemas.MyBot(
            id=row.id,
            name=row.name,
            created=iso(row.created),
            seen=None if row.seen is None else iso(row.seen),
            online=self._is_online(row),
            everybody=row.everybody,
            has_token=row.has_token,
        )

    # --- of the host

    async def token_for_host(self, host: HostBot) -> str:
        """A new token for a bot of the host, which is made if there is none of that name."""
        while True:
            rows = await self._store.rows(_bots().where(BotModel.host == host.name))
            try:
                if rows:
                    return await self._another_token(_player(rows[0]), host)
                bot = Person(new_id(), host.name)
                made = self._rows(bot, owner=None, host=host.name, everybody=True)
                return await self._sessions.begin(bot, NO_DEVICE, *made)
            except Conflict:  # another server has just made it
                continue

    async def _another_token(self, bot: Person, host: HostBot) -> str:
        held = {"host": host.name}
        still = updated(BotModel, bot.id, expected=held, **held)
        return await self._sessions.begin_another(Proof(bot, still, "bot/unknown"), NO_DEVICE)

    # --- at tables

    async def offered(self, person: Person | None) -> list[schemas.OfferedBot]:
        """The bots that somebody may ask to a table: those of the host, their own, and those of
        others that are there now."""
        mine = person.id if person else ""
        rows = await self._store.rows(_bots().where(self._may_ask(mine)))
        offered = [
            schemas.OfferedBot(
                id=row.id,
                name=row.name,
                owner=row.program_owner_name or "",
                yours=row.program_owner == mine,
                online=self._is_online(row),
            )
            for row in rows
        ]
        near = [each for each in offered if each.yours or not each.owner]
        far = [each for each in offered if each not in near and each.online]
        return sorted(near, key=lambda each: each.yours) + far[:MAX_OFFERED]

    async def askable(self, person: Person, ids: Iterable[str]) -> dict[str, Person]:
        """Of some bots, those that a person may ask to a table."""
        wanted = set(ids)
        if not wanted:
            return {}
        query = _bots().where(BotModel.id.in_(wanted), self._may_ask(person.id))
        return {row.id: _player(row) for row in await self._store.rows(query)}

    def _may_ask(self, person: str) -> Any:
        hosted = BotModel.host.in_([bot.name for bot in self._settings.bots])
        theirs = BotModel.owner.is_not(None)
        return or_(hosted, theirs & (BotModel.everybody | (BotModel.owner == person)))

    async def work(self, bot: Person) -> schemas.BotWork:
        """Where a bot is awaited; that it asks is noted."""
        await self._note(bot)
        rows = await self._store.rows(_awaiting(bot))
        return schemas.BotWork(
            name=bot.name,
            join=[
                schemas.KeptSeat(table=row.id, seat=row.seat)
                for row in rows
                if row.status == "open"
            ],
            move=[
                schemas.BotTurn(table=row.id, game=row.game, changed=row.changed)
                for row in _in_turns([row for row in rows if row.status == "playing"])
            ],
        )

    async def _note(self, bot: Person) -> None:
        ticks = self._settings.time.ticks()
        if ticks - self._written.get(bot.id, -SEEN_SECONDS) >= SEEN_SECONDS:
            self._written[bot.id] = ticks
            now = self._settings.time.now()
            await self._store.write(updated(BotModel, bot.id, seen=now))

    def _is_online(self, row: Any) -> bool:
        return row.seen is not None and self._settings.time.now() - row.seen < ONLINE_SECONDS


def _bots() -> Select[Any]:
    """Bots as rows, with their names and those of their owners."""
    columns = (PersonModel.name, PersonModel.created, *PROGRAM)
    return (
        select(BotModel.__table__, *columns)
        .join(PersonModel, PersonModel.id == BotModel.id)
        .outerjoin(Owner, Owner.id == BotModel.owner)
    )


def _player(row: Any) -> Person:
    return Person(row.id, row.name, Program(row.program_owner or "", row.program_owner_name or ""))


def _awaiting(bot: Person) -> Executable:
    """The tables where a seat is kept for a bot, or it is to move, those that wait longest
    first."""
    columns = (TableModel.id, TableModel.game, TableModel.status, TableModel.changed)
    joins = (TableModel.status == "open") & ~SeatModel.joined
    moves = (TableModel.status == "playing") & (TableModel.turn == SeatModel.seat)
    return (
        select(*columns, TableModel.host, SeatModel.seat)
        .join(SeatModel, SeatModel.table == TableModel.id)
        .where(SeatModel.person == bot.id, SeatModel.level.is_(None), or_(joins, moves))
        .where(TableModel.adjourned.is_(None))
        .order_by(TableModel.changed)
    )


def _in_turns(rows: Sequence[Any]) -> list[Any]:
    """Tables in an order in which nobody who set many keeps the others waiting: the first of each
    host, then the second of each, and so on."""
    numbers: dict[str | None, count[int]] = {}
    places = {row.id: next(numbers.setdefault(row.host, count())) for row in rows}
    return sorted(rows, key=lambda row: places[row.id])[:MAX_TURNS]
