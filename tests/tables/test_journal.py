"""Tables after each kind of entry, and journals that are replayed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from parhelion import new
from parhelion.errors import ParhelionError
from parhelion.fair_shuffle import commitment_of
from parhelion.games import Json
from parhelion.match import Match
from parhelion.tables.commands import Join
from parhelion.tables.entries import (
    Agreed,
    BotFailed,
    BotSeated,
    Created,
    Declined,
    Entry,
    FlagFell,
    Hinted,
    Joined,
    Moved,
    Proposed,
    Rematched,
    Reshuffled,
    Resigned,
    Resumed,
    Returned,
    Said,
    Started,
    Substituted,
    TookBack,
    Vacated,
    Withdrawn,
)
from parhelion.tables.seats import Seat
from parhelion.tables.table import BadJournal, ChatLine, Remark, Table
from tests.positions import play_out
from tests.tables.situations import (
    ALONE_AT_THE_END,
    ANN,
    BOB,
    BOT,
    CAS,
    DAYS,
    EVE,
    GATHERER,
    LANTERN_DEAL,
    LIVE,
    OPEN,
    SECRET,
    SITUATIONS,
    START,
    Session,
    creation,
    given,
    given_lanterns,
    joined,
    one_open_seat,
    open_seats,
    over,
    over_from_a_record,
    playing,
    program_to_move,
    public_deal_with_an_open_seat,
    rematch,
    replayed,
    reserved,
    second_move,
    takeback_proposed,
)

LATER = START + 100
LANTERNS: Json = {"seed": 1, "rules": 1}
"""A deal of Lanterns."""


def entry(kind: type[Entry], by: str | None = ANN.id, **fields: Any) -> Entry:
    """Return an entry made later."""
    return kind(at=LATER, by=by, **fields)


# --- creation ------------------------------------------------------------------------------


def test_created_table_has_its_setup() -> None:
    created = creation(
        "solstis", [joined(ANN, "mine"), OPEN], time=LIVE, listed=False, spectators_chat=True
    )
    table = Table.created("table", created)
    setup = table.setup
    assert (setup.id, setup.game.info.name, setup.host) == ("table", "solstis", ANN.id)
    assert dict(setup.options) == {"evil": "on"}
    assert (setup.time.kind, setup.time.minutes, setup.time.seconds) == ("live", 1, 20)
    assert (setup.listed, setup.spectators_chat, setup.secret) == (False, True, SECRET)
    assert (setup.created, table.changed, table.since) == (START, START, None)
    assert not setup.given
    assert table.seats == (Seat(person=ANN.id, text="mine"), Seat())
    assert (table.version, table.position, table.status, table.match) == (1, 0, "open", None)
    assert (table.ply, table.turn, table.winners) == (0, None, [])


def test_seats_have_the_same_json_form() -> None:
    seats = [joined(ANN, "x"), reserved(GATHERER), BOT]
    assert [seat.json() for seat in Table.created("table", creation(seats=seats)).seats] == seats


def test_given_deal_is_known_at_once() -> None:
    table = given_lanterns([joined(ANN), BOT, BOT]).table
    assert table.setup.given
    assert table.setup.is_deal_known
    assert (table.ply, table.turn) == (7, 0)
    assert [move.text for move in table.dealt.history] == list(ALONE_AT_THE_END)


def test_given_deal_without_secrets_is_no_advantage() -> None:
    table = public_deal_with_an_open_seat().table
    assert table.setup.given
    assert not table.setup.is_deal_known


def test_moves_of_a_record_take_no_time_and_earn_no_bonus() -> None:
    table = given_lanterns([joined(ANN)] * 3, time=LIVE).table
    assert table.clocks.spent == (0.0,) * 3
    assert table.clocks.turns == (0,) * 3


def test_finished_record_is_over_at_once() -> None:
    table = over_from_a_record().table
    assert (table.status, table.ended, table.turn) == ("over", "rules", None)
    assert table.winners


def test_finished_record_is_over_before_all_have_joined() -> None:
    match = play_out(new("orion", seed=3))
    moves = match.texts()
    match.undo(match.ply)
    session = Session(given(match, [joined(ANN), OPEN], moves))
    assert (session.table.status, session.table.ended) == ("over", "rules")
    assert session.refusal(BOB, Join(1)) == "table/over"


def test_older_deal_without_a_beginning_is_dealt_from_its_seed() -> None:
    """Games dealt before shuffles had secrets: their journals have a seed and nothing else."""
    session = Session(creation("orion", [joined(ANN), OPEN], secret=None))
    session.add([Joined(at=LATER, by=BOB.id, seat=1, text="")])
    session.add([Started(at=LATER, deal={"seed": 7, "rules": 2})])
    table = session.table
    assert table.dealt == Match(table.game, table.setup.options, 7, rules=2)
    assert not table.setup.given
    assert table.dealt.shuffle is None


# --- version and position ------------------------------------------------------------------

FOLLOWING: list[tuple[Callable[[], Session], Entry]] = [
    (open_seats, entry(Joined, BOB.id, seat=1, text="x")),
    (one_open_seat, entry(Vacated, BOB.id, seat=1)),
    (open_seats, entry(BotSeated, seat=1, level=2)),
    (second_move, entry(Moved, BOB.id, seat=1, move="draw")),
    (second_move, entry(TookBack, seat=0, ply=0)),
    (second_move, entry(Resigned, seat=0)),
    (second_move, entry(Resigned, BOB.id, seat=1)),
    (second_move, entry(FlagFell, None, seat=1, spent=2.0)),
    (second_move, entry(Proposed, what="takeback", seat=0, ply=0)),
    (takeback_proposed, entry(Agreed, BOB.id)),
    (takeback_proposed, entry(Declined, BOB.id)),
    (second_move, entry(Substituted, seat=1, level=3, spent=2.0)),
    (second_move, entry(Returned, BOB.id, seat=1)),
    (second_move, entry(Hinted, BOB.id, seat=1, spent=2.0)),
    (program_to_move, entry(BotFailed, GATHERER.id, seat=1, why="slow", spent=2.0)),
    (second_move, entry(Said, EVE.id, text="Hello")),
    (over, entry(Rematched, table="next")),
    (over, entry(Rematched, None, table=None)),
    (second_move, entry(Resumed, None)),
    (open_seats, entry(Reshuffled, None, secret="0" * 32)),
    (open_seats, entry(Withdrawn)),
]


@pytest.mark.parametrize(("situation", "added"), FOLLOWING, ids=lambda each: "")
def test_version_counts_entries_and_position_counts_decisions(
    situation: Callable[[], Session], added: Entry
) -> None:
    before = situation().table
    after = before.after(added)
    gives_up = isinstance(added, Resigned | FlagFell) and added.seat == before.turn
    decides = gives_up or isinstance(added, Moved | TookBack)
    begins = decides or isinstance(added, Resumed)
    assert after.version == before.version + 1
    assert after.position == before.position + decides
    assert after.since == (added.at if begins else before.since)


def test_start_begins_a_decision_in_the_first_position() -> None:
    session = one_open_seat()
    assert (session.table.version, session.table.position) == (2, 0)
    session.add([entry(Joined, CAS.id, seat=2, text="")])
    assert (session.table.version, session.table.position) == (3, 0)
    session.add([entry(Started, None, deal=LANTERNS)])
    assert (session.table.version, session.table.position) == (4, 0)
    assert session.table.since == LATER
    session.move()
    assert (session.table.version, session.table.position) == (5, 1)


def test_position_of_a_continued_record_counts_its_moves() -> None:
    table = given_lanterns([joined(ANN), BOT, BOT]).table
    assert (table.ply, table.position) == (7, 7)


def test_position_grows_with_a_takeback() -> None:
    """The same number never names two positions."""
    table = second_move().table.after(entry(TookBack, seat=0, ply=0))
    assert (table.ply, table.position) == (0, 2)


def test_resumed_before_the_start_changes_nothing() -> None:
    before = open_seats().table
    after = before.after(entry(Resumed, None))
    assert (after.position, after.since) == (before.position, None)


def test_only_seats_and_play_change_a_table() -> None:
    """Lists sort by the time of the last change."""
    quiet = (Said, Proposed, Agreed, Declined, Rematched, Resumed, Reshuffled)
    for situation, added in FOLLOWING:
        before = situation().table
        after = before.after(added)
        expected = before.changed if isinstance(added, quiet) else LATER
        assert after.changed == expected, added


# --- each kind -----------------------------------------------------------------------------


def test_joined_seat_has_its_person_and_text() -> None:
    table = open_seats().table.after(entry(Joined, GATHERER.id, seat=2, text="x", owner=ANN.id))
    assert table.seats[2] == Seat(person=GATHERER.id, owner=ANN.id, text="x")
    assert table.humans == {ANN.id}
    assert table.people == {ANN.id, GATHERER.id}


def test_vacated_seat_is_open() -> None:
    assert one_open_seat().table.after(entry(Vacated, BOB.id, seat=1)).seats[1] == Seat()


def test_seat_of_a_bot_has_its_level() -> None:
    table = open_seats().table.after(entry(BotSeated, seat=1, level=2))
    assert table.seats[1] == Seat(level=2)
    assert table.bot_level(1) == 2
    assert table.bots == [1]


def test_move_is_played_and_its_time_counted() -> None:
    session = playing(time=LIVE)
    move = session.a_light()
    table = session.table.after(entry(Moved, seat=0, move=move, spent=12.5))
    assert [each.text for each in table.dealt.history] == [move]
    assert (table.ply, table.turn) == (1, 1)
    assert table.clocks.spent == (12.5, 0.0, 0.0)
    assert table.clocks.turns == (1, 0, 0)


def test_takeback_undoes_moves_but_no_time() -> None:
    session = second_move()
    table = session.table.after(entry(TookBack, seat=0, ply=0))
    assert (table.ply, table.turn) == (0, 0)
    assert table.clocks == session.table.clocks
    assert table.match == playing(spectators_chat=True).table.match


def test_resigned_seat_is_played_by_a_bot() -> None:
    table = second_move().table.after(entry(Resigned, CAS.id, seat=2))
    assert table.remaining == [0, 1]
    assert table.bot_level(2) == 3
    assert table.seats[2].person == CAS.id
    assert (table.status, table.ended) == ("playing", None)


def test_flag_that_falls_spends_the_time() -> None:
    table = playing("orion", time=LIVE).table.after(entry(FlagFell, None, seat=0, spent=60.0))
    assert table.clocks.spent == (60.0, 0.0)
    assert (table.ended, table.winners, table.turn) == ("time", [1], None)


def test_proposal_collects_agreements() -> None:
    table = takeback_proposed().table
    assert table.proposal
    assert (table.proposal.kind, table.proposal.seat, table.proposal.ply) == ("takeback", 0, 0)
    agreed = table.after(entry(Agreed, BOB.id)).proposal
    assert agreed
    assert [agreed.is_answered_by(each.id) for each in (ANN, BOB, CAS)] == [True, True, False]
    assert not agreed.is_answered_by(None)
    assert table.after(entry(Declined, BOB.id)).proposal is None


ANSWERS: list[Entry] = [
    entry(TookBack, seat=0, ply=0),
    entry(Resigned, CAS.id, seat=2),
    entry(FlagFell, None, seat=1),
    entry(Substituted, BOB.id, seat=1, level=3),
    entry(Returned, BOB.id, seat=1),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.kind)
def test_entries_that_change_the_game_answer_a_proposal(answer: Entry) -> None:
    assert takeback_proposed().table.after(answer).proposal is None


def test_chat_hints_and_interruptions_leave_a_proposal_open() -> None:
    table = takeback_proposed().table
    others = [entry(Said, text="x"), entry(Hinted, seat=1), entry(Resumed, None)]
    for each in others:
        assert table.after(each).proposal == table.proposal


def test_substitute_and_return_are_remarked() -> None:
    table = second_move().table.after(entry(Substituted, BOB.id, seat=1, level=3, spent=2.0))
    assert table.seats[1] == Seat(person=BOB.id, text="", level=3)
    assert (table.bot_level(1), table.is_moved_by_bot) == (3, True)
    assert table.substituted == {1}
    assert table.clocks.spent[1] == 2.0
    back = table.after(entry(Returned, BOB.id, seat=1))
    assert back.seats[1] == Seat(person=BOB.id, text="")
    assert (back.bot_level(1), back.substituted) == (None, frozenset())
    assert back.remarks == (Remark("bot", 1, 1), Remark("return", 1, 1))


def test_hint_and_failure_are_remarked() -> None:
    table = program_to_move().table
    table = table.after(entry(Hinted, seat=0))
    table = table.after(entry(BotFailed, GATHERER.id, seat=1, why="slow", spent=2.0))
    assert table.remarks == (Remark("hint", 0, 1), Remark("slow", 1, 1))
    assert table.failure == "slow"
    assert table.clocks.spent[1] == 2.0


def test_failure_ends_with_its_decision() -> None:
    session = program_to_move()
    session.add([entry(BotFailed, GATHERER.id, seat=1, why="failed")])
    assert session.table.after(entry(Resumed, None)).failure == "failed"
    session.move()
    assert session.table.failure is None


def test_failure_outlasts_the_resignation_of_another_player() -> None:
    session = Session(creation(seats=[joined(GATHERER), joined(ANN), joined(BOB)]))
    session.add([entry(BotFailed, GATHERER.id, seat=0, why="failed")])
    session.add([entry(Resigned, BOB.id, seat=2)])
    assert session.table.failure == "failed"


def test_moved_seats_are_those_whose_players_moved() -> None:
    session = second_move()
    assert session.table.moved == {0}
    session.move("draw")
    assert session.table.moved == {0, 1}
    session.add([entry(TookBack, seat=0, ply=0)])
    assert session.table.moved == {0, 1}, "also after a takeback"


def test_moves_of_a_record_are_no_moves_of_a_player() -> None:
    assert given_lanterns([joined(ANN)] * 3).table.moved == frozenset()


def test_moves_of_a_substitute_are_no_moves_of_its_player() -> None:
    session = playing()
    session.add([entry(Substituted, seat=0, level=3)])
    session.move()
    assert session.table.moved == frozenset()
    session.add([entry(Returned, seat=0)])
    session.move()
    session.move()
    session.move()
    assert session.table.moved == {0, 1, 2}


def test_reshuffled_table_is_dealt_from_its_new_secret() -> None:
    session = one_open_seat()
    session.add([entry(Reshuffled, None, secret=SECRET[::-1])])
    assert session.table.setup.secret == SECRET[::-1]
    session.do(CAS, Join(2))
    table = session.table
    assert table.dealt.shuffle
    assert table.dealt.shuffle.commitment == commitment_of(SECRET[::-1])
    assert table.dealt.seed == f"{SECRET[::-1]}..."
    assert replayed(session.journal) == table


def test_reshuffle_keeps_everything_but_the_secret() -> None:
    before = one_open_seat().table
    after = before.after(entry(Reshuffled, None, secret=SECRET[::-1]))
    assert replace(after.setup, secret=SECRET) == before.setup
    assert (after.seats, after.status, after.match) == (before.seats, "open", None)


def test_withdrawn_table_is_marked() -> None:
    for situation in (open_seats, public_deal_with_an_open_seat, rematch):
        table = situation().table
        assert not table.withdrawn
        assert table.after(entry(Withdrawn)).withdrawn


def test_chat_keeps_writers_and_their_seats() -> None:
    table = second_move().table.after(entry(Said, BOB.id, text="Hello", seat=1))
    table = table.after(entry(Said, None, text="Long ago", name="Dee"))
    assert table.chat == (
        ChatLine(LATER, BOB.id, None, 1, "Hello"),
        ChatLine(LATER, None, "Dee", None, "Long ago"),
    )


def test_rematch_is_set_and_forgotten() -> None:
    table = over().table.after(entry(Rematched, table="next"))
    assert table.rematch == "next"
    assert table.after(entry(Rematched, None, table=None)).rematch is None


# --- replay --------------------------------------------------------------------------------


@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS)
def test_stored_journal_replays_to_the_same_table(situation: Callable[[], Session]) -> None:
    session = situation()
    session.add([entry(Said, text="Hello", seat=0)])
    table = replayed(session.journal)
    assert table == session.table
    assert table.version == len(session.journal)
    if table.match:
        assert table.match.record() == session.table.dealt.record()
        assert table.match.names == session.table.dealt.names


@pytest.mark.parametrize("game", ["orion", "solenia", "solstis", "lantern"])
@pytest.mark.parametrize("time", [{}, LIVE, DAYS], ids=["none", "live", "days"])
def test_whole_game_replays_to_the_same_table(game: str, time: dict[str, Any]) -> None:
    session = playing(game, time=time)
    while session.table.turn is not None and session.table.ply < 60:
        session.advance(0.75)
        session.move()
    assert replayed(session.journal) == session.table


def test_replay_of_a_prefix_is_an_earlier_table() -> None:
    session = playing()
    tables = [Table.replay("table", session.journal[: number + 1]) for number in range(2)]
    assert [table.version for table in tables] == [1, 2]
    assert tables[0].after(session.journal[1]) == session.table


# --- corrupt journals ----------------------------------------------------------------------

CORRUPT: dict[str, tuple[Callable[[], Session], Entry]] = {
    "an illegal move": (second_move, entry(Moved, BOB.id, seat=1, move="light 99")),
    "a move that is none": (second_move, entry(Moved, BOB.id, seat=1, move="nonsense")),
    "a chance where there is none": (
        second_move,
        entry(Moved, BOB.id, seat=1, move="draw; eagle 2-8"),
    ),
    "a move of another seat": (second_move, entry(Moved, seat=2, move="draw")),
    "a move of a seat that does not exist": (second_move, entry(Moved, seat=99, move="draw")),
    "a move before the deal": (open_seats, entry(Moved, seat=0, move="draw")),
    "a move before the start": (
        public_deal_with_an_open_seat,
        entry(Moved, seat=0, move=new("orion", seed=3).moves()[0].text),
    ),
    "a move after the end": (over, entry(Moved, seat=0, move="draw")),
    "a takeback beyond the start": (second_move, entry(TookBack, seat=0, ply=-1)),
    "a takeback of moves to come": (second_move, entry(TookBack, seat=0, ply=2)),
    "a takeback before the deal": (open_seats, entry(TookBack, seat=0, ply=0)),
    "a takeback after the end": (over, entry(TookBack, seat=0, ply=0)),
    "agreed without a proposal": (second_move, entry(Agreed, BOB.id)),
    "agreed by nobody": (takeback_proposed, entry(Agreed, None)),
    "proposed by nobody": (second_move, entry(Proposed, None, what="bot", seat=0, ply=1)),
    "joined by nobody": (open_seats, entry(Joined, None, seat=1, text="")),
    "joined beyond the seats": (open_seats, entry(Joined, BOB.id, seat=3, text="")),
    "joined before the seats": (open_seats, entry(Joined, BOB.id, seat=-1, text="")),
    "vacated beyond the seats": (one_open_seat, entry(Vacated, BOB.id, seat=3)),
    "a bot beyond the seats": (open_seats, entry(BotSeated, seat=3, level=1)),
    "a resignation of a seat that does not exist": (second_move, entry(Resigned, seat=-1)),
    "a flag of a seat that does not exist": (second_move, entry(FlagFell, None, seat=5)),
    "a substitute beyond the seats": (second_move, entry(Substituted, seat=5, level=1)),
    "a return beyond the seats": (second_move, entry(Returned, seat=5)),
    "a hint for a seat that does not exist": (second_move, entry(Hinted, seat=5)),
    "a proposal for a seat that does not exist": (
        second_move,
        entry(Proposed, what="bot", seat=5, ply=1),
    ),
    "a line of a seat that does not exist": (second_move, entry(Said, text="x", seat=5)),
    "a second creation": (second_move, creation()),
    "a second start": (second_move, entry(Started, None, deal=LANTERNS)),
    "a start without a deal": (one_open_seat, entry(Started, None)),
    "a deal without a seed": (one_open_seat, entry(Started, None, deal={"rules": 1})),
    "a deal by newer rules": (one_open_seat, entry(Started, None, deal={"seed": 1, "rules": 99})),
    "a deal that cannot be": (
        one_open_seat,
        entry(
            Started, None, deal={"seed": 1, "rules": 1, "beginning": {"deal": {"hands": [1, 2]}}}
        ),
    ),
    "a reshuffle after the deal": (second_move, entry(Reshuffled, None, secret=SECRET)),
    "a reshuffle of a given deal": (
        public_deal_with_an_open_seat,
        entry(Reshuffled, None, secret=SECRET),
    ),
    "a reshuffle without a secret": (
        lambda: Session(creation("orion", [joined(ANN), OPEN], secret=None)),
        entry(Reshuffled, None, secret=SECRET),
    ),
    "a withdrawal after the start": (second_move, entry(Withdrawn)),
    "a withdrawal of a given deal after the start": (
        lambda: given_lanterns([joined(ANN), BOT, BOT]),
        entry(Withdrawn),
    ),
    "a withdrawal after the end": (over, entry(Withdrawn)),
    "no entry at all": (second_move, Entry(at=LATER)),
}


@pytest.mark.parametrize("name", CORRUPT)
def test_corrupt_entry_names_the_table_and_its_number(name: str) -> None:
    situation, added = CORRUPT[name]
    session = situation()
    number = len(session.journal)
    with pytest.raises(BadJournal, match=rf"^table table, entry {number}: .") as caught:
        Table.replay("table", [*session.journal, added])
    assert isinstance(caught.value, ParhelionError)
    assert caught.value.__cause__


def test_corrupt_entry_leaves_the_table_as_it_was() -> None:
    session = second_move()
    twin = second_move().table
    with pytest.raises(BadJournal):
        session.table.after(entry(Moved, BOB.id, seat=1, move="light 99"))
    assert session.table == twin


def created(**fields: Any) -> Created:
    return creation("orion", [joined(ANN), BOT], **fields)


CREATIONS: dict[str, Created] = {
    "an unknown game": creation("orion", [BOT, BOT]),
    "an unknown option": created(options={"colour": "blue"}),
    "an unknown value": created(options={"setup": "square"}),
    "too few seats": creation("orion", [BOT]),
    "too many seats": creation("orion", [BOT, BOT, BOT]),
    "an unknown field of a seat": creation("orion", [{"robot": 1}, BOT]),
    "a level that is no number": creation("orion", [{"level": "high"}, BOT]),
    "an unknown kind of clock": created(time={"kind": "sun"}),
    "a clock of another type": created(time={"kind": "live", "minutes": "many"}),
    "an unknown field of a clock": created(time={"hours": 3}),
    "newer rules": created(given={"seed": 1, "rules": 99}),
    "no seed": created(given={"rules": 1}),
    "an illegal move in the record": given(new("orion", seed=1), [BOT, BOT], ["star z9"]),
}


@pytest.mark.parametrize("name", CREATIONS)
def test_corrupt_creation_is_entry_0(name: str) -> None:
    first = CREATIONS[name]
    if name == "an unknown game":
        object.__setattr__(first, "game", "chess")
    with pytest.raises(BadJournal, match=r"^table broken, entry 0: ."):
        Table.replay("broken", [first])


def test_journal_begins_with_the_creation() -> None:
    for journal in ([], playing().journal[1:]):
        with pytest.raises(BadJournal, match="table broken, entry 0: expected the creation"):
            Table.replay("broken", journal)


def test_lantern_deal_is_the_one_that_was_given() -> None:
    assert given_lanterns([joined(ANN), BOT, BOT]).table.dealt.deal == LANTERN_DEAL
