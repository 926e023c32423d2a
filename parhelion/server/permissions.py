"""Who may do what at a table: the one source for commands and for what clients are told.

An action is allowed if all its conditions hold. A condition answers with the code of a refusal, or
with None if it holds. All that conditions ask is a handful of facts about a person at a table, so
that the answers for the same facts are found once: they are told to everybody after every move.
"""

from collections.abc import Callable, Set
from functools import lru_cache
from typing import NamedTuple, TypeVar, get_args

from parhelion.refusals import Code
from parhelion.server.proposal import Proposal
from parhelion.server.schemas import Ability, Status
from parhelion.server.store import Person
from parhelion.server.table import GameTable

KEPT = 4096
"""How many sets of facts are kept with their answers."""
Refusal = Code | None


# --- facts -------------------------------------------------------------------------------


class SeatFacts(NamedTuple):
    """What decides what a person may do with a seat."""

    open: bool
    """Whether anybody may take it."""
    awaited: bool
    """Whether it is kept for a person who has not come yet."""
    mine: bool
    bot_plays: bool
    bot_sits_in: bool
    """Whether it does so by choice: nobody returns to a seat that gave up."""
    can_be_given: bool
    """Whether a bot may sit in: the person asks, or no clock decides and they let others wait for
    long, or they are a program that finds no move."""


class Facts(NamedTuple):
    """What decides what a person may do at a table."""

    known: bool
    status: Status
    seats: tuple[SeatFacts, ...]
    on_turn: bool
    """Whether the person is to move, and no bot does it for them."""
    alone: bool
    """Whether nobody else plays."""
    moved: bool
    firm: bool
    """Whether something secret came to light since the person's last move."""
    gave_up: bool
    maker: bool
    """Whether the person set the table."""
    program: bool
    """Whether the person is a program."""
    runs_program: bool
    """Whether a bot of the person sits here."""
    proposal: bool
    """Whether a proposal waits for consent."""
    consents: bool
    """Whether the person made it, or has agreed."""
    spectators_chat: bool
    """Whether people without a seat may write."""
    deal_known: bool
    """Whether the maker knows what the deal hides."""

    @property
    def seated(self) -> bool:
        """Whether the person has a seat."""
        return any(seat.mine for seat in self.seats)


def facts(table: GameTable, person: Person | None) -> Facts:
    """The facts about a person at a table, as it stands."""
    journal, proposal, mine = table.journal, table.proposal, table.seats_of(person)
    last = table.match.last_move_of(mine)
    return Facts(
        person is not None,
        table.status,
        tuple(_seat_facts(table, mine, seat) for seat in range(len(table.chairs))),
        journal.turn in mine and not table.is_moved_by_bot(),
        person is not None and not table.other_people(person),
        last is not None,
        last is not None and last < table.match.firm_for(mine),
        mine <= journal.resigned,
        person is not None and person.id == table.maker,
        person is not None and person.program is not None,
        table.runs_program(person),
        proposal is not None,
        proposal is not None and proposal.has_answer_of(person),
        table.spectators_chat,
        table.deal_known,
    )


def _seat_facts(table: GameTable, mine: Set[int], seat: int) -> SeatFacts:
    chair, own = table.chairs[seat], seat in mine
    given = own or table.trouble(seat) is not None or _is_missed(table, seat)
    sits_in = chair.level is not None and seat not in table.journal.resigned
    return SeatFacts(
        chair.open, chair.awaited, own, table.bot_level(seat) is not None, sits_in, given
    )


def can_carry_out(table: GameTable, proposal: Proposal) -> bool:
    """Return False if a player for whom a bot would sit in has returned meanwhile."""
    if proposal.kind != "bot":
        return True
    mine = table.seats_held_by(proposal.asker)
    return _seat_facts(table, mine, proposal.seat).can_be_given


def _is_missed(table: GameTable, seat: int) -> bool:
    """Whether a seat is to move whose person lets others wait for long, where no clock decides."""
    person = table.chairs[seat].person
    if person is None or person.program or seat != table.journal.turn:
        return False
    return table.clock.kind == "none" and table.is_missed(person)


# --- answers -----------------------------------------------------------------------------


def refusal(
    table: GameTable, person: Person | None, action: Ability, seat: int | None = None
) -> Refusal:
    """Why somebody may not do something now; None if they may.

    `join`, `substitute` and `return` are about a seat. Without one they are allowed if they are
    allowed for any seat.
    """
    if action in SEAT_RULES and seat is not None and seat >= len(table.chairs):
        return "seat/unknown"
    return _refusal(facts(table, person), action, seat)


def _refusal(facts: Facts, action: Ability, seat: int | None = None) -> Refusal:
    if action not in SEAT_RULES:
        return _first_refusal(RULES[action], facts)
    seats = facts.seats if seat is None else facts.seats[seat : seat + 1]
    every = [_first_refusal(SEAT_RULES[action], (facts, each)) for each in seats]
    return None if None in every else every[0]


T = TypeVar("T")


def _first_refusal(conditions: tuple[Callable[[T], Refusal], ...], given: T) -> Refusal:
    return next(filter(None, (condition(given) for condition in conditions)), None)


@lru_cache(KEPT)
def abilities(facts: Facts) -> list[Ability]:
    """Everything that somebody may do now; the list is shared."""
    return [action for action in ABILITIES if _refusal(facts, action) is None]


@lru_cache(KEPT)
def seat_abilities(facts: Facts) -> list[list[Ability]]:
    """What somebody may do with each seat now; the lists are shared."""
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
    """The person has a seat, and the game is going on."""
    if not facts.seated:
        return "seat/not-yours"
    if facts.status == "playing":
        return None
    return "table/over" if facts.status == "over" else "table/not-started"


def _on_turn(facts: Facts) -> Refusal:
    return None if facts.on_turn else "move/not-yours"


def _host(facts: Facts) -> Refusal:
    return None if facts.maker else "table/not-yours"


def _not_started(facts: Facts) -> Refusal:
    return None if facts.status == "open" else "table/started"


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
    """Another one made the proposal that waits, and the person has not agreed yet."""
    if not facts.proposal:
        return "proposal/none"
    return "proposal/waits" if facts.consents else None


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
    return None if seat.open or (seat.awaited and seat.mine) else "seat/taken"


def _deal_unknown(at: AtSeat) -> Refusal:
    """Nobody plays against a person who knows the hidden part of the deal."""
    facts, seat = at
    return "seat/given-deal" if facts.deal_known and not seat.awaited else None


def _one_each(at: AtSeat) -> Refusal:
    """Only whoever set the table takes several seats, for people who share a device. The seat of
    a bot counts as its owner's."""
    facts, seat = at
    seated = facts.seated or facts.runs_program
    one_more = seated and not (seat.awaited and seat.mine)
    return "seat/one-each" if one_more and not facts.maker else None


def _is_asked_to_it(at: AtSeat) -> Refusal:
    """A program takes no seat but those that are kept for it."""
    facts, seat = at
    return "bot/not-invited" if facts.program and not (seat.awaited and seat.mine) else None


def _free_for_a_bot(at: AtSeat) -> Refusal:
    facts, seat = at
    if seat.open or seat.awaited:
        return None if facts.maker else "table/not-yours"
    if seat.bot_plays:
        return "seat/taken"
    if facts.status == "open":
        return "table/not-started"
    if facts.proposal:
        return "proposal/waits"
    return None if seat.can_be_given and not facts.gave_up else "seat/not-absent"


def _own(at: AtSeat) -> Refusal:
    return None if at[1].mine else "seat/not-yours"


def _bot_sits_in(at: AtSeat) -> Refusal:
    return None if at[1].bot_sits_in else "seat/no-bot"


# --- actions, with their conditions in the order in which they are told ------------------

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
    "join": (_not_over, _open, _deal_unknown, _one_each, _is_asked_to_it),
    "substitute": (_has_any_seat, _not_over, _free_for_a_bot),
    "return": (_own, _not_over, _bot_sits_in),
}
