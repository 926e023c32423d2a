"""Joining, the deal, bots on open seats, and leaving for good."""

import itertools
from collections.abc import Callable, Iterator

import pytest

from parhelion import new
from parhelion.fair_shuffle import commitment_of
from parhelion.match import Match, replay
from parhelion.refusals import Code
from parhelion.tables.commands import (
    AskForHint,
    CheckFlag,
    Command,
    Decline,
    Expire,
    Join,
    Leave,
    Move,
    MoveByBot,
    PlayAgain,
    Resign,
    Return,
    Say,
    Substitute,
    TakeBack,
    Withdraw,
)
from parhelion.tables.entries import (
    BotSeated,
    Joined,
    Resigned,
    Started,
    Substituted,
    Vacated,
    Withdrawn,
)
from parhelion.tables.moment import Actor
from parhelion.tables.seats import Seat, middle_level, rotated, with_seat
from parhelion.tables.table import Table
from tests.tables.situations import (
    ANN,
    BOB,
    BOT,
    CAS,
    EVE,
    GAMES,
    GATHERER,
    HOUSE_BOT,
    LIVE,
    OPEN,
    SEATS,
    SECRET,
    START,
    Session,
    against_bots,
    creation,
    given,
    given_lanterns,
    joined,
    known_deal,
    one_device,
    one_open_seat,
    open_seats,
    over,
    playing,
    program_invited,
    program_to_move,
    public_deal_with_an_open_seat,
    rematch,
    replayed,
    reserved,
    two_seats_each_on_one_device,
)

UNKNOWN = None
"""A visitor without a name."""

# --- joining -------------------------------------------------------------------------------


def test_last_player_to_join_starts_the_game() -> None:
    session = open_seats()
    assert [type(entry) for entry in session.do(BOB, Join(1, "bobs"))] == [Joined]
    assert session.table.status == "open"
    session.advance(500)
    assert [type(entry) for entry in session.do(CAS, Join(2, "cas"))] == [Joined, Started]
    table = session.table
    assert (table.status, table.turn, table.since) == ("playing", 0, START + 500)
    assert [seat.text for seat in table.seats] == ["", "bobs", "cas"]
    assert session.legal()


@pytest.mark.parametrize(
    ("actor", "seat", "code"),
    [
        (BOB, 1, None),
        (BOB, 0, "seat/taken"),
        (ANN, 0, "seat/taken"),
        (ANN, 1, None),
        (BOB, 3, "seat/unknown"),
        (BOB, -1, "seat/unknown"),
        (GATHERER, 1, "bot/not-invited"),
        (UNKNOWN, 1, "me/unknown"),
        (UNKNOWN, 0, "me/unknown"),
    ],
)
def test_open_seats_are_joined_once(actor: Actor | None, seat: int, code: Code | None) -> None:
    assert open_seats().refusal(actor, Join(seat)) == code


def test_only_the_host_takes_several_seats() -> None:
    """M6: a stranger must not take all seats."""
    session = one_open_seat()
    assert session.refusal(BOB, Join(2)) == "seat/one-each"
    assert session.refusal(ANN, Join(2)) is None


def test_owner_of_a_seated_program_takes_no_other_seat() -> None:
    program = Actor("id-of-program", owner=BOB.id)
    session = Session(creation(seats=[OPEN, reserved(program), OPEN]))
    assert session.refusal(BOB, Join(0)) == "seat/one-each"
    assert session.refusal(ANN, Join(0)) is None
    assert session.refusal(CAS, Join(0)) is None


def test_nobody_joins_a_game_that_is_played_or_over() -> None:
    assert playing().refusal(EVE, Join(0)) == "seat/taken"
    assert over().refusal(EVE, Join(0)) == "table/over"


def test_reserved_seats_are_for_their_people() -> None:
    session = rematch()
    assert session.refusal(BOB, Join(1)) == "seat/taken"
    assert session.refusal(EVE, Join(1)) == "seat/taken"
    session.do(ANN, Join(1, "anns"))
    assert session.refusal(ANN, Join(1)) == "seat/taken"
    session.do(BOB, Join(2))
    assert session.table.status == "playing"


def test_program_joins_only_the_seat_reserved_for_it() -> None:
    session = program_invited()
    other = Actor("id-of-other", owner=ANN.id)
    assert session.refusal(other, Join(1)) == "seat/taken"
    assert session.refusal(ANN, Join(1)) == "seat/taken"
    session.do(GATHERER, Join(1, "x"))
    assert session.table.status == "playing"
    assert session.table.seats[1] == Seat(person=GATHERER.id, owner=ANN.id, text="x")


@pytest.mark.parametrize("text", ["a.b", "x" * 65, "ä", "\n", "a b"])
def test_text_that_could_forge_a_shuffle_is_refused(text: str) -> None:
    assert one_open_seat().refusal(CAS, Join(2, text)) == "bad-request"
    assert open_seats().refusal(BOB, Join(1, text)) == "bad-request"


def test_longest_text_is_accepted() -> None:
    assert one_open_seat().refusal(CAS, Join(2, "-_" + "x" * 62)) is None


# --- the deal ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_deal_is_unknown_until_all_have_joined(game: str) -> None:
    session = Session(creation(game, [joined(ANN, "mine"), *[OPEN] * (SEATS[game] - 1)]))
    for seat, actor in zip(range(1, SEATS[game]), (BOB, CAS), strict=False):
        assert session.table.match is None
        session.do(actor, Join(seat, f"text-{seat}"))
    assert session.table.is_dealt


@pytest.mark.parametrize("game", GAMES)
def test_deal_follows_from_the_secret_and_all_texts(game: str) -> None:
    def deal(secret: str, *texts: str) -> Match:
        seats = [joined(actor, text) for actor, text in zip((ANN, BOB, CAS), texts, strict=False)]
        return Session(creation(game, seats, secret=secret)).table.dealt

    texts = ("anns", "bobs", "cas")[: SEATS[game]]
    match = deal(SECRET, *texts)
    assert deal(SECRET, *texts) == match
    assert match.shuffle
    assert match.shuffle.commitment == commitment_of(SECRET)
    assert match.shuffle.seats == [*texts]
    assert match.seed == ".".join((SECRET, *texts))
    others = [deal(SECRET, *each) for each in itertools.permutations(texts) if each != texts]
    others.append(deal(SECRET[::-1], *texts))
    assert all(other.seed != match.seed for other in others)
    assert any(other.deal != match.deal for other in others)


def test_bot_does_not_move_before_the_start() -> None:
    session = Session(given(new("orion", seed=3), [BOT, OPEN]))
    assert session.table.is_moved_by_bot
    assert session.do(None, MoveByBot(0, 0, session.legal()[0])) == []


def test_bots_contribute_nothing_to_the_shuffle() -> None:
    session = Session(creation(seats=[joined(ANN, "anns"), BOT, BOT]))
    assert session.table.dealt.seed == f"{SECRET}.anns.."


def test_order_of_joining_does_not_change_the_deal() -> None:
    def dealt(*order: tuple[Actor, int]) -> Match:
        session = open_seats()
        for actor, seat in order:
            session.do(actor, Join(seat, actor.id))
        return session.table.dealt

    assert dealt((BOB, 1), (CAS, 2)) == dealt((CAS, 2), (BOB, 1))


def test_record_proves_the_shuffle() -> None:
    session = playing("solstis")
    session.move()
    session.do(ANN, Resign())
    record = session.table.dealt.record()
    assert record["shuffle"]["secret"] == SECRET
    assert replay(record) == session.table.match


def test_deal_is_stored_as_it_was_dealt() -> None:
    """A later version may deal otherwise from the same seed."""
    session = playing()
    start = session.journal[1]
    assert isinstance(start, Started)
    assert start.deal
    other = dict(start.deal) | {"seed": "another seed"}
    dealt = Table.replay("table", [session.journal[0], Started(at=START, deal=other)]).dealt
    assert dealt.deal == session.table.dealt.deal


# --- given deals ---------------------------------------------------------------------------


def test_given_deal_is_played_as_it_is() -> None:
    session = public_deal_with_an_open_seat()
    match = new("orion", seed=3)
    assert session.table.match == match
    assert session.table.status == "open"
    assert session.table.turn is not None
    assert session.refusal(ANN, Move(0, session.legal()[0])) == "table/not-started"
    entries = session.do(BOB, Join(1, "ignored"))
    assert entries[1:] == [Started(at=START)]
    assert session.table.match == match
    assert session.table.dealt.shuffle is None
    assert "shuffle" not in session.table.dealt.record()


@pytest.mark.parametrize("game", ["solstis", "solenia", "lantern"])
def test_nobody_joins_a_known_deal(game: str) -> None:
    """N1: even a table that has an open seat, from before the rule, refuses strangers."""
    seats = [joined(ANN), *[OPEN] * (SEATS[game] - 1)]
    session = Session(given(new(game, seed=3), seats))
    for actor in (ANN, BOB):
        assert session.refusal(actor, Join(1)) == "seat/given-deal"
        assert "join" not in session.can(actor)
    assert "join" not in session.can(UNKNOWN)


def test_reserved_seat_at_a_known_deal_can_be_joined() -> None:
    session = known_deal()
    assert session.refusal(BOB, Join(1)) == "seat/taken"
    session.do(GATHERER, Join(1))
    assert session.table.status == "playing"


EVERY_COMMAND: list[Command] = [
    *[command for seat in range(3) for command in (Join(seat), Substitute(seat), Return(seat))],
    Leave(),
    Resign(),
    TakeBack(),
    Decline(),
    AskForHint(),
    CheckFlag(),
    PlayAgain("next"),
    Say("x"),
]


def known_deals() -> list[Session]:
    """Return tables with known deals of people, programs and bots, before and after the start."""
    seatings = [
        [joined(ANN), reserved(GATHERER), BOT],
        [joined(ANN), joined(ANN), reserved(GATHERER)],
        [reserved(HOUSE_BOT), joined(ANN), reserved(GATHERER)],
        [reserved(GATHERER), BOT, BOT],
        [joined(ANN), joined(GATHERER), BOT],
        [joined(ANN), joined(ANN), joined(ANN)],
    ]
    return [given_lanterns(seats, (), time=LIVE) for seats in seatings]


def outcomes(start: Session) -> Iterator[Session]:
    """Return the sessions after each command that anybody can give and that changes something."""
    for actor, command in itertools.product((ANN, BOB, GATHERER, HOUSE_BOT), EVERY_COMMAND):
        session = start.copy()
        if session.refusal(actor, command) is None and session.do(actor, command):
            yield session


def test_seat_of_a_known_deal_never_becomes_open() -> None:
    """N1: a stranger could take it and play against somebody who knows every hand."""
    checked = 0
    for start in known_deals():
        for first in outcomes(start):
            for session in (first, *outcomes(first)):
                assert not any(isinstance(entry, Vacated) for entry in session.journal)
                assert not any(seat.is_open for seat in session.table.seats)
                assert all(session.refusal(BOB, Join(seat)) for seat in range(3))
                checked += 1
    assert checked > 200


# --- bots on open seats --------------------------------------------------------------------


def test_host_puts_a_bot_on_an_open_seat() -> None:
    session = one_open_seat()
    entries = session.do(ANN, Substitute(2, 1))
    assert [type(entry) for entry in entries] == [BotSeated, Started]
    assert session.table.seats[2] == Seat(level=1)
    assert session.table.status == "playing"


def test_bot_of_no_level_has_the_middle_one() -> None:
    session = open_seats()
    session.do(ANN, Substitute(1))
    assert session.table.bot_level(1) == middle_level("lantern") == 3


@pytest.mark.parametrize(
    ("situation", "actor", "command", "code"),
    [
        (one_open_seat, ANN, Substitute(2, 99), "bot/unknown"),
        (one_open_seat, BOB, Substitute(2), "table/not-yours"),
        (one_open_seat, EVE, Substitute(2), "seat/not-yours"),
        (one_open_seat, UNKNOWN, Substitute(2), "me/unknown"),
        (one_open_seat, ANN, Substitute(3), "seat/unknown"),
        (one_open_seat, ANN, Substitute(0), "table/not-started"),
        (one_open_seat, ANN, Substitute(1), "table/not-started"),
        (rematch, CAS, Substitute(1), None),
        (rematch, ANN, Substitute(1), "table/not-yours"),
        (over, ANN, Substitute(0), "table/over"),
    ],
)
def test_only_the_host_puts_bots_on_free_seats(
    situation: Callable[[], Session], actor: Actor | None, command: Command, code: Code | None
) -> None:
    assert situation().refusal(actor, command) == code


def test_bot_on_a_reserved_seat_replaces_its_person() -> None:
    session = rematch()
    session.do(CAS, Substitute(1, 1))
    assert session.table.seats[1] == Seat(level=1)
    session.do(CAS, Substitute(2, 1))
    assert session.table.status == "playing"
    assert session.table.humans == {CAS.id}


@pytest.mark.parametrize(
    "command",
    [Move(0, "draw"), TakeBack(), Resign(), AskForHint(), Decline()],
    ids=lambda command: type(command).__name__,
)
def test_nothing_is_played_before_the_start(command: Command) -> None:
    session = open_seats()
    assert session.refusal(ANN, command) == "table/not-started"
    assert session.refusal(BOB, command) == "seat/not-yours"
    assert session.do(None, CheckFlag()) == []
    assert session.do(None, MoveByBot(0, 0, "draw")) == []


# --- leaving for good ----------------------------------------------------------------------


def test_leaving_before_the_start_opens_the_seats() -> None:
    session = one_open_seat()
    assert session.do(BOB, Leave()) == [Vacated(at=START, by=BOB.id, seat=1)]
    assert session.table.seats[1].is_open
    session.do(CAS, Join(1))
    assert session.table.seats[1].person == CAS.id


def test_leaving_opens_all_seats_of_the_host() -> None:
    session = Session(creation(seats=[joined(ANN), OPEN, joined(ANN)]))
    session.do(ANN, Leave())
    assert all(seat.is_open for seat in session.table.seats)


def test_leaving_opens_a_reserved_seat() -> None:
    session = rematch()
    session.do(BOB, Leave())
    assert session.table.seats[2].is_open
    assert session.refusal(EVE, Join(2)) is None


def test_leaving_a_known_deal_puts_a_bot_on_the_seat() -> None:
    """N1: the seat of a deleted program used to become open."""
    session = known_deal()
    seated, start = session.do(GATHERER, Leave())
    assert seated == BotSeated(at=START, by=GATHERER.id, seat=1, level=3)
    assert start == Started(at=START)
    assert session.table.seats[1] == Seat(level=3)
    assert session.table.status == "playing"


def test_person_without_a_seat_leaves_without_entries() -> None:
    for situation in (one_open_seat, playing, over, known_deal):
        assert situation().do(EVE, Leave()) == []


def test_leaving_after_the_end_changes_nothing() -> None:
    assert over().do(ANN, Leave()) == []


def test_leaving_a_game_of_two_loses_it() -> None:
    session = playing("orion")
    assert session.do(ANN, Leave()) == [Resigned(at=START, by=ANN.id, seat=0)]
    table = session.table
    assert (table.status, table.ended, table.winners) == ("over", "resigned", [1])


def test_others_play_on_when_one_of_three_leaves() -> None:
    session = playing()
    session.do(ANN, Leave())
    assert (session.table.status, session.table.resigned) == ("playing", frozenset({0}))
    session.do(BOB, Leave())
    assert session.table.winners == [2]


def test_leaving_with_several_seats_resigns_them_all() -> None:
    session = two_seats_each_on_one_device()
    session.do(ANN, Leave())
    table = session.table
    assert (table.status, table.winners) == ("over", [2])
    assert table.resigned == {0, 1}


def test_leaving_resigns_no_seat_after_the_end() -> None:
    session = one_device()
    entries = session.do(ANN, Leave())
    assert [type(entry) for entry in entries] == [Resigned, Resigned]
    assert (session.table.status, session.table.winners) == ("over", [2])


def test_leaving_resigns_also_where_a_bot_plays_for_the_person() -> None:
    session = against_bots()
    session.do(ANN, Substitute(0))
    assert session.do(ANN, Leave()) == [Resigned(at=START, by=ANN.id, seat=0)]
    assert session.table.status == "playing"
    assert session.table.bot_level(0) == 3


def test_leaving_twice_changes_nothing() -> None:
    session = playing()
    session.do(ANN, Leave())
    assert session.do(ANN, Leave()) == []


def test_bot_replaces_a_program_that_leaves() -> None:
    session = program_to_move()
    session.advance(4)
    entries = session.do(GATHERER, Leave())
    assert entries == [Substituted(at=START + 4, by=GATHERER.id, seat=1, level=3, spent=4.0)]
    table = session.table
    assert (table.status, table.resigned, table.bot_level(1)) == ("playing", frozenset(), 3)
    assert session.do(GATHERER, Leave()) == []


def test_time_of_a_leaving_program_that_waits_is_not_counted() -> None:
    session = Session(creation("orion", [joined(ANN), joined(GATHERER)]))
    session.advance(4)
    (entry,) = session.do(GATHERER, Leave())
    assert isinstance(entry, Substituted)
    assert entry.spent == 0.0


def test_leaving_is_stored_and_replayed() -> None:
    for situation in (one_open_seat, known_deal, playing, program_to_move):
        session = situation()
        for actor in (ANN, BOB, GATHERER):
            session.do(actor, Leave())
        assert replayed(session.journal) == session.table


# --- deleting a table ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "actor", "code"),
    [
        (open_seats, ANN, None),
        (open_seats, BOB, "table/not-yours"),
        (one_open_seat, ANN, None),
        (one_open_seat, BOB, "table/not-yours"),
        (one_open_seat, UNKNOWN, "me/unknown"),
        (rematch, CAS, None),
        (rematch, ANN, "table/not-yours"),
        (known_deal, ANN, None),
        (public_deal_with_an_open_seat, ANN, None),
        (playing, ANN, "table/started"),
        (playing, BOB, "table/not-yours"),
        (over, ANN, "table/started"),
    ],
)
def test_only_the_host_withdraws_a_table_before_the_start(
    situation: Callable[[], Session], actor: Actor | None, code: Code | None
) -> None:
    session = situation()
    assert session.refusal(actor, Withdraw()) == code
    assert ("withdraw" in session.can(actor)) == (code is None)


def test_withdrawal_names_the_host() -> None:
    session = one_open_seat()
    session.advance(9)
    assert session.do(ANN, Withdraw()) == [Withdrawn(at=START + 9, by=ANN.id)]
    assert session.table.withdrawn
    assert replayed(session.journal) == session.table


def test_host_without_a_seat_withdraws_a_table() -> None:
    session = Session(creation(seats=[OPEN, joined(BOB), OPEN]))
    assert session.refusal(ANN, Withdraw()) is None


@pytest.mark.parametrize(
    "situation", [open_seats, one_open_seat, rematch, known_deal, public_deal_with_an_open_seat]
)
def test_expired_table_is_withdrawn_by_nobody(situation: Callable[[], Session]) -> None:
    session = situation()
    assert session.do(None, Expire()) == [Withdrawn(at=START)]
    assert session.table.withdrawn


def test_table_does_not_expire_after_the_start() -> None:
    """A player may have joined while the server looked for unused tables."""
    session = one_open_seat()
    session.do(CAS, Join(2))
    for each in (session, playing("orion"), over()):
        assert each.do(None, Expire()) == []


# --- parts ---------------------------------------------------------------------------------


def test_players_move_on_by_one_seat_in_a_rematch() -> None:
    seats = tuple(Seat(person=name) for name in "abcd")
    assert [seat.person for seat in rotated(seats, 4)] == ["d", "a", "b", "c"]
    assert [seat.person for seat in rotated(seats, 2)] == ["b", "a", "c", "d"]
    assert [seat.person for seat in rotated(seats, 1)] == ["a", "b", "c", "d"]


def test_one_seat_is_replaced() -> None:
    seats = tuple(Seat(person=name) for name in "abc")
    for number in range(3):
        changed = with_seat(seats, number, Seat())
        assert len(changed) == 3
        assert [seat.is_open for seat in changed] == [each == number for each in range(3)]
