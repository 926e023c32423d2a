"""Confidence intervals for shares of victory."""

from math import sqrt

NORMAL_95 = 1.96
"""Standard errors on either side of the mean that hold 95 % of a normal distribution."""


def wilson_interval(won: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % interval for the share of victory of somebody who won so many games."""
    if games <= 0:
        return 0.0, 1.0
    share, square = won / games, NORMAL_95 * NORMAL_95
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = sqrt(share * (1 - share) / games + square / (4 * games**2))
    half_width = NORMAL_95 * spread / (1 + square / games)
    return max(0.0, middle - half_width), min(1.0, middle + half_width)
