"""What a bot thinks of a move."""

from math import sqrt
from typing import NamedTuple

from parhelion.match import Move

NORMAL_95 = 1.96
"""Standard errors to either side that hold 95 % of a normal distribution."""


class Rated(NamedTuple):
    """A move and what the seat to move may expect of it."""

    move: Move
    chance: float
    """Its share of victory."""
    low: float
    high: float
    """Between these the chance lies with 95 %, as far as the search went."""
    scores: tuple[float, ...]
    """The final points that every seat may expect; none if the search saw no end."""
    visits: int
    """How many games the search played with it."""
    line: tuple[Move, ...]
    """What is likely to follow, the move itself first."""
    solved: int
    """1 if it wins by force, -1 if it loses by force, else 0."""


def interval(won: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of victory after so many games."""
    if games <= 0:
        return 0.0, 1.0
    share, square = won / games, NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = sqrt(share * (1 - share) / games + square / (4 * games**2))
    reach = NORMAL_95 * spread / (1 + square / games)
    return max(0.0, middle - reach), min(1.0, middle + reach)
