"""New tables: from a person's wishes, from a record, and for a rematch.

Each function returns the first entries of a journal: the creation, and the start if every seat is
taken. Ids and secrets are arguments, because nothing here is random.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Literal

from parhelion import records
from parhelion.errors import BadDeal, BadOption, BadRecord, UnknownGame
from parhelion.games import Game, Json, registry
from parhelion.match import Match, replay
from parhelion.refusals import Refused
from parhelion.tables.clocks import TimeControl
from parhelion.tables.commands import started
from parhelion.tables.entries import Created, Entry
from parhelion.tables.seats import Seat, Seats, all_joined, checked_level, rotated
from parhelion.tables.table import Table, dealt_by


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """Who gets a seat: the host, a bot of a level, a custom bot, or anybody who has the link."""

    kind: Literal["me", "bot", "open"]
    level: int | None = None
    bot: str | None = None
    """The id of a custom bot. Its seat is reserved until it joins."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a host wants. Without `seats` they have the first seat, and bots have the others."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    seats: Sequence[SeatChoice] | None = None
    time: TimeControl = field(default_factory=TimeControl)
    listed: bool = False
    spectators_chat: bool = False
    record: Json | None = None
    """The game continues from this record."""
    ply: int | None = None
    """The number of moves of the record that are kept. None: all of them."""
    text: str = ""
    """Contribution to the shuffle, for the host's seats."""


@dataclass(frozen=True, slots=True)
class FirstEntries:
    """The beginning of a journal, and the table after it."""

    table: Table
    entries: Sequence[Entry]


Programs = Mapping[str, str]
"""The custom bots that a host may invite: their owners by their ids."""


def new_table(
    id: str, wanted: NewTable, host: str, secret: str, programs: Programs, now: float
) -> FirstEntries:
    """Return a table as a host wants it. Raises Refused if it cannot be set up like that."""
    game = load_game(wanted.game)
    _refuse_unlisted(game, wanted.options)
    if wanted.record is not None:
        return _from_record(id, game, wanted, wanted.record, host, programs, now)
    try:
        options = game.complete_options(wanted.options)
    except BadOption as error:
        raise Refused("option/bad", str(error)) from error
    seats = _chosen_seats(game, options, wanted, host, programs)
    return first_entries(
        id,
        Created(
            at=now,
            by=host,
            game=wanted.game,
            options=dict(options),
            seats=[seat.json() for seat in seats],
            time=wanted.time.json(),
            listed=wanted.listed,
            spectators_chat=wanted.spectators_chat,
            secret=secret,
        ),
    )


def _from_record(
    id: str,
    game: Game,
    wanted: NewTable,
    record: Json,
    host: str,
    programs: Programs,
    now: float,
) -> FirstEntries:
    """Return a table that continues a record. The host knows everything that its deal hides, so if
    it hides anything, neither strangers nor their bots may play."""
    match, moves = _replayed(game, wanted, record)
    seats = _chosen_seats(game, match.options, wanted, host, programs)
    if game.secrets and any(seat.is_open or _is_of_another(seat, host) for seat in seats):
        raise Refused("seat/given-deal")
    return first_entries(
        id,
        Created(
            at=now,
            by=host,
            game=wanted.game,
            options=dict(match.options),
            seats=[seat.json() for seat in seats],
            time=wanted.time.json(),
            listed=wanted.listed,
            spectators_chat=wanted.spectators_chat,
            given=dealt_by(match),
            moves=moves or None,
        ),
    )


def rematch(
    id: str,
    table: Table,
    person: str,
    text: str,
    secret: str,
    programs: Set[str],
    gone: Set[str],
    now: float,
) -> FirstEntries:
    """Return the next game of the same players, which `person` asks for.

    Everybody moves on by one seat, and the seats of the others are reserved. The seats of deleted
    people (`gone`), and of custom bots that the person may not invite, are open.
    """
    setup = table.setup
    titles = setup.game.seats_for(setup.options)
    players = sum(title not in setup.game.info.rivals for title in titles)

    def seat_again(seat: Seat) -> Seat:
        if seat.person is None:
            return seat
        if seat.person in gone or (seat.is_program and seat.person not in programs):
            return Seat()
        mine = seat.person == person
        return Seat(person=seat.person, owner=seat.owner, text=text if mine else None)

    seats = [seat_again(seat) for seat in rotated(table.seats, players)]
    return first_entries(
        id,
        Created(
            at=now,
            by=person,
            game=setup.game.info.name,
            options=dict(setup.options),
            seats=[seat.json() for seat in seats],
            time=setup.time.json(),
            listed=setup.listed,
            spectators_chat=setup.spectators_chat,
            secret=secret,
        ),
    )


def first_entries(id: str, created: Created) -> FirstEntries:
    """Return the creation, and the start if every seat is taken."""
    table, entries = Table.created(id, created), list[Entry]([created])
    if all_joined(table.seats):
        entries.append(started(table, created.at))
        table = table.after(entries[-1])
    return FirstEntries(table, entries)


def load_game(name: str) -> Game:
    """Return a game by its name. Raises Refused if there is none."""
    try:
        return registry.load(name)
    except UnknownGame as error:
        raise Refused("game/unknown", str(error)) from error


def _refuse_unlisted(game: Game, options: Mapping[str, Any]) -> None:
    """Refuse values that a game takes besides those it lists: they may name files of the server,
    which nobody may open over the network."""
    for option in game.info.options:
        value = options.get(option.name, option.values[0])
        if option.open and value not in option.values:
            allowed = ", ".join(option.values)
            raise Refused("option/bad", f"option {option.name}: here it is one of: {allowed}")


def _replayed(game: Game, wanted: NewTable, record: Json) -> tuple[Match, list[str]]:
    """Return the match of a record before any move, and the moves played in it."""
    try:
        parts = records.check(record)
        if parts.game is not game:
            raise Refused("record/bad", f"game: the record is of {parts.game.info.name}")
        _refuse_unlisted(game, parts.options)
        match = replay(record, wanted.ply)
    except BadRecord as error:
        raise Refused("record/bad", str(error)) from error
    except (BadOption, BadDeal) as error:
        raise Refused("option/bad", str(error)) from error
    moves = match.texts()
    match.undo(match.ply)
    return match, moves


def _chosen_seats(
    game: Game, options: Mapping[str, str], wanted: NewTable, host: str, programs: Programs
) -> Seats:
    """Return the seats at the start. A seat that the rules play has a bot, to make its moves."""
    titles, choices = game.seats_for(options), wanted.seats
    rivals = sum(title in game.info.rivals for title in titles)
    players = len(titles) - rivals
    if choices is None:
        choices = [SeatChoice("me"), *[SeatChoice("bot")] * (players - 1)]
    if len(choices) != players:
        raise Refused("option/bad", f"seats: the game has {players}, not {len(choices)}")
    invited = [choice.bot for choice in choices if choice.bot]
    if len(set(invited)) < len(invited):
        raise Refused("option/bad", "seats: one of these bots has two of them")
    me = Seat(person=host, text=wanted.text)
    every = (*choices, *[SeatChoice("bot")] * rivals)
    return tuple(_seat(game, choice, me, programs) for choice in every)


def _seat(game: Game, choice: SeatChoice, me: Seat, programs: Programs) -> Seat:
    if choice.kind == "bot" and choice.bot:
        if choice.bot not in programs:
            raise Refused("bot/not-invited")
        return Seat(person=choice.bot, owner=programs[choice.bot])
    if choice.kind == "bot":
        return Seat(level=checked_level(game.info.name, choice.level))
    return me if choice.kind == "me" else Seat()


def _is_of_another(seat: Seat, host: str) -> bool:
    """Return True if a seat is reserved for a custom bot of another person."""
    return seat.owner not in (None, "", host)
