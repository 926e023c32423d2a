"""Luck and skill: what the deal, the draws and everybody's moves did to each seat's share of
victory. The parts of a seat sum to its result. See docs/analysis.md.

Every position has a value for every seat: the share of victory that it promises when all that any
seat knows is known. What a move changes is luck, if something hidden came to light with it, and for
the rest skill. Luck is what really came to light against the mean over what might have: what nobody
knows is dealt anew, the move is played, and quick players finish the game. The real deal is as
likely as any of these, so luck is zero in the mean, however they play.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from parhelion.bots.analysis import Rated
from parhelion.bots.fortune import HABIT, NO_MOVE, entry_points, expect, expect_deals
from parhelion.games import Game
from parhelion.kernel import stream
from parhelion.kernel.warmup import ensure_compiled
from parhelion.match import Match

Shares = tuple[float, ...]
"""Shares of victory, one a seat, or changes of them."""

GAMES_A_DEAL = 4
"""Games played from each fresh deal."""
MIN_DEALS = 2
ALIKE = 3
"""Fresh deals that are looked at to see whether chance has a part in them."""


class Estimate(NamedTuple):
    """What every seat may expect, and the variances of these numbers as estimates."""

    shares: Shares
    variances: Shares


class Kind(Enum):
    """What can be asked."""

    RESULT = "how the game ended"
    PROVED = "what a position is worth to which the seat to move has found the solution"
    POSITION = "what a position promises quick players"
    MOVE = "what it promises them once a move is chosen, before chance has a say"
    DEALS = "what it promises them before the deal"


class Question(NamedTuple):
    """Something to estimate about the position after some moves."""

    kind: Kind
    ply: int
    about: int = NO_MOVE
    """The move that is chosen; of a solution 1 if the seat to move wins, -1 if it loses."""


Terms = dict[Question, float]
"""A sum: how many times the answer to each question is added, or taken away."""


class Change(NamedTuple):
    """What a move did, and who made it."""

    seat: int
    luck: Terms
    skill: Terms


@dataclass(frozen=True)
class Parts:
    """What the result of a seat is made of, in shares of victory; the parts sum to it."""

    start: float
    """What the seat may expect before anything is dealt."""
    deal: float
    """The luck of the deal."""
    draws: float
    """The luck of all that came to light later."""
    own: float
    """What the seat's own moves made of it."""
    others: float
    """What the moves of the others did to it."""
    result: float
    errors: Mapping[str, float]
    """The standard error of every part."""


PARTS = ("start", "deal", "draws", "own", "others")
"""The names of the parts, in the order in which a game brings them about."""


@dataclass(frozen=True)
class Plan:
    """Which questions tell the story of a game."""

    values: tuple[Terms, ...]
    """The value of each position, from the deal to the last."""
    changes: tuple[Change, ...]
    deal: Terms
    """The luck of the deal; nothing if chance has no part in it."""

    @property
    def questions(self) -> list[Question]:
        """All that has to be answered, in the order of the game."""
        terms = [*self.values, self.deal, *(change.luck for change in self.changes)]
        asked = {question for some in terms for question in some}
        return sorted(asked, key=lambda each: (each.ply, each.kind.name, each.about))


@dataclass(frozen=True)
class Story:
    """What became of the seats of a game, told by the answers to all questions of its plan."""

    plan: Plan
    answers: Mapping[Question, Estimate]

    @property
    def curve(self) -> tuple[Shares, ...]:
        """The value of every position. A sum of estimates may lie beside what a share can be."""
        return tuple(_shares(self.sum(value)) for value in self.plan.values)

    def sum(self, terms: Terms) -> Shares:
        """What some answers sum to, by seat."""
        seats = range(len(next(iter(self.answers.values())).shares))
        told = [(times, self.answers[asked].shares) for asked, times in terms.items()]
        return tuple(float(sum(times * shares[seat] for times, shares in told)) for seat in seats)

    def error(self, terms: Terms, seat: int) -> float:
        """The standard error of such a sum."""
        told = ((times, self.answers[asked].variances[seat]) for asked, times in terms.items())
        return sqrt(sum(times * times * variance for times, variance in told))

    def parts(self, seat: int) -> Parts:
        """What the result of a seat is made of."""
        plan, changes = self.plan, self.plan.changes
        terms = {
            "start": add([plan.values[0]], less=[plan.deal]),
            "deal": plan.deal,
            "draws": add(change.luck for change in changes),
            "own": add(change.skill for change in changes if change.seat == seat),
            "others": add(change.skill for change in changes if change.seat != seat),
        }
        sums = {name: self.sum(each)[seat] for name, each in terms.items()}
        errors = {name: self.error(each, seat) for name, each in terms.items()}
        return Parts(**sums, result=self.sum(plan.values[-1])[seat], errors=errors)


def _shares(sums: Shares) -> Shares:
    """Sums that are shares: none below 0, together 1."""
    positive = [max(0.0, each) for each in sums]
    return tuple(each / sum(positive) for each in positive)


def add(some: Iterable[Terms], less: Iterable[Terms] = ()) -> Terms:
    """Some sums together, less others. What is added and taken away again is left out."""
    total: Terms = {}
    for sign, group in ((1, some), (-1, less)):
        for question, times in (term for terms in group for term in terms.items()):
            total[question] = total.get(question, 0) + sign * times
    return {question: times for question, times in total.items() if times}


# --- asking ------------------------------------------------------------------------------


def retell(match: Match) -> list[Match]:
    """The positions of a match, from its deal to where it stands."""
    told = match.copy()
    told.undo(told.ply)
    positions = [told.copy()]
    for action in match.played:
        told.play(action)
        positions.append(told.copy())
    return positions


def plan(positions: Sequence[Match], best: Mapping[int, Rated] | None = None) -> Plan:
    """What to ask about a game, given all its positions and what was found to be best in them."""
    plies = range(len(positions) - 1)
    found = best or {}
    values = [_value(positions, len(plies), found)]
    changes: list[Change] = []
    for ply in reversed(plies):
        luck = _luck(positions, ply)
        forced = len(positions[ply].actions()) == 1
        after = values[-1]
        values.append(add([after], less=[luck]) if forced else _value(positions, ply, found))
        skill = add([after], less=[values[-1], luck])
        changes.append(Change(positions[ply].turn or 0, luck, skill))
    fresh = {Question(Kind.POSITION, 0): 1.0, Question(Kind.DEALS, 0): -1.0}
    deal = fresh if dealt_by_chance(positions[0]) else {}
    return Plan(tuple(reversed(values)), tuple(reversed(changes)), deal)


def _value(positions: Sequence[Match], ply: int, best: Mapping[int, Rated]) -> Terms:
    """Halfway between what quick players make of a position and what they make of it once its
    best move is played: so neither being to move nor waiting for it is an advantage."""
    position = Question(_kind(positions[ply]), ply)
    if ply not in best:
        return {position: 1.0}
    if best[ply].solved:
        return {Question(Kind.PROVED, ply, best[ply].solved): 1.0}
    return add([{position: 0.5}, {_chosen(positions, ply, best[ply].move.action): 0.5}])


def _chosen(positions: Sequence[Match], ply: int, action: int) -> Question:
    """What asks for the value of a move. Of one that was played and brought nothing to light, it
    is that of the next position."""
    if positions[-1].played[ply : ply + 1] == [action]:
        after = positions[ply + 1]
        if not _came_to_light(positions[ply], after):
            return Question(_kind(after), ply + 1)
    return Question(Kind.MOVE, ply, action)


def _luck(positions: Sequence[Match], ply: int) -> Terms:
    """What came to light with a move, against the mean over what might have."""
    after = Question(_kind(positions[ply + 1]), ply + 1)
    return add([{after: 1.0}], less=[{_chosen(positions, ply, positions[-1].played[ply]): 1.0}])


def _kind(match: Match) -> Kind:
    """What to ask about a position: once the game is over, nothing but the result."""
    return Kind.RESULT if match.turn is None else Kind.POSITION


def _came_to_light(before: Match, after: Match) -> bool:
    """Whether something hidden came to light between two positions."""
    if not before.game.secrets:
        return False
    return bool(before.state[0].revealed != after.state[0].revealed)


def dealt_by_chance(match: Match) -> bool:
    """Whether a match could have been dealt in another way."""
    fresh = [Match(match.game, match.options, seed) for seed in range(ALIKE)]
    return len({_without_generator(each.dealt, match.game.dtype) for each in (match, *fresh)}) > 1


def _without_generator(state: bytes, dtype: Any) -> bytes:
    states = np.frombuffer(bytearray(state), dtype=dtype)
    states["rng"] = 0
    return states.tobytes()


# --- answering ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Oracle:
    """Answers questions about the positions of a match by playing games from them."""

    positions: Sequence[Match]
    playouts: int
    seed: int | str

    def answer(self, question: Question) -> Estimate:
        """What every seat may expect; the same for the same seed."""
        match = self.positions[question.ply]
        if question.kind is Kind.RESULT:
            return _certain(
                [(seat in match.winners) / len(match.winners) for seat in _seats(match)]
            )
        if question.kind is Kind.PROVED:
            wins = question.about > 0
            return _certain([float((seat == match.turn) == wins) for seat in _seats(match)])
        states = np.repeat(match.state, 3)
        habits = np.zeros(match.game.rules.ACTIONS, dtype=HABIT)
        rng = stream(f"{self.seed} {question.kind.name} {question.ply} {question.about}", "fortune")
        total, squares = np.zeros(len(match.seats)), np.zeros(len(match.seats))
        work = (habits, rng, total, squares)
        count = self.playouts
        if question.kind is Kind.DEALS:
            count = max(MIN_DEALS, count // 2)
            expect_deals(states, count, GAMES_A_DEAL, *work)
        else:
            expect(states, question.about, count, *work)
        return _mean(total, squares, count)


def _seats(match: Match) -> range:
    return range(len(match.seats))


def _certain(shares: list[float]) -> Estimate:
    return Estimate(tuple(shares), (0.0,) * len(shares))


def _mean(total: Any, squares: Any, count: int) -> Estimate:
    shares = total / count
    variances = np.maximum(0, squares / count - shares**2) / max(1, count - 1)
    return Estimate(tuple(shares.tolist()), tuple(variances.tolist()))


def prepare(game: Game) -> None:
    """Compile for a game what is not compiled yet."""
    ensure_compiled(f"{game.info.name} reviews", game.dtype, entry_points)
