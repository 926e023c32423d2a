"""Players who keep the others waiting where no clock decides: when a bot may replace them."""

from collections.abc import Callable, Mapping

import pytest

from parhelion.refusals import Code
from parhelion.tables.absence import is_absent, is_missed, seconds_until_missed
from parhelion.tables.commands import (
    Agree,
    ReportFailure,
    Resume,
    Return,
    Substitute,
    TakeBack,
)
from parhelion.tables.entries import Agreed, Declined, Proposed, Substituted, TookBack
from parhelion.tables.moment import RECONNECT_GRACE, Moment, Patience
from tests.tables.situations import (
    ANN,
    BOB,
    BOT,
    CAS,
    DAY,
    DAYS,
    EVE,
    GATHERER,
    LIVE,
    LONG_AWAY,
    START,
    Session,
    bot_proposed,
    bot_to_move,
    creation,
    first_move,
    given_lanterns,
    joined,
    open_seats,
    over,
    playing,
    program_to_move,
    takeback_proposed,
)

MINUTES = 300.0
NOT_ABSENT: Code = "seat/not-absent"

# --- situations ----------------------------------------------------------------------------


def nobody_has_moved() -> Session:
    """Ann has the first move of a game without a clock."""
    return playing("orion")


def both_have_moved() -> Session:
    """Ann is to move, and has moved before."""
    session = playing("orion")
    session.move()
    session.move()
    return session


def four_players() -> Session:
    """Ann is to move. Bob, Cas and Eve wait."""
    seats = [joined(actor) for actor in (ANN, BOB, CAS, EVE)]
    return Session(creation("solenia", seats, options={"players": "4"}))


def bot_proposed_for_ann() -> Session:
    """Bob proposes a bot for Ann, who is absent. Cas is asked."""
    session = first_move()
    session.turn_lasts(LONG_AWAY, {ANN.id: LONG_AWAY})
    session.do(BOB, Substitute(0))
    return session


# --- when a bot may replace a player -------------------------------------------------------


@pytest.mark.parametrize(
    ("lasted", "away", "code"),
    [
        (DAY, {ANN.id: DAY}, None),
        (DAY, {ANN.id: RECONNECT_GRACE}, None),
        (9 * DAY, {ANN.id: RECONNECT_GRACE}, None),
        (DAY - 1, {ANN.id: DAY - 1}, NOT_ABSENT),
        (2 * MINUTES, {ANN.id: 2 * MINUTES}, NOT_ABSENT),
        (9 * DAY, {ANN.id: RECONNECT_GRACE - 1}, NOT_ABSENT),
        (9 * DAY, {ANN.id: 0.0}, NOT_ABSENT),
        (9 * DAY, {}, NOT_ABSENT),
        (9 * DAY, {BOB.id: 9 * DAY}, NOT_ABSENT),
    ],
)
def test_bot_replaces_an_absent_player_after_a_turn_of_a_day(
    lasted: float, away: Mapping[str, float], code: Code | None
) -> None:
    """M3: the turn must have lasted a day, and not the absence, or one look a day blocks a game."""
    session = both_have_moved()
    session.turn_lasts(lasted, away)
    assert session.refusal(BOB, Substitute(0)) == code
    assert session.can_at(BOB, 0) == ([] if code else ["substitute"])
    assert is_missed(session.table, 0, session.moment) == (code is None)


@pytest.mark.parametrize(
    ("lasted", "away", "code"),
    [
        (MINUTES, {ANN.id: MINUTES}, None),
        (DAY - 1, {ANN.id: MINUTES}, None),
        (DAY, {ANN.id: RECONNECT_GRACE}, None),
        (MINUTES - 1, {ANN.id: MINUTES - 1}, NOT_ABSENT),
        (DAY - 1, {ANN.id: MINUTES - 1}, NOT_ABSENT),
        (DAY, {ANN.id: RECONNECT_GRACE - 1}, NOT_ABSENT),
        (9 * DAY, {}, NOT_ABSENT),
    ],
)
def test_bot_replaces_a_player_who_never_moved_minutes_after_they_left(
    lasted: float, away: Mapping[str, float], code: Code | None
) -> None:
    """M2: a stranger who joined every table held up its host for a day."""
    session = nobody_has_moved()
    session.turn_lasts(lasted, away)
    assert session.refusal(BOB, Substitute(0)) == code
    assert is_missed(session.table, 0, session.moment) == (code is None)


@pytest.mark.parametrize(
    ("patience", "away", "code"),
    [
        (Patience(absent=500, unmoved=400), 400, None),
        (Patience(absent=500, unmoved=400), 399, NOT_ABSENT),
        (Patience(absent=450, unmoved=1000), 450, None),
        (Patience(absent=450, unmoved=1000), 449, NOT_ABSENT),
        (Patience(absent=0, unmoved=0), RECONNECT_GRACE, None),
        (Patience(absent=0, unmoved=0), RECONNECT_GRACE - 1, NOT_ABSENT),
    ],
)
def test_patience_is_a_setting_but_a_lost_connection_always_has_its_grace(
    patience: Patience, away: float, code: Code | None
) -> None:
    session = nobody_has_moved()
    session.turn_lasts(away, {ANN.id: away}, patience)
    assert session.refusal(BOB, Substitute(0)) == code


def test_patience_is_a_day_and_minutes_by_default() -> None:
    assert Moment(now=START).patience == Patience(absent=DAY, unmoved=MINUTES)
    assert RECONNECT_GRACE == 60


def test_player_who_took_their_move_back_has_moved() -> None:
    session = playing("orion")
    session.move()
    session.do(ANN, TakeBack())
    session.agrees(BOB)
    assert (session.table.ply, session.table.turn) == (0, 0)
    session.turn_lasts(DAY - 1, {ANN.id: DAY - 1})
    assert session.refusal(BOB, Substitute(0)) == NOT_ABSENT


def test_moves_of_a_record_do_not_count_as_moves_of_a_player() -> None:
    session = given_lanterns([joined(ANN), joined(BOB), BOT])
    assert session.table.turn == 0
    session.turn_lasts(MINUTES, {ANN.id: MINUTES})
    assert session.refusal(BOB, Substitute(0)) is None


def test_moves_of_a_substitute_do_not_count_as_moves_of_its_player() -> None:
    session = nobody_has_moved()
    session.sees(absent={ANN.id})
    session.do(BOB, Substitute(0))
    session.move()
    session.move()
    session.do(ANN, Return(0))
    session.turn_lasts(MINUTES, {ANN.id: MINUTES})
    assert session.refusal(BOB, Substitute(0)) is None


def test_player_of_several_seats_has_moved_if_one_of_them_has() -> None:
    session = Session(creation(seats=[joined(ANN), joined(ANN), joined(BOB)]))
    session.turn_lasts(MINUTES, {ANN.id: MINUTES})
    assert session.refusal(BOB, Substitute(0)) is None
    session.move(session.a_light())
    assert session.table.turn == 1
    assert session.refusal(BOB, Substitute(1)) == NOT_ABSENT


def test_player_who_is_not_to_move_keeps_nobody_waiting() -> None:
    session = first_move()
    session.turn_lasts(9 * DAY, {actor.id: 9 * DAY for actor in (ANN, BOB, CAS)})
    assert session.refusal(ANN, Substitute(1)) == NOT_ABSENT
    assert session.refusal(BOB, Substitute(2)) == NOT_ABSENT


# --- the time until then -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "lasted", "away", "seconds"),
    [
        (nobody_has_moved, 0, {}, MINUTES),
        (nobody_has_moved, 0, {ANN.id: 0.0}, MINUTES),
        (nobody_has_moved, 1000, {ANN.id: 100.0}, MINUTES - 100),
        (nobody_has_moved, DAY - 100, {ANN.id: 100.0}, 100),
        (nobody_has_moved, DAY - 5, {}, RECONNECT_GRACE),
        (both_have_moved, 0, {}, DAY),
        (both_have_moved, 1000, {ANN.id: 1000.0}, DAY - 1000),
        (both_have_moved, 1000, {ANN.id: 5.0}, DAY - 1000),
        (both_have_moved, DAY, {ANN.id: 50.0}, RECONNECT_GRACE - 50),
        (both_have_moved, DAY, {}, RECONNECT_GRACE),
        (both_have_moved, DAY, {ANN.id: RECONNECT_GRACE}, 0),
    ],
)
def test_seconds_until_a_player_is_missed_are_those_if_they_stay_away(
    situation: Callable[[], Session], lasted: float, away: Mapping[str, float], seconds: float
) -> None:
    session = situation()
    session.turn_lasts(lasted, away)
    assert seconds_until_missed(session.table, 0, session.moment) == seconds
    later = {ANN.id: away.get(ANN.id, 0.0) + seconds}
    session.turn_lasts(lasted + seconds, later)
    assert is_missed(session.table, 0, session.moment)
    if seconds:
        session.turn_lasts(lasted + seconds - 1, {ANN.id: later[ANN.id] - 1})
        assert not is_missed(session.table, 0, session.moment)


@pytest.mark.parametrize(
    ("start", "seat"),
    [
        (nobody_has_moved, 1),
        (lambda: playing("orion", time=LIVE), 0),
        (lambda: playing("orion", time=DAYS), 0),
        (program_to_move, 1),
        (bot_to_move, 1),
        (open_seats, 0),
        (over, 0),
    ],
    ids=["not to move", "live", "days", "program", "bot", "open", "over"],
)
def test_nobody_is_missed_where_nobody_waits_for_a_person(
    start: Callable[[], Session], seat: int
) -> None:
    session = start()
    away = dict.fromkeys(session.table.people, 9 * DAY)
    session.turn_lasts(9 * DAY, away)
    assert seconds_until_missed(session.table, seat, session.moment) is None
    assert not is_missed(session.table, seat, session.moment)


# --- consent to a bot for another player ---------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "lasted", "away"),
    [(both_have_moved, DAY, RECONNECT_GRACE), (nobody_has_moved, MINUTES, MINUTES)],
)
def test_replaced_player_is_not_asked_even_if_they_were_here_today(
    situation: Callable[[], Session], lasted: float, away: float
) -> None:
    session = situation()
    session.turn_lasts(lasted, {ANN.id: away})
    assert [type(each) for each in session.do(BOB, Substitute(0))] == [Substituted]


def test_absent_players_are_not_asked_about_a_bot_for_another_one() -> None:
    """M3: two absent players blocked a game of three or four for good."""
    session = first_move()
    session.sees(absent={ANN.id, CAS.id})
    (entry,) = session.do(BOB, Substitute(0))
    assert entry == Substituted(at=START, by=BOB.id, seat=0, level=3)


@pytest.mark.parametrize("away", [DAY - 1, MINUTES, 0.0])
def test_players_are_asked_until_they_have_been_absent_for_a_day(away: float) -> None:
    """Nor are they passed over because they have never moved."""
    session = first_move()
    session.turn_lasts(LONG_AWAY, {ANN.id: LONG_AWAY, CAS.id: away})
    assert not is_absent(CAS.id, session.moment)
    assert [type(each) for each in session.do(BOB, Substitute(0))] == [Proposed]
    session = first_move()
    session.turn_lasts(LONG_AWAY, {ANN.id: LONG_AWAY, CAS.id: DAY})
    assert is_absent(CAS.id, session.moment)
    assert [type(each) for each in session.do(BOB, Substitute(0))] == [Substituted]


def test_absence_of_a_day_is_a_setting() -> None:
    session = first_move()
    away = {ANN.id: 500.0, CAS.id: 500.0}
    session.turn_lasts(500, away, Patience(absent=500))
    assert [type(each) for each in session.do(BOB, Substitute(0))] == [Substituted]


def test_player_who_became_absent_meanwhile_is_not_waited_for() -> None:
    session = four_players()
    session.turn_lasts(DAY, {ANN.id: DAY, EVE.id: DAY - 9})
    session.do(BOB, Substitute(0))
    session.turn_lasts(DAY + 9, {ANN.id: DAY + 9, EVE.id: DAY})
    assert [type(each) for each in session.agrees(CAS)] == [Agreed, Substituted]


def test_player_who_returned_meanwhile_is_asked() -> None:
    session = four_players()
    session.turn_lasts(DAY, {ANN.id: DAY, EVE.id: DAY})
    session.do(BOB, Substitute(0))
    session.turn_lasts(DAY + 9, {ANN.id: DAY + 9})
    assert [type(each) for each in session.agrees(CAS)] == [Agreed]
    assert [type(each) for each in session.agrees(EVE)] == [Agreed, Substituted]


def test_absent_players_are_asked_about_a_bot_on_the_own_seat() -> None:
    """M4: otherwise, help from a bot would only take some patience."""
    session = first_move()
    session.sees(absent={BOB.id, CAS.id})
    assert [type(each) for each in session.do(ANN, Substitute(0))] == [Proposed]
    assert [type(each) for each in session.agrees(BOB)] == [Agreed]
    assert session.table.bot_level(0) is None


def test_absent_players_are_asked_about_a_takeback() -> None:
    session = first_move()
    session.move(session.a_light())
    session.sees(absent={BOB.id, CAS.id})
    assert [type(each) for each in session.do(ANN, TakeBack())] == [Proposed]


def test_absent_players_are_not_asked_about_a_bot_for_a_program() -> None:
    session = Session(creation(seats=[joined(GATHERER), joined(ANN), joined(BOB)]))
    session.do(GATHERER, ReportFailure("failed"))
    session.sees(absent={ANN.id})
    assert [type(each) for each in session.do(BOB, Substitute(0))] == [Substituted]


# --- players who return while the others agree ---------------------------------------------


@pytest.mark.parametrize("away", [{}, {ANN.id: RECONNECT_GRACE - 1}], ids=["here", "just left"])
def test_consent_withdraws_the_proposal_when_the_player_has_returned(
    away: Mapping[str, float],
) -> None:
    """H1: a bot must not play for a player who is here."""
    session = bot_proposed_for_ann()
    session.turn_lasts(LONG_AWAY, away)
    session.advance(5)
    assert session.agrees(CAS) == [Declined(at=START + 5)]
    table = session.table
    assert (table.proposal, table.bot_level(0)) == (None, None)
    assert session.refusal(CAS, Agree("bot", 0, 0)) == "proposal/none"
    session.move()
    assert session.table.ply == 1


def test_player_who_returned_withdraws_the_proposal_by_agreeing_to_it() -> None:
    session = bot_proposed_for_ann()
    session.turn_lasts(LONG_AWAY, {})
    assert session.agrees(ANN) == [Declined(at=START)]


def test_first_of_several_consents_withdraws_an_outdated_proposal() -> None:
    session = four_players()
    session.sees(absent={ANN.id})
    session.do(BOB, Substitute(0))
    session.agrees(CAS)
    session.sees()
    assert session.agrees(EVE) == [Declined(at=START)]
    assert session.table.proposal is None


def test_consent_replaces_a_player_who_is_still_absent() -> None:
    session = bot_proposed_for_ann()
    assert [type(each) for each in session.agrees(CAS)] == [Agreed, Substituted]


def test_presence_does_not_withdraw_a_bot_on_the_own_seat() -> None:
    session = bot_proposed()
    session.sees()
    assert [type(each) for each in session.agrees(ANN)] == [Agreed]
    assert [type(each) for each in session.agrees(BOB)] == [Agreed, Substituted]


def test_presence_does_not_withdraw_a_takeback() -> None:
    session = takeback_proposed()
    session.sees()
    assert [type(each) for each in session.agrees(CAS)] == [Agreed]
    assert [type(each) for each in session.agrees(BOB)] == [Agreed, TookBack]


def test_consent_withdraws_the_proposal_when_a_program_has_new_time() -> None:
    session = Session(creation(seats=[joined(GATHERER), joined(ANN), joined(BOB)]))
    session.advance(60)
    session.do(BOB, Substitute(0))
    session.do(None, Resume())
    assert session.agrees(ANN) == [Declined(at=START + 60)]
