"""New tables: what a host may wish for, games from records, and rematches."""

from typing import Any

import pytest

from parhelion import new, replay
from parhelion.games import Json
from parhelion.match import Match
from parhelion.refusals import Code, Refused
from parhelion.tables.commands import Substitute
from parhelion.tables.seats import Seat
from parhelion.tables.setup import FirstEntries, NewTable, SeatChoice, new_table, rematch
from parhelion.tables.table import Table
from tests.positions import play_out
from tests.tables.situations import (
    ANN,
    BOB,
    CAS,
    GATHERER,
    SECRET,
    START,
    Session,
    against_the_rules,
    creation,
    joined,
    over,
    replayed,
)

ME, OPEN = SeatChoice("me"), SeatChoice("open")
GATHERERS_SEAT = SeatChoice("bot", bot=GATHERER.id)
HIDDEN = ("solstis", "solenia", "lantern")
"""Games whose deal hides something."""


def bot(level: int = 1) -> SeatChoice:
    """Return the choice of a bot."""
    return SeatChoice("bot", level)


def wished(game: str = "orion", programs: dict[str, str] | None = None, **wanted: Any) -> Table:
    """Return Ann's new table, after a round trip through JSON."""
    new = first(game, programs, **wanted)
    table = replayed(new.entries, "new")
    assert table == new.table
    return table


def first(game: str, programs: dict[str, str] | None, **wanted: Any) -> FirstEntries:
    """Return the first entries of Ann's new table."""
    return new_table("new", NewTable(game, **wanted), ANN.id, SECRET, programs or {}, START)


def refusal(
    game: str = "orion", programs: dict[str, str] | None = None, **wanted: Any
) -> tuple[Code, str]:
    """Return why Ann cannot set up a table."""
    with pytest.raises(Refused) as caught:
        first(game, programs, **wanted)
    return caught.value.code, caught.value.message or ""


def kinds(table: Table) -> list[str]:
    """Return who has each seat."""
    return ["open" if seat.is_open else "person" if seat.person else "bot" for seat in table.seats]


# --- seats ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_host_plays_against_as_many_bots_as_the_options_need(players: int) -> None:
    table = wished("solenia", options={"players": str(players)})
    assert kinds(table) == ["person", *["bot"] * max(1, players - 1)]
    assert table.seats_of(ANN.id) == {0}
    assert table.status == "playing"


@pytest.mark.parametrize(
    ("players", "seats"), [("1", [ME, bot()]), ("3", [ME, bot()]), ("4", [ME])]
)
def test_too_many_or_too_few_seats_are_refused(players: str, seats: list[SeatChoice]) -> None:
    code, message = refusal("solenia", options={"players": players}, seats=seats)
    assert code == "option/bad"
    assert message == f"seats: the game has {players}, not {len(seats)}"


def test_game_waits_for_players_on_open_seats() -> None:
    table = wished("lantern", seats=[ME, OPEN, bot(2)])
    assert kinds(table) == ["person", "open", "bot"]
    assert (table.status, table.match, table.since) == ("open", None, None)


def test_bot_has_one_seat() -> None:
    code, _ = refusal(seats=[GATHERERS_SEAT] * 2, programs={GATHERER.id: ANN.id})
    assert code == "option/bad"


def test_bot_that_the_host_may_not_invite_is_refused() -> None:
    code, _ = refusal(seats=[ME, GATHERERS_SEAT])
    assert code == "bot/not-invited"


# --- records -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HIDDEN)
def test_deal_that_the_host_knows_is_played_with_no_stranger(game: str) -> None:
    """H2: whoever has the record knows every hand and pile."""
    record, seats = play_out(new(game, seed=3)).record(), len(new(game).seats)
    code, _ = refusal(game, record=record, ply=0, seats=[ME, *[OPEN] * (seats - 1)])
    assert code == "seat/given-deal"
    table = wished(game, record=record, ply=0, seats=[ME, *[bot()] * (seats - 1)])
    assert (table.setup.given, table.setup.secret, table.status) == (True, None, "playing")


@pytest.mark.parametrize(("owner", "allowed"), [(ANN.id, True), ("", True), (BOB.id, False)])
def test_deal_that_the_host_knows_is_not_played_with_the_bot_of_another(
    owner: str, allowed: bool
) -> None:
    """H2: the bots of the host are no company."""
    wanted = {"record": play_out(new("solstis", seed=3)).record(), "ply": 0}
    seats, programs = [ME, GATHERERS_SEAT], {GATHERER.id: owner}
    if allowed:
        table = wished("solstis", programs, seats=seats, **wanted)
        assert table.seats[1] == Seat(person=GATHERER.id, owner=owner)
    else:
        assert refusal("solstis", programs, seats=seats, **wanted)[0] == "seat/given-deal"


def test_deal_that_hides_nothing_is_played_with_strangers() -> None:
    table = wished(record=play_out(new("orion", seed=3)).record(), ply=2, seats=[ME, OPEN])
    assert (table.status, table.ply, table.setup.given) == ("open", 2, True)


@pytest.mark.parametrize("game", ["orion", "lantern"])
def test_game_continues_from_any_move_of_a_record(game: str) -> None:
    match = play_out(new(game, seed=7))
    half = replay(match.record(), to=match.ply // 2)
    seats = [ME] * len(match.seats)
    table = wished(game, record=match.record(), ply=half.ply, seats=seats)
    assert (table.status, table.ply, table.turn) == ("playing", half.ply, half.turn)
    session = Session(creation())
    session.table = table
    for move in match.texts()[half.ply :]:
        session.move(move)
    assert session.table.dealt.record() == match.record()


def test_finished_record_is_a_finished_game() -> None:
    match = play_out(new("orion", seed=7))
    table = wished(record=match.record())
    assert (table.status, table.ended, table.winners) == ("over", "rules", list(match.winners))
    assert table.dealt.record() == match.record()


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("lantern", {}),
        ("orion", {"format": "parhelion/0"}),
        ("orion", {"moves": ["star z9"]}),
    ],
    ids=["another game", "another format", "an illegal move"],
)
def test_record_that_cannot_be_played_is_refused(game: str, changes: Json) -> None:
    record = play_out(new("orion", seed=7)).record() | changes
    assert refusal(game, record=record)[0] == "record/bad"


def test_move_beyond_the_record_is_refused() -> None:
    record = play_out(new("orion", seed=7)).record()
    assert refusal(record=record, ply=999)[0] == "record/bad"


def test_game_that_continues_a_proven_one_proves_nothing() -> None:
    match = over().table.dealt
    assert "shuffle" in match.record()
    table = wished("lantern", record=match.record(), ply=0, seats=[ME, bot(), bot()])
    assert "shuffle" not in table.dealt.record()


# --- seats that the rules play -------------------------------------------------------------


def test_seat_that_the_rules_play_is_taken() -> None:
    session = against_the_rules()
    assert session.refusal(ANN, Substitute(1)) == "seat/taken"
    assert session.can_at(BOB, 1) == []


def test_finished_game_against_the_rules_continues_from_its_record() -> None:
    match = play_out(new("solenia", seed=7, players="1"))
    table = wished("solenia", record=match.record(), ply=2, seats=[ME])
    assert (table.status, table.turn) == ("playing", 0)


def test_winner_is_the_one_of_the_game_when_points_are_equal() -> None:
    """Alone, as many stars as the Trade Wind are not enough (S33)."""
    match = play_out(new("solenia", seed=7, players="1"))
    table = wished("solenia", record=match.record(), seats=[ME])
    _make_points_equal(table.dealt)
    assert table.dealt.scores[0] == table.dealt.scores[1]
    assert table.winners == [1]


def _make_points_equal(match: Match) -> None:
    state = match._states[0]
    mine, winds = match.scores
    state.stars[0] += max(0, winds - mine)
    state.stars[1] += max(0, mine - winds)


# --- rematches -----------------------------------------------------------------------------


def played_again(table: Table, person: str = ANN.id, **given: Any) -> Table:
    """Return the table of the next game, which a person asks for."""
    values = {"text": "", "secret": SECRET[::-1], "programs": set(), "gone": set()} | given
    next_table = rematch("next", table, person, now=START, **values)
    assert replayed(next_table.entries, "next") == next_table.table
    return next_table.table


def test_rematch_reserves_the_next_seats_for_the_others() -> None:
    table = played_again(over().table, text="anns")
    assert table.seats == (
        Seat(person=CAS.id),
        Seat(person=ANN.id, text="anns"),
        Seat(person=BOB.id),
    )
    assert (table.status, table.setup.host, table.setup.secret) == ("open", ANN.id, SECRET[::-1])


def test_rematch_has_the_settings_of_the_game_before() -> None:
    before = Session(
        creation("solenia", options={"players": "2"}, time={"kind": "days"}, spectators_chat=True)
    )
    after = played_again(before.table).setup
    for name in ("game", "options", "time", "listed", "spectators_chat"):
        assert getattr(after, name) == getattr(before.table.setup, name)


def test_rematch_is_no_given_game() -> None:
    match = play_out(new("orion", seed=7))
    table = wished(record=match.record(), seats=[ME, bot()])
    again = played_again(table)
    assert (again.setup.given, again.status, again.ply) == (False, "playing", 0)


def test_rules_have_the_same_seat_in_a_rematch() -> None:
    table = played_again(against_the_rules().table)
    assert kinds(table) == ["person", "bot"]
    assert (table.turn, table.setup.options["players"]) == (0, "1")


@pytest.mark.parametrize(
    ("programs", "gone", "reserved"),
    [({GATHERER.id}, set(), True), (set(), set(), False), ({GATHERER.id}, {GATHERER.id}, False)],
    ids=["invited again", "of another", "ended"],
)
def test_rematch_invites_a_program_again_only_for_its_owner(
    programs: set[str], gone: set[str], reserved: bool
) -> None:
    before = Session(creation("orion", [joined(ANN), joined(GATHERER)]))
    table = played_again(before.table, programs=programs, gone=gone)
    seat = Seat(person=GATHERER.id, owner=ANN.id) if reserved else Seat()
    assert table.seats == (seat, Seat(person=ANN.id, text=""))


def test_rematch_opens_the_seats_of_deleted_people() -> None:
    table = played_again(over().table, gone={BOB.id})
    assert [seat.person for seat in table.seats] == [CAS.id, ANN.id, None]
    assert table.seats[2].is_open
