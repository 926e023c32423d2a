"""Properties of all tables, checked on random games with random commands."""

import json
import random

import pytest

from parhelion.tables.entries import (
    KINDS,
    FlagFell,
    Moved,
    Resigned,
    Resumed,
    Started,
    TookBack,
    Vacated,
)
from parhelion.tables.messages import Company, public_state, seat_shown, state
from parhelion.tables.moment import Actor
from parhelion.tables.pictures import picture
from parhelion.tables.table import Table
from tests.tables.random_play import ACTORS, random_session, random_step
from tests.tables.situations import SECRET, Session, replayed

SESSIONS = range(60)
STEPS = 40
BEGINNINGS = (Started, Moved, TookBack, Resigned, FlagFell, Resumed)


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


@pytest.mark.parametrize("seed", SESSIONS)
def test_position_counts_decisions_and_version_counts_entries(seed: int) -> None:
    chance = random.Random(seed)
    session = random_session(chance)
    for _ in range(STEPS):
        before = session.table
        entries = random_step(session, chance)
        after = session.table
        assert after.version == before.version + len(entries)
        begun = [each for each in entries if isinstance(each, BEGINNINGS)]
        if begun and before.status == "open" and all(isinstance(e, Resumed) for e in begun):
            begun = []  # nothing has begun yet
        assert after.position == before.position + len(begun)
        assert not entries or after is not before


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
        for hidden in (SECRET, "anns", "a-text"):
            assert hidden not in sent
