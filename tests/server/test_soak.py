"""Crash tests: nothing that was acknowledged is lost or doubled, whatever fails. The first part
plants what must never happen, to see that the check finds it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.soak.campaign import Plan, soak
from bench.soak.databases import SqliteDatabase
from bench.soak.history import Outcome, TableHistory
from bench.soak.history_check import StoredEntry, StoredGame, violations
from parhelion.server.models import EntryModel, SeatModel, TableModel
from tests.server.running_server import ME, OPEN, Json, RunningServer, quick
from tests.server.test_damaged_tables import damage

ANN, BOB, CAS = "ann", "bob", "cas"
MOVES = ("star a1", "star b2", "eagle 2-8")
SECONDS = 60.0


def played(outcomes: Sequence[Outcome] = ("kept", "kept", "kept")) -> TableHistory:
    """Ann and Bob make three moves, Ann writes a line; Bob and Cas want the same seat."""
    table = TableHistory("t", "orion")
    for version, (move, outcome) in enumerate(zip(MOVES, outcomes, strict=True)):
        table.trying("moved", version % 2, move, version).outcome = outcome
    table.saying("good luck").outcome = "kept"
    table.joining(1, BOB).outcome = "kept"
    table.joining(1, CAS).outcome = "refused"
    return table


def journal(*added: StoredEntry, moves: Sequence[str] = MOVES) -> StoredGame:
    """Return a journal: the start, a line of chat, moves, and some more entries."""
    entries = [StoredEntry(0, "created"), StoredEntry(0, "joined", 1), StoredEntry(0, "started")]
    entries.append(StoredEntry(0, "said", 0, "good luck"))
    entries += [StoredEntry(0, "moved", n % 2, move, 1.0) for n, move in enumerate(moves)]
    return numbered([*entries, *added])


def numbered(entries: Sequence[StoredEntry]) -> StoredGame:
    return StoredGame([replace(each, number=n) for n, each in enumerate(entries)], [ANN, BOB])


KEPT = journal()


def test_a_table_where_every_promise_was_kept_is_right() -> None:
    assert violations(played(), KEPT, SECONDS) == []


@pytest.mark.parametrize("moves", [MOVES[:2], MOVES])
def test_unanswered_move_may_be_stored_or_not(moves: tuple[str, ...]) -> None:
    assert violations(played(("kept", "kept", "unknown")), journal(moves=moves), SECONDS) == []


def test_moves_after_a_takeback_are_found_by_their_versions() -> None:
    table = played()
    table.trying("took-back", 0).outcome = "kept"
    table.trying("moved", 0, MOVES[2], 4).outcome = "kept"
    again = StoredEntry(0, "took-back", 0), StoredEntry(0, "moved", 0, MOVES[2])
    assert violations(table, journal(*again), SECONDS) == []


BROKEN: dict[str, tuple[StoredGame, str]] = {
    "the last move is lost": (journal(moves=MOVES[:2]), "lost: (2, "),
    "another move is there": (journal(moves=(*MOVES[:2], "star c3")), "lost: (2, "),
    "a move is there twice": (
        journal(moves=(*MOVES, MOVES[2])),
        "nobody made this move here, or it is there twice: (3, ",
    ),
    "two moves are swapped": (journal(moves=(MOVES[1], MOVES[0], MOVES[2])), "lost: (0, "),
    "a number is missing": (replace(KEPT, entries=KEPT.entries[1:]), "not consecutive"),
    "a seat gave up that nobody gave up": (
        journal(StoredEntry(0, "flag-fell", 1)),
        "('flag-fell', 1) is there 1 times, not 0 to 0",
    ),
    "a proposal that nobody made": (
        journal(StoredEntry(0, "proposed", 0)),
        "('proposed', 0) is there 1 times, not 0 to 0",
    ),
    "a line of chat is lost": (
        numbered([each for each in KEPT.entries if each.kind != "said"]),
        "lost line of chat",
    ),
    "a line of chat is there twice": (
        journal(StoredEntry(0, "said", 0, "good luck")),
        "there 2 times",
    ),
    "nobody said this": (journal(StoredEntry(0, "said", 0, "?")), "nobody said"),
    "another has the seat": (replace(KEPT, people=[ANN, CAS]), "was given seat 1, which cas has"),
    "a seat is joined twice": (journal(StoredEntry(0, "joined", 1)), "seat 1 was joined 2 times"),
    "two next games": (
        journal(StoredEntry(0, "rematched"), StoredEntry(0, "rematched")),
        "the next game was set 2 times",
    ),
    "time flies": (
        journal(StoredEntry(0, "hinted", 0, spent=86_400.0)),
        "seconds were spent",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_found(name: str) -> None:
    stored, why = BROKEN[name]
    assert any(why in found for found in violations(played(), stored, SECONDS))


def test_two_people_who_were_given_one_seat_are_found() -> None:
    table = played()
    table.joins[1].outcome = "kept"
    assert violations(table, KEPT, SECONDS) == ["table t: cas was given seat 1, which bob has"]


def test_a_move_that_was_refused_and_is_there_is_found() -> None:
    found = violations(played(("kept", "kept", "refused")), KEPT, SECONDS)
    assert any("refused and yet there" in each for each in found)


def test_a_takeback_that_was_acknowledged_and_is_not_there_is_found() -> None:
    table = played()
    table.trying("took-back", 0).outcome = "kept"
    (found,) = violations(table, KEPT, SECONDS)
    assert "('took-back', 0) is there 0 times, not 1 to 1" in found


def test_two_different_rematches_are_found() -> None:
    table = played()
    table.rematches |= {"a", "b"}
    assert len(violations(table, replace(KEPT, rematch="a"), SECONDS)) == 1


@pytest.mark.parametrize(
    ("model", "values", "problem"),
    [
        (TableModel, {"ply": 1}, "ply is 1, and 0 "),
        (SeatModel, {"person": None}, "person is None, and "),
        (EntryModel, {"kind": "what"}, "'what'"),
    ],
)
def test_stored_rows_that_contradict_each_other_are_found(
    tmp_path: Path, model: Any, values: Json, problem: str
) -> None:
    database = SqliteDatabase(tmp_path)
    with RunningServer(quick(database.address(0))) as server:
        id = server.guest("Ann").sets(seats=[ME, OPEN])["table"]["id"]
    assert asyncio.run(database.errors()) == []
    damage(database.address(0), model, id, **values)
    assert any(problem in found for found in asyncio.run(database.errors()))


# --- a short run: each fault once -------------------------------------------------------


@pytest.mark.parametrize(
    "plan",
    [
        Plan("sqlite", nodes=1, tables=4, faults=10, seed=4),
        Plan("postgres", nodes=2, tables=4, faults=16, seed=4),
    ],
    ids=["sqlite", "postgres"],
)
def test_whatever_fails_no_promise_is_broken_and_every_table_goes_on(
    plan: Plan, tmp_path: Path
) -> None:
    found = asyncio.run(soak(plan, tmp_path))
    assert found.wrong == []
    assert set(found.faults.values()) == {1}
    assert sum(found.faults.values()) == plan.faults
    assert found.history.outcomes()["moved", "kept"] >= plan.tables
