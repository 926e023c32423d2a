"""Bots that play for people and programs, and programs that find no move."""

from collections.abc import Callable

import pytest

from parhelion.refusals import Code
from parhelion.tables.commands import (
    AskForHint,
    Command,
    Decline,
    Leave,
    Move,
    ReportFailure,
    Resign,
    Return,
    Substitute,
    TakeBack,
)
from parhelion.tables.entries import Agreed, BotFailed, Proposed, Returned, Substituted
from parhelion.tables.moment import Actor
from parhelion.tables.permissions import BOT_TIMEOUT, trouble
from parhelion.tables.seats import Seat
from parhelion.tables.table import Remark
from tests.tables.situations import (
    ANN,
    BOB,
    BOT,
    CAS,
    DAYS,
    EVE,
    GATHERER,
    HOUSE_BOT,
    LIVE,
    START,
    Session,
    against_bots,
    all_absent,
    all_absent_with_a_clock,
    bot_proposed,
    bot_to_move,
    creation,
    first_move,
    joined,
    one_seat_resigned,
    one_seat_substituted,
    over,
    playing,
    program_failed,
    program_silent,
    program_to_move,
    replayed,
    substitute_resigned,
    takeback_proposed,
)

UNKNOWN = None

# --- for people ----------------------------------------------------------------------------


def test_bot_plays_for_me_at_once_against_bots() -> None:
    session = against_bots()
    session.advance(4)
    (entry,) = session.do(ANN, Substitute(0, 1))
    assert entry == Substituted(at=START + 4, by=ANN.id, seat=0, level=3, spent=4.0)
    table = session.table
    assert table.seats[0] == Seat(person=ANN.id, text="", level=3)
    assert (table.is_moved_by_bot, table.substituted) == (True, frozenset({0}))
    assert table.remarks == (Remark("bot", 0, 0),)


def test_bot_plays_for_me_if_the_others_agree() -> None:
    session = first_move()
    (entry,) = session.do(CAS, Substitute(2))
    assert entry == Proposed(at=START, by=CAS.id, what="bot", seat=2, ply=0)
    assert session.table.bot_level(2) is None
    assert [type(each) for each in session.agrees(BOB)] == [Agreed]
    assert [type(each) for each in session.agrees(ANN)] == [Agreed, Substituted]
    assert (session.table.bot_level(2), session.table.proposal) == (3, None)


def test_time_of_a_seat_that_waits_is_not_counted() -> None:
    session = bot_proposed()
    session.advance(9)
    session.agrees(ANN)
    _, entry = session.agrees(BOB)
    assert isinstance(entry, Substituted)
    assert entry.spent == 0.0
    assert session.moment.thought == 9.0


def test_absent_player_to_move_is_replaced_without_being_asked() -> None:
    session = first_move()
    session.sees(absent={ANN.id})
    (proposed,) = session.do(BOB, Substitute(0))
    assert isinstance(proposed, Proposed)
    assert session.refusal(ANN, Decline()) is None
    entries = session.agrees(CAS)
    assert [type(each) for each in entries] == [Agreed, Substituted]
    assert entries[1].by == BOB.id
    assert session.table.bot_level(0) == 3


def test_absent_opponent_is_replaced_at_once() -> None:
    session = playing("orion")
    session.sees(absent={ANN.id})
    assert [type(each) for each in session.do(BOB, Substitute(0, 5))] == [Substituted]
    assert session.table.bot_level(0) == 3, "the level is not for the opponent to choose"


@pytest.mark.parametrize(
    ("situation", "actor", "seat", "code"),
    [
        (first_move, ANN, 0, None),
        (first_move, ANN, 1, "seat/not-absent"),
        (first_move, EVE, 0, "seat/not-yours"),
        (first_move, UNKNOWN, 0, "me/unknown"),
        (first_move, ANN, 3, "seat/unknown"),
        (first_move, ANN, -1, "seat/unknown"),
        (all_absent, BOB, 0, None),
        (all_absent, BOB, 1, None),
        (all_absent, BOB, 2, "seat/not-absent"),
        (all_absent, EVE, 0, "seat/not-yours"),
        (all_absent_with_a_clock, BOB, 0, "seat/not-absent"),
        (all_absent_with_a_clock, BOB, 1, None),
        (bot_proposed, CAS, 2, "proposal/waits"),
        (bot_proposed, ANN, 0, "proposal/waits"),
        (takeback_proposed, BOB, 1, "proposal/waits"),
        (one_seat_substituted, CAS, 2, "seat/taken"),
        (one_seat_substituted, ANN, 2, "seat/taken"),
        (one_seat_resigned, CAS, 2, "seat/taken"),
        (one_seat_resigned, ANN, 2, "seat/taken"),
        (bot_to_move, ANN, 1, "seat/taken"),
        (over, ANN, 0, "table/over"),
    ],
)
def test_substitutes_are_checked(
    situation: Callable[[], Session], actor: Actor | None, seat: int, code: Code | None
) -> None:
    assert situation().refusal(actor, Substitute(seat)) == code


@pytest.mark.parametrize("time", [LIVE, DAYS], ids=["live", "days"])
def test_only_the_clock_beats_an_absent_player(time: dict[str, object]) -> None:
    """H1: no opponent plays somebody's seat away where a clock decides."""
    session = playing("orion", time=time)
    session.sees(absent={ANN.id})
    assert session.refusal(BOB, Substitute(0)) == "seat/not-absent"
    assert session.can_at(BOB, 0) == []


def test_player_who_resigned_replaces_nobody() -> None:
    session = one_seat_resigned()
    session.sees(absent={ANN.id})
    assert session.refusal(CAS, Substitute(0)) == "seat/not-absent"
    assert session.refusal(BOB, Substitute(0)) is None


def test_substituted_person_remains_an_opponent() -> None:
    session = playing("orion")
    session.sees(absent={ANN.id})
    session.do(BOB, Substitute(0))
    session.move()
    assert session.refusal(BOB, AskForHint()) == "hint/not-here"
    assert session.table.opponents(BOB.id) == {ANN.id}


def test_proposed_bot_is_refused_by_the_others() -> None:
    session = bot_proposed()
    session.do(ANN, Decline())
    assert session.table.bot_level(2) is None


# --- returning -----------------------------------------------------------------------------


def test_player_takes_the_seat_back() -> None:
    session = one_seat_substituted()
    (entry,) = session.do(CAS, Return(2))
    assert entry == Returned(at=START, by=CAS.id, seat=2)
    assert session.table.seats[2] == Seat(person=CAS.id, text="")
    assert [remark.kind for remark in session.table.remarks] == ["bot", "return"]
    assert session.refusal(CAS, Return(2)) == "seat/no-bot"


@pytest.mark.parametrize(
    ("situation", "actor", "seat", "code"),
    [
        (one_seat_substituted, ANN, 2, "seat/not-yours"),
        (one_seat_substituted, EVE, 2, "seat/not-yours"),
        (one_seat_substituted, UNKNOWN, 2, "me/unknown"),
        (one_seat_substituted, CAS, 3, "seat/unknown"),
        (first_move, ANN, 0, "seat/no-bot"),
        (substitute_resigned, CAS, 2, "seat/no-bot"),
        (one_seat_resigned, CAS, 2, "seat/no-bot"),
        (over, CAS, 2, "table/over"),
    ],
)
def test_returns_are_checked(
    situation: Callable[[], Session], actor: Actor | None, seat: int, code: Code | None
) -> None:
    assert situation().refusal(actor, Return(seat)) == code


def test_returned_player_moves_in_the_same_position() -> None:
    session = against_bots()
    position = session.table.position
    session.do(ANN, Substitute(0))
    assert session.refusal(ANN, Move(position, "draw")) == "move/not-yours"
    session.do(ANN, Return(0))
    assert session.refusal(ANN, Move(position, "draw")) is None


def test_time_of_a_bot_is_not_charged_to_the_returning_player() -> None:
    session = playing("orion", time=LIVE)
    session.advance(57)
    session.do(ANN, Substitute(0))
    session.agrees(BOB)
    session.advance(500)
    session.do(ANN, Return(0))
    assert session.table.clocks.spent == (57.0, 0.0)
    assert session.moment.thought == 0.0


def test_several_substitutes_play_at_once() -> None:
    session = one_seat_substituted()
    session.do(BOB, Substitute(1))
    session.agrees(ANN)
    session.agrees(CAS)
    assert session.table.substituted == {1, 2}
    assert session.table.bots == [1, 2]
    session.do(CAS, Return(2))
    assert session.table.bots == [1]


# --- programs ------------------------------------------------------------------------------


def test_nobody_waits_for_the_consent_of_a_program() -> None:
    session = program_to_move()
    session.do(ANN, TakeBack())
    assert (session.table.ply, session.table.proposal) == (0, None)
    assert session.refusal(ANN, AskForHint()) is None


def test_program_reports_a_failure_once() -> None:
    session = program_to_move()
    session.advance(3)
    (entry,) = session.do(GATHERER, ReportFailure("failed"))
    assert entry == BotFailed(at=START + 3, by=GATHERER.id, seat=1, why="failed", spent=3.0)
    assert session.do(GATHERER, ReportFailure("slow")) == []
    assert trouble(session.table, 1, session.moment) == "failed"
    assert session.table.remarks == (Remark("failed", 1, 1),)


def test_program_that_failed_may_still_move() -> None:
    session = program_failed()
    session.move()
    assert session.table.failure is None
    session.move()
    assert trouble(session.table, 1, session.moment) is None
    assert [type(each) for each in session.do(GATHERER, ReportFailure("slow"))] == [BotFailed]


@pytest.mark.parametrize(
    ("situation", "actor", "code"),
    [
        (program_to_move, GATHERER, None),
        (program_to_move, ANN, "move/not-yours"),
        (program_to_move, HOUSE_BOT, "seat/not-yours"),
        (program_to_move, UNKNOWN, "me/unknown"),
        (first_move, ANN, "me/is-no-bot"),
        (over, ANN, "table/over"),
    ],
)
def test_failures_are_reported_by_the_program_to_move(
    situation: Callable[[], Session], actor: Actor | None, code: Code | None
) -> None:
    assert situation().refusal(actor, ReportFailure("failed")) == code


def test_bot_replaces_a_program_that_failed() -> None:
    session = program_failed()
    assert session.can_at(ANN, 1) == ["substitute"]
    assert [type(each) for each in session.do(ANN, Substitute(1))] == [Substituted]
    assert trouble(session.table, 1, session.moment) is None
    session.move()
    assert session.table.ply == 2


def test_program_is_silent_after_the_timeout() -> None:
    session = program_to_move()
    session.advance(BOT_TIMEOUT - 1)
    assert session.refusal(ANN, Substitute(1)) == "seat/not-absent"
    assert trouble(session.table, 1, session.moment) is None
    session.advance(1)
    assert trouble(session.table, 1, session.moment) == "silent"
    assert session.refusal(ANN, Substitute(1)) is None
    assert trouble(session.table, 0, session.moment) is None


@pytest.mark.parametrize("time", [LIVE, DAYS], ids=["live", "days"])
def test_program_with_a_clock_is_never_silent(time: dict[str, object]) -> None:
    session = Session(creation("orion", [joined(GATHERER), joined(ANN)], time=time))
    session.advance(BOT_TIMEOUT - 1)
    session.advance(1)
    assert trouble(session.table, 0, session.moment) is None
    assert session.refusal(ANN, Substitute(0)) == "seat/not-absent"
    session.do(GATHERER, ReportFailure("slow"))
    assert session.refusal(ANN, Substitute(0)) is None


def test_absent_program_is_not_replaced_as_a_person_would_be() -> None:
    session = program_to_move()
    session.sees(absent={GATHERER.id})
    assert session.refusal(ANN, Substitute(1)) == "seat/not-absent"


def test_others_are_asked_before_a_program_is_replaced() -> None:
    session = Session(creation(seats=[joined(GATHERER), joined(ANN), joined(BOB)]))
    session.do(GATHERER, ReportFailure("failed"))
    (entry,) = session.do(BOB, Substitute(0))
    assert isinstance(entry, Proposed)
    session.agrees(ANN)
    assert session.table.bot_level(0) == 3


def test_failure_leaves_a_proposal_open() -> None:
    session = Session(creation(seats=[joined(ANN), joined(GATHERER), joined(BOB)]))
    session.move(session.a_light())
    session.do(ANN, TakeBack())
    session.do(GATHERER, ReportFailure("slow"))
    assert session.table.proposal
    session.agrees(BOB)
    assert session.table.ply == 0


def test_substitute_of_a_program_outlives_it() -> None:
    session = program_silent()
    session.do(ANN, Substitute(1))
    assert session.do(GATHERER, Leave()) == []
    session.do(ANN, Resign())
    assert session.table.winners == [1]


@pytest.mark.parametrize("command", [Substitute(1), Return(1)], ids=["substitute", "return"])
def test_seat_of_a_bot_is_neither_taken_nor_returned(command: Command) -> None:
    session = Session(creation(seats=[joined(ANN), BOT, BOT]))
    assert session.refusal(ANN, command) in ("seat/taken", "seat/not-yours")


def test_substitutes_are_stored_and_replayed() -> None:
    for situation in (one_seat_substituted, substitute_resigned, program_failed):
        session = situation()
        assert replayed(session.journal) == session.table
