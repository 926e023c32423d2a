"""Who may do what at a table: the one source for commands and for what clients offer.

An action is allowed if all its conditions hold. A condition returns the code of a refusal, or None.
Conditions depend on a few facts about a person at a table. The answers are cached by these facts,
since clients are sent them after every move.
"""

from collections.abc import Callable, Set
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar, get_args

from parhelion.refusals import Code
from parhelion.tables.absence import is_missed
from parhelion.tables.moment import Actor, Moment
from parhelion.tables.seats import Seat
from parhelion.tables.table import Status, Table

Ability = Literal[
    "move",
    "join",
    "takeback",
    "agree",
    "decline",
    "resign",
    "hint",
    "rematch",
    "substitute",
    "return",
    "chat",
    "withdraw",
]
"""What a person may do at a table.

`takeback` asks for one, `agree` and `decline` answer a proposal, `substitute` puts a bot on a seat
or proposes it, `return` takes one's seat back from it, `withdraw` deletes the table before the
start. `join` means one more seat: the host may have several, for people who share a device. An
unknown person becomes known to `join`.
"""
Trouble = Literal["failed", "slow", "silent"]
"""What keeps a program from its move: it reported it, or does not answer."""
BOT_TIMEOUT = 60.0
"""Seconds after which a bot may replace a program that does not answer."""
MAX_CACHED = 4096
"""Number of sets of facts whose answers are cached."""
Refusal = Code | None


# --- facts -------------------------------------------------------------------------------


class SeatFacts(NamedTuple):
    """What decides what a person may do with a seat."""

    open: bool
    reserved: bool
    mine: bool
    bot_plays: bool
    bot_substitutes: bool
    """True if a bot plays for its person, who did not give up."""
    replaceable: bool
    """True if a bot may play for its person: the person asks, or has been away for long where no
    clock decides, or is a program that finds no move."""


class Facts(NamedTuple):
    """What decides what a person may do at a table."""

    known: bool
    status: Status
    seats: tuple[SeatFacts, ...]
    on_turn: bool
    """True if the person is to move, and no bot plays for them."""
    alone: bool
    """True if nobody else plays."""
    moved: bool
    firm: bool
    """True if something hidden came to light since the person's last move."""
    gave_up: bool
    host: bool
    program: bool
    runs_program: bool
    """True if a program of the person has a seat."""
    proposal: bool
    answered: bool
    """True if the person made the proposal or agreed to it."""
    spectators_chat: bool
    deal_known: bool
    """True if the host knows hidden parts of the deal."""

    @property
    def seated(self) -> bool:
        """True if the person has a seat."""
        return any(seat.mine for seat in self.seats)


def facts(table: Table, actor: Actor | None, moment: Moment) -> Facts:
    """Return the facts about a person at a table."""
    id = actor.id if actor else None
    mine = table.seats_of(id)
    last = table.match.last_move_of(mine) if table.match else None
    proposal = table.proposal
    return Facts(
        known=actor is not None,
        status=table.status,
        seats=tuple(
            _seat_facts(table, seat, number, mine, moment)
            for number, seat in enumerate(table.seats)
        ),
        on_turn=table.turn in mine and not table.is_moved_by_bot,
        alone=id is not None and not table.opponents(id),
        moved=last is not None,
        firm=last is not None and last < table.dealt.firm_for(mine),
        gave_up=mine <= table.resigned,
        host=id is not None and id == table.setup.host,
        program=actor is not None and actor.is_program,
        runs_program=table.runs_program(id),
        proposal=proposal is not None,
        answered=proposal is not None and proposal.is_answered_by(id),
        spectators_chat=table.setup.spectators_chat,
        deal_known=table.setup.is_deal_known,
    )


def _seat_facts(table: Table, seat: Seat, number: int, mine: Set[int], moment: Moment) -> SeatFacts:
    return SeatFacts(
        open=seat.is_open,
        reserved=seat.is_reserved,
        mine=number in mine,
        bot_plays=table.bot_level(number) is not None,
        bot_substitutes=seat.level is not None and number not in table.resigned,
        replaceable=is_replaceable(table, number, mine, moment),
    )


def is_replaceable(table: Table, number: int, mine: Set[int], moment: Moment) -> bool:
    """Return True if the person who has the seats `mine` may put a bot on this one."""
    return (
        number in mine
        or trouble(table, number, moment) is not None
        or is_missed(table, number, moment)
    )


def trouble(table: Table, seat: int, moment: Moment) -> Trouble | None:
    """Return what keeps a program that is to move from it; None if nothing is known to."""
    to_move = table.status == "playing" and seat == table.turn
    if not to_move or not table.seats[seat].is_program or table.bot_level(seat) is not None:
        return None
    if table.failure:
        return table.failure
    is_late = table.clocks.control.kind == "none" and moment.thought >= BOT_TIMEOUT
    return "silent" if is_late else None


def seconds_until_silent(table: Table, seat: int, moment: Moment) -> float | None:
    """Return after how many seconds a program that is to move will have been silent for too long.
    None if that has happened, or cannot."""
    is_waiting = table.seats[seat].is_program and trouble(table, seat, moment) is None
    if not is_waiting or table.bot_level(seat) is not None or table.clocks.control.kind != "none":
        return None
    return BOT_TIMEOUT - moment.thought


# --- answers -----------------------------------------------------------------------------


def refusal(
    table: Table, actor: Actor | None, action: Ability, moment: Moment, seat: int | None = None
) -> Refusal:
    """Return why a person may not do something now; None if they may.

    `join`, `substitute` and `return` are about a seat. Without one they are allowed if they are
    allowed for any seat.
    """
    if action in SEAT_RULES and seat is not None and not 0 <= seat < len(table.seats):
        return "seat/unknown"
    return _refusal(facts(table, actor, moment), action, seat)


def _refusal(facts: Facts, action: Ability, seat: int | None = None) -> Refusal:
    if action not in SEAT_RULES:
        return _first_refusal(RULES[action], facts)
    seats = facts.seats if seat is None else facts.seats[seat : seat + 1]
    every = [_first_refusal(SEAT_RULES[action], (facts, each)) for each in seats]
    return None if None in every else every[0]


T = TypeVar("T")


def _first_refusal(conditions: tuple[Callable[[T], Refusal], ...], given: T) -> Refusal:
    return next(filter(None, (condition(given) for condition in conditions)), None)


@lru_cache(MAX_CACHED)
def abilities(facts: Facts) -> list[Ability]:
    """Return everything that a person may do. The list is shared."""
    return [action for action in ABILITIES if _refusal(facts, action) is None]


@lru_cache(MAX_CACHED)
def seat_abilities(facts: Facts) -> list[list[Ability]]:
    """Return what a person may do with each seat. The lists are shared."""
    return [
        [action for action in SEAT_RULES if _refusal(facts, action, seat) is None]
        for seat in range(len(facts.seats))
    ]


# --- conditions --------------------------------------------------------------------------


def _known(facts: Facts) -> Refusal:
    return None if facts.known else "me/unknown"


def _seated(facts: Facts) -> Refusal:
    return None if facts.seated else "seat/not-yours"


def _may_write(facts: Facts) -> Refusal:
    return None if facts.seated or facts.spectators_chat else "chat/players-only"


def _over(facts: Facts) -> Refusal:
    return None if facts.status == "over" else "table/not-over"


def _plays(facts: Facts) -> Refusal:
    """The person has a seat, and the game is being played."""
    if not facts.seated:
        return "seat/not-yours"
    if facts.status == "playing":
        return None
    return "table/over" if facts.status == "over" else "table/not-started"


def _host(facts: Facts) -> Refusal:
    return None if facts.host else "table/not-yours"


def _not_started(facts: Facts) -> Refusal:
    return None if facts.status == "open" else "table/started"


def _on_turn(facts: Facts) -> Refusal:
    return None if facts.on_turn else "move/not-yours"


def _alone(facts: Facts) -> Refusal:
    return None if facts.alone else "hint/not-here"


def _can_take_back(facts: Facts) -> Refusal:
    if facts.proposal:
        return "proposal/waits"
    if not facts.moved:
        return "takeback/nothing"
    return "takeback/secret" if facts.firm else None


def _proposal_waits(facts: Facts) -> Refusal:
    return None if facts.proposal else "proposal/none"


def _is_asked(facts: Facts) -> Refusal:
    """Another person made the proposal, and this one has not agreed yet."""
    if not facts.proposal:
        return "proposal/none"
    return "proposal/waits" if facts.answered else None


def _has_not_given_up(facts: Facts) -> Refusal:
    return "seat/not-yours" if facts.gave_up else None


# --- conditions for a seat ---------------------------------------------------------------

AtSeat = tuple[Facts, SeatFacts]


def _has_any_seat(at: AtSeat) -> Refusal:
    return _seated(at[0])


def _not_over(at: AtSeat) -> Refusal:
    return "table/over" if at[0].status == "over" else None


def _open(at: AtSeat) -> Refusal:
    _, seat = at
    return None if seat.open or (seat.reserved and seat.mine) else "seat/taken"


def _deal_unknown(at: AtSeat) -> Refusal:
    """Nobody plays against a person who knows hidden parts of the deal."""
    facts, seat = at
    return "seat/given-deal" if facts.deal_known and not seat.reserved else None


def _one_each(at: AtSeat) -> Refusal:
    """Only the host takes several seats. The seat of a program counts as its owner's."""
    facts, seat = at
    seated = facts.seated or facts.runs_program
    one_more = seated and not (seat.reserved and seat.mine)
    return "seat/one-each" if one_more and not facts.host else None


def _is_invited(at: AtSeat) -> Refusal:
    """A program takes no seats but those that are reserved for it."""
    facts, seat = at
    return "bot/not-invited" if facts.program and not (seat.reserved and seat.mine) else None


def _free_for_a_bot(at: AtSeat) -> Refusal:
    facts, seat = at
    if seat.open or seat.reserved:
        return None if facts.host else "table/not-yours"
    if seat.bot_plays:
        return "seat/taken"
    if facts.status == "open":
        return "table/not-started"
    if facts.proposal:
        return "proposal/waits"
    return None if seat.replaceable and not facts.gave_up else "seat/not-absent"


def _own(at: AtSeat) -> Refusal:
    return None if at[1].mine else "seat/not-yours"


def _bot_substitutes(at: AtSeat) -> Refusal:
    return None if at[1].bot_substitutes else "seat/no-bot"


# --- actions, with their conditions in the order of the answers ---------------------------

ABILITIES: tuple[Ability, ...] = get_args(Ability)
RULES: dict[Ability, tuple[Callable[[Facts], Refusal], ...]] = {
    "move": (_plays, _on_turn),
    "hint": (_plays, _on_turn, _alone),
    "takeback": (_plays, _has_not_given_up, _can_take_back),
    "agree": (_plays, _has_not_given_up, _is_asked),
    "decline": (_plays, _has_not_given_up, _proposal_waits),
    "resign": (_plays, _has_not_given_up),
    "rematch": (_seated, _over),
    "chat": (_known, _may_write),
    "withdraw": (_host, _not_started),
}
SEAT_RULES: dict[Ability, tuple[Callable[[AtSeat], Refusal], ...]] = {
    "join": (_not_over, _open, _deal_unknown, _one_each, _is_invited),
    "substitute": (_has_any_seat, _not_over, _free_for_a_bot),
    "return": (_own, _not_over, _bot_substitutes),
}
