"""How a new table starts: its match, its chairs, and its rows in the database."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parhelion import records
from parhelion.errors import BadDeal, BadOption, BadRecord, UnknownGame
from parhelion.games import Game, Json, registry
from parhelion.match import Match, new, replay
from parhelion.server import schemas
from parhelion.server.bot_pool import checked_level
from parhelion.server.chairs import Chair, Chairs, rotated
from parhelion.server.journal import Journal, JournalEntry
from parhelion.server.models import JournalEntryModel, SeatModel, TableModel
from parhelion.server.people import new_id
from parhelion.server.problems import Refused
from parhelion.server.row_change import RowChange, inserted
from parhelion.server.store import Person
from parhelion.server.table import GameTable, list_columns

SEED_BITS = 53
"""The size of a random seed: numbers in JSON are exact up to here."""


@dataclass(frozen=True)
class TableSetup:
    """Everything about a table before anybody has moved there."""

    id: str
    match: Match
    """As dealt."""
    beginning: Json | None
    """Of a match that comes from a record; None if the seed says it all."""
    moves: Sequence[str]
    """Played already, in the record."""
    chairs: Chairs
    clock: schemas.Clock
    listed: bool

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

    def _table_row(self, journal: Journal, now: float) -> RowChange:
        info = self.match.game.info
        return inserted(
            TableModel,
            id=self.id,
            game=info.name,
            rules=self.match.rules,
            options=dict(self.match.options),
            seed=self.match.seed,
            beginning=self.beginning,
            clock=self.clock.model_dump(),
            listed=self.listed,
            created=now,
            started=None if any(chair.open for chair in self.chairs) else now,
            changed=now,
            **list_columns(journal, self.chairs),
        )

    def _seat_row(self, seat: int, chair: Chair) -> RowChange:
        return inserted(SeatModel, table=self.id, seat=seat, **chair.columns())


def requested_setup(wanted: schemas.NewTable, person: Person) -> TableSetup:
    """The table that a person asks for; refused if the game cannot be set like that."""
    match, beginning, moves = _beginning(wanted)
    chairs = _chairs(wanted.seats, person, match)
    return TableSetup(new_id(), match, beginning, moves, chairs, wanted.clock, wanted.listed)


def rematch_setup(table: GameTable) -> TableSetup:
    """The next game of the same people: they move on by one seat, and no bot sits in."""
    match = new(table.game.info.name, **table.match.options)
    turned = rotated(table.chairs, len(match.seats) - len(match.rivals))
    chairs = tuple(Chair(each.person) if each.person else each for each in turned)
    return TableSetup(new_id(), match, None, (), chairs, table.clock, table.listed)


def load_game(name: str) -> Game:
    """A game by its name; refused if there is none."""
    try:
        return registry.load(name)
    except UnknownGame as error:
        raise Refused("game/unknown", str(error)) from error


def _beginning(wanted: schemas.NewTable) -> tuple[Match, Json | None, Sequence[str]]:
    """A match as it begins, how if it comes from a record, and the moves of that record."""
    game, record = load_game(wanted.game), wanted.record
    _refuse_unlisted(game, wanted.options)
    try:
        if record is None:
            return new(wanted.game, seed=secrets.randbits(SEED_BITS), **wanted.options), None, ()
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
    return match, match.beginning, moves


def _refuse_unlisted(game: Game, options: Mapping[str, Any]) -> None:
    """Refuse values that a game takes besides those it lists: they may name files of this
    machine, which nobody may open over the network."""
    for option in game.info.options:
        value = options.get(option.name, option.values[0])
        if option.open and value not in option.values:
            allowed = ", ".join(option.values)
            raise Refused("option/bad", f"option {option.name}: here it is one of: {allowed}")


def _chairs(choices: list[schemas.SeatChoice] | None, person: Person, match: Match) -> Chairs:
    """Who sits where at the start. A seat that the rules play has a bot, to make its moves."""
    seats = len(match.seats) - len(match.rivals)
    if choices is None:
        me, bot = schemas.SeatChoice(kind="me"), schemas.SeatChoice(kind="bot")
        choices = [me, *[bot] * (seats - 1)]
    if len(choices) != seats:
        raise Refused("option/bad", f"seats: the game has {seats}, not {len(choices)}")
    by_rules = [schemas.SeatChoice(kind="bot")] * len(match.rivals)
    game = match.game.info.name
    return tuple(_chair(game, choice, person) for choice in (*choices, *by_rules))


def _chair(game: str, choice: schemas.SeatChoice, person: Person) -> Chair:
    if choice.kind == "bot":
        return Chair(level=checked_level(game, choice.level))
    return Chair(person) if choice.kind == "me" else Chair()
