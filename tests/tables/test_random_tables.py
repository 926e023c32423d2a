"""Properties of all tables, checked on random games with random commands."""

import json
import random

import pytest

from parhelion.tables.entries import (
    KINDS,
    Entry,
    FlagFell,
    Moved,
    Resigned,
    Resumed,
    Started,
    Substituted,
    TookBack,
    Vacated,
    Withdrawn,
)
from parhelion.tables.messages import Company, public_state, seat_shown, state
from parhelion.tables.moment import Actor, Moment
from parhelion.tables.pictures import picture
from parhelion.tables.table import Table
from tests.tables.random_play import ACTORS, NEW_SECRETS, random_session, random_step
from tests.tables.situations import DAY, SECRET, Session, replayed

SESSIONS = range(80)
STEPS = 40
RESTARTS = (Started, Resumed)
"""Entries with which the time of a decision begins anew, besides those that end a decision."""


def print_of(table: Table) -> tuple[object, ...]:
    """Return everything about a table as text and copies that no later change can touch."""
    fields = {name: repr(getattr(table, name)) for name in table.__slots__ if name != "match"}
    match = table.match
    return fields, match and (match.copy(), match.turn, match.texts(), match.known_to(None))


def test_random_games_have_entries_of_every_kind() -> None:
    kinds: set[str] = set()
    for seed in SESSIONS:
        chance = random.Random(seed)
        session = random_session(chance)
        for _ in range(STEPS):
            random_step(session, chance)
        kinds |= {entry.kind for entry in session.journal}
    assert kinds == KINDS.keys()


@pytest.mark.parametrize("seed", SESSIONS)
def test_entries_never_change_an_earlier_table(seed: int) -> None:
    chance = random.Random(seed)
    session = random_session(chance)
    tables = [session.table]
    prints = [print_of(session.table)]
    for _ in range(STEPS):
        if random_step(session, chance):
            tables.append(session.table)
            prints.append(print_of(session.table))
    for table, before in zip(tables, prints, strict=True):
        assert print_of(table) == before


@pytest.mark.parametrize("seed", SESSIONS)
def test_stored_journal_replays_to_the_same_table(seed: int) -> None:
    chance = random.Random(seed)
    session = random_session(chance)
    for number in range(STEPS):
        random_step(session, chance)
        if number % 10 == 9:
            table = replayed(session.journal)
            assert table == session.table
            assert table.version == len(session.journal)
            assert table.changed == session.table.changed
            if table.match:
                assert table.match.record() == session.table.dealt.record()


def is_decision(table: Table, entry: Entry) -> bool:
    """Return True if an entry ends a decision at a table, so that the next one begins."""
    if isinstance(entry, Resigned | FlagFell):
        return entry.seat == table.turn
    return isinstance(entry, Moved | TookBack)


@pytest.mark.parametrize("seed", SESSIONS)
def test_position_counts_decisions_and_version_counts_entries(seed: int) -> None:
    chance = random.Random(seed)
    session = random_session(chance)
    for _ in range(STEPS):
        before = session.table
        for entry in random_step(session, chance):
            after = before.after(entry)
            decision = is_decision(before, entry)
            assert after.version == before.version + 1
            assert after.position == before.position + decision
            begins = decision or isinstance(entry, Started)
            begins |= isinstance(entry, Resumed) and before.since is not None
            assert after.since == (entry.at if begins else before.since)
            before = after
        assert session.table == before


@pytest.mark.parametrize("seed", SESSIONS)
def test_all_time_of_a_decision_is_counted_once(seed: int) -> None:
    """Only the next decision and an interruption give the player to move new time."""
    chance = random.Random(seed)
    session = random_session(chance)
    for _ in range(STEPS):
        before, then = session.table, session.moment
        entries = random_step(session, chance)
        after, now = session.table, session.moment
        if any(is_decision(before, each) or isinstance(each, RESTARTS) for each in entries):
            assert (now.thought, now.waited) == (0, 0)
            continue
        passed = now.now - then.now
        assert now.waited == pytest.approx(then.waited + passed)
        if before.turn is not None and not before.is_moved_by_bot:
            counted = after.clocks.spent[before.turn] - before.clocks.spent[before.turn]
            assert now.thought + counted == pytest.approx(then.thought + passed)


@pytest.mark.parametrize("seed", SESSIONS)
def test_nobody_is_replaced_who_is_not_missed(seed: int) -> None:
    """H1: the rules of `absence`, written down once more for what happened."""
    chance = random.Random(seed)
    session = random_session(chance)
    movers: set[str] = set()
    for _ in range(STEPS):
        before = session.table
        for entry in random_step(session, chance):
            if isinstance(entry, Moved) and entry.by:
                movers.add(entry.by)
            if isinstance(entry, Substituted):
                person = before.seats[entry.seat].person
                assert person
                if person != entry.by and not before.seats[entry.seat].is_program:
                    assert before.clocks.control.kind == "none"
                    assert before.turn == entry.seat
                    check_missed(person, person in movers, session.moment)


def check_missed(person: str, has_moved: bool, moment: Moment) -> None:
    """Check that a bot may replace a person on whom the others wait."""
    away = moment.away[person]
    assert away >= 60
    assert moment.lasted >= DAY or (away >= 300 and not has_moved)


@pytest.mark.parametrize("seed", SESSIONS)
def test_moves_come_from_the_player_or_bot_to_move(seed: int) -> None:
    chance = random.Random(seed)
    session = random_session(chance)
    for _ in range(STEPS):
        before = session.table
        for entry in random_step(session, chance):
            if isinstance(entry, Moved):
                assert entry.seat == before.turn
                owner = before.seats[entry.seat].person if entry.by else None
                assert entry.by == owner
                assert (before.bot_level(entry.seat) is None) is (entry.by is not None)
            assert entry.at == session.moment.now
        if before.ended:
            assert session.table.ended == before.ended
            assert session.table.winners == before.winners
        if session.table.ended:
            assert session.table.winners
        check_known_deal(session)


@pytest.mark.parametrize("seed", SESSIONS)
def test_only_tables_before_the_start_are_withdrawn(seed: int) -> None:
    chance = random.Random(seed)
    session = random_session(chance)
    for _ in range(STEPS):
        before = session.table
        for entry in random_step(session, chance):
            if isinstance(entry, Withdrawn):
                assert (before.status, before.since) == ("open", None)
                assert entry.by in (None, before.setup.host)
        assert session.table.withdrawn == isinstance(session.journal[-1], Withdrawn)


def check_known_deal(session: Session) -> None:
    """N1: nobody can take a seat at a deal that its host knows."""
    if session.table.setup.is_deal_known:
        assert not any(isinstance(each, Vacated) for each in session.journal)
        assert not any(seat.is_open for seat in session.table.seats)


@pytest.mark.parametrize("seed", SESSIONS)
def test_nothing_hidden_is_sent(seed: int) -> None:
    chance = random.Random(seed)
    session = random_session(chance)
    for _ in range(STEPS // 2):
        random_step(session, chance)
        table = session.table
        actor: Actor | None = chance.choice((*ACTORS, None))
        seat = seat_shown(table, actor.id if actor else None)
        sent = json.dumps(state(table, actor, "en", Company({}), session.moment))
        sent += json.dumps(public_state(table, "fr", Company({}), session.moment))
        assert "id-of-" not in sent
        sent += repr(picture(table, seat, "en", "wide", [""] * len(table.seats)))
        for hidden in (SECRET, NEW_SECRETS, "anns", "a-text"):
            assert hidden not in sent
