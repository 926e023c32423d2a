"""Moves, takebacks, resigning, hints, chat and rematches."""

from collections.abc import Callable

import pytest

from parhelion import new
from parhelion.refusals import Code, Refused
from parhelion.tables.commands import (
    Agree,
    AskForHint,
    Command,
    Decline,
    ForgetRematch,
    Move,
    MoveByBot,
    PlayAgain,
    Resign,
    Return,
    Say,
    Substitute,
    TakeBack,
    decide,
)
from parhelion.tables.entries import (
    Agreed,
    Declined,
    Hinted,
    Moved,
    Proposed,
    Rematched,
    Resigned,
    Said,
    TookBack,
)
from parhelion.tables.moment import Actor, Moment
from parhelion.tables.table import BadJournal, Remark
from tests.positions import play_out
from tests.tables.situations import (
    ANN,
    BOB,
    BOT,
    CAS,
    EVE,
    START,
    Session,
    against_bots,
    bot_to_move,
    creation,
    first_move,
    given,
    joined,
    one_device,
    one_seat_resigned,
    one_seat_substituted,
    open_seats,
    over,
    over_from_a_record,
    over_with_a_rematch,
    playing,
    second_move,
    secret_revealed,
    takeback_half_agreed,
    takeback_proposed,
    two_seats_each_on_one_device,
)

UNKNOWN = None

# --- moves ---------------------------------------------------------------------------------


def test_move_of_the_player_to_move_is_played() -> None:
    session = playing("orion")
    move = session.legal()[0]
    session.advance(3)
    (entry,) = session.do(ANN, Move(0, move))
    assert entry == Moved(at=START + 3, by=ANN.id, seat=0, move=move, spent=3.0)
    assert (session.table.ply, session.table.turn, session.table.position) == (1, 1, 1)


@pytest.mark.parametrize(
    ("actor", "position", "code"),
    [
        (BOB, 1, None),
        (ANN, 1, "move/not-yours"),
        (EVE, 1, "seat/not-yours"),
        (UNKNOWN, 1, "me/unknown"),
        (BOB, 0, "move/stale"),
        (BOB, 2, "move/stale"),
        (ANN, 2, "move/stale"),
    ],
)
def test_moves_of_others_and_for_other_positions_are_refused(
    actor: Actor | None, position: int, code: Code | None
) -> None:
    session = playing("orion")
    session.move()
    assert session.refusal(actor, Move(position, session.legal()[0])) == code


def test_stale_move_is_refused_even_if_it_is_legal() -> None:
    session = one_device()
    session.move("draw")
    assert "draw" in session.legal()
    assert session.refusal(ANN, Move(0, "draw")) == "move/stale"
    assert session.refusal(ANN, Move(1, "draw")) is None


@pytest.mark.parametrize("move", ["", "x" * 200, "star z99", "duo a1/k9", "star a1; eagle 2-8"])
def test_illegal_move_is_refused(move: str) -> None:
    assert playing("orion").refusal(ANN, Move(0, move)) == "move/illegal"


def test_refused_move_names_its_rule_in_the_language_of_the_player() -> None:
    session = playing("orion", options={"setup": "symmetric-1"})
    messages = set()
    for lang in ("en", "fr"):
        with pytest.raises(Refused) as caught:
            decide(session.table, ANN, Move(0, "star h5", lang), session.moment)
        assert caught.value.rule == "O9"
        messages.add(caught.value.message)
    assert len(messages) == 2
    with pytest.raises(Refused) as caught:
        decide(session.table, ANN, Move(0, "nonsense"), session.moment)
    assert caught.value.rule == ""


def test_player_never_decides_what_chance_does() -> None:
    session = playing("solenia")
    assert session.refusal(ANN, Move(0, f"{session.legal()[0]}; eagle 2-8")) == "move/illegal"


@pytest.mark.parametrize("game", ["orion", "solenia", "solstis", "lantern"])
def test_whole_game_ends_by_the_rules(game: str) -> None:
    session = playing(game)
    session.play_out()
    table = session.table
    assert (table.status, table.ended, table.turn) == ("over", "rules", None)
    assert table.winners == list(table.dealt.winners)
    for actor in (ANN, BOB):
        assert session.refusal(actor, Move(table.position, "draw")) == "table/over"
        assert session.refusal(actor, Resign()) == "table/over"
        assert session.refusal(actor, TakeBack()) == "table/over"


def test_chat_and_remarks_do_not_make_a_move_stale() -> None:
    """Pitfall 1: a move answers a position, not a number of entries."""
    session = playing("orion")
    position, move = session.table.position, session.legal()[0]
    session.do(BOB, Say("Hello"))
    session.do(BOB, Substitute(1))
    session.agrees(ANN)
    session.do(BOB, Return(1))
    assert session.table.version > position + 1
    assert session.table.position == position
    session.do(ANN, Move(position, move))
    assert session.table.ply == 1


def test_hint_does_not_make_a_move_stale() -> None:
    session = against_bots("orion")
    position, move = session.table.position, session.legal()[0]
    session.do(ANN, AskForHint())
    session.do(ANN, Move(position, move))
    assert session.table.ply == 1


def test_proposal_does_not_make_a_move_stale() -> None:
    session = second_move()
    position, move = session.table.position, session.a_light()
    session.do(ANN, TakeBack())
    session.do(BOB, Move(position, move))
    assert session.table.proposal is None


def test_resignation_of_another_player_does_not_make_a_move_stale() -> None:
    session = playing()
    position, move = session.table.position, session.a_light()
    session.do(BOB, Resign())
    session.do(ANN, Move(position, move))
    assert session.table.ply == 1


def test_resignation_of_the_player_to_move_makes_their_move_stale() -> None:
    session = one_device()
    position, move = session.table.position, session.a_light()
    session.do(ANN, Resign())
    assert session.refusal(ANN, Move(position, move)) == "move/stale"


# --- bots ----------------------------------------------------------------------------------


def test_move_of_a_bot_is_played_without_time() -> None:
    session = bot_to_move()
    session.advance(5)
    position = session.table.position
    (entry,) = session.do(None, MoveByBot(position, 1, "draw"))
    assert entry == Moved(at=START + 5, seat=1, move="draw")
    assert session.table.ply == 2


def test_move_of_a_bot_for_another_position_is_dropped() -> None:
    session = bot_to_move()
    position = session.table.position
    assert session.do(None, MoveByBot(position - 1, 1, "draw")) == []
    session.move()
    assert session.do(None, MoveByBot(position, 1, "draw")) == []
    assert session.do(None, MoveByBot(session.table.position, 1, "draw")) == []


def test_move_of_a_bot_is_dropped_after_a_takeback() -> None:
    session = bot_to_move()
    late = MoveByBot(session.table.position, 1, "draw")
    session.do(ANN, TakeBack())
    session.move(session.a_light())
    assert session.table.turn == 1
    assert session.do(None, late) == []


def test_move_of_a_bot_is_dropped_when_the_player_has_returned() -> None:
    session = against_bots()
    session.do(ANN, Substitute(0))
    late = MoveByBot(session.table.position, 0, "draw")
    session.do(ANN, Return(0))
    assert session.do(None, late) == []
    assert session.refusal(ANN, Move(late.position, "draw")) is None


def test_move_of_a_bot_is_dropped_after_the_end() -> None:
    session = Session(creation("orion", [joined(ANN), BOT]))
    session.move()
    session.do(ANN, Resign())
    late = MoveByBot(session.table.position, 1, session.legal()[0])
    assert session.do(None, late) == []


def test_move_of_a_bot_is_played_after_another_player_resigned() -> None:
    session = Session(creation(seats=[BOT, joined(ANN), joined(BOB)]))
    late = MoveByBot(session.table.position, 0, "draw")
    session.do(BOB, Resign())
    assert session.do(None, late)


def test_illegal_move_of_a_bot_cannot_be_added() -> None:
    session = bot_to_move()
    with pytest.raises(BadJournal):
        session.do(None, MoveByBot(session.table.position, 1, "light 99"))


def test_bot_plays_on_for_a_player_who_resigned() -> None:
    session = playing()
    session.do(ANN, Resign())
    assert session.table.is_moved_by_bot
    session.do(None, MoveByBot(session.table.position, 0, "draw"))
    assert session.table.turn == 1


# --- takebacks -----------------------------------------------------------------------------


def test_takeback_against_bots_goes_back_over_their_replies() -> None:
    session = against_bots("orion")
    before = session.table.dealt
    assert session.refusal(ANN, TakeBack()) == "takeback/nothing"
    session.move()
    session.move()
    assert session.do(ANN, TakeBack()) == [TookBack(at=START, by=ANN.id, seat=0, ply=0)]
    assert session.table.match == before
    assert (session.table.turn, session.table.proposal) == (0, None)


def test_takeback_is_possible_while_a_bot_is_to_move() -> None:
    session = bot_to_move()
    session.do(ANN, TakeBack())
    assert session.table.ply == 0


def test_takeback_against_a_person_waits_for_consent() -> None:
    session = playing("orion")
    session.move()
    (entry,) = session.do(ANN, TakeBack())
    assert entry == Proposed(at=START, by=ANN.id, what="takeback", seat=0, ply=0)
    assert session.table.ply == 1
    assert [type(each) for each in session.agrees(BOB)] == [Agreed, TookBack]
    assert (session.table.ply, session.table.proposal, session.table.turn) == (0, None, 0)


def test_takeback_of_three_waits_for_both() -> None:
    session = takeback_proposed()
    assert [type(each) for each in session.agrees(BOB)] == [Agreed]
    assert session.table.ply == 1
    assert [type(each) for each in session.agrees(CAS)] == [Agreed, TookBack]
    assert session.table.ply == 0


def test_takeback_with_several_seats_is_of_the_last_move() -> None:
    session = two_seats_each_on_one_device()
    session.move(session.a_light())
    session.move(session.a_light())
    session.do(ANN, TakeBack())
    proposal = session.table.proposal
    assert proposal
    assert (proposal.seat, proposal.ply) == (1, 1)


@pytest.mark.parametrize(
    ("situation", "actor", "command", "code"),
    [
        (takeback_proposed, ANN, TakeBack(), "proposal/waits"),
        (takeback_proposed, BOB, TakeBack(), "proposal/waits"),
        (takeback_proposed, ANN, Agree("takeback", 0, 0), "proposal/waits"),
        (takeback_proposed, BOB, Agree("takeback", 0, 0), None),
        (takeback_proposed, BOB, Agree("takeback", 0, 1), "proposal/none"),
        (takeback_proposed, BOB, Agree("takeback", 1, 0), "proposal/none"),
        (takeback_proposed, BOB, Agree("bot", 0, 0), "proposal/none"),
        (takeback_proposed, EVE, Agree("takeback", 0, 0), "seat/not-yours"),
        (takeback_proposed, UNKNOWN, Agree("takeback", 0, 0), "me/unknown"),
        (takeback_half_agreed, BOB, Agree("takeback", 0, 0), "proposal/waits"),
        (takeback_half_agreed, CAS, Agree("takeback", 0, 0), None),
        (takeback_half_agreed, ANN, Decline(), None),
        (takeback_half_agreed, BOB, Decline(), None),
        (takeback_half_agreed, CAS, Decline(), None),
        (takeback_proposed, EVE, Decline(), "seat/not-yours"),
        (takeback_proposed, UNKNOWN, Decline(), "me/unknown"),
        (second_move, BOB, Agree("takeback", 0, 0), "proposal/none"),
        (second_move, BOB, Decline(), "proposal/none"),
        (second_move, BOB, TakeBack(), "takeback/nothing"),
        (second_move, EVE, TakeBack(), "seat/not-yours"),
        (second_move, UNKNOWN, TakeBack(), "me/unknown"),
        (secret_revealed, ANN, TakeBack(), "takeback/secret"),
        (over, ANN, Agree("takeback", 0, 0), "table/over"),
        (over, ANN, Decline(), "table/over"),
    ],
)
def test_takebacks_and_answers_are_checked(
    situation: Callable[[], Session], actor: Actor | None, command: Command, code: Code | None
) -> None:
    assert situation().refusal(actor, command) == code


@pytest.mark.parametrize("actor", [ANN, BOB, CAS])
def test_proposal_is_declined_or_withdrawn(actor: Actor) -> None:
    session = takeback_half_agreed()
    assert session.do(actor, Decline()) == [Declined(at=START, by=actor.id)]
    assert (session.table.proposal, session.table.ply) == (None, 1)
    session.do(ANN, TakeBack())
    assert session.table.proposal
    assert session.table.proposal.agreed == ()


def test_move_answers_a_proposal() -> None:
    session = takeback_half_agreed()
    session.move()
    assert (session.table.proposal, session.table.ply) == (None, 2)
    assert session.refusal(CAS, Agree("takeback", 0, 0)) == "proposal/none"


def test_takeback_stops_where_a_secret_was_revealed() -> None:
    session = one_device()
    session.move(session.a_light())
    assert "takeback" in session.can(ANN)
    session.move("draw")
    assert session.refusal(ANN, TakeBack()) == "takeback/secret"
    session.move(session.a_light())
    session.do(ANN, TakeBack())
    assert session.table.ply == 2
    assert session.refusal(ANN, TakeBack()) == "takeback/secret"


def test_resigned_player_is_not_asked_for_consent() -> None:
    session = one_seat_resigned()
    session.move(session.a_light())
    session.do(ANN, TakeBack())
    assert session.refusal(CAS, Agree("takeback", 0, 0)) == "seat/not-yours"
    assert session.refusal(CAS, Decline()) == "seat/not-yours"
    session.agrees(BOB)
    assert session.table.ply == 0


def test_substituted_player_is_still_asked_for_consent() -> None:
    """H1: to put a bot on the other seat must bring no free takebacks."""
    session = one_seat_substituted()
    session.move(session.a_light())
    session.do(ANN, TakeBack())
    session.agrees(BOB)
    assert session.table.ply == 1
    session.agrees(CAS)
    assert session.table.ply == 0


def test_moves_of_a_record_can_be_taken_back() -> None:
    match = new("orion", seed=3)
    played = match.copy()
    for _ in range(2):
        played.play(played.moves()[0])
    session = Session(given(match, [joined(ANN), BOT], played.texts()))
    session.do(ANN, TakeBack())
    assert session.table.match == match


# --- resigning -----------------------------------------------------------------------------


def test_player_who_resigns_against_one_loses() -> None:
    session = playing("orion")
    session.move()
    assert session.do(ANN, Resign()) == [Resigned(at=START, by=ANN.id, seat=0)]
    table = session.table
    assert (table.status, table.ended, table.winners, table.turn) == ("over", "resigned", [1], None)
    assert table.remaining == [1]


def test_last_remaining_player_wins() -> None:
    session = playing()
    session.do(ANN, Resign())
    assert session.table.status == "playing"
    session.do(BOB, Resign())
    assert (session.table.ended, session.table.winners) == ("resigned", [2])


def test_player_resigns_once() -> None:
    session = one_seat_resigned()
    assert session.refusal(CAS, Resign()) == "seat/not-yours"
    assert session.refusal(EVE, Resign()) == "seat/not-yours"
    assert session.refusal(UNKNOWN, Resign()) == "me/unknown"


def test_resigned_seat_is_the_one_to_move_or_the_first() -> None:
    session = one_device()
    session.move(session.a_light())
    (entry,) = session.do(ANN, Resign())
    assert entry == Resigned(at=START, by=ANN.id, seat=1)
    (entry,) = session.do(ANN, Resign())
    assert entry == Resigned(at=START, by=ANN.id, seat=0)
    assert session.table.winners == [2]


def test_resigned_player_cannot_win_by_the_rules() -> None:
    for seed in range(30):
        match = play_out(new("lantern", seed=seed))
        if match.winners == (0,) and match.movers[-1]:
            break
    texts = match.texts()
    match.undo(match.ply)
    session = Session(given(match, [joined(ANN), joined(BOB), joined(CAS)], texts[:-1]))
    session.do(ANN, Resign())
    session.move(texts[-1])
    table = session.table
    assert table.ended == "rules"
    assert table.dealt.winners == (0,)
    best = max(table.dealt.scores[1:])
    assert table.winners == [seat for seat in (1, 2) if table.dealt.scores[seat] == best]


def test_finished_record_has_the_winners_of_its_match() -> None:
    table = over_from_a_record().table
    assert table.winners == list(table.dealt.winners)


# --- hints ---------------------------------------------------------------------------------


def test_hint_is_remarked_with_its_time() -> None:
    session = against_bots("orion")
    session.advance(7)
    (entry,) = session.do(ANN, AskForHint())
    assert entry == Hinted(at=START + 7, by=ANN.id, seat=0, spent=7.0)
    assert session.table.remarks == (Remark("hint", 0, 0),)


@pytest.mark.parametrize(
    ("situation", "actor", "code"),
    [
        (against_bots, ANN, None),
        (one_device, ANN, None),
        (bot_to_move, ANN, "move/not-yours"),
        (first_move, ANN, "hint/not-here"),
        (one_seat_substituted, ANN, "hint/not-here"),
        (first_move, BOB, "move/not-yours"),
        (open_seats, ANN, "table/not-started"),
        (over, ANN, "table/over"),
        (against_bots, EVE, "seat/not-yours"),
        (against_bots, UNKNOWN, "me/unknown"),
    ],
)
def test_hints_are_for_people_who_play_alone(
    situation: Callable[[], Session], actor: Actor | None, code: Code | None
) -> None:
    assert situation().refusal(actor, AskForHint()) == code


def test_hint_is_allowed_when_all_others_have_resigned() -> None:
    session = Session(creation(seats=[joined(ANN), joined(BOB), BOT]))
    assert session.refusal(ANN, AskForHint()) == "hint/not-here"
    session.do(BOB, Resign())
    assert session.refusal(ANN, AskForHint()) is None


# --- chat ----------------------------------------------------------------------------------


def test_line_of_chat_has_its_writer_and_seat() -> None:
    session = two_seats_each_on_one_device()
    (entry,) = session.do(BOB, Say("  well met \n"))
    assert entry == Said(at=START, by=BOB.id, text="well met", seat=2)
    (entry,) = session.do(ANN, Say("Hello"))
    assert entry == Said(at=START, by=ANN.id, text="Hello", seat=0)


@pytest.mark.parametrize(
    ("situation", "actor", "code"),
    [
        (first_move, EVE, None),
        (first_move, ANN, None),
        (one_device, EVE, "chat/players-only"),
        (open_seats, BOB, "chat/players-only"),
        (over, ANN, None),
        (one_seat_resigned, CAS, None),
        (first_move, UNKNOWN, "me/unknown"),
        (one_device, UNKNOWN, "me/unknown"),
    ],
)
def test_chat_is_for_players_unless_spectators_may_write(
    situation: Callable[[], Session], actor: Actor | None, code: Code | None
) -> None:
    assert situation().refusal(actor, Say("Hello")) == code


def test_spectator_writes_without_a_seat() -> None:
    (entry,) = first_move().do(EVE, Say("Hello"))
    assert entry == Said(at=START, by=EVE.id, text="Hello")


# --- rematches -----------------------------------------------------------------------------


def test_first_request_decides_the_rematch() -> None:
    session = over()
    assert session.do(BOB, PlayAgain("next")) == [Rematched(at=START, by=BOB.id, table="next")]
    assert session.do(ANN, PlayAgain("other")) == []
    assert session.table.rematch == "next"


def test_expired_rematch_is_forgotten_and_asked_for_again() -> None:
    session = over_with_a_rematch()
    assert session.do(None, ForgetRematch("next")) == [Rematched(at=START, table=None)]
    assert session.table.rematch is None
    assert session.do(None, ForgetRematch("next")) == []
    session.do(BOB, PlayAgain("third"))
    assert session.table.rematch == "third"


def test_newer_rematch_is_not_forgotten() -> None:
    """Pitfall 2: a command that lost a race is decided again on the new value."""
    session = over_with_a_rematch()
    assert session.do(None, ForgetRematch("an older table")) == []
    assert session.table.rematch == "next"


@pytest.mark.parametrize(
    ("situation", "actor", "code"),
    [
        (over, ANN, None),
        (over, EVE, "seat/not-yours"),
        (over, UNKNOWN, "me/unknown"),
        (first_move, ANN, "table/not-over"),
        (open_seats, ANN, "table/not-over"),
    ],
)
def test_rematch_is_for_players_after_the_end(
    situation: Callable[[], Session], actor: Actor | None, code: Code | None
) -> None:
    assert situation().refusal(actor, PlayAgain("next")) == code


def test_unknown_command_is_an_error() -> None:
    with pytest.raises(TypeError):
        decide(first_move().table, ANN, Command(), Moment(now=START))
