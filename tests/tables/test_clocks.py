"""Time controls: bonuses, flags, and what time does not change."""

from collections.abc import Callable
from dataclasses import replace
from typing import get_type_hints

import pytest

from parhelion.tables.clocks import DAY, Clocks, TimeControl
from parhelion.tables.commands import (
    AskForHint,
    CheckFlag,
    Move,
    Resign,
    Resume,
    Return,
    Substitute,
    TakeBack,
    decide,
)
from parhelion.tables.due import FlagFall, due
from parhelion.tables.entries import FlagFell, Resumed
from parhelion.tables.messages import seconds
from parhelion.tables.moment import Moment
from tests.tables.situations import (
    ANN,
    BOB,
    BOT,
    CAS,
    DAYS,
    LIVE,
    OPEN,
    START,
    Session,
    creation,
    given_lanterns,
    joined,
    one_device,
    one_open_seat,
    over,
    playing,
    replayed,
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


def test_resignation_of_another_costs_no_time() -> None:
    session = playing(time=LIVE)
    session.do(CAS, Resign())
    assert session.table.clocks.spent == (0, 0, 0)


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


def test_moves_from_before_an_interruption_are_stale() -> None:
    session = playing("orion")
    position, move = session.table.position, session.legal()[0]
    session.do(None, Resume())
    assert session.refusal(ANN, Move(position, move)) == "move/stale"
    assert session.refusal(ANN, Move(position + 1, move)) is None
