"""How far two samples of games differ, and whether that is more than noise.

A sample has a value a game: games are independent of each other, the seats of a game are not.
Nothing assumes equal variances. Whoever looks at many differences corrects for it by `holm`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, nan, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Values = NDArray[np.float64]
"""A value a game; NaN where a game says nothing."""
Interval = tuple[float, float, float]
"""A value and the ends of its 95 % interval."""
TOO_FEW = 30
"""With fewer games than this nothing is compared."""
LEVEL = 0.05
"""The chance that a page without any true difference flags one or more."""
CONFIDENCE = 0.95
ROUNDING = 1e-12
"""Relative size below which a standard error or a difference is rounding error, that is, zero."""


@dataclass(frozen=True)
class Difference:
    """A value, what it is compared with, and their difference with its 95 % interval."""

    before: float
    after: float
    low: float
    high: float
    p: float
    """The chance of a difference at least as large if there were none in truth."""
    games: int
    """In the smaller sample."""

    @property
    def size(self) -> float:
        """How far the value moved."""
        return self.after - self.before


class TooFew(Exception):
    """There are too few games to compare."""


def unknown() -> Interval:
    """Instead of a value of which nothing is known."""
    return nan, nan, nan


def mean_interval(values: Values) -> Interval:
    """The mean of the games that say something, and its 95 % interval."""
    said = values[~np.isnan(values)]
    if len(said) < 2:
        return (float(said[0]), -inf, inf) if len(said) else unknown()
    mean = float(said.mean())
    margin = half_width(float(said.std(ddof=1)) / sqrt(len(said)), len(said) - 1)
    return mean, mean - margin, mean + margin


def half_width(error: float, freedom: float) -> float:
    """Half the width of the 95 % interval of something with a standard error."""
    return float(stats.t.ppf((1 + CONFIDENCE) / 2, freedom)) * error


def against(values: Values, fair: float) -> Difference:
    """The mean of a sample against a number that is known."""
    return paired(np.full(len(values), fair), values)


def paired(before: Values, after: Values) -> Difference:
    """Two samples whose games belong together, one by one."""
    both = ~(np.isnan(before) | np.isnan(after))
    before, after = before[both], after[both]
    _enough(len(before))
    moved = after - before
    error = float(moved.std(ddof=1)) / sqrt(len(moved))
    p = mcnemar(before, after) if _is_yes_or_no(before, after) else None
    return difference(float(before.mean()), float(after.mean()), error, len(moved) - 1, p)


def unpaired(before: Values, after: Values) -> Difference:
    """Two samples of different games: Welch's test."""
    before, after = before[~np.isnan(before)], after[~np.isnan(after)]
    _enough(min(len(before), len(after)))
    parts = [float(each.var(ddof=1)) / len(each) for each in (before, after)]
    error, sizes = sqrt(sum(parts)), (len(before), len(after))
    p = fisher(before, after) if _is_yes_or_no(before, after) else None
    freedom = welch_freedom(parts, [size - 1 for size in sizes])
    return difference(float(before.mean()), float(after.mean()), error, freedom, p, min(sizes))


def difference(
    before: float,
    after: float,
    error: float,
    freedom: float,
    p: float | None = None,
    games: int | None = None,
) -> Difference:
    """A difference with a known standard error: Student's test, unless p is known better.

    If every game moved by the same amount, the standard error is zero and the interval is a point.
    """
    moved = after - before
    rounding = ROUNDING * max(1.0, abs(before), abs(after))
    margin = half_width(error, freedom) if error > rounding else 0.0
    if p is None:
        p = student(moved, error, freedom, rounding)
    games = int(freedom) + 1 if games is None else games
    return Difference(before, after, moved - margin, moved + margin, p, games)


def student(moved: float, error: float, freedom: float, rounding: float = ROUNDING) -> float:
    """Return the two-sided p-value of Student's test.

    Without a standard error it is 0 or 1: any difference beyond `rounding` is certain.
    """
    if error <= rounding:
        return 1.0 if abs(moved) <= rounding else 0.0
    return float(2 * stats.t.sf(abs(moved) / error, freedom))


def welch_freedom(variances: Sequence[float], freedoms: Sequence[int]) -> float:
    """The degrees of freedom of a sum of variances (Welch and Satterthwaite)."""
    total = sum(variances)
    if total == 0:
        return float(min(freedoms))
    return total**2 / sum(v**2 / f for v, f in zip(variances, freedoms, strict=True))


def mcnemar(before: Values, after: Values) -> float:
    """The exact test of yes and no in pairs: only pairs that differ count."""
    up, down = int((after > before).sum()), int((after < before).sum())
    return float(stats.binomtest(up, up + down).pvalue) if up + down else 1.0


def fisher(before: Values, after: Values) -> float:
    """The exact test of yes and no in two samples."""
    table = [[int(each.sum()), len(each) - int(each.sum())] for each in (before, after)]
    return float(stats.fisher_exact(table).pvalue)


def holm(chances: Sequence[float]) -> list[float]:
    """The chances corrected for as many looks: below 0.05 is beyond noise (Holm, 1979)."""
    order = np.argsort(chances, kind="stable")
    stepped = np.asarray(chances, dtype=float)[order] * np.arange(len(chances), 0, -1)
    corrected = np.empty(len(chances))
    corrected[order] = np.minimum(1.0, np.maximum.accumulate(stepped))
    return corrected.tolist()


def _is_yes_or_no(*samples: Values) -> bool:
    return all(bool(np.isin(sample, (0.0, 1.0)).all()) for sample in samples)


def _enough(games: int) -> None:
    if games < TOO_FEW:
        raise TooFew(f"{games} of the {TOO_FEW} games that are needed")
