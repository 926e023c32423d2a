"""What pieces are worth: how often they are taken, and how those who have them fare.

For each piece some numbers a game are summed over the seats; the sums and the sums of products of
all games are enough for every estimate and its standard error, with games as the independent unit
(a cluster-robust ratio estimate). So the largest run needs little memory.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import NamedTuple

import numpy as np

from parhelion.lab.run_measures import Unit, readable
from parhelion.lab.run_reader import Numbers, PieceRows, Run, piece_blocks
from parhelion.lab.significance import (
    ROUNDING,
    TOO_FEW,
    Difference,
    Interval,
    TooFew,
    difference,
    half_width,
    unknown,
    welch_freedom,
)

OWNERS, OWNERS_SHARE, OWNERS_SCORE = 0, 1, 2
"""Seats that have the piece at the end of a game, the sum of their shares and of their scores."""
REST, REST_SHARE, REST_SCORE = 3, 4, 5
"""The same of the seats that do not have it."""
OTHERS, OTHERS_SHARE, OTHERS_SCORE = 6, 7, 8
"""The same of the seats that have other pieces of the kind, once for each."""
TAKEN, OFFERED, OTHERS_TAKEN, OTHERS_OFFERED = 9, 10, 11, 12
"""How often the piece, and the others of its kind, were chosen and on offer."""
NUMBERS = 13
LANGUAGE = "en"
"""Of reports."""


@dataclass(frozen=True, order=True)
class Piece:
    """A piece of a game; its kind is a card, a delivery …"""

    kind: str
    name: str
    """As the tables of a run have it."""
    title: str = field(default="", compare=False)
    """As people call it, where that is not the name."""

    @property
    def label(self) -> str:
        """What it is called in plots and tables."""
        return readable(self.title or self.name)

    def __str__(self) -> str:
        return f"“{self.label}” ({self.kind})"


class Sums:
    """What is summed over games about a piece: the numbers, their products, and how many games
    have each."""

    def __init__(self, size: int = NUMBERS) -> None:
        self.games = 0
        self.totals = np.zeros(size)
        self.products = np.zeros((size, size))
        self.present = np.zeros(size, dtype=np.int64)

    def add(self, numbers: Numbers) -> None:
        """Add some games, a row each."""
        self.games += len(numbers)
        self.totals += numbers.sum(axis=0)
        self.products += numbers.T @ numbers
        self.present += (numbers != 0).sum(axis=0)

    def half(self, second: int) -> "Sums":
        """The sums of one of two runs that were added side by side."""
        size = len(self.totals) // 2
        part = slice(size, None) if second else slice(None, size)
        found = Sums(size)
        found.games, found.totals = self.games, self.totals[part]
        found.products, found.present = self.products[part, part], self.present[part]
        return found


@dataclass(frozen=True)
class Estimate:
    """A number estimated from sums, and what each game adds to it: the numbers of the game times
    the coefficients."""

    value: float
    coefficients: Numbers
    games: int
    """Those that say something about it."""

    def __sub__(self, other: "Estimate") -> "Estimate":
        coefficients = self.coefficients - other.coefficients
        return Estimate(self.value - other.value, coefficients, min(self.games, other.games))

    def error(self, sums: Sums) -> float:
        """The standard error; zero if it is no larger than the rounding error of its terms."""
        spread = float(self.coefficients @ sums.products @ self.coefficients)
        size = np.abs(self.coefficients)
        if spread <= ROUNDING * float(size @ np.abs(sums.products) @ size):
            return 0.0
        return sqrt(spread * sums.games / max(1, sums.games - 1))


def ratio(sums: Sums, above: int, below: int) -> Estimate:
    """The total of one number over that of another; TooFew if there is none."""
    total = sums.totals[below]
    if not total:
        raise TooFew("it never came up")
    value = sums.totals[above] / total
    coefficients = np.zeros(len(sums.totals))
    coefficients[above] += 1 / total
    coefficients[below] -= value / total
    return Estimate(float(value), coefficients, int(sums.present[below]))


class Aspect(NamedTuple):
    """Something that is estimated of every piece."""

    unit: Unit
    label: str
    """What is compared between the pieces of a kind; {} is the piece."""
    worth: str
    """What is told of a piece, and compared between runs."""
    of: tuple[int, int]
    """The two numbers whose ratio it is."""
    against: tuple[int, int] | None
    """What is subtracted: the same of those who do not have the piece."""
    others: tuple[int, int]
    """The same of the other pieces of the kind."""

    def estimate(self, sums: Sums) -> Estimate:
        """What it is for a piece."""
        found = ratio(sums, *self.of)
        return found if self.against is None else found - ratio(sums, *self.against)

    def interval(self, sums: Sums | None) -> Interval:
        """What it is for a piece, with its 95 % interval; unknown if too few games tell."""
        try:
            found = self.estimate(sums) if sums else None
        except TooFew:
            found = None
        if sums is None or found is None or found.games < TOO_FEW:
            return unknown()
        margin = half_width(found.error(sums), found.games - 1)
        low, high = found.value - margin, found.value + margin
        return found.value, *((low, high) if self.against else (max(0.0, low), min(1.0, high)))


CHOSEN = Aspect(
    "share",
    "Choice of {} when on offer",
    "Choice of {} when on offer",
    (TAKEN, OFFERED),
    None,
    (OTHERS_TAKEN, OTHERS_OFFERED),
)
WORTH_SHARE = Aspect(
    "share",
    "Share of victory of those who have {}",
    "Advantage in victories of those who have {}",
    (OWNERS_SHARE, OWNERS),
    (REST_SHARE, REST),
    (OTHERS_SHARE, OTHERS),
)
WORTH_POINTS = Aspect(
    "points",
    "Score of those who have {}",
    "Advantage in points of those who have {}",
    (OWNERS_SCORE, OWNERS),
    (REST_SCORE, REST),
    (OTHERS_SCORE, OTHERS),
)


# --- from a run --------------------------------------------------------------------------


def piece_sums(run: Run) -> dict[Piece, Sums]:
    """The sums of every piece of a run; none if it has not written them."""
    names = pieces_of(run)
    found = {piece: Sums() for piece in names}
    for rows, games in piece_blocks(run) if names else ():
        for piece, numbers in game_numbers(run, rows, games, names).items():
            found[piece].add(numbers())
    return found


def pieces_of(run: Run) -> list[Piece]:
    """The pieces of a run in order."""
    title, say = run.game.statistics.piece_title, run.game.words(LANGUAGE)
    return [Piece(kind, name, title(kind, name, say)) for kind, name in run.piece_names]


@dataclass(frozen=True)
class PiecesOfBoth:
    """The sums of the pieces of two runs; if their games belong together, also side by side."""

    before: Mapping[Piece, Sums]
    after: Mapping[Piece, Sums]
    together: Mapping[Piece, Sums] | None = None

    @property
    def names(self) -> list[Piece]:
        """The pieces that either has."""
        return sorted({*self.before, *self.after})

    def difference(self, aspect: Aspect, piece: Piece) -> Difference:
        """How far an aspect of a piece moved."""
        if self.together is None:
            return unpaired_worth(aspect, self.before[piece], self.after[piece])
        return paired_worth(aspect, self.together[piece])


def pieces_of_both(before: Run, after: Run, same_deals: bool) -> PiecesOfBoth:
    """The pieces of two runs; in pairs of games, if they are of the same deals and have the same
    numbers."""
    runs, names = (before, after), (pieces_of(before), pieces_of(after))
    if not (same_deals and all(names) and _are_aligned(before, after)):
        return PiecesOfBoth(piece_sums(before), piece_sums(after))
    together = {piece: Sums(2 * NUMBERS) for piece in sorted({*names[0], *names[1]})}
    for (first, games), (second, _) in zip(*map(piece_blocks, runs), strict=True):
        nothing = partial(np.zeros, (games.stop - games.start, NUMBERS))
        sides = [
            game_numbers(run, rows, games, pieces)
            for run, rows, pieces in zip(runs, (first, second), names, strict=True)
        ]
        for piece, sums in together.items():
            sums.add(np.hstack([side.get(piece, nothing)() for side in sides]))
    halves = [
        {piece: together[piece].half(which) for piece in pieces}
        for which, pieces in enumerate(names)
    ]
    return PiecesOfBoth(halves[0], halves[1], together)


def _are_aligned(before: Run, after: Run) -> bool:
    """Whether the blocks of two runs have the same games."""
    same_blocks = [games for _, games in before.blocks] == [games for _, games in after.blocks]
    return same_blocks and np.array_equal(before.numbers, after.numbers)


def game_numbers(
    run: Run, rows: PieceRows, games: slice, names: Sequence[Piece]
) -> dict[Piece, Callable[[], Numbers]]:
    """What is summed over the games of a block, for every piece of the run: a row a game. Each is
    made when it is called, since all together would be large."""
    block = read_block(run, rows, games, names)
    kinds = np.array([piece.kind for piece in names])
    of_kind = {kind: block.of_kind(np.flatnonzero(kinds == kind)) for kind in set(kinds)}
    return {
        piece: partial(block.numbers, place, of_kind[piece.kind])
        for place, piece in enumerate(names)
    }


@dataclass(frozen=True)
class Block:
    """Some games: who has which pieces in the end, how often each was taken and on offer, and how
    each seat fared."""

    has: Numbers
    """Whether a seat has a piece in the end: by game, seat and piece."""
    taken: Numbers
    offered: Numbers
    """By game and piece."""
    shares: Numbers
    scores: Numbers
    """By game and seat."""

    def of_kind(self, pieces: Numbers) -> Numbers:
        """Of all pieces of a kind together, what `numbers` tells of one."""
        times = self.has[:, :, pieces].sum(axis=2)
        counts = self.taken[:, pieces].sum(axis=1), self.offered[:, pieces].sum(axis=1)
        return np.column_stack([*self._fared(times), *counts])

    def numbers(self, place: int, of_kind: Numbers) -> Numbers:
        """What is summed about a piece: a row a game."""
        has = self.has[:, :, place]
        counts = np.column_stack([self.taken[:, place], self.offered[:, place]])
        owners = np.column_stack(self._fared(has))
        rest = np.column_stack(self._fared(~has))
        others = of_kind - np.hstack([owners, counts])
        return np.hstack([owners, rest, others[:, :3], counts, others[:, 3:]]).astype(float)

    def _fared(self, times: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """How many seats count, the sum of their shares and of their scores."""
        return (
            times.sum(axis=1),
            (times * self.shares).sum(axis=1),
            (times * self.scores).sum(axis=1),
        )


def read_block(run: Run, rows: PieceRows, games: slice, names: Sequence[Piece]) -> Block:
    """The games of a block. Rivals do not choose, so they do not count."""
    people, places = run.people, {piece: place for place, piece in enumerate(names)}
    pairs = [[places.get(Piece(k, p), -1) for p in rows.piece.names] for k in rows.kind.names]
    piece = np.asarray(pairs, dtype=int)[rows.kind.codes, rows.piece.codes]
    shape = (games.stop - games.start, len(names))
    chooses = rows.seat < people
    where = np.ravel_multi_index((rows.game[chooses], piece[chooses]), shape)
    taken, offered = (
        np.bincount(where, counts[chooses], shape[0] * shape[1]).reshape(shape)
        for counts in (rows.taken, rows.offered)
    )
    has = np.zeros((shape[0], people, shape[1]), dtype=bool)
    held = chooses & (rows.held > 0)
    has[rows.game[held], rows.seat[held], piece[held]] = True
    shares, scores = run.shares[games, :people], run.seats("score")[games, :people]
    return Block(has, taken, offered, shares, scores)


# --- differences -------------------------------------------------------------------------


def against_kind(aspect: Aspect, sums: Sums) -> Difference:
    """A piece against the others of its kind: how often it is chosen, or how its owners fare."""
    one, others = ratio(sums, *aspect.of), ratio(sums, *aspect.others)
    return _difference(others, one, (one - others).error(sums), min(one.games, others.games) - 1)


def paired_worth(aspect: Aspect, sums: Sums) -> Difference:
    """An aspect of a piece in two runs whose games belong together."""
    before, after = (aspect.estimate(sums.half(second)) for second in (False, True))
    coefficients = np.concatenate([-before.coefficients, after.coefficients])
    games = min(before.games, after.games)
    error = Estimate(after.value - before.value, coefficients, games).error(sums)
    return _difference(before, after, error, games - 1)


def unpaired_worth(aspect: Aspect, before: Sums, after: Sums) -> Difference:
    """An aspect of a piece in two runs of different games."""
    first, second = aspect.estimate(before), aspect.estimate(after)
    variances = [first.error(before) ** 2, second.error(after) ** 2]
    freedom = welch_freedom(variances, [max(1, first.games - 1), max(1, second.games - 1)])
    return _difference(first, second, sqrt(sum(variances)), freedom)


def _difference(before: Estimate, after: Estimate, error: float, freedom: float) -> Difference:
    games = min(before.games, after.games)
    if games < TOO_FEW:
        raise TooFew(f"{games} of the {TOO_FEW} games that are needed")
    return difference(before.value, after.value, error, freedom, games=games)
