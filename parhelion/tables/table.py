"""A table: a frozen value, and the one that follows after each entry of its journal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from parhelion.errors import ParhelionError
from parhelion.fair_shuffle import Shuffle
from parhelion.games import Game, Json, registry
from parhelion.match import Match
from parhelion.tables import entries as kinds
from parhelion.tables.clocks import Clocks, DecisionTime, TimeControl
from parhelion.tables.entries import Entry, Failure, part_from
from parhelion.tables.player_marks import mark_players
from parhelion.tables.proposals import Proposal
from parhelion.tables.seats import Seat, Seats, middle_level, seats_of, with_seat

Status = Literal["open", "playing", "over"]
Ended = Literal["rules", "resigned", "time"]
RemarkKind = Literal["bot", "return", "hint", "failed", "slow"]


UNCHANGING = (
    kinds.Said,
    kinds.Proposed,
    kinds.Agreed,
    kinds.Declined,
    kinds.Rematched,
    kinds.Resumed,
    kinds.Reshuffled,
)
"""Entries that change neither the seats nor the game."""


BEGINNINGS = kinds.Started, kinds.Resumed
"""Entries with which the time of a decision begins, besides those that change the position."""


class BadJournal(ParhelionError):
    """The journal of a table contradicts itself or the rules."""

    def __init__(self, table: str, number: int, reason: object) -> None:
        super().__init__(f"table {table}, entry {number}: {reason}")


class Remark(NamedTuple):
    """Something that all players should know, and the number of moves played before it."""

    kind: RemarkKind
    seat: int
    ply: int


class ChatLine(NamedTuple):
    """A line of chat."""

    at: float
    person: str | None
    """The writer's id; None if it was not stored."""
    name: str | None
    """The writer's name if there is no id."""
    seat: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change at a table. Only a restored backup gets another secret."""

    id: str
    game: Game
    options: Mapping[str, str]
    time: TimeControl
    host: str | None
    """The id of the person who set the table up."""
    listed: bool
    spectators_chat: bool
    created: float
    secret: str | None
    """For the shuffle; None if the deal does not come from one."""
    given: bool
    """True if the deal was known in advance, from a record."""

    @property
    def is_deal_known(self) -> bool:
        """True if the host knows hidden parts of the deal."""
        return self.given and self.game.secrets


@dataclass(frozen=True, slots=True)
class Table:
    """A table after some entries of its journal."""

    setup: Setup
    seats: Seats
    clocks: Clocks
    version: int = 1
    """The number of entries. New entries are stored only if it is still the same."""
    match: Match | None = None
    """The match, None until it is dealt. Treated as immutable: `after` copies it."""
    position: int = 0
    """Grows with every decision: a move, a takeback, or that the player to move gave up. A move
    names the position that it answers."""
    since: float | None = None
    """When the current decision began, in seconds since 1970; None before the start."""
    changed: float = 0.0
    """When the seats or the game changed last, in seconds since 1970. Chat, proposals and the next
    table change neither."""
    proposal: Proposal | None = None
    remarks: tuple[Remark, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    substituted: frozenset[int] = frozenset()
    """Seats of people for whom a bot plays."""
    moved: frozenset[int] = frozenset()
    """Seats whose people have made a move, even if it was taken back. Moves of a record, or of a
    bot that plays for somebody, do not count."""
    furthest: int = 0
    """The largest number of moves so far. A turn that is played again after a takeback brings no
    second bonus."""
    resigned: frozenset[int] = frozenset()
    """Seats that resigned or ran out of time."""
    failure: Failure | None = None
    """What the program that is to move reported."""
    ended: Ended | None = None
    rematch: str | None = None
    """The id of the table of the next game."""
    withdrawn: bool = False
    """True if the table was deleted before the start."""

    # --- from a journal

    @classmethod
    def replay(cls, id: str, entries: Iterable[Entry]) -> "Table":
        """Return the table after all entries of a journal. Raises BadJournal."""
        journal = iter(entries)
        first = next(journal, None)
        if not isinstance(first, kinds.Created):
            raise BadJournal(id, 0, "expected the creation of the table")
        table = cls.created(id, first)
        for entry in journal:
            table = table.after(entry)
        return table

    @classmethod
    def created(cls, id: str, entry: kinds.Created) -> "Table":
        """Return the table after its first entry. Raises BadJournal."""
        try:
            return _created(id, entry)
        except (ParhelionError, LookupError, TypeError, ValueError) as error:
            raise BadJournal(id, 0, error) from error

    def after(self, entry: Entry) -> "Table":
        """Return the table after one more entry. Raises BadJournal if it cannot follow."""
        try:
            changed = _after(self, entry)
        except (ParhelionError, LookupError, TypeError, ValueError) as error:
            raise BadJournal(self.id, self.version, error) from error
        at = self.changed if isinstance(entry, UNCHANGING) else entry.at
        return replace(changed, version=self.version + 1, changed=at)

    def after_all(self, entries: Iterable[Entry]) -> "Table":
        """Return the table after some more entries."""
        return (self, *self.after_each(entries))[-1]

    def after_each(self, entries: Iterable[Entry]) -> list["Table"]:
        """Return the tables after each of some more entries."""
        tables, table = [], self
        for entry in entries:
            table = table.after(entry)
            tables.append(table)
        return tables

    # --- the game

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.setup.id

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.setup.game

    @property
    def is_dealt(self) -> bool:
        """True if there is a match."""
        return self.match is not None

    @property
    def dealt(self) -> Match:
        """The match, where it is known to be dealt."""
        assert self.match is not None  # noqa: S101
        return self.match

    @property
    def status(self) -> Status:
        """Whether seats are open, the game is being played, or it is over."""
        if self.ended:
            return "over"
        return "open" if self.since is None else "playing"

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return self.match.ply if self.match else 0

    @property
    def turn(self) -> int | None:
        """The seat to move; None before the deal and after the end."""
        return self.match.turn if self.match and not self.ended else None

    @property
    def remaining(self) -> list[int]:
        """The seats that have not given up."""
        return [seat for seat in range(len(self.seats)) if seat not in self.resigned]

    @property
    def winners(self) -> list[int]:
        """The seats that won: the best of those that have not given up."""
        if self.ended != "rules":
            return self.remaining if self.ended else []
        match = self.dealt
        if winners := [seat for seat in match.winners if seat in self.remaining]:
            return winners
        best = max(match.scores[seat] for seat in self.remaining)
        return [seat for seat in self.remaining if match.scores[seat] == best]

    # --- the players

    def seats_of(self, person: str | None) -> frozenset[int]:
        """Return the seats of a person."""
        return seats_of(self.seats, person)

    def bot_level(self, seat: int) -> int | None:
        """Return the level of the bot that plays a seat; None if a person does, or nobody."""
        level = self.seats[seat].level
        if level is None and seat in self.resigned:
            return middle_level(self.game.info.name)
        return level

    @property
    def is_moved_by_bot(self) -> bool:
        """True if a bot is to move."""
        return self.turn is not None and self.bot_level(self.turn) is not None

    @property
    def bots(self) -> list[int]:
        """The seats that bots play."""
        return [seat for seat in range(len(self.seats)) if self.bot_level(seat) is not None]

    @property
    def people(self) -> frozenset[str]:
        """Ids of everyone who has a seat."""
        return frozenset(seat.person for seat in self.seats if seat.person)

    @property
    def humans(self) -> frozenset[str]:
        """Ids of the people who have a seat, without programs."""
        return frozenset(seat.person for seat in self.seats if seat.person and not seat.is_program)

    def opponents(self, person: str) -> frozenset[str]:
        """Return the ids of the other people who have not given up. Programs do not count."""
        playing = {self.seats[seat].person for seat in self.remaining}
        return frozenset(each for each in self.humans & playing if each and each != person)

    def runs_program(self, person: str | None) -> bool:
        """Return True if a program of a person has a seat."""
        return person is not None and any(seat.owner == person for seat in self.seats)

    # --- time

    def begins_turn(self, before: "Table", entry: Entry) -> bool:
        """Return True if the time of a decision begins with the entry after `before`."""
        return self.position != before.position or isinstance(entry, BEGINNINGS)

    def time_after(
        self, before: "Table", entry: Entry, time: DecisionTime, ticks: float
    ) -> DecisionTime:
        """Return the time of the decision after an entry that was added to the table `before`."""
        if self.begins_turn(before, entry):
            return DecisionTime(ticks)
        counts = getattr(entry, "spent", None) is not None and _seat(entry) == before.turn
        return time.counted(ticks) if counts else time


def _seat(entry: Entry) -> int | None:
    """Return the seat that an entry is about, if it is about one."""
    return getattr(entry, "seat", None)


def _after(table: Table, entry: Entry) -> Table:
    """Return what an entry changes at a table. Raises an error if it cannot follow."""
    seat = _seat(entry)
    if seat is not None and not 0 <= seat < len(table.seats):
        raise ValueError(f"{entry.kind}: there is no seat {seat}")
    match entry:
        case kinds.Moved():
            return _moved(table, entry)
        case kinds.Said():
            return _said(table, entry)
        case kinds.Joined():
            return _joined(table, entry)
        case kinds.Vacated():
            return _vacated(table, entry)
        case kinds.BotSeated():
            return _bot_seated(table, entry)
        case kinds.Started():
            return _started(table, entry)
        case kinds.TookBack():
            return _took_back(table, entry)
        case kinds.Resigned():
            return _gave_up(table, entry, entry.seat, "resigned")
        case kinds.FlagFell():
            return _gave_up(_spent(table, entry.seat, entry.spent), entry, entry.seat, "time")
        case kinds.Proposed():
            return _proposed(table, entry)
        case kinds.Agreed():
            return _agreed(table, entry)
        case kinds.Declined():
            return replace(table, proposal=None)
        case kinds.Substituted():
            return _substituted(table, entry)
        case kinds.Returned():
            return _returned(table, entry)
        case kinds.Hinted():
            return _remarked(table, "hint", entry.seat, entry.spent)
        case kinds.BotFailed():
            noted = _remarked(table, entry.why, entry.seat, entry.spent)
            return replace(noted, failure=entry.why)
        case kinds.Rematched():
            return replace(table, rematch=entry.table)
        case kinds.Resumed():
            return _resumed(table, entry)
        case kinds.Reshuffled():
            return _reshuffled(table, entry)
        case kinds.Withdrawn():
            return _withdrawn(table)
    raise ValueError(f"{entry.kind or type(entry).__name__} cannot follow")


# --- creation and start ------------------------------------------------------------------


def _created(id: str, entry: kinds.Created) -> Table:
    game = registry.load(entry.game)
    setup = Setup(
        id=id,
        game=game,
        options=game.complete_options(entry.options),
        time=part_from(TimeControl, "time", entry.time),
        host=entry.by,
        listed=entry.listed,
        spectators_chat=entry.spectators_chat,
        created=entry.at,
        secret=entry.secret,
        given=entry.given is not None,
    )
    seats = tuple(part_from(Seat, "seat", seat) for seat in entry.seats)
    titles = game.seats_for(setup.options)
    if len(seats) != len(titles):
        raise ValueError(f"the game has {len(titles)} seats, not {len(seats)}")
    table = Table(setup, seats, Clocks.new(setup.time, len(seats)), changed=entry.at)
    if entry.given is None:
        return table
    match = _match(setup, entry.given)
    for move in entry.moves or ():
        match.play(move)
    position, ended = match.ply, _ended(match)
    return replace(table, match=match, position=position, ended=ended)


def _match(setup: Setup, deal: Json) -> Match:
    """Return a match before any move, by the rules that it was dealt by."""
    beginning, known = deal.get("beginning") or {}, setup.game.info.version
    if deal["rules"] > known:
        raise ValueError(f"dealt by version {deal['rules']} of the rules; here is only {known}")
    match = Match(setup.game, setup.options, deal["seed"], rules=deal["rules"], **beginning)
    mark_players(match)
    return match


def dealt_by(match: Match) -> Json:
    """Return a deal as JSON. It can be repeated even if the seed means another deal by then."""
    return {"seed": match.seed, "rules": match.rules, "beginning": match.beginning}


def shuffled(setup: Setup, seats: Seats) -> Match:
    """Return the match that the table's secret and the players' contributions result in."""
    assert setup.secret is not None  # noqa: S101
    shuffle = Shuffle.of(setup.secret, [seat.text or "" for seat in seats])
    return Match(setup.game, setup.options, shuffle.seed)


def _started(table: Table, entry: kinds.Started) -> Table:
    match = table.match
    if table.since is not None:
        raise ValueError("started twice")
    if entry.deal is not None:
        match = _match(table.setup, entry.deal)
        if table.setup.secret is not None:
            texts = [seat.text or "" for seat in table.seats]
            match.shuffle = Shuffle.of(table.setup.secret, texts)
    if match is None:
        raise ValueError("started without a deal")
    return replace(table, match=match, ended=_ended(match), since=entry.at)


def _resumed(table: Table, entry: kinds.Resumed) -> Table:
    """Return the table when the time of its decision begins anew."""
    return replace(table, since=entry.at) if table.status == "playing" else table


def _reshuffled(table: Table, entry: kinds.Reshuffled) -> Table:
    if table.is_dealt or table.setup.secret is None:
        raise ValueError("there is no shuffle to come")
    return replace(table, setup=replace(table.setup, secret=entry.secret))


def _withdrawn(table: Table) -> Table:
    if table.since is not None:
        raise ValueError("the game has started")
    return replace(table, withdrawn=True)


def _ended(match: Match) -> Ended | None:
    return "rules" if match.turn is None else None


# --- seats -------------------------------------------------------------------------------


def _joined(table: Table, entry: kinds.Joined) -> Table:
    seat = Seat(person=_author(entry), owner=entry.owner, text=entry.text)
    return replace(table, seats=with_seat(table.seats, entry.seat, seat))


def _vacated(table: Table, entry: kinds.Vacated) -> Table:
    return replace(table, seats=with_seat(table.seats, entry.seat, Seat()))


def _bot_seated(table: Table, entry: kinds.BotSeated) -> Table:
    return replace(table, seats=with_seat(table.seats, entry.seat, Seat(level=entry.level)))


def _substituted(table: Table, entry: kinds.Substituted) -> Table:
    noted = _remarked(table, "bot", entry.seat, entry.spent)
    seat = replace(table.seats[entry.seat], level=entry.level)
    return replace(
        noted,
        seats=with_seat(table.seats, entry.seat, seat),
        substituted=table.substituted | {entry.seat},
        proposal=None,
    )


def _returned(table: Table, entry: kinds.Returned) -> Table:
    noted = _remarked(table, "return", entry.seat, entry.spent)
    seat = replace(table.seats[entry.seat], level=None)
    return replace(
        noted,
        seats=with_seat(table.seats, entry.seat, seat),
        substituted=table.substituted - {entry.seat},
        proposal=None,
    )


# --- play --------------------------------------------------------------------------------


def _moved(table: Table, entry: kinds.Moved) -> Table:
    if table.since is None or entry.seat != table.turn:
        raise ValueError(f"seat {entry.seat} is not to move")
    match = table.dealt.copy()
    match.play(entry.move)
    ends_turn = match.turn != entry.seat and match.ply > table.furthest
    earns = ends_turn and entry.seat not in table.substituted
    clocks = table.clocks.after(entry.seat, entry.spent, int(earns))
    moved = table.moved | {entry.seat} if entry.by else table.moved
    furthest, ended = max(table.furthest, match.ply), _ended(match)
    after = replace(table, match=match, clocks=clocks, moved=moved, furthest=furthest, ended=ended)
    return _decided(after, entry)


def _took_back(table: Table, entry: kinds.TookBack) -> Table:
    if table.turn is None or not 0 <= entry.ply <= table.ply:
        raise ValueError(f"cannot go back to move {entry.ply} of {table.ply}")
    match = table.dealt.copy()
    match.undo(match.ply - entry.ply)
    return _decided(replace(table, match=match), entry)


def _gave_up(table: Table, entry: Entry, seat: int, how: Ended) -> Table:
    """Return the table without a player. If another one is to move, their time goes on."""
    without = replace(table, resigned=table.resigned | {seat}, proposal=None)
    ended = how if len(without.remaining) <= 1 else table.ended
    after = replace(without, ended=ended)
    return _decided(after, entry) if seat == table.turn else after


def _spent(table: Table, seat: int, spent: float) -> Table:
    return replace(table, clocks=table.clocks.after(seat, spent))


def _decided(table: Table, entry: Entry) -> Table:
    """Return the table when the next decision begins. Proposals and failures are about the last."""
    return replace(table, position=table.position + 1, since=entry.at, proposal=None, failure=None)


# --- proposals, remarks, chat ------------------------------------------------------------


def _proposed(table: Table, entry: kinds.Proposed) -> Table:
    return replace(table, proposal=Proposal(entry.what, entry.seat, entry.ply, _author(entry)))


def _agreed(table: Table, entry: kinds.Agreed) -> Table:
    if table.proposal is None:
        raise ValueError("there is nothing to agree to")
    return replace(table, proposal=table.proposal.agreed_by(_author(entry)))


def _author(entry: Entry) -> str:
    """Return the id of the person who acted, in an entry that must have one."""
    if entry.by is None:
        raise ValueError(f"{entry.kind}: by is missing")
    return entry.by


def _remarked(table: Table, kind: RemarkKind, seat: int, spent: float) -> Table:
    remarks = (*table.remarks, Remark(kind, seat, table.ply))
    return replace(table, remarks=remarks, clocks=table.clocks.after(seat, spent))


def _said(table: Table, entry: kinds.Said) -> Table:
    line = ChatLine(entry.at, entry.by, entry.name, entry.seat, entry.text)
    return replace(table, chat=(*table.chat, line))
