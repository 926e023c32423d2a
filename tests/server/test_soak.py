"""Crash tests: nothing that was acknowledged is lost or doubled, whatever fails. The first part
plants what must never happen, to see that the check finds it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bench.soak.campaign import Plan, soak
from bench.soak.history import Outcome, TableHistory
from bench.soak.history_check import KeptEntry, KeptTable, violations

ANN, BOB, CAS = "ann", "bob", "cas"
MOVES = ("star a1", "star b2", "eagle 2-8")
SECONDS = 60.0


def told(outcomes: Sequence[Outcome] = ("kept", "kept", "kept")) -> TableHistory:
    """Ann and Bob make three moves, Ann says something; Bob and Cas want the same seat."""
    table = TableHistory("t", "orion")
    for version, (move, outcome) in enumerate(zip(MOVES, outcomes, strict=True)):
        table.trying("move", version % 2, move, version).outcome = outcome
    line = table.saying("good luck")
    line.outcome, line.number = "kept", 0
    table.joining(1, BOB).outcome = "kept"
    table.joining(1, CAS).outcome = "refused"
    return table


def entries(*moves: str) -> list[KeptEntry]:
    """Moves as a journal keeps them."""
    return [KeptEntry(number, "move", number % 2, move, 1.0) for number, move in enumerate(moves)]


KEPT = KeptTable(entries(*MOVES), [(0, "good luck")], [ANN, BOB])


def test_a_table_where_every_promise_was_kept_is_right() -> None:
    assert violations(told(), KEPT, SECONDS) == []


@pytest.mark.parametrize("moves", [MOVES[:2], MOVES])
def test_what_was_not_answered_may_be_there_or_not(moves: tuple[str, ...]) -> None:
    kept = replace(KEPT, entries=entries(*moves))
    assert violations(told(("kept", "kept", "unknown")), kept, SECONDS) == []


BROKEN: dict[str, tuple[KeptTable, str]] = {
    "the last move is lost": (replace(KEPT, entries=entries(*MOVES[:2])), "lost: (2, "),
    "another move is there": (replace(KEPT, entries=entries(*MOVES[:2], "star c3")), "lost: (2, "),
    "a move is there twice": (
        replace(KEPT, entries=entries(*MOVES, MOVES[2])),
        "nobody made this move here, or it is there twice: (3, ",
    ),
    "two moves are swapped": (
        replace(KEPT, entries=entries(MOVES[1], MOVES[0], MOVES[2])),
        "lost: (0, ",
    ),
    "a number is missing": (
        replace(KEPT, entries=[*entries(*MOVES), KeptEntry(4, "resign", 0, "")]),
        "not consecutive",
    ),
    "a seat gave up that nobody gave up": (
        replace(KEPT, entries=[*entries(*MOVES), KeptEntry(3, "time", 1, "")]),
        "('time', 1) is there 1 times, not 0 to 0",
    ),
    "a line of chat is lost": (replace(KEPT, chat=[]), "lost line of chat"),
    "a line of chat is there twice": (
        replace(KEPT, chat=[(0, "good luck"), (1, "good luck")]),
        "there 2 times",
    ),
    "nobody said this": (replace(KEPT, chat=[(0, "good luck"), (1, "?")]), "nobody said"),
    "another has the seat": (replace(KEPT, people=[ANN, CAS]), "was given seat 1, which cas has"),
    "time flies": (
        replace(KEPT, entries=[*entries(*MOVES[:2]), KeptEntry(2, "move", 0, MOVES[2], 86_400.0)]),
        "seconds were spent",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_found(name: str) -> None:
    kept, why = BROKEN[name]
    assert any(why in found for found in violations(told(), kept, SECONDS))


def test_two_people_who_were_given_one_seat_are_found() -> None:
    table = told()
    table.joins[1].outcome = "kept"
    assert violations(table, KEPT, SECONDS) == ["table t: cas was given seat 1, which bob has"]


def test_a_move_that_was_refused_and_is_there_is_found() -> None:
    found = violations(told(("kept", "kept", "refused")), KEPT, SECONDS)
    assert any("refused and yet there" in each for each in found)


def test_a_takeback_that_was_acknowledged_and_is_not_there_is_found() -> None:
    table = told()
    table.trying("takeback", 0, "2").outcome = "kept"
    (found,) = violations(table, KEPT, SECONDS)
    assert "('takeback', 0) is there 0 times, not 1 to 1" in found


def test_people_who_were_told_of_two_rematches_are_found() -> None:
    table = told()
    table.rematches |= {"a", "b"}
    assert len(violations(table, replace(KEPT, rematch="a"), SECONDS)) == 1


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
    assert found.history.outcomes()["move", "kept"] >= plan.tables
