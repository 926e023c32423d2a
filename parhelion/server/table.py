"""A table in memory as it stands: seats, journal, clocks, chat, connections and scenes.

Nothing here changes the table: the commands are in `parhelion.server.live_table`.
"""

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

from parhelion import match_scene
from parhelion.games import Json, registry
from parhelion.match import Match
from parhelion.scene import Ending, Layout, Scene
from parhelion.server import schemas
from parhelion.server.bot_pool import BotPool, middle_level
from parhelion.server.chairs import Chair, Chairs, seconds_left
from parhelion.server.journal import Journal, JournalEntry
from parhelion.server.player_names import (
    NamesInSentences,
    ending_sentence,
    mark_players,
    player_names,
)
from parhelion.server.problems import Refused
from parhelion.server.reviews import Reviews
from parhelion.server.scene_changes import offer_json
from parhelion.server.schemas import Lang
from parhelion.server.settings import Settings
from parhelion.server.store import Person, Store, StoredTable
from parhelion.server.viewer import Viewer

NO_SEATS: Set[int] = frozenset()


@dataclass(frozen=True)
class Services:
    """What all tables share: the database, settings, bots and reviews."""

    store: Store
    settings: Settings
    bot_pool: BotPool
    reviews: Reviews


class Connection(Protocol):
    """A live connection to a table."""

    viewer: Viewer

    def notify(self) -> None:
        """Tell that something changed, or that the table left the memory."""


@dataclass(frozen=True)
class TakebackRequest:
    """A takeback that waits for the consent of others."""

    seat: int
    ply: int
    agreed: tuple[str, ...] = ()
    """The ids of the people who agreed."""

    @classmethod
    def from_document(cls, document: dict[str, Any] | None) -> "TakebackRequest | None":
        """The request that the database keeps as JSON, if there is one."""
        if document is None:
            return None
        return cls(document["seat"], document["ply"], tuple(document["agreed"]))

    def document(self) -> dict[str, Any]:
        """The request as JSON for the database."""
        return {"seat": self.seat, "ply": self.ply, "agreed": list(self.agreed)}


@dataclass
class Presence:
    """Who is connected, and since when the others are not."""

    since: float
    connections: set[Connection] = field(default_factory=set)
    left: dict[str, float] = field(default_factory=dict)
    """When each person's last connection ended, by their id."""
    _people: Counter[str] = field(default_factory=Counter)
    """How many connections each person has, by their id; people who are not known share one."""

    def enter(self, connection: Connection) -> None:
        """Add a connection."""
        self.connections.add(connection)
        self._people[connection.viewer.id] += 1

    def leave(self, connection: Connection, now: float) -> None:
        """Remove a connection."""
        self.connections.discard(connection)
        self._people[connection.viewer.id] -= 1
        if connection.viewer.person:
            self.left[connection.viewer.id] = now

    def online(self, person: Person) -> bool:
        """Whether a person has a connection."""
        return self._people[person.id] > 0

    def away(self, person: Person, now: float) -> float:
        """For how many seconds a person has had no connection."""
        return 0 if self.online(person) else now - self.left.get(person.id, self.since)

    def spectators(self, chairs: Chairs) -> int:
        """How many connections belong to nobody who has one of these chairs."""
        seated = {chair.person.id for chair in chairs if chair.person}
        return len(self.connections) - sum(self._people[id] for id in seated)


class Picture(NamedTuple):
    """What a seat sees, and what it may choose from as JSON if it is to move."""

    scene: Scene
    offer: Json | None


class GameTable:
    """One match, who sits there and who looks on."""

    def __init__(self, services: Services, stored: StoredTable, dealt: Match | None = None) -> None:
        """`dealt` is its match before any move, if somebody has it already: a deal may take
        milliseconds."""
        row = stored.table
        self.services = services
        self.id: str = row.id
        self.game = registry.load(row.game)
        self.clock = schemas.Clock(**row.clock)
        self.listed: bool = row.listed
        self.started: float | None = row.started
        self.rematch: str | None = row.rematch
        self.takeback = TakebackRequest.from_document(row.takeback)
        self.journal = replayed(stored, dealt)
        mark_players(self.match)
        self.seat_chairs(stored_chairs(stored))
        self.chat = stored_chat(stored)
        self.presence = Presence(self.now())
        self.thinking: tuple[int, int] | None = None
        """The version and the seat for which a bot thinks."""
        self._turn_began = self.now()
        self.revision = 0
        """Grows whenever anybody at the table may see something else than before."""
        self.facts: Json = {
            "id": self.id,
            "game": self.game.info.name,
            "title": self.game.info.title,
            "options": dict(self.match.options),
            "secrets": self.game.secrets,
            "clock": self.clock.model_dump(),
            "listed": self.listed,
        }
        """The part of its state that never changes."""
        self.public_states: dict[Lang, Json] = {}
        """The part of its state that everybody sees alike, until something changes."""
        self._scenes: dict[tuple[int | None, Lang, Layout], Scene] = {}
        self._pictures: dict[tuple[int | None, Lang, Layout], Picture] = {}

    def now(self) -> float:
        """Seconds since 1970."""
        return self.services.settings.time.now()

    # --- the game

    @property
    def status(self) -> schemas.Status:
        """Whether a seat is open, the game is going on, or it is over."""
        if self.journal.ended:
            return "over"
        return "open" if self._has_open_seat else "playing"

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.journal.match

    def match_at(self, ply: int) -> Match:
        """The match after some of its moves."""
        if not 0 <= ply <= self.match.ply:
            raise Refused("unknown-path")
        earlier = self.match.copy()
        earlier.undo(self.match.ply - ply)
        return earlier

    def must_be_over(self) -> None:
        """Refuse until the game is over."""
        if self.status != "over":
            raise Refused("table/not-over")

    def is_firm(self, seats: Set[int]) -> bool:
        """Whether something secret came to light since the last move of these seats."""
        ply = self.match.last_move_of(seats)
        return ply is not None and ply < self.match.firm

    # --- the people

    def concerned_by(self, changed: Set[str] | None) -> bool:
        """Whether this table or somebody who sits here is among these ids; None: anything is."""
        return changed is None or self.id in changed or not changed.isdisjoint(self._seats)

    def seat_chairs(self, chairs: Chairs) -> None:
        """Let these be the chairs from now on."""
        self.chairs = chairs
        self._names: dict[Lang, list[str]] = {}
        self._sentences: dict[Lang, NamesInSentences] = {}
        self._has_open_seat = any(chair.open for chair in chairs)
        self._seats: dict[str, set[int]] = {}
        for seat, chair in enumerate(chairs):
            if chair.person:
                self._seats.setdefault(chair.person.id, set()).add(seat)

    def names(self, lang: Lang) -> list[str]:
        """The names on all chairs; empty where nobody sits."""
        if lang not in self._names:
            options, say = self.match.options, self.game.words(lang)
            self._names[lang] = player_names(self.game, options, self.chairs, say)
        return self._names[lang]

    def sentences(self, lang: Lang) -> NamesInSentences:
        """Puts names into what is told of this table; an open seat has the name of the seat."""
        if lang not in self._sentences:
            say, both = self.game.words(lang), zip(self.names(lang), self.match.seats, strict=True)
            self._sentences[lang] = NamesInSentences([name or say(title) for name, title in both])
        return self._sentences[lang]

    def seats_of(self, person: Person | None) -> Set[int]:
        """The seats of a person."""
        return self._seats.get(person.id, NO_SEATS) if person else NO_SEATS

    def bot_level(self, seat: int) -> int | None:
        """The level of the bot that plays a seat; None if a person does, or nobody yet."""
        if seat in self.journal.resigned:
            return self.chairs[seat].level or middle_level(self.game.info.name)
        return self.chairs[seat].level

    def is_moved_by_bot(self) -> bool:
        """Whether the seat to move is a bot's."""
        return self.journal.turn is not None and self.bot_level(self.journal.turn) is not None

    def other_people(self, person: Person) -> set[str]:
        """The ids of the other people who play, without those for whom a bot plays."""
        playing = {
            chair.person.id
            for seat, chair in enumerate(self.chairs)
            if chair.person and self.bot_level(seat) is None
        }
        return playing - {person.id}

    def is_absent(self, person: Person) -> bool:
        """Whether a person has been away long enough for a bot to sit in."""
        return self.presence.away(person, self.now()) >= self.services.settings.absent_after

    def seconds(self, seat: int) -> float | None:
        """The time a seat has left on its clock; None without a clock."""
        if self.clock.kind == "none":
            return None
        running = self.status == "playing" and seat == self.journal.turn
        counts = running and self.bot_level(seat) is None
        thinking = self.now() - self._turn_began if counts else 0.0
        last = max(self.started or 0, self.journal.changed or 0)
        waited = self.now() - last if counts else 0.0
        return seconds_left(self.clock, self.journal, seat, thinking, waited)

    # --- what a viewer sees

    def seat_shown_to(self, viewer: Viewer) -> int | None:
        """The seat whose view somebody gets: of the seats they play, the one to move, else the
        one that moved last, else the first; None for a spectator."""
        mine = self.seats_of(viewer.person)
        mine = {seat for seat in mine if self.bot_level(seat) is None} or mine
        if self.journal.turn in mine or len(mine) <= 1:
            return self.journal.turn if self.journal.turn in mine else next(iter(mine), None)
        last = self.match.last_move_of(mine)
        return min(mine) if last is None else self.match.movers[last]

    def seat_asked_for(self, viewer: Viewer, seat: int | None) -> int | None:
        """The seat with whose eyes somebody looks back; refused if it is not theirs."""
        if seat is None:
            return self.seat_shown_to(viewer)
        if seat not in self.seats_of(viewer.person):
            raise Refused("seat/not-yours")
        return seat

    def scene(self, seat: int | None, lang: Lang, layout: Layout) -> Scene:
        """The whole scene for a seat, with choices and words; made once until something changes."""
        key = (seat, lang, layout)
        if key not in self._scenes:
            scene = self.match.scene(*key, choices=self.is_choosing(seat))
            self._scenes[key] = self._with_ending(scene, lang)
        return self._scenes[key]

    def picture(self, seat: int | None, lang: Lang, layout: Layout) -> Picture:
        """What a seat sees; the same object for everybody who may see it until it changes."""
        key = (seat, lang, layout)
        if key not in self._pictures:
            seen, offer = match_scene.picture(self.match, *key, self.is_choosing(seat))
            json = offer and offer_json(self.game, seat or 0, lang, offer)
            self._pictures[key] = Picture(self._with_ending(seen, lang), json)
        return self._pictures[key]

    def words(self, seat: int | None, lang: Lang) -> schemas.TableWords:
        """The table in words for a seat, with notes on its legal moves."""
        sections, notes = match_scene.words(self.match, seat, lang, self.is_choosing(seat))
        version = self.journal.version
        return schemas.TableWords(version=version, sections=list(sections), notes=notes)

    def is_choosing(self, seat: int | None) -> bool:
        """Whether a person may choose moves for a seat, on its turn."""
        return seat is not None and self.status == "playing" and self.bot_level(seat) is None

    def _with_ending(self, scene: Scene, lang: Lang) -> Scene:
        """A scene with the end that the journal tells: somebody may have resigned, or run out of
        time."""
        if self.journal.winners == list(self.match.winners):
            return scene
        say, winners = self.game.words(lang), self.journal.winners
        sentence = ending_sentence(self.names(lang), self.journal.ended, winners, say)
        ending = scene.ending or Ending((), "", (), ())
        ending = replace(ending, winners=tuple(winners), sentence=sentence)
        return replace(scene, prompt=sentence, ending=ending)

    def _redraw(self) -> None:
        """Forget what was worked out for the last position."""
        self._scenes.clear()
        self._pictures.clear()


def status_of(journal: Journal, chairs: Chairs) -> schemas.Status:
    """Whether a seat is open, the game is going on, or it is over."""
    if journal.ended:
        return "over"
    return "open" if any(chair.open for chair in chairs) else "playing"


def list_columns(journal: Journal, chairs: Chairs) -> dict[str, Any]:
    """The columns of a table that repeat its journal, for lists of tables."""
    return {
        "status": status_of(journal, chairs),
        "ply": journal.match.ply,
        "turn": journal.turn,
        "ended": journal.ended,
        "winners": journal.winners,
    }


def replayed(stored: StoredTable, dealt: Match | None = None) -> Journal:
    """The journal of a stored table, all its entries played from the deal on."""
    row, game = stored.table, registry.load(stored.table.game)
    if row.rules != game.info.version:
        raise Refused("record/bad")
    if dealt is None:
        dealt = Match(game, row.options, row.seed, rules=row.rules, **(row.beginning or {}))
    journal = Journal(dealt)
    for entry in stored_entries(stored):
        journal.add(entry)
    return journal


def stored_entries(stored: StoredTable) -> list[JournalEntry]:
    """The entries of a journal that the database holds."""
    return [JournalEntry(row.kind, row.seat, row.text, row.at, row.spent) for row in stored.journal]


def stored_chairs(stored: StoredTable) -> Chairs:
    """Who sits where, as the database holds it."""
    return tuple(
        Chair(Person(row.person, row.name) if row.person else None, row.level)
        for row in stored.seats
    )


def stored_chat(stored: StoredTable) -> list[schemas.ChatLine]:
    """The lines of chat that the database holds."""
    return [
        schemas.ChatLine(
            number=row.number, at=iso(row.at), name=row.name, seat=row.seat, text=row.text
        )
        for row in stored.chat
    ]


def iso(at: float) -> str:
    """A time in seconds since 1970 as ISO 8601 text."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
