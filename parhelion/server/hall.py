"""The hall: all tables, from the first chair to the list of finished games."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import orjson
from sqlalchemy import exists, or_, select

from parhelion import bots, games, records
from parhelion.errors import BadDeal, BadOption, BadRecord, UnknownGame
from parhelion.match import Match, new, replay
from parhelion.scene import Layout
from parhelion.server import art, picture, schemas
from parhelion.server.brains import Brains, checked_level
from parhelion.server.course import Course, Entry
from parhelion.server.people import People, new_id
from parhelion.server.problems import Refused
from parhelion.server.readiness import Readiness
from parhelion.server.reviews import Reviews
from parhelion.server.room import Means, Room, iso, standing
from parhelion.server.rows import EntryRow, SeatRow, TableRow
from parhelion.server.schemas import Lang
from parhelion.server.seating import Chair, Chairs, moved_on, seats_of
from parhelion.server.settings import Settings, default_database, url_of
from parhelion.server.store import Change, Person, Store, added
from parhelion.server.viewer import Viewer
from parhelion.words import Words

MAX_LISTED = 100
SWEEP_SECONDS = 30.0
DEMO_SEED = 3
DEMO_LEVEL = 1


class Hall:
    """Finds and sets tables; those in use are rooms in memory."""

    def __init__(self, settings: Settings) -> None:
        self.store = Store(url_of(settings.database or default_database()))
        self.people = People(self.store, settings)
        self.settings = settings
        self.brains = Brains()
        self._means = Means(self.store, settings, self.brains, Reviews(settings))
        self._rooms: dict[str, Room] = {}
        self._entering = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._demos: dict[str, list[Match]] = {}

    async def open(self) -> None:
        """Open the database; games become ready, and play goes on where it stood, meanwhile."""
        await self.store.open()
        self.readiness = Readiness()
        self.readiness.begin()
        self._tasks = [asyncio.create_task(work) for work in (self._wake(), self._sweep())]

    async def close(self) -> None:
        """Close all rooms and the database."""
        for task in self._tasks:
            task.cancel()
        self._means.reviews.close()
        for room in self._rooms.values():
            room.close()
        await self.store.close()

    async def _wake(self) -> None:
        for id in await self._going_on():
            with suppress(Refused):  # a table of other rules keeps no other from going on
                await self.room(id)

    async def _going_on(self) -> list[str]:
        """The tables where something happens by itself: a bot is to move or a clock runs."""
        gave_up = select(EntryRow.table).where(EntryRow.kind.in_(("resign", "time")))
        to_move = exists().where(
            SeatRow.table == TableRow.id,
            SeatRow.seat == TableRow.player,
            SeatRow.level.is_not(None),
        )
        by_bot = or_(to_move, TableRow.id.in_(gave_up))
        query = select(TableRow.id, TableRow.clock, by_bot).where(TableRow.status == "playing")
        rows = await self.store.rows(query)
        return [id for id, clock, bot in rows if bot or clock["kind"] != "none"]

    # --- rooms

    async def room(self, id: str) -> Room:
        """The room of a table, read from the database unless it is in memory."""
        room = self._rooms.get(id)
        if room and not room.closed:
            return room
        if not self.readiness.complete:
            for row in await self.store.rows(select(TableRow.game).where(TableRow.id == id)):
                await self.readiness.wait_for(row.game)
        async with self._entering:
            room = self._rooms.get(id)
            if room is None or room.closed:
                room = self._rooms[id] = await self._read(id)
                room.wake()
            return room

    async def _read(self, id: str) -> Room:
        kept = await self.store.table(id)
        if kept is None:
            raise Refused("table/unknown")
        return Room(self._means, kept)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.forget_idle()

    def forget_idle(self) -> None:
        """Let rooms go that nobody needs now."""
        for id, room in list(self._rooms.items()):
            if room.closed or room.idle:
                room.close()
                del self._rooms[id]

    async def rename(self, person: Person, name: str) -> Person:
        """Somebody is called otherwise, at every table."""
        renamed = await self.people.rename(person, name)
        for room in self._rooms.values():
            room.renamed(renamed)
        return renamed

    # --- setting tables

    async def create(self, me: Viewer, wanted: schemas.NewTable) -> Room:
        """Set a table."""
        await self.readiness.wait_for(wanted.game)
        match, moves = _beginning(wanted)
        chairs = _chairs(wanted.seats, me.known, match)
        id = new_id()
        deal = match.deal if wanted.record is not None else None
        course = Course(Match(match.game, match.options, match.seed, deal))
        await self.store.write(
            *self._changes(id, course, deal, moves, chairs, wanted.clock, wanted.listed)
        )
        return await self.room(id)

    def _changes(
        self,
        id: str,
        course: Course,
        deal: Any,
        moves: Sequence[str],
        chairs: Chairs,
        clock: schemas.Clock,
        listed: bool,
    ) -> list[Change]:
        """What sets a table in the database; the course is moved on by the given moves."""
        now, match = self.settings.now(), course.match
        journal = []
        for number, text in enumerate(moves):
            entry = Entry("given", match.turn or 0, text, now)
            course.apply(entry)
            journal.append({"table": id, "number": number, **vars(entry)})
        row = {
            "id": id,
            "game": match.game.info.name,
            "rules": match.game.info.version,
            "options": dict(match.options),
            "seed": match.seed,
            "deal": deal,
            "clock": clock.model_dump(),
            "listed": listed,
            "created": now,
            "started": None if any(chair.open for chair in chairs) else now,
            "changed": now,
            **standing(course, chairs),
        }
        seats = [
            {
                "table": id,
                "seat": seat,
                "person": chair.person.id if chair.person else None,
                "level": chair.level,
            }
            for seat, chair in enumerate(chairs)
        ]
        return [
            added(TableRow, **row),
            *(added(SeatRow, **seat) for seat in seats),
            *(added(EntryRow, **line) for line in journal),
        ]

    async def rematch(self, person: Person, id: str) -> str:
        """The table of the next game, set by whoever asks first."""
        room = await self.room(id)
        if not seats_of(room.chairs, person):
            raise Refused("seat/not-yours")
        room.must_be_over()
        async with room.command():
            if room.rematch is None:
                match = room.course.match
                fresh = Course(new(match.game.info.name, **match.options))
                turned = moved_on(room.chairs, len(match.seats) - len(match.rivals))
                chairs = tuple(Chair(each.person) if each.person else each for each in turned)
                next_id = new_id()
                await room.commit_rematch(
                    next_id,
                    *self._changes(next_id, fresh, None, (), chairs, room.clock, room.listed),
                )
            return str(room.rematch)

    # --- lists

    async def tables_of(self, me: Viewer) -> schemas.Summaries:
        """The tables that somebody sits at."""
        mine = select(SeatRow.table).where(SeatRow.person == me.known.id)
        return await self._summaries(me, select(TableRow.__table__).where(TableRow.id.in_(mine)))

    async def listed(self, me: Viewer, status: schemas.Status) -> schemas.Summaries:
        """The tables that anybody may see."""
        query = select(TableRow.__table__).where(TableRow.listed, TableRow.status == status)
        return await self._summaries(me, query)

    async def _summaries(self, me: Viewer, query: Any) -> schemas.Summaries:
        latest = query.order_by(TableRow.changed.desc()).limit(MAX_LISTED)
        rows = await self.store.rows(latest)
        chairs: dict[str, list[Chair]] = {row.id: [] for row in rows}
        for seat in await self.store.seats(chairs):
            person = Person(seat.person, seat.name) if seat.person else None
            chairs[seat.table].append(Chair(person, seat.level))
        summaries = [_summary(me, row, chairs[row.id]) for row in rows]
        return schemas.Summaries(tables=sorted(summaries, key=lambda each: not each.waiting))

    # --- games

    def games(self, lang: Lang) -> list[schemas.GameInfo]:
        """All games in a language."""
        return [
            _game_info(name, lang).model_copy(update={"ready": self.readiness.of(name)})
            for name in games.names()
        ]

    async def demo(self, name: str, lang: Lang, layout: Layout) -> bytes:
        """A game between two bots, the same until the server stops."""
        game = _load(name)
        await self.readiness.wait_for(name)
        if name not in self._demos:
            self._demos[name] = await asyncio.to_thread(_bots_play, game)
        return _demo(tuple(self._demos[name]), lang, layout)


# --- setting tables ----------------------------------------------------------------------


def _load(name: str) -> games.Game:
    try:
        return games.load(name)
    except UnknownGame as error:
        raise Refused("game/unknown", str(error)) from error


def _beginning(wanted: schemas.NewTable) -> tuple[Match, Sequence[str]]:
    """A match as dealt or as a record tells, and the moves that are given."""
    game, record = _load(wanted.game), wanted.record
    _listed_only(game, wanted.options)
    try:
        if record is None:
            return new(wanted.game, seed=secrets.randbits(53), **wanted.options), ()
        parts = records.check(record)
        if parts.game is not game:
            raise Refused("record/bad", f"game: the record is of {parts.game.info.name}")
        _listed_only(game, parts.options)
        match = replay(record, wanted.ply)
    except BadRecord as error:
        raise Refused("record/bad", str(error)) from error
    except (BadOption, BadDeal) as error:
        raise Refused("option/bad", str(error)) from error
    return match, match.history


def _listed_only(game: games.Game, options: Mapping[str, Any]) -> None:
    """Refuse values that a game would take besides those it lists: they may name files of this
    machine, which are no business of those who come by the network."""
    for option in game.info.options:
        value = options.get(option.name, option.values[0])
        if option.open and value not in option.values:
            allowed = ", ".join(option.values)
            raise Refused("option/bad", f"option {option.name}: here it is one of: {allowed}")


def _chairs(choices: list[schemas.SeatChoice] | None, me: Person, match: Match) -> Chairs:
    """Who sits where at the start; a bot minds the seats that the rules play by themselves."""
    seats = len(match.seats) - len(match.rivals)
    if choices is None:
        kinds = [schemas.SeatChoice(kind="me")]
        choices = kinds + [schemas.SeatChoice(kind="bot")] * (seats - 1)
    if len(choices) != seats:
        raise Refused("option/bad", f"seats: the game has {seats}, not {len(choices)}")
    minded = [schemas.SeatChoice(kind="bot")] * len(match.rivals)
    game = match.game.info.name
    return tuple(_chair(game, choice, me) for choice in (*choices, *minded))


def _chair(game: str, choice: schemas.SeatChoice, me: Person) -> Chair:
    if choice.kind == "bot":
        return Chair(level=checked_level(game, choice.level))
    return Chair(me) if choice.kind == "me" else Chair()


# --- lists -------------------------------------------------------------------------------


def _summary(me: Viewer, row: Any, chairs: list[Chair]) -> schemas.Summary:
    game = games.load(row.game)
    say = game.words(me.lang)
    names = picture.names_of(game, row.options, chairs, say)
    player = None if row.player is None or row.status != "playing" else chairs[row.player]
    waiting = player is not None and player.level is None and player.belongs_to(me.person)
    return schemas.Summary(
        id=row.id,
        game=row.game,
        title=game.info.title,
        status=row.status,
        ply=row.ply,
        players=names,
        waiting=waiting,
        sentence=_stands(row, names, say),
        changed=iso(row.changed),
    )


def _stands(row: Any, names: list[str], say: Words) -> str:
    if row.status == "over":
        return picture.sentence(names, row.ended, row.winners, say)
    if row.status == "open":
        free = sum(not name for name in names)
        return say.plural("{n} seat is open.", "{n} seats are open.", free)
    return say("{seat} to move.", seat=names[row.player])


# --- games -------------------------------------------------------------------------------


@cache
def _game_info(name: str, lang: Lang) -> schemas.GameInfo:
    game = games.load(name)
    say, info = game.words(lang), game.info
    return schemas.GameInfo(
        name=info.name,
        title=info.title,
        summary=say(info.summary),
        authors=say(info.authors),
        publisher=info.publisher,
        seats=[say(seat) for seat in info.seats],
        seatings=_seatings(game, say),
        options=[_option(option, say) for option in info.options],
        levels=[
            schemas.LevelInfo(level=number, name=say(each.name), character=say(each.character))
            for number, each in bots.levels(name).items()
        ],
        help=say(game.view.HELP),
        symbols=art.address(game, "symbols.svg"),
        theme=art.address(game, "theme.css"),
    )


def _seatings(game: games.Game, say: Words) -> schemas.Seatings | None:
    """The seats that people and bots can take, by the option that they depend on."""
    if not game.seatings:
        return None
    seats = {value: [say(seat) for seat in seats] for value, seats in game.seatings.items()}
    return schemas.Seatings(option=game.info.seat_option, seats=seats)


def _option(option: games.Option, say: Words) -> schemas.OptionInfo:
    labelled = zip(option.values, option.labels, strict=True)
    values = [schemas.OptionValue(value=value, label=say(label)) for value, label in labelled]
    return schemas.OptionInfo(
        name=option.name,
        label=say(option.label),
        help=say(option.help),
        values=values,
        needs=dict(option.needs),
    )


def _bots_play(game: games.Game) -> list[Match]:
    """The positions of a game between bots."""
    match = new(game.info.name, seed=DEMO_SEED)
    player = bots.bot(game.info.name, DEMO_LEVEL, DEMO_SEED)
    positions = [match.copy()]
    while match.turn is not None:
        match.play(player.choose(match))
        positions.append(match.copy())
    return positions


@cache
def _demo(positions: tuple[Match, ...], lang: Lang, layout: Layout) -> bytes:
    scenes = [replace(match.scene(None, lang, layout), choices=(), log=()) for match in positions]
    return orjson.dumps({"scenes": scenes})
