"""A table in memory as it stands: seats, journal, clocks, chat, connections and scenes.

Nothing here changes the table: the commands are in `parhelion.server.live_table`.
"""

import asyncio
from collections.abc import Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pydantic import Field

from parhelion import match_scene
from parhelion.fair_shuffle import Shuffle, commitment_of
from parhelion.games import Game, Json, registry
from parhelion.match import Match
from parhelion.refusals import Refused
from parhelion.scene import Ending, Layout, Scene, Section
from parhelion.server import schemas
from parhelion.server.bot_pool import BotPool
from parhelion.server.chairs import Chair, Chairs, all_here, seconds_left
from parhelion.server.dealing import undealt
from parhelion.server.decision_time import DecisionTime
from parhelion.server.journal import Journal, JournalEntry
from parhelion.server.nodes import Nodes, Ownership
from parhelion.server.player_names import NamesInSentences, player_names
from parhelion.server.presence import Presence
from parhelion.server.proposal import Proposal
from parhelion.server.quotas import Quotas
from parhelion.server.reviews import Reviews
from parhelion.server.scene_changes import offer_json
from parhelion.server.schemas import Lang
from parhelion.server.settings import Settings
from parhelion.server.store import Person, Store, StoredTable
from parhelion.server.viewer import Viewer
from parhelion.tables.names import ending_sentence
from parhelion.tables.player_marks import mark_players
from parhelion.tables.seats import middle_level
from parhelion.words import mark

NOT_DEALT = mark("The game is dealt when everybody sits.")
COMING_AGAIN = 60.0
"""Seconds that people have to come back when a table was read from the database. Who does not has
been away since the last move, as far as anybody knows."""
NO_SEATS: Set[int] = frozenset()
PROGRAM_PATIENCE = 60.0
"""Seconds after which a bot of ours may take the place of a program that does not answer."""


@dataclass(frozen=True)
class Services:
    """What all tables share: the database, settings, bots, reviews and other servers."""

    store: Store
    settings: Settings
    bot_pool: BotPool
    reviews: Reviews
    quotas: Quotas
    nodes: Nodes | None = None
    """The other servers of the database; None if there can be none."""


class Picture(NamedTuple):
    """What a seat sees, and what it may choose from as JSON if it is to move."""

    scene: Scene
    offer: Json | None


class GameTable:
    """One match, who sits there and who looks on."""

    def __init__(self, services: Services, stored: StoredTable, match: Match | None = None) -> None:
        """`match` is its match before any move, if somebody has it already."""
        row = stored.table
        self.services = services
        self.id: str = row.id
        self.game = registry.load(row.game)
        self.clock = schemas.Clock(**row.clock)
        self.listed: bool = row.listed
        self.spectators_chat: bool = row.spectators_chat
        """Whether people who do not sit here may write here."""
        self.started: float | None = row.started
        self.rematch: str | None = row.rematch
        self.maker: str | None = row.maker
        """The id of the person who set the table."""
        self.kept: float = row.changed
        """When the database last learned that an open table is in use, in seconds since 1970."""
        self.proposal = Proposal.from_document(row.proposal)
        self.secret: str | None = row.secret
        """For the shuffle; None if the game was given."""
        self.dealt: bool = row.seed is not None
        self.ownership = Ownership(services.nodes, row.owner)
        self.journal = replayed(stored, match)
        mark_players(self.match)
        self.seat_chairs(stored_chairs(stored))
        self.chat: list[KeptLine] = []
        self._writers: set[str] = set()
        """The ids of those who said something."""
        self.add_lines(stored_chat(stored))
        self.thinking: tuple[int, int] | None = None
        """The version and the seat for which a bot thinks, here or on another server."""
        time = services.settings.time
        waited = time.seconds_since(self.started, self.journal.changed) if self.started else 0.0
        self.decision = DecisionTime(self.ticks, waited)
        self.presence = Presence(self.ticks() - max(0.0, waited - COMING_AGAIN))
        self.presence_known = asyncio.Event()
        """Set when other servers have had time to tell who is connected there."""
        self.presence_known.set()
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
            "spectators_chat": self.spectators_chat,
            "given": is_given(row),
            "commitment": commitment_of(self.secret) if self.secret else None,
        }
        """The part of its state that never changes."""
        self.public_states: dict[Lang, Json] = {}
        """The part of its state that everybody sees alike, until something changes."""
        self._scenes: dict[tuple[int | None, Lang, Layout], Scene] = {}
        self._pictures: dict[tuple[int | None, Lang, Layout], Picture] = {}

    @property
    def deal_known(self) -> bool:
        """Whether the deal comes from a record and hides something: its maker knows it all."""
        given: bool = self.facts["given"]
        return given and self.game.secrets

    def now(self) -> float:
        """Seconds since 1970."""
        return self.services.settings.time.now()

    def ticks(self) -> float:
        """Seconds on a clock that never jumps, for everything that is measured."""
        return self.services.settings.time.ticks()

    # --- the game

    @property
    def status(self) -> schemas.Status:
        """Whether a seat is open, the game is going on, or it is over."""
        if self.journal.ended:
            return "over"
        return "playing" if self._all_here else "open"

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

    # --- the people

    def concerned_by(self, changed: Set[str] | None) -> bool:
        """Whether this table, somebody who sits here or the owner of a bot that does is among these
        ids; None: anything is."""
        others = self._owners | set(self._seats)
        return changed is None or self.id in changed or not changed.isdisjoint(others)

    def people_among(self, ids: Set[str] | None) -> set[str]:
        """Who of these, or of all, sits here or said something here, by their ids."""
        if ids is None:
            return self._writers | set(self._seats)
        return {id for id in ids if id in self._seats or id in self._writers}

    def add_lines(self, lines: list["KeptLine"]) -> None:
        """Let these be said after all others."""
        self.chat += lines
        self._writers.update(line.person for line in lines if line.person)

    def seat_chairs(self, chairs: Chairs) -> None:
        """Let these be the chairs from now on."""
        self.chairs = chairs
        self._names: dict[Lang, list[str]] = {}
        self._sentences: dict[Lang, NamesInSentences] = {}
        self._all_here = all_here(chairs)
        self._seats: dict[str, set[int]] = {}
        for seat, chair in enumerate(chairs):
            if chair.person:
                self._seats.setdefault(chair.person.id, set()).add(seat)
        programs = [chair.person.program for chair in chairs if chair.person]
        self._owners = {program.owner for program in programs if program}

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
        return self.seats_held_by(person.id) if person else NO_SEATS

    def seats_held_by(self, id: str) -> Set[int]:
        """The seats of the person with an id."""
        return self._seats.get(id, NO_SEATS)

    def bot_level(self, seat: int) -> int | None:
        """The level of the bot that plays a seat; None if a person does, or nobody yet."""
        if seat in self.journal.resigned:
            return self.chairs[seat].level or middle_level(self.game.info.name)
        return self.chairs[seat].level

    def is_moved_by_bot(self) -> bool:
        """Whether the seat to move is a bot's."""
        return self.journal.turn is not None and self.bot_level(self.journal.turn) is not None

    def other_people(self, person: Person) -> set[str]:
        """The ids of the other people who have not given up, also of those for whom a bot sits
        in. Programs are no company."""
        playing = {
            chair.person.id
            for seat, chair in enumerate(self.chairs)
            if chair.person and not chair.is_program and seat not in self.journal.resigned
        }
        return playing - {person.id}

    def runs_program(self, person: Person | None) -> bool:
        """Whether a bot of a person sits here."""
        return person is not None and person.id in self._owners

    def trouble(self, seat: int) -> schemas.Trouble | None:
        """What keeps a program that is to move from it; None if nothing is known to."""
        to_move = self.status == "playing" and seat == self.journal.turn
        if not to_move or not self.chairs[seat].is_program or self.bot_level(seat) is not None:
            return None
        if self.journal.trouble:
            return self.journal.trouble
        late = self.clock.kind == "none" and self.decision.thought >= PROGRAM_PATIENCE
        return "silent" if late else None

    def is_absent(self, person: Person) -> bool:
        """Return True if a person has not been here for so long that nobody waits for them."""
        away = self.presence.away(person, self.ticks())
        return self.presence_known.is_set() and away >= self.services.settings.absent_after

    def is_missed(self, person: Person) -> bool:
        """Return True if a bot may sit in for the person to move, where no clock decides."""
        return self.presence_known.is_set() and self.seconds_until_missed(person) <= 0

    def seconds_until_missed(self, person: Person) -> float:
        """Return after how many seconds a bot may sit in for the person to move if they stay away.

        Their turn must have lasted a day: looking at the table without moving must not block it
        (M3). A player who has never moved is missed minutes after they left (M2). A lost connection
        has time to come back.
        """
        settings, now = self.services.settings, self.ticks()
        away = self.presence.away(person, now)
        seconds = settings.absent_after - (now - self.presence.since)
        if not self.seats_of(person) & self.journal.moved:
            seconds = min(seconds, settings.unmoved_absent_after - away)
        return max(seconds, COMING_AGAIN - away)

    def seconds(self, seat: int) -> float | None:
        """The time a seat has left on its clock; None without a clock."""
        if self.clock.kind == "none":
            return None
        running = self.status == "playing" and seat == self.journal.turn
        counts = running and self.bot_level(seat) is None
        thinking = self.decision.thought if counts else 0.0
        waited = self.decision.waited if counts else 0.0
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
        key = (seat if self.dealt else None, lang, layout)
        if key not in self._scenes:
            scene = self.match.scene(*key, choices=self.is_choosing(seat))
            self._scenes[key] = self._as_it_stands(scene, lang)
        return self._scenes[key]

    def picture(self, seat: int | None, lang: Lang, layout: Layout) -> Picture:
        """What a seat sees; the same object for everybody who may see it until it changes."""
        key = (seat if self.dealt else None, lang, layout)
        if key not in self._pictures:
            seen, offer = match_scene.picture(self.match, *key, self.is_choosing(seat))
            json = offer and offer_json(self.game, seat or 0, lang, offer)
            self._pictures[key] = Picture(self._as_it_stands(seen, lang), json)
        return self._pictures[key]

    def words(self, seat: int | None, lang: Lang) -> schemas.TableWords:
        """The table in words for a seat, with notes on its legal moves."""
        if not self.dealt:
            return schemas.TableWords(version=0, sections=[self._not_dealt(lang)], notes={})
        sections, notes = match_scene.words(self.match, seat, lang, self.is_choosing(seat))
        version = self.journal.version
        return schemas.TableWords(version=version, sections=list(sections), notes=notes)

    def is_choosing(self, seat: int | None) -> bool:
        """Whether a person may choose moves for a seat, on its turn."""
        return seat is not None and self.status == "playing" and self.bot_level(seat) is None

    def _not_dealt(self, lang: Lang) -> Section:
        say = self.game.words(lang)
        return Section(say("The table"), (say(NOT_DEALT),))

    def _as_it_stands(self, scene: Scene, lang: Lang) -> Scene:
        """A scene with what the journal tells beside the match: it is yet to be dealt, or somebody
        resigned or ran out of time."""
        if not self.dealt:
            waits = self._not_dealt(lang)
            return replace(scene, prompt=waits.lines[0], sections=(waits,))
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
    return "playing" if all_here(chairs) else "open"


def list_columns(journal: Journal, chairs: Chairs) -> dict[str, Any]:
    """The columns of a table that repeat its journal, for lists of tables."""
    return {
        "status": status_of(journal, chairs),
        "ply": journal.match.ply,
        "turn": journal.turn,
        "ended": journal.ended,
        "winners": journal.winners,
    }


def dealt_columns(match: Match) -> dict[str, Any]:
    """The columns of a table that tell how its game began and by which rules: all that is needed
    to replay it when seeds are dealt in another way."""
    return {"rules": match.rules, "seed": match.seed, "beginning": match.beginning}


def replayed(stored: StoredTable, match: Match | None = None) -> Journal:
    """The journal of a stored table, all its entries played from the deal on."""
    journal = Journal(match or _first_match(stored, registry.load(stored.table.game)))
    for entry in stored_entries(stored):
        journal.add(entry)
    return journal


def _first_match(stored: StoredTable, game: Game) -> Match:
    """The match of a stored table before any move, by the rules that it was dealt by."""
    row = stored.table
    if row.seed is None:
        return undealt(game, row.options)
    match = Match(game, row.options, row.seed, rules=row.rules, **(row.beginning or {}))
    if row.secret is not None:
        match.shuffle = Shuffle.of(row.secret, [seat.text or "" for seat in stored.seats])
    return match


def is_given(row: Any) -> bool:
    """Return True if a table was set up from a record: it has a deal but no shuffle secret."""
    return row.secret is None and row.beginning is not None


def stored_entries(stored: StoredTable) -> list[JournalEntry]:
    """The entries of a journal that the database holds."""
    return [JournalEntry(row.kind, row.seat, row.text, row.at, row.spent) for row in stored.journal]


def stored_chairs(stored: StoredTable) -> Chairs:
    """Who sits where, as the database holds it."""
    return tuple(map(chair_of, stored.seats))


def chair_of(row: Any) -> Chair:
    """Who has a seat, by its row in the database."""
    return Chair(Person.at(row.person, row) if row.person else None, row.level, row.text)


class KeptLine(schemas.ChatLine):
    """A line of chat, and the id of who said it, which stays here."""

    person: str | None = Field(exclude=True)


def stored_chat(stored: StoredTable) -> list[KeptLine]:
    """The lines of chat that the database holds."""
    return [
        KeptLine(
            number=row.number,
            at=iso(row.at),
            name=row.name,
            sender=Person(row.person, row.name).sender if row.person else "",
            seat=row.seat,
            text=row.text,
            person=row.person,
        )
        for row in stored.chat
    ]


def iso(at: float) -> str:
    """A time in seconds since 1970 as ISO 8601 text."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
