"""Time controls: bonuses, flags, and what time does not change."""

from collections.abc import Callable
from dataclasses import replace
from typing import get_type_hints

import pytest

from parhelion.tables.clocks import DAY, Clocks, DecisionTime, TimeControl
from parhelion.tables.commands import (
    AskForHint,
    CheckFlag,
    Command,
    Join,
    Leave,
    Move,
    ReportFailure,
    Resign,
    Resume,
    Return,
    Say,
    Substitute,
    TakeBack,
    decide,
)
from parhelion.tables.due import FlagFall, due
from parhelion.tables.entries import FlagFell, Resumed
from parhelion.tables.messages import seconds
from parhelion.tables.moment import Actor, Moment
from parhelion.tables.permissions import trouble
from tests.tables.situations import (
    ANN,
    BOB,
    BOT,
    CAS,
    DAYS,
    GATHERER,
    LIVE,
    OPEN,
    START,
    Session,
    against_bots,
    bot_proposed,
    creation,
    given_lanterns,
    joined,
    one_device,
    one_open_seat,
    over,
    playing,
    program_silent,
    program_to_move,
    replayed,
    second_move,
    takeback_proposed,
)


def left(session: Session) -> list[float | None]:
    """Return the time that all seats have left, as viewers see it."""
    seats = range(len(session.table.seats))
    return [seconds(session.table, seat, session.moment) for seat in seats]


# --- clocks as values ----------------------------------------------------------------------


def test_time_control_has_a_json_form() -> None:
    control = TimeControl("live", 5, 3)
    assert control.json() == {"kind": "live", "minutes": 5, "seconds": 3, "days": 3}
    assert TimeControl(**control.json()) == control
    assert set(control.json()) == set(get_type_hints(TimeControl))


def test_clocks_without_a_limit_never_end() -> None:
    clocks = Clocks.new(TimeControl(), 2).after(0, 1e9)
    assert clocks.left(0, 1e9, 1e9) is None


def test_live_clock_counts_all_time_and_every_bonus() -> None:
    clocks = Clocks.new(TimeControl("live", minutes=1, seconds=20), 2)
    assert clocks.left(0, 0, 0) == 60
    assert clocks.left(0, 15, 500) == 45
    spent = clocks.after(0, 15, turns=1)
    assert (spent.left(0, 0, 0), spent.left(1, 0, 0)) == (65, 60)
    assert clocks.left(0, 1e9, 0) == 0


def test_clock_of_days_counts_one_decision() -> None:
    clocks = Clocks.new(TimeControl("days", days=2), 2).after(0, 1e9, turns=7)
    assert clocks.left(0, 5, DAY) == DAY
    assert clocks.left(0, 0, 3 * DAY) == 0


def test_clocks_without_a_change_are_the_same() -> None:
    clocks = Clocks.new(TimeControl(), 2)
    assert clocks.after(1, 0.0) is clocks


# --- the time of a decision ----------------------------------------------------------------


def test_decision_time_is_all_of_it_until_an_entry_counts_it() -> None:
    time = DecisionTime(began=100)
    assert (time.thought(130), time.whole(130)) == (30, 30)
    counted = time.counted(130)
    assert (counted.thought(130), counted.whole(130)) == (0, 30)
    assert (counted.thought(135), counted.whole(135)) == (5, 35)
    again = counted.counted(140)
    assert (again.thought(141), again.whole(141)) == (1, 41)


def test_decision_time_is_never_shortened() -> None:
    time = DecisionTime(began=100, waited=7)
    assert time.at_least(10, 130) is time
    longer = time.at_least(50, 130)
    assert (longer.thought(130), longer.whole(130)) == (50, 57)


# --- a running clock -----------------------------------------------------------------------


def test_time_runs_for_the_player_to_move() -> None:
    session = playing("orion", time=LIVE)
    session.advance(20)
    assert left(session) == [40, 60]
    session.move()
    session.advance(5)
    assert left(session) == [60, 55]


def test_time_stands_still_before_the_start() -> None:
    session = Session(creation(seats=[joined(ANN), OPEN, OPEN], time=LIVE))
    session.advance(500)
    assert left(session) == [60, 60, 60]


def test_time_stands_still_after_the_end() -> None:
    session = playing("orion", time=LIVE)
    session.advance(20)
    session.do(BOB, Resign())
    session.advance(500)
    assert left(session) == [60, 60]


def test_time_stands_still_while_a_bot_is_to_move() -> None:
    session = Session(creation("orion", [BOT, joined(ANN)], time=LIVE))
    session.advance(500)
    assert left(session) == [60, 60]
    assert session.do(None, CheckFlag()) == []
    assert due(session.table, session.moment) != FlagFall(0, 0.0)


def test_live_time_stands_still_while_the_server_is_down() -> None:
    session = playing("orion", time=LIVE)
    session.moment = Moment(now=START + 500, thought=10, waited=500)
    assert left(session) == [50, 60]


def test_days_run_on_while_the_server_is_down() -> None:
    session = playing("orion", time=DAYS)
    session.moment = Moment(now=START + 2 * DAY, thought=10, waited=2 * DAY)
    assert left(session) == [DAY, 3 * DAY]


@pytest.mark.parametrize("jump", [-DAY, 4 * DAY])
@pytest.mark.parametrize("time", [LIVE, DAYS], ids=["live", "days"])
def test_wall_clock_that_jumps_ends_no_game(time: dict[str, object], jump: float) -> None:
    """M4: only measured time counts, never the time of the machine."""
    session = playing("orion", time=time)
    session.advance(5)
    before = left(session)
    session.moment = replace(session.moment, now=session.moment.now + jump)
    assert left(session) == before
    assert session.do(None, CheckFlag()) == []
    session.move()
    assert session.table.status == "playing"


def test_turn_brings_its_bonus_once() -> None:
    """One turn may take several decisions."""
    time = {"kind": "live", "minutes": 10, "seconds": 300}
    session = given_lanterns([joined(ANN)] * 3, time=time)
    for _ in range(3):
        session.move()
        assert session.table.turn == 0
        assert session.table.clocks.turns == (0, 0, 0)
    session = one_device(time=time)
    session.move()
    assert session.table.clocks.turns == (1, 0, 0)


def test_last_move_of_a_game_earns_a_bonus() -> None:
    session = given_lanterns([joined(ANN)] * 3, time=LIVE)
    session.play_out()
    assert session.table.clocks.turns == (1, 0, 0)


def test_substitute_earns_no_bonus() -> None:
    """M4: to think, let a bot move and return brings nothing."""
    session = playing("orion", time=LIVE)
    session.advance(57)
    session.do(ANN, Substitute(0))
    session.agrees(BOB)
    session.move()
    session.do(ANN, Return(0))
    assert left(session)[0] == 3


def test_turn_played_again_after_takeback_brings_no_second_bonus() -> None:
    session = Session(creation("orion", [joined(ANN), BOT], time=LIVE))
    for _ in range(3):
        session.move()
        assert session.table.clocks.turns[0] == 1
        session.do(ANN, TakeBack())
    session.move()
    session.move()
    session.move()
    assert session.table.clocks.turns[0] == 2


def test_takeback_returns_neither_time_nor_bonus() -> None:
    session = playing("orion", time=LIVE)
    session.advance(10)
    session.move()
    before = session.table.clocks
    assert (before.spent, before.turns) == ((10, 0), (1, 0))
    session.do(ANN, TakeBack())
    session.agrees(BOB)
    assert session.table.clocks == before
    assert session.moment.thought == 0


def test_hint_counts_the_time_until_then_once() -> None:
    session = Session(creation("orion", [joined(ANN), BOT], time=LIVE))
    session.advance(10)
    session.do(ANN, AskForHint())
    assert left(session) == [50, 60]
    session.advance(10)
    assert left(session) == [40, 60]
    session.move()
    assert session.table.clocks.spent == (20, 0)


def test_resignation_of_another_player_costs_no_time() -> None:
    session = playing(time=LIVE)
    session.advance(10)
    session.do(CAS, Resign())
    assert session.table.clocks.spent == (0, 0, 0)


@pytest.mark.parametrize("command", [Resign(), Leave()], ids=["resign", "leave"])
@pytest.mark.parametrize("time", [LIVE, DAYS], ids=["live", "days"])
def test_resignation_of_another_player_gives_no_time_back(
    time: dict[str, object], command: Command
) -> None:
    """M4: with three players, a friend's resignation used to restart the clock of the mover."""
    session = playing(time=time)
    session.advance(50)
    before, moment, since = left(session)[0], session.moment, session.table.since
    session.do(CAS, command)
    assert session.table.status == "playing"
    assert (session.moment, session.table.since) == (moment, since)
    assert left(session)[0] == before
    session.move()
    assert session.table.clocks.spent == (50, 0, 0)


def test_flag_falls_on_time_when_another_player_resigns() -> None:
    session = playing(time=LIVE)
    session.advance(59)
    session.do(BOB, Resign())
    session.advance(1)
    (entry,) = session.do(None, CheckFlag())
    assert entry == FlagFell(at=START + 60, seat=0, spent=60)


def test_resignation_of_the_player_to_move_begins_the_next_decision() -> None:
    session = playing(time=LIVE)
    session.advance(50)
    session.do(ANN, Resign())
    assert (session.moment.thought, session.moment.waited) == (0, 0)
    assert session.table.since == START + 50


def test_start_begins_the_first_decision() -> None:
    session = one_open_seat()
    session.advance(500)
    session.do(CAS, Join(2))
    assert (session.moment.thought, session.moment.waited) == (0, 0)
    assert session.table.since == START + 500


def test_takeback_begins_a_decision() -> None:
    session = takeback_proposed()
    session.advance(50)
    session.agrees(BOB)
    assert session.moment.waited == 50
    session.agrees(CAS)
    assert (session.moment.thought, session.moment.waited) == (0, 0)
    assert session.table.since == START + 50


@pytest.mark.parametrize(
    ("situation", "actor", "command"),
    [
        (against_bots, ANN, AskForHint()),
        (against_bots, ANN, Substitute(0)),
        (program_to_move, GATHERER, ReportFailure("slow")),
    ],
    ids=["hint", "substitute", "failure"],
)
def test_entry_that_counts_time_begins_no_decision(
    situation: Callable[[], Session], actor: Actor, command: Command
) -> None:
    """A clock of days runs on: otherwise each hint would give another three days."""
    session = situation()
    session.advance(50)
    since, position = session.table.since, session.table.position
    (entry,) = session.do(actor, command)
    assert getattr(entry, "spent", None) == 50
    assert (session.moment.thought, session.moment.waited) == (0, 50)
    assert (session.table.since, session.table.position) == (since, position)


@pytest.mark.parametrize(
    ("actor", "command"),
    [(CAS, Say("Hello")), (ANN, TakeBack()), (CAS, Substitute(2)), (CAS, Leave())],
    ids=["chat", "proposal", "another proposal", "leave"],
)
def test_other_entries_neither_count_nor_restart_time(actor: Actor, command: Command) -> None:
    session = second_move()
    session.advance(50)
    before = session.moment
    assert session.do(actor, command)
    assert session.moment == before


def test_substitute_of_a_seat_that_waits_leaves_the_time_of_the_mover() -> None:
    session = bot_proposed()
    session.advance(50)
    session.agrees(ANN)
    session.agrees(BOB)
    session.advance(5)
    session.do(CAS, Return(2))
    assert (session.moment.thought, session.moment.waited) == (55, 55)


# --- flags ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("time", "budget"), [(LIVE, 60.0), (DAYS, 3 * DAY)], ids=["live", "days"])
def test_flag_falls_exactly_when_the_time_is_up(time: dict[str, object], budget: float) -> None:
    session = playing("orion", time=time)
    session.advance(budget - 1)
    assert due(session.table, session.moment) == FlagFall(0, 1.0)
    assert session.do(None, CheckFlag()) == []
    session.advance(1)
    (entry,) = session.do(None, CheckFlag())
    assert entry == FlagFell(at=START + budget, seat=0, spent=budget)
    table = session.table
    assert (table.status, table.ended, table.winners) == ("over", "time", [1])
    assert seconds(table, 0, session.moment) == (0 if time is LIVE else budget)


def test_second_timer_does_nothing() -> None:
    session = playing("orion", time=LIVE)
    session.advance(60)
    session.do(None, CheckFlag())
    assert session.do(None, CheckFlag()) == []


def test_second_timer_does_nothing_where_others_play_on() -> None:
    session = playing(time=LIVE)
    session.advance(60)
    late = session.moment
    session.do(None, CheckFlag())
    assert session.table.status == "playing"
    assert session.do(None, CheckFlag()) == []
    assert decide(session.table, None, CheckFlag(), late) == []


def test_timer_after_the_move_does_nothing() -> None:
    session = playing("orion", time=LIVE)
    session.advance(59.9)
    session.move()
    assert session.do(None, CheckFlag()) == []
    session.advance(59.9)
    assert session.do(None, CheckFlag()) == []


def test_move_is_accepted_until_the_flag_was_checked() -> None:
    session = playing("orion", time=LIVE)
    session.advance(70)
    session.move()
    assert session.table.clocks.spent == (70.0, 0.0)
    assert left(session) == [10, 60]


def test_timer_without_a_clock_does_nothing() -> None:
    session = playing()
    session.advance(1e9)
    assert session.do(None, CheckFlag()) == []
    assert due(session.table, session.moment) is None


@pytest.mark.parametrize("situation", [one_open_seat, over])
def test_timer_outside_a_game_does_nothing(situation: Callable[[], Session]) -> None:
    session = situation()
    session.advance(1e9)
    assert session.do(None, CheckFlag()) == []


def test_bots_play_on_for_players_without_time() -> None:
    session = playing(time={"kind": "live", "minutes": 1, "seconds": 0})
    session.advance(60)
    session.do(None, CheckFlag())
    assert session.table.resigned == {0}
    assert session.table.is_moved_by_bot
    session.move()
    session.advance(60)
    session.do(None, CheckFlag())
    table = session.table
    assert (table.ended, table.winners) == ("time", [2])
    assert table.resigned == {0, 1}
    assert replayed(session.journal) == table


def test_flag_answers_a_proposal() -> None:
    session = takeback_proposed()
    session.add([FlagFell(at=START, seat=1)])
    assert session.table.proposal is None


# --- interruptions -------------------------------------------------------------------------


@pytest.mark.parametrize("time", [LIVE, DAYS], ids=["live", "days"])
def test_no_time_runs_during_an_interruption(time: dict[str, object]) -> None:
    session = playing("orion", time=time)
    session.move()
    session.advance(7 * DAY)
    before = session.table.clocks
    assert session.do(None, Resume()) == [Resumed(at=START + 7 * DAY)]
    assert session.table.since == START + 7 * DAY
    assert session.table.clocks == before
    assert session.do(None, CheckFlag()) == []
    assert left(session)[1] == (60 if time is LIVE else 3 * DAY)


def test_interruption_ends_no_proposal() -> None:
    session = takeback_proposed()
    session.do(None, Resume())
    session.agrees(BOB)
    session.agrees(CAS)
    assert session.table.ply == 0


def test_interruption_does_not_make_a_move_stale() -> None:
    session = playing("orion")
    position, move = session.table.position, session.legal()[0]
    session.do(None, Resume())
    assert session.table.position == position
    session.do(ANN, Move(position, move))
    assert session.table.ply == 1


def test_silent_program_gets_new_time_after_an_interruption() -> None:
    session = program_silent()
    assert trouble(session.table, 1, session.moment) == "silent"
    session.do(None, Resume())
    assert trouble(session.table, 1, session.moment) is None
