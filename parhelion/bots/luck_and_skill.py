"""Luck and skill: how the deal, the draws and everybody's moves changed each seat's share of
victory. The parts of a seat sum to its result. See docs/analysis.md.

Every position has a value for every seat: its expected share of victory, given all that any seat
knows. If a move reveals something hidden, a part of the change that it brings is luck; the rest is
skill. Luck is the value after what was revealed, minus the mean over what could have been revealed:
what nobody knows is dealt anew, the move is played, and rollout players finish the game. The real
deal is as likely as any of these, so luck is zero on average, however well they play.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import fsum, sqrt
from typing import Any, NamedTuple

import numpy as np

from parhelion.bots.kernels.luck_playouts import (
    NO_MOVE,
    play_deals,
    play_games,
)
from parhelion.bots.move_rating import MoveRating
from parhelion.kernel import stream
from parhelion.kernel.tally import TALLY
from parhelion.match import Match

Shares = tuple[float, ...]
"""Shares of victory by seat, or changes of them."""

GAMES_PER_DEAL = 4
"""Games played from each new deal."""
MIN_DEALS = 2
COMPARED_DEALS = 3
"""New deals that are compared to see whether the deal is random."""


class Estimate(NamedTuple):
    """The estimated shares of victory, with the variances of the estimates."""

    shares: Shares
    variances: Shares


class QuantityKind(Enum):
    """What can be estimated."""

    RESULT = "the result of a finished game"
    PROVED = "the value of a position that the search has solved"
    POSITION = "the value of a position for rollout players"
    MOVE = "the value for them once a move is chosen, before anything is revealed"
    DEALS = "the value for them before the deal"


class Quantity(NamedTuple):
    """Something to estimate about the position after `ply` moves."""

    kind: QuantityKind
    ply: int
    about: int = NO_MOVE
    """The move that is chosen; in a solved position 1 if the seat to move wins, -1 if it loses."""


LinearSum = dict[Quantity, float]
"""A linear combination: quantities with their coefficients."""


class MoveEffect(NamedTuple):
    """How a move changed the shares of victory, and who made it."""

    seat: int
    luck: LinearSum
    skill: LinearSum


@dataclass(frozen=True)
class ResultParts:
    """The parts of a seat's result, in shares of victory; they sum to it."""

    start: float
    """The expected share before anything is dealt."""
    deal: float
    """The luck of the deal."""
    draws: float
    """The luck of everything that was revealed later."""
    own: float
    """The effect of the seat's own moves."""
    others: float
    """The effect of the other seats' moves."""
    result: float
    errors: Mapping[str, float]
    """The standard error of each part."""


PARTS = ("start", "deal", "draws", "own", "others")
"""The names of the parts, in the order in which they arise in a game."""


@dataclass(frozen=True)
class Decomposition:
    """The values, luck and skill of a game as sums of quantities that are still to be estimated."""

    values: tuple[LinearSum, ...]
    """The value of each position, from the deal to the last."""
    effects: tuple[MoveEffect, ...]
    """The effect of each move."""
    deal: LinearSum
    """The luck of the deal; empty if the deal is not random."""

    @property
    def quantities(self) -> list[Quantity]:
        """All quantities that have to be estimated, in the order of the game."""
        sums = [*self.values, self.deal, *(effect.luck for effect in self.effects)]
        needed = {quantity for each in sums for quantity in each}
        return sorted(needed, key=lambda each: (each.ply, each.kind.name, each.about))


@dataclass(frozen=True)
class LuckAnalysis:
    """The luck and skill in a game: a decomposition with estimates of all its quantities."""

    decomposition: Decomposition
    estimates: Mapping[Quantity, Estimate]

    @property
    def curve(self) -> tuple[Shares, ...]:
        """The value of every position. Sums of estimates are corrected to be possible shares."""
        return tuple(_possible_shares(self.sum(value)) for value in self.decomposition.values)

    def sum(self, terms: LinearSum) -> Shares:
        """The value of a linear sum, by seat."""
        seats = range(len(next(iter(self.estimates.values())).shares))
        weighted = [(times, self.estimates[each].shares) for each, times in terms.items()]
        return tuple(fsum(times * shares[seat] for times, shares in weighted) for seat in seats)

    def error(self, terms: LinearSum, seat: int) -> float:
        """The standard error of a linear sum for a seat."""
        weighted = ((times, self.estimates[each].variances[seat]) for each, times in terms.items())
        return sqrt(fsum(times * times * variance for times, variance in weighted))

    def parts(self, seat: int) -> ResultParts:
        """The parts of a seat's result."""
        values, effects = self.decomposition.values, self.decomposition.effects
        deal = self.decomposition.deal
        terms = {
            "start": add([values[0]], less=[deal]),
            "deal": deal,
            "draws": add(effect.luck for effect in effects),
            "own": add(effect.skill for effect in effects if effect.seat == seat),
            "others": add(effect.skill for effect in effects if effect.seat != seat),
        }
        sums = {name: self.sum(each)[seat] for name, each in terms.items()}
        errors = {name: self.error(each, seat) for name, each in terms.items()}
        return ResultParts(**sums, result=self.sum(values[-1])[seat], errors=errors)


def _possible_shares(sums: Shares) -> Shares:
    """Sums of estimates as shares of victory: none below 0, together 1."""
    positive = [max(0.0, each) for each in sums]
    return tuple(each / fsum(positive) for each in positive)


def add(plus: Iterable[LinearSum], less: Iterable[LinearSum] = ()) -> LinearSum:
    """The sum of linear sums, minus others. Quantities that cancel out are left out."""
    total: LinearSum = {}
    for sign, group in ((1, plus), (-1, less)):
        for quantity, times in (term for terms in group for term in terms.items()):
            total[quantity] = total.get(quantity, 0) + sign * times
    return {quantity: times for quantity, times in total.items() if times}


# --- the decomposition -------------------------------------------------------------------


def positions_of(match: Match) -> list[Match]:
    """All positions of a match, from its deal to where it stands."""
    position = match.copy()
    position.undo(position.ply)
    positions = [position.copy()]
    for text in match.texts():  # with what chance decided
        position.play(text)
        positions.append(position.copy())
    return positions


def decompose(
    positions: Sequence[Match], best: Mapping[int, MoveRating] | None = None
) -> Decomposition:
    """Decompose a game, given all its positions and the best moves that a search found in them."""
    plies = range(len(positions) - 1)
    found = best or {}
    values = [_value(positions, len(plies), found)]
    effects: list[MoveEffect] = []
    for ply in reversed(plies):
        luck = _luck(positions, ply)
        forced = len(positions[ply].actions()) == 1
        after = values[-1]
        values.append(add([after], less=[luck]) if forced else _value(positions, ply, found))
        skill = add([after], less=[values[-1], luck])
        effects.append(MoveEffect(positions[ply].turn or 0, luck, skill))
    position, deals = Quantity(QuantityKind.POSITION, 0), Quantity(QuantityKind.DEALS, 0)
    deal = {position: 1.0, deals: -1.0} if is_deal_random(positions[0]) else {}
    return Decomposition(tuple(reversed(values)), tuple(reversed(effects)), deal)


def _value(positions: Sequence[Match], ply: int, best: Mapping[int, MoveRating]) -> LinearSum:
    """The value of a position: halfway between its value for rollout players and its value for
    them after the best move, so that being to move is neither an advantage nor a drawback."""
    position = Quantity(_kind(positions[ply]), ply)
    if ply not in best:
        return {position: 1.0}
    if best[ply].solved:
        return {Quantity(QuantityKind.PROVED, ply, best[ply].solved): 1.0}
    return add([{position: 0.5}, {_chosen(positions, ply, best[ply].move.action): 0.5}])


def _chosen(positions: Sequence[Match], ply: int, action: int) -> Quantity:
    """The value of a move before anything is revealed. If the move was played and revealed nothing,
    this is the value of the next position."""
    if [move.action for move in positions[-1].history[ply : ply + 1]] == [action]:
        after = positions[ply + 1]
        if not _revealed_something(positions[ply], after):
            return Quantity(_kind(after), ply + 1)
    return Quantity(QuantityKind.MOVE, ply, action)


def _luck(positions: Sequence[Match], ply: int) -> LinearSum:
    """The value after what a move revealed, minus the mean over what it could have revealed."""
    after = Quantity(_kind(positions[ply + 1]), ply + 1)
    before = _chosen(positions, ply, positions[-1].history[ply].action)
    return add([{after: 1.0}], less=[{before: 1.0}])


def _kind(match: Match) -> QuantityKind:
    """What to estimate about a position; once the game is over, its result."""
    return QuantityKind.RESULT if match.turn is None else QuantityKind.POSITION


def _revealed_something(before: Match, after: Match) -> bool:
    """Whether something hidden was revealed between two positions."""
    if not before.game.secrets:
        return False
    return bool(before.state[0].revealed != after.state[0].revealed)


def is_deal_random(match: Match) -> bool:
    """Whether the options of a match allow more than one deal."""
    others = [Match(match.game, match.options, seed) for seed in range(COMPARED_DEALS)]
    deals = {_without_generator(each.start) for each in (match, *others)}
    return len(deals) > 1


def _without_generator(states: Any) -> bytes:
    states["rng"] = 0
    return bytes(states.tobytes())


# --- estimates ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Estimator:
    """Estimates quantities about the positions of a match by playing games from them."""

    positions: Sequence[Match]
    playouts: int
    seed: int | str

    def estimate(self, quantity: Quantity) -> Estimate:
        """Estimate a quantity; the same seed gives the same estimate."""
        match = self.positions[quantity.ply]
        seats = range(len(match.seats))
        if quantity.kind is QuantityKind.RESULT:
            return _certain([(seat in match.winners) / len(match.winners) for seat in seats])
        if quantity.kind is QuantityKind.PROVED:
            wins = quantity.about > 0
            return _certain([float((seat == match.turn) == wins) for seat in seats])
        return self._play(match, quantity)

    def _play(self, match: Match, quantity: Quantity) -> Estimate:
        """Estimate a quantity by playing games."""
        states = np.repeat(match.state, 3)
        tallies = np.zeros(match.game.actions, dtype=TALLY)
        rng = stream(f"{self.seed} {quantity.kind.name} {quantity.ply} {quantity.about}", "fortune")
        total, squares = np.zeros(len(match.seats)), np.zeros(len(match.seats))
        work = (tallies, rng, total, squares)
        count = self.playouts
        if quantity.kind is QuantityKind.DEALS:
            count = max(MIN_DEALS, count // 2)
            play_deals(states, count, GAMES_PER_DEAL, *work)
        else:
            play_games(states, quantity.about, count, *work)
        return _mean(total, squares, count)


def _certain(shares: list[float]) -> Estimate:
    return Estimate(tuple(shares), (0.0,) * len(shares))


def _mean(total: Any, squares: Any, count: int) -> Estimate:
    shares = total / count
    variances = np.maximum(0, squares / count - shares**2) / max(1, count - 1)
    return Estimate(tuple(shares.tolist()), tuple(variances.tolist()))
