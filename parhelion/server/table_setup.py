"""How a new table starts: its match, its chairs, and its rows in the database."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from parhelion import records
from parhelion.errors import BadDeal, BadOption, BadRecord, UnknownGame
from parhelion.games import Game, Json, registry
from parhelion.match import Match, replay
from parhelion.refusals import Refused
from parhelion.server import schemas
from parhelion.server.chairs import Chair, Chairs, all_here, rotated
from parhelion.server.dealing import dealt, undealt
from parhelion.server.journal import Journal, JournalEntry
from parhelion.server.models import JournalEntryModel, SeatModel, TableModel
from parhelion.server.row_change import RowChange, inserted
from parhelion.server.secret_tokens import new_id
from parhelion.server.store import Person, StoredTable
from parhelion.server.table import GameTable, dealt_columns, list_columns
from parhelion.tables.seats import checked_level


@dataclass(frozen=True)
class TableSetup:
    """Everything about a table before anybody has moved there."""

    id: str
    match: Match
    """Before any move; how it may look, if it is yet to be dealt."""
    secret: str | None
    """For the shuffle, unless it comes from a record."""
    moves: Sequence[str]
    """Played already, in the record."""
    chairs: Chairs
    clock: schemas.Clock
    listed: bool
    maker: str
    """The id of the person who sets it."""
    spectators_chat: bool = False

    def rows(self, now: float) -> list[RowChange]:
        """The rows that put the table into the database."""
        journal, entries = Journal(self.match.copy()), []
        for text in self.moves:
            entries.append(JournalEntry("given", journal.turn or 0, text, now))
            journal.add(entries[-1])
        return [
            self._table_row(journal, now),
            *(self._seat_row(seat, chair) for seat, chair in enumerate(self.chairs)),
            *(
                inserted(JournalEntryModel, table=self.id, number=number, **vars(entry))
                for number, entry in enumerate(entries)
            ),
        ]

    def stored(self, rows: Sequence[RowChange]) -> StoredTable:
        """The table as it is read from the database that has these rows."""
        (table,), seats, journal = (
            [SimpleNamespace(**row.values) for row in rows if row.model is model]
            for model in (TableModel, SeatModel, JournalEntryModel)
        )
        for seat, chair in zip(seats, self.chairs, strict=True):
            vars(seat).update(chair.person.columns() if chair.person else {"name": None})
        return StoredTable(table, seats, journal, ())

    def _table_row(self, journal: Journal, now: float) -> RowChange:
        info = self.match.game.info
        return inserted(
            TableModel,
            id=self.id,
            game=info.name,
            options=dict(self.match.options),
            **self._beginning(),
            secret=self.secret,
            clock=self.clock.model_dump(),
            listed=self.listed,
            spectators_chat=self.spectators_chat,
            maker=self.maker,
            created=now,
            started=now if all_here(self.chairs) else None,
            changed=now,
            rematch=None,
            proposal=None,
            owner=None,
            **list_columns(journal, self.chairs),
        )

    def _beginning(self) -> dict[str, Any]:
        if self.secret is None or all_here(self.chairs):
            return dealt_columns(self.match)
        return {"rules": self.match.rules, "seed": None, "beginning": None}

    def _seat_row(self, seat: int, chair: Chair) -> RowChange:
        return inserted(SeatModel, table=self.id, seat=seat, **chair.columns())


Askable = Mapping[str, Person]
"""The bots that a person may ask to a table, by their ids."""


def requested_setup(
    wanted: schemas.NewTable, person: Person, secret: str, bots: Askable
) -> TableSetup:
    """The table that a person asks for; refused if the game cannot be set like that."""
    if wanted.record is not None:
        return _setup_from_record(wanted, wanted.record, person, bots)
    example = _undealt(wanted)
    chairs = _chairs(wanted, person, example, bots)
    match = _dealt_if_all_here(example, secret, chairs)
    return TableSetup(new_id(), match, secret, (), chairs, *_chosen(wanted, person))


def _setup_from_record(
    wanted: schemas.NewTable, record: Json, person: Person, bots: Askable
) -> TableSetup:
    """A table that goes on from a record. Whoever has it knows what is hidden, so that nobody else
    may sit down there if anything is, nor a bot of somebody else."""
    match, moves = _replayed(wanted, record)
    chairs = _chairs(wanted, person, match, bots)
    if match.game.secrets and any(chair.open or _is_of_another(chair, person) for chair in chairs):
        raise Refused("seat/given-deal")
    return TableSetup(new_id(), match, None, moves, chairs, *_chosen(wanted, person))


def _is_of_another(chair: Chair, person: Person) -> bool:
    """Whether a chair is for a bot of another person."""
    program = chair.person.program if chair.person else None
    return program is not None and program.owner not in ("", person.id)


def rematch_setup(
    table: GameTable, person: Person, secret: str, text: str, bots: Set[str]
) -> TableSetup:
    """The next game of the same people: they move on by one seat, and no bot sits in. It starts
    when all of them have come; the seat of somebody who has left is open, and so is that of a
    program that is not among those whom the person may ask."""
    example = undealt(table.game, table.match.options)
    turned = rotated(table.chairs, len(example.seats) - len(example.rivals))
    chairs = tuple(
        Chair()
        if each.person and each.is_program and each.person.id not in bots
        else _rematch_chair(each, person, text)
        for each in turned
    )
    match = _dealt_if_all_here(example, secret, chairs)
    return TableSetup(new_id(), match, secret, (), chairs, *_chosen(table, person))


def _chosen(
    wanted: schemas.NewTable | GameTable, person: Person
) -> tuple[schemas.Clock, bool, str, bool]:
    """What a person chose for a table beside the game, or had at the table before."""
    return wanted.clock, wanted.listed, person.id, wanted.spectators_chat


def _rematch_chair(chair: Chair, person: Person, text: str) -> Chair:
    if chair.person is None:
        return chair
    if chair.person.has_left:
        return Chair()
    return Chair(chair.person, None, text if chair.belongs_to(person) else None)


def _dealt_if_all_here(example: Match, secret: str, chairs: Chairs) -> Match:
    if not all_here(chairs):
        return example
    return dealt(example.game, example.options, secret, chairs)


def load_game(name: str) -> Game:
    """A game by its name; refused if there is none."""
    try:
        return registry.load(name)
    except UnknownGame as error:
        raise Refused("game/unknown", str(error)) from error


def _undealt(wanted: schemas.NewTable) -> Match:
    game = load_game(wanted.game)
    _refuse_unlisted(game, wanted.options)
    try:
        return undealt(game, wanted.options)
    except BadOption as error:
        raise Refused("option/bad", str(error)) from error


def _replayed(wanted: schemas.NewTable, record: Json) -> tuple[Match, Sequence[str]]:
    """The match of a record as it begins, and the moves played in it."""
    game = load_game(wanted.game)
    _refuse_unlisted(game, wanted.options)
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
    match.shuffle = None  # it says nothing about a game that somebody goes on with
    return match, moves


def _refuse_unlisted(game: Game, options: Mapping[str, Any]) -> None:
    """Refuse values that a game takes besides those it lists: they may name files of this
    machine, which nobody may open over the network."""
    for option in game.info.options:
        value = options.get(option.name, option.values[0])
        if option.open and value not in option.values:
            allowed = ", ".join(option.values)
            raise Refused("option/bad", f"option {option.name}: here it is one of: {allowed}")


def _chairs(wanted: schemas.NewTable, person: Person, match: Match, bots: Askable) -> Chairs:
    """Who sits where at the start. A seat that the rules play has a bot, to make its moves."""
    choices, me = wanted.seats, Chair(person, None, wanted.text)
    seats = len(match.seats) - len(match.rivals)
    if choices is None:
        mine, bot = schemas.SeatChoice(kind="me"), schemas.SeatChoice(kind="bot")
        choices = [mine, *[bot] * (seats - 1)]
    if len(choices) != seats:
        raise Refused("option/bad", f"seats: the game has {seats}, not {len(choices)}")
    asked = [choice.bot for choice in choices if choice.bot]
    if len(set(asked)) < len(asked):
        raise Refused("option/bad", "seats: one of these bots has two of them")
    by_rules = [schemas.SeatChoice(kind="bot")] * len(match.rivals)
    game = match.game.info.name
    return tuple(_chair(game, choice, me, bots) for choice in (*choices, *by_rules))


def _chair(game: str, choice: schemas.SeatChoice, me: Chair, bots: Askable) -> Chair:
    if choice.kind == "bot" and choice.bot:
        if choice.bot not in bots:
            raise Refused("bot/not-invited")
        return Chair(bots[choice.bot])
    if choice.kind == "bot":
        return Chair(level=checked_level(game, choice.level))
    return me if choice.kind == "me" else Chair()
