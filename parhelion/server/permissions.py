"""Who may do what at a table: the one source for commands and for what clients are told.

A rule answers with the code of its refusal, or with None if the action is allowed.
"""

from collections.abc import Callable, Set
from typing import get_args

from parhelion.server.schemas import Ability, Code
from parhelion.server.store import Person
from parhelion.server.table import GameTable

Refusal = Code | None
Rule = Callable[[GameTable, Person | None], Refusal]
SeatRule = Callable[[GameTable, Person | None, int], Refusal]


def refusal(
    table: GameTable, person: Person | None, action: Ability, seat: int | None = None
) -> Refusal:
    """Why somebody may not do something now; None if they may.

    `join`, `substitute` and `return` are about a seat. Without one they are allowed if they are
    allowed for any seat.
    """
    if action not in SEAT_RULES:
        return RULES[action](table, person)
    if seat is None:
        every = range(len(table.chairs))
        refusals = [SEAT_RULES[action](table, person, each) for each in every]
        return None if None in refusals else refusals[0]
    if seat >= len(table.chairs):
        return "seat/unknown"
    return SEAT_RULES[action](table, person, seat)


def abilities(table: GameTable, person: Person | None) -> list[Ability]:
    """Everything that somebody may do now. Who has no seat, or plays no more, is not asked for what
    only players do."""
    asked = ABILITIES if _plays(table, person) is None else NOT_ONLY_IN_PLAY
    return [action for action in asked if refusal(table, person, action) is None]


# --- conditions that several actions have ------------------------------------------------


def _seated(table: GameTable, person: Person | None) -> Refusal:
    return None if table.seats_of(person) else "seat/not-yours"


def _not_over(table: GameTable) -> Refusal:
    return "table/over" if table.status == "over" else None


def _over(table: GameTable) -> Refusal:
    return None if table.status == "over" else "table/not-over"


def _playing(table: GameTable) -> Refusal:
    return _not_over(table) or ("table/not-started" if table.status == "open" else None)


def _plays(table: GameTable, person: Person | None) -> Refusal:
    """The person has a seat, and the game is going on."""
    return _seated(table, person) or _playing(table)


# --- actions -----------------------------------------------------------------------------


def _move(table: GameTable, person: Person | None) -> Refusal:
    mine = table.journal.turn in table.seats_of(person) and not table.is_moved_by_bot()
    return _plays(table, person) or (None if mine else "move/not-yours")


def _hint(table: GameTable, person: Person | None) -> Refusal:
    alone = person is not None and not table.other_people(person)
    return _move(table, person) or (None if alone else "hint/not-here")


def _takeback(table: GameTable, person: Person | None) -> Refusal:
    return _plays(table, person) or _nothing_to_take_back(table, table.seats_of(person))


def _nothing_to_take_back(table: GameTable, mine: Set[int]) -> Refusal:
    if table.takeback:
        return "takeback/asked"
    if table.match.last_move_of(mine) is None:
        return "takeback/nothing"
    return "takeback/secret" if table.is_firm(mine) else None


def _agree(table: GameTable, person: Person | None) -> Refusal:
    return _plays(table, person) or _nothing_to_agree_to(table, person)


def _nothing_to_agree_to(table: GameTable, person: Person | None) -> Refusal:
    if table.takeback is None:
        return "takeback/nothing"
    asked = table.takeback.seat in table.seats_of(person)
    agreed = person is not None and person.id in table.takeback.agreed
    return "takeback/asked" if asked or agreed else None


def _decline(table: GameTable, person: Person | None) -> Refusal:
    return _plays(table, person) or (None if table.takeback else "takeback/nothing")


def _resign(table: GameTable, person: Person | None) -> Refusal:
    given_up = table.seats_of(person) <= table.journal.resigned
    return _plays(table, person) or ("seat/not-yours" if given_up else None)


def _rematch(table: GameTable, person: Person | None) -> Refusal:
    return _seated(table, person) or _over(table)


def _chat(_table: GameTable, person: Person | None) -> Refusal:
    return "me/unknown" if person is None else None


# --- actions for a seat ------------------------------------------------------------------


def _join(table: GameTable, _person: Person | None, seat: int) -> Refusal:
    return _not_over(table) or (None if table.chairs[seat].open else "seat/taken")


def _substitute(table: GameTable, person: Person | None, seat: int) -> Refusal:
    return _seated(table, person) or _not_over(table) or _kept_seat(table, person, seat)


def _kept_seat(table: GameTable, person: Person | None, seat: int) -> Refusal:
    """Why a bot may not take a seat, for somebody who plays at the table."""
    chair = table.chairs[seat]
    if chair.open:
        return None
    if chair.person is None or table.bot_level(seat) is not None:
        return "seat/taken"
    given = chair.belongs_to(person) or table.is_absent(chair.person)
    return None if given else "seat/not-absent"


def _return(table: GameTable, person: Person | None, seat: int) -> Refusal:
    chair = table.chairs[seat]
    if not chair.belongs_to(person):
        return "seat/not-yours"
    sits_in = chair.level is not None and seat not in table.journal.resigned
    return _not_over(table) or (None if sits_in else "seat/no-bot")


RULES: dict[Ability, Rule] = {
    "move": _move,
    "hint": _hint,
    "takeback": _takeback,
    "agree": _agree,
    "decline": _decline,
    "resign": _resign,
    "rematch": _rematch,
    "chat": _chat,
}
SEAT_RULES: dict[Ability, SeatRule] = {
    "join": _join,
    "substitute": _substitute,
    "return": _return,
}
ABILITIES: tuple[Ability, ...] = get_args(Ability)
NOT_ONLY_IN_PLAY: tuple[Ability, ...] = ("join", "rematch", "substitute", "return", "chat")
