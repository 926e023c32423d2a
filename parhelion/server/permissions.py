"""Who may do what at a table: the one source for commands and for what clients are told.

An action is allowed if all its conditions hold. A condition answers with the code of a refusal, or
with None if it holds.
"""

from collections.abc import Callable, Iterable
from typing import get_args

from parhelion.server.schemas import Ability, Code
from parhelion.server.store import Person
from parhelion.server.table import GameTable

Refusal = Code | None
Condition = Callable[[GameTable, Person | None], Refusal]
SeatCondition = Callable[[GameTable, Person | None, int], Refusal]


def refusal(
    table: GameTable, person: Person | None, action: Ability, seat: int | None = None
) -> Refusal:
    """Why somebody may not do something now; None if they may.

    `join`, `substitute` and `return` are about a seat. Without one they are allowed if they are
    allowed for any seat.
    """
    if action not in SEAT_RULES:
        return _first_refusal(condition(table, person) for condition in RULES[action])
    if seat is None:
        every = [_seat_refusal(table, person, action, each) for each in range(len(table.chairs))]
        return None if None in every else every[0]
    if seat >= len(table.chairs):
        return "seat/unknown"
    return _seat_refusal(table, person, action, seat)


def _seat_refusal(table: GameTable, person: Person | None, action: Ability, seat: int) -> Refusal:
    return _first_refusal(condition(table, person, seat) for condition in SEAT_RULES[action])


def _first_refusal(refusals: Iterable[Refusal]) -> Refusal:
    return next(filter(None, refusals), None)


def abilities(table: GameTable, person: Person | None) -> list[Ability]:
    """Everything that somebody may do now. What several actions ask is asked once: this is told to
    everybody after every move."""
    known: dict[Condition, Refusal] = {}

    def holds(condition: Condition) -> bool:
        if condition not in known:
            known[condition] = condition(table, person)
        return known[condition] is None

    return [
        action
        for action in ABILITIES
        if (
            all(map(holds, RULES[action]))
            if action in RULES
            else refusal(table, person, action) is None
        )
    ]


# --- conditions --------------------------------------------------------------------------


def _known(_table: GameTable, person: Person | None) -> Refusal:
    return "me/unknown" if person is None else None


def _seated(table: GameTable, person: Person | None) -> Refusal:
    return None if table.seats_of(person) else "seat/not-yours"


def _over(table: GameTable, _person: Person | None) -> Refusal:
    return None if table.status == "over" else "table/not-over"


def _plays(table: GameTable, person: Person | None) -> Refusal:
    """The person has a seat, and the game is going on."""
    if not table.seats_of(person):
        return "seat/not-yours"
    status = table.status
    if status == "playing":
        return None
    return "table/over" if status == "over" else "table/not-started"


def _on_turn(table: GameTable, person: Person | None) -> Refusal:
    mine = table.journal.turn in table.seats_of(person) and not table.is_moved_by_bot()
    return None if mine else "move/not-yours"


def _alone(table: GameTable, person: Person | None) -> Refusal:
    alone = person is not None and not table.other_people(person)
    return None if alone else "hint/not-here"


def _can_take_back(table: GameTable, person: Person | None) -> Refusal:
    mine = table.seats_of(person)
    if table.takeback:
        return "takeback/asked"
    if table.match.last_move_of(mine) is None:
        return "takeback/nothing"
    return "takeback/secret" if table.is_firm(mine) else None


def _takeback_waits(table: GameTable, _person: Person | None) -> Refusal:
    return None if table.takeback else "takeback/nothing"


def _is_asked(table: GameTable, person: Person | None) -> Refusal:
    """Another one asks for the takeback that waits, and the person has not agreed yet."""
    if table.takeback is None:
        return "takeback/nothing"
    asked = table.takeback.seat in table.seats_of(person)
    agreed = person is not None and person.id in table.takeback.agreed
    return "takeback/asked" if asked or agreed else None


def _has_not_given_up(table: GameTable, person: Person | None) -> Refusal:
    return "seat/not-yours" if table.seats_of(person) <= table.journal.resigned else None


# --- conditions for a seat ---------------------------------------------------------------


def _has_any_seat(table: GameTable, person: Person | None, _seat: int) -> Refusal:
    return _seated(table, person)


def _not_over(table: GameTable, _person: Person | None, _seat: int) -> Refusal:
    return "table/over" if table.status == "over" else None


def _open(table: GameTable, _person: Person | None, seat: int) -> Refusal:
    return None if table.chairs[seat].open else "seat/taken"


def _free_for_a_bot(table: GameTable, person: Person | None, seat: int) -> Refusal:
    chair = table.chairs[seat]
    if chair.open:
        return None
    if chair.person is None or table.bot_level(seat) is not None:
        return "seat/taken"
    given = chair.belongs_to(person) or table.is_absent(chair.person)
    return None if given else "seat/not-absent"


def _own(table: GameTable, person: Person | None, seat: int) -> Refusal:
    return None if table.chairs[seat].belongs_to(person) else "seat/not-yours"


def _bot_sits_in(table: GameTable, _person: Person | None, seat: int) -> Refusal:
    sits_in = table.chairs[seat].level is not None and seat not in table.journal.resigned
    return None if sits_in else "seat/no-bot"


# --- actions, with their conditions in the order in which they are told ------------------

ABILITIES: tuple[Ability, ...] = get_args(Ability)
RULES: dict[Ability, tuple[Condition, ...]] = {
    "move": (_plays, _on_turn),
    "hint": (_plays, _on_turn, _alone),
    "takeback": (_plays, _can_take_back),
    "agree": (_plays, _is_asked),
    "decline": (_plays, _takeback_waits),
    "resign": (_plays, _has_not_given_up),
    "rematch": (_seated, _over),
    "chat": (_known,),
}
SEAT_RULES: dict[Ability, tuple[SeatCondition, ...]] = {
    "join": (_not_over, _open),
    "substitute": (_has_any_seat, _not_over, _free_for_a_bot),
    "return": (_own, _not_over, _bot_sits_in),
}
