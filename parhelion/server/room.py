"""A table in memory: one match, who sits there, who looks on. What happens is committed first."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Protocol

from sqlalchemy.exc import IntegrityError

from parhelion import games
from parhelion.errors import ParhelionError
from parhelion.match import Match
from parhelion.scene import Scene
from parhelion.server import schemas
from parhelion.server.brains import Brains, Place, checked_level, middle_level
from parhelion.server.course import Course, Entry
from parhelion.server.problems import Refused
from parhelion.server.reviews import Reviews
from parhelion.server.rows import EntryRow, LineRow, SeatRow, TableRow
from parhelion.server.seating import Chair, Chairs, seats_of, seconds_left
from parhelion.server.settings import Settings
from parhelion.server.store import Change, Kept, Person, Store, added, changed
from parhelion.server.viewer import Viewer

A_MOMENT = 0.05


@dataclass(frozen=True)
class Means:
    """What a room needs to keep, time, think and look back."""

    store: Store
    settings: Settings
    brains: Brains
    reviews: Reviews


class Connection(Protocol):
    """Somebody who looks on."""

    viewer: Viewer

    def notify(self) -> None:
        """Something changed, or the room was closed."""


@dataclass(frozen=True)
class Ask:
    """A takeback that waits for the consent of others."""

    seat: int
    ply: int
    agreed: tuple[str, ...] = ()
    """Ids of people."""

    def awaits(self, person: Person, mine: set[int]) -> bool:
        """Whether a person with some seats has neither asked nor agreed."""
        return self.seat not in mine and person.id not in self.agreed


@dataclass
class Presence:
    """Who looks on now, and since when the others do not."""

    since: float
    connections: set[Connection] = field(default_factory=set)
    left: dict[str, float] = field(default_factory=dict)

    def online(self, person: Person) -> bool:
        """Whether a person has a connection."""
        return any(c.viewer.person and c.viewer.person.id == person.id for c in self.connections)

    def away(self, person: Person, now: float) -> float:
        """For how many seconds a person has had none."""
        return 0 if self.online(person) else now - self.left.get(person.id, self.since)


class Room:
    """A table. Commands run one at a time; readers always see what was committed last."""

    def __init__(self, means: Means, kept: Kept) -> None:
        row = kept.table
        self.id: str = row.id
        self.game = games.load(row.game)
        self.clock = schemas.Clock(**row.clock)
        self.listed: bool = row.listed
        self.started: float | None = row.started
        self.rematch: str | None = row.rematch
        self.asked = (
            Ask(**row.asked | {"agreed": tuple(row.asked["agreed"])}) if row.asked else None
        )
        self.course = _course(kept)
        self.chairs: Chairs = tuple(
            Chair(Person(seat.person, seat.name) if seat.person else None, seat.level)
            for seat in kept.seats
        )
        self.chat = [
            schemas.ChatLine(
                number=line.number, at=iso(line.at), name=line.name, seat=line.seat, text=line.text
            )
            for line in kept.chat
        ]
        self.means = means
        self.presence = Presence(self.now())
        self.closed = False
        self.thinking: tuple[int, int] | None = None
        """The version and the seat that a bot thinks about."""
        self.touched = self.now()
        self._turn_began = self.now()
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self.scenes: dict[tuple[object, ...], Scene] = {}
        """Made by `parhelion.server.picture`; emptied whenever the table looks different."""
        self._firm: int | None = None
        """`Match.firm` of the position, once it was asked for."""

    def now(self) -> float:
        """Seconds since 1970."""
        return self.means.settings.now()

    # --- where the table stands

    @property
    def status(self) -> schemas.Status:
        """Open while a seat is."""
        if self.course.ended:
            return "over"
        return "open" if any(chair.open for chair in self.chairs) else "playing"

    def bot_level(self, seat: int) -> int | None:
        """The level of the bot that plays a seat, None if a person does."""
        if seat in self.course.resigned:
            return self.chairs[seat].level or middle_level(self.game.info.name)
        return self.chairs[seat].level

    def people_playing(self) -> dict[str, Person]:
        """Those who decide for a seat now, by id."""
        deciding = (
            chair.person
            for seat, chair in enumerate(self.chairs)
            if chair.person and self.bot_level(seat) is None
        )
        return {person.id: person for person in deciding}

    def company(self, person: Person) -> set[str]:
        """The ids of the other people who play."""
        return set(self.people_playing()) - {person.id}

    def seconds(self, seat: int) -> float | None:
        """What a seat has left on its clock."""
        running = self.status == "playing" and seat == self.course.player
        counts = running and self.bot_level(seat) is None
        thinking = self.now() - self._turn_began if counts else 0.0
        last = max(self.started or 0, self.course.changed or 0)
        waited = self.now() - last if counts else 0.0
        return seconds_left(self.clock, self.course, seat, thinking, waited)

    def is_absent(self, person: Person) -> bool:
        """Whether a person has been away long enough for a bot to sit in."""
        return self.presence.away(person, self.now()) >= self.means.settings.absent_after

    @property
    def idle(self) -> bool:
        """Whether it may leave the memory: it can come back from the database."""
        busy = self.presence.connections or self._tasks or self._timer or self._lock.locked()
        return not busy and self.now() - self.touched > self.means.settings.idle_after

    # --- people come and go

    async def join(self, person: Person, seat: int) -> None:
        """Somebody sits down on an open seat."""
        async with self.command():
            if self.course.ended:
                raise Refused("table/over")
            if not self._chair(seat).open:
                raise Refused("seat/taken")
            await self._seat(seat, Chair(person))

    async def substitute(self, person: Person, seat: int, level: int) -> None:
        """A bot takes an open seat, or sits in for its person."""
        async with self.command():
            chair, level = self._chair(seat), checked_level(self.game.info.name, level)
            self._own_seats(person)
            if self.course.ended:
                raise Refused("table/over")
            if not chair.open and chair.person is None:
                raise Refused("seat/taken")
            if chair.person and not (chair.belongs_to(person) or self.is_absent(chair.person)):
                raise Refused("seat/not-absent")
            await self._seat(seat, replace(chair, level=level))

    async def take_back_seat(self, person: Person, seat: int) -> None:
        """The bot that sat in leaves."""
        async with self.command():
            chair = self._chair(seat)
            if not chair.belongs_to(person):
                raise Refused("seat/not-yours")
            if self.course.ended:
                raise Refused("table/over")
            await self._seat(seat, replace(chair, level=None))

    def _chair(self, seat: int) -> Chair:
        if seat >= len(self.chairs):
            raise Refused("seat/unknown")
        return self.chairs[seat]

    async def _seat(self, seat: int, chair: Chair) -> None:
        """Commit who has a seat; with the last open one the game starts."""
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        starts = self.started is None and not any(each.open for each in chairs)
        now = self.now()
        values = {"started": now, "status": "playing"} if starts else {}
        person = chair.person.id if chair.person else None
        await self._write(
            changed(SeatRow, self.id, seat, person=person, level=chair.level),
            self._row(changed=now, **values),
        )
        self.chairs = chairs
        if starts:
            self.started = now
        self._changed()

    def renamed(self, person: Person) -> None:
        """Somebody is called otherwise from now on."""
        if seats_of(self.chairs, person):
            self.chairs = tuple(
                replace(chair, person=person) if chair.belongs_to(person) else chair
                for chair in self.chairs
            )
            self.notify()

    def enter(self, connection: Connection) -> None:
        """Somebody begins to look on."""
        self.presence.connections.add(connection)
        self.notify()

    def leave(self, connection: Connection) -> None:
        """Somebody stops looking on; after a while others may put a bot in their place."""
        self.presence.connections.discard(connection)
        self.touched = self.now()
        if person := connection.viewer.person:
            self.presence.left[person.id] = self.now()
            missed = self.means.settings.absent_after + A_MOMENT
            asyncio.get_running_loop().call_later(missed, self.notify)
        self.notify()

    async def say(self, person: Person, text: str) -> schemas.ChatLine:
        """Something is said at the table."""
        async with self.command():
            mine = seats_of(self.chairs, person)
            number, now = len(self.chat), self.now()
            line = schemas.ChatLine(
                number=number,
                at=iso(now),
                name=person.name,
                seat=mine[0] if mine else None,
                text=text.strip(),
            )
            row = line.model_dump() | {"table": self.id, "at": now}
            await self._write(added(LineRow, **row))
            self.chat.append(line)
            self.notify()
            return line

    # --- play

    async def move(self, me: Viewer, version: int, text: str) -> schemas.Acknowledged:
        """A move; nothing happens if it answers another version than the present one."""
        async with self.command():
            mine = self._own_seats(me.known)
            if version != self.course.version:
                raise Refused("move/stale")
            seat = self._turn_of(mine)
            try:
                move = self.course.match.parse(text, me.lang)
            except ParhelionError as error:
                raise Refused("move/illegal", str(error)) from error
            spent = self.now() - self._turn_began
            await self._commit(Entry("move", seat, move.text, self.now(), spent))
            return schemas.Acknowledged(version=self.course.version, ply=self.course.match.ply)

    async def take_back(self, person: Person) -> None:
        """Go back to one's last decision if all other people agree, or agree oneself."""
        async with self.command():
            mine = self._own_seats(person)
            self._must_play()
            if self.asked and self.asked.seat not in mine:
                asked = replace(self.asked, agreed=(*self.asked.agreed, person.id))
            else:
                asked = self._takeback(mine)
            asker = self.chairs[asked.seat].person
            if asker and self.company(asker) <= set(asked.agreed):
                await self._commit(Entry("takeback", asked.seat, str(asked.ply), self.now()))
            else:
                await self._ask(asked)

    def _takeback(self, mine: set[int]) -> Ask:
        ply = self.course.last_decision(mine)
        if ply is None:
            raise Refused("takeback/nothing")
        if self.is_firm(mine):
            raise Refused("takeback/secret")
        return Ask(self.course.deciders[ply], ply)

    def may_take_back(self, mine: set[int]) -> bool:
        """Whether seats have a decision to go back to."""
        return self.course.last_decision(mine) is not None and not self.is_firm(mine)

    def is_firm(self, mine: set[int]) -> bool:
        """Whether something secret came to light since the last decision of some seats."""
        ply = self.course.last_decision(mine)
        if self._firm is None:
            self._firm = self.course.match.firm
        return ply is not None and ply < self._firm

    async def decline(self, person: Person) -> None:
        """What was asked is declined, or withdrawn."""
        async with self.command():
            self._own_seats(person)
            self._must_play()
            if self.asked is None:
                raise Refused("takeback/nothing")
            await self._ask(None)

    async def _ask(self, asked: Ask | None) -> None:
        document = asked and {"seat": asked.seat, "ply": asked.ply, "agreed": list(asked.agreed)}
        await self._write(self._row(asked=document))
        self.asked = asked
        self.notify()

    async def resign(self, person: Person) -> None:
        """A seat gives up: the one to move if it is the person's, else their first."""
        async with self.command():
            mine = self._own_seats(person) - self.course.resigned
            self._must_play()
            if not mine:
                raise Refused("seat/not-yours")
            player = self.course.player
            seat = player if player in mine else min(mine)
            await self._commit(Entry("resign", seat, "", self.now()))

    # --- asking about the position

    def turn(self, me: Viewer) -> int:
        """The seat that a person decides for now; refused if there is none."""
        return self._turn_of(self._own_seats(me.known))

    def must_be_over(self) -> None:
        """Refused before the end."""
        if not self.course.ended:
            raise Refused("table/not-over")

    def _own_seats(self, person: Person) -> set[int]:
        mine = set(seats_of(self.chairs, person))
        if not mine:
            raise Refused("seat/not-yours")
        return mine

    def _must_play(self) -> None:
        if self.course.ended:
            raise Refused("table/over")
        if self.status == "open":
            raise Refused("table/not-started")

    def _turn_of(self, mine: set[int]) -> int:
        self._must_play()
        seat = self.course.player
        if seat is None or seat not in mine or self.bot_level(seat) is not None:
            raise Refused("move/not-yours")
        return seat

    # --- committing

    @asynccontextmanager
    async def command(self) -> AsyncIterator[None]:
        """One command at a time, on a table that is still the one in memory."""
        async with self._lock:
            if self.closed:
                raise Refused("move/stale")
            self.touched = self.now()
            yield

    def _row(self, **values: Any) -> Change:
        return changed(TableRow, self.id, **values)

    async def _write(self, *changes: Change) -> None:
        """Commit; if that fails this room is closed, and the next one is read from the database."""
        try:
            await self.means.store.write(*changes)
        except IntegrityError as error:  # another node was quicker
            self.close()
            raise Refused("move/stale") from error
        except BaseException:
            self.close()
            raise

    async def commit_rematch(self, id: str, *changes: Change) -> None:
        """Commit that the next game is at another table, together with that table."""
        await self._write(*changes, self._row(rematch=id))
        self.rematch = id
        self.notify()

    async def _commit(self, entry: Entry) -> None:
        course = self.course.after(entry)
        await self._write(
            added(EntryRow, table=self.id, number=self.course.version, **vars(entry)),
            self._row(asked=None, **standing(course, self.chairs), changed=entry.at),
        )
        self.course, self.asked = course, None
        self._turn_began = self.now()
        if course.ended:
            self.means.brains.forget(self.id)
        self._changed()

    # --- what follows by itself

    def wake(self) -> None:
        """Let bots and clocks go on, after a change or a start of the server."""
        self._think()
        self._arm()

    def _changed(self) -> None:
        self.scenes.clear()
        self._firm = None
        self.wake()
        self.notify()

    def notify(self) -> None:
        """Tell everybody who looks on."""
        for connection in self.presence.connections:
            connection.notify()

    def close(self) -> None:
        """Forget the table here; whoever looks on comes again and finds it read anew."""
        self.closed = True
        self.means.brains.forget(self.id)
        if self._timer:
            self._timer.cancel()
        self.notify()

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _think(self) -> None:
        seat, version = self.course.player, self.course.version
        level = None if seat is None else self.bot_level(seat)
        if self.status != "playing" or seat is None or level is None:
            self.thinking = None
        elif self.thinking != (version, seat):
            self.thinking = (version, seat)
            self._start(self._bot_moves(version, seat, level))

    async def _bot_moves(self, version: int, seat: int, level: int) -> None:
        """A bot thinks without holding anybody up; its move counts if nothing changed."""
        loop = asyncio.get_running_loop()
        ready = loop.time() + self.means.settings.pause

        def wanted() -> bool:
            return not self.closed and self.thinking == (version, seat)

        place = Place(self.id, seat, level)
        move = await self.means.brains.choose(place, self.course.match, wanted)
        await asyncio.sleep(max(0, ready - loop.time()))
        async with self._lock:
            if move and wanted():
                await self._commit(Entry("move", seat, move.text, self.now()))

    def _arm(self) -> None:
        """Set the timer to when the seat to move runs out of time."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        seat = self.course.player
        if self.status != "playing" or seat is None or self.bot_level(seat) is not None:
            return
        left = self.seconds(seat)
        if left is not None:
            self._timer = asyncio.get_running_loop().call_later(left, self._flag_falls)

    def _flag_falls(self) -> None:
        self._timer = None
        self._start(self._time_is_up(self.course.version))

    async def _time_is_up(self, version: int) -> None:
        async with self._lock:
            seat = self.course.player
            if self.closed or version != self.course.version or seat is None:
                return
            if self.seconds(seat):  # the timer was early
                self._arm()
            else:
                spent = self.now() - self._turn_began
                await self._commit(Entry("time", seat, "", self.now(), spent))


def standing(course: Course, chairs: Chairs) -> dict[str, Any]:
    """What lists of tables want to know, as columns."""
    playing = "open" if any(chair.open for chair in chairs) else "playing"
    return {
        "status": "over" if course.ended else playing,
        "ply": course.match.ply,
        "player": course.player,
        "ended": course.ended,
        "winners": course.winners,
    }


def _course(kept: Kept) -> Course:
    """Play the journal over the deal."""
    row, game = kept.table, games.load(kept.table.game)
    if row.rules != game.info.version:
        raise Refused("record/bad")
    course = Course(Match(game, row.options, row.seed, row.deal))
    for line in kept.journal:
        course.apply(Entry(line.kind, line.seat, line.text, line.at, line.spent))
    return course


def iso(at: float) -> str:
    """A time as people and programs read it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
