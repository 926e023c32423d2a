"""What happens next at a table by itself."""

from collections.abc import Callable

import pytest

from parhelion.tables.commands import MoveByBot, Resign, Return
from parhelion.tables.due import BotTurn, FlagFall, continues_by_itself, due, needs_a_server
from tests.tables.situations import (
    ANN,
    BOT,
    CAS,
    DAYS,
    GATHERER,
    HOUSE_BOT,
    LIVE,
    OPEN,
    Session,
    against_bots,
    against_the_rules,
    bot_to_move,
    creation,
    given_lanterns,
    joined,
    one_seat_resigned,
    one_seat_substituted,
    open_seats,
    over,
    over_from_a_record,
    playing,
    program_to_move,
)


def test_bot_is_due_when_it_is_to_move() -> None:
    session = bot_to_move()
    table = session.table
    turn = due(table, session.moment)
    assert turn == BotTurn(table.position, 1, 1)
    assert session.do(None, MoveByBot(turn.position, turn.seat, session.a_light()))
    assert due(session.table, session.moment) == BotTurn(table.position + 1, 2, 1)


def test_nothing_is_due_while_a_person_without_a_clock_is_to_move() -> None:
    for session in (playing(), against_bots(), program_to_move(), against_the_rules()):
        assert due(session.table, session.moment) is None
        assert not continues_by_itself(session.table)


@pytest.mark.parametrize("time", [LIVE, DAYS], ids=["live", "days"])
def test_flag_is_due_while_a_person_is_to_move(time: dict[str, object]) -> None:
    session = playing("orion", time=time)
    session.advance(10)
    budget = 60 if time is LIVE else 3 * 86_400
    assert due(session.table, session.moment) == FlagFall(0, budget - 10)
    session.sees(followed=False)
    assert due(session.table, session.moment) == FlagFall(0, budget - 10)
    assert continues_by_itself(session.table)
    assert needs_a_server(session.table, session.moment)


def test_flag_is_due_for_programs() -> None:
    session = Session(creation("orion", [joined(GATHERER), joined(ANN)], time=LIVE))
    assert due(session.table, session.moment) == FlagFall(0, 60)


def test_bot_with_a_clock_is_due_without_a_flag() -> None:
    session = Session(creation("orion", [BOT, joined(ANN)], time=LIVE))
    assert due(session.table, session.moment) == BotTurn(0, 0, 1)


def test_bots_pause_while_their_only_player_is_away() -> None:
    session = bot_to_move()
    session.sees(followed=False)
    assert due(session.table, session.moment) is None
    assert continues_by_itself(session.table)
    assert not needs_a_server(session.table, session.moment)
    session.sees(followed=True)
    assert due(session.table, session.moment)
    assert needs_a_server(session.table, session.moment)


def test_bots_pause_at_a_table_without_people() -> None:
    session = Session(creation(seats=[BOT, BOT, joined(GATHERER)]))
    session.sees(followed=False)
    assert due(session.table, session.moment) is None
    session.sees(followed=True)
    assert due(session.table, session.moment) == BotTurn(0, 0, 1)


def test_bots_play_on_where_several_people_play() -> None:
    """One of them may wait for a bot."""
    session = one_seat_substituted()
    session.move()
    session.move()
    session.sees(followed=False)
    assert due(session.table, session.moment) == BotTurn(session.table.position, 2, 3)
    assert needs_a_server(session.table, session.moment)


def test_programs_are_no_people() -> None:
    session = Session(creation(seats=[BOT, joined(ANN), joined(HOUSE_BOT)]))
    session.sees(followed=False)
    assert due(session.table, session.moment) is None


def test_several_seats_of_a_person_are_one_person() -> None:
    session = Session(creation(seats=[BOT, joined(ANN), joined(ANN)]))
    session.sees(followed=False)
    assert due(session.table, session.moment) is None


def test_middle_bot_is_due_for_a_player_who_resigned() -> None:
    session = playing()
    session.do(ANN, Resign())
    assert due(session.table, session.moment) == BotTurn(session.table.position, 0, 3)


def test_substitute_is_due_until_its_player_returns() -> None:
    session = one_seat_substituted()
    session.move()
    session.move()
    assert due(session.table, session.moment) == BotTurn(session.table.position, 2, 3)
    session.do(CAS, Return(2))
    assert due(session.table, session.moment) is None


@pytest.mark.parametrize("situation", [over, over_from_a_record, open_seats])
def test_nothing_is_due_outside_a_game(situation: Callable[[], Session]) -> None:
    session = situation()
    assert due(session.table, session.moment) is None
    assert not continues_by_itself(session.table)
    assert not needs_a_server(session.table, session.moment)


def test_nothing_is_due_at_an_open_table_whose_deal_is_given() -> None:
    session = given_lanterns([BOT, joined(ANN), OPEN], ())
    assert session.table.turn == 0
    assert due(session.table, session.moment) is None


def test_table_with_bots_needs_a_server_also_while_a_person_moves() -> None:
    for session in (against_bots(), one_seat_resigned()):
        assert due(session.table, session.moment) is None
        assert needs_a_server(session.table, session.moment)
    assert not needs_a_server(playing().table, playing().moment)
