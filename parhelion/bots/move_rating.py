"""How a bot rates a move: its chance to win and the points to expect, as numbers and in words."""

from typing import NamedTuple

from parhelion.games import Move
from parhelion.words import Words, mark

SOLVED = {1: mark("This move forces a win."), -1: mark("This move loses, whatever comes next.")}


class MoveRating(NamedTuple):
    """A move and what the seat to move may expect of it."""

    move: Move
    chance: float
    """The expected share of victory."""
    low: float
    high: float
    """The 95 % interval of the chance, as far as the search went."""
    scores: tuple[float, ...]
    """The expected final points of each seat; empty if no game of the search reached its end."""
    visits: int
    """The number of games that the search played with the move."""
    line: tuple[Move, ...]
    """The moves that are likely to follow, beginning with the move itself."""
    solved: int
    """1 if the move wins by force, -1 if it loses by force, else 0."""


def expectation(rating: MoveRating, seat: int, say: Words) -> str:
    """The chance of a move with its margin, and the points it leads to, in words."""
    if rating.solved:
        return say(SOLVED[rating.solved])
    chance, points = _chance(rating, say), expected_points(rating)
    return f"{chance} {_points(points, seat, say)}" if points else chance


def expected_points(rating: MoveRating) -> tuple[float, ...]:
    """The expected final points of each seat; empty in games that only have a winner."""
    return rating.scores if max(rating.scores, default=0) > 1 else ()


def _chance(rating: MoveRating, say: Words) -> str:
    percent, margin = round(100 * rating.chance), round(50 * (rating.high - rating.low))
    if not margin:
        return say("Chance to win: about {percent}%.", percent=percent)
    return say(
        "Chance to win: about {percent}%, give or take {give}.", percent=percent, give=margin
    )


def _points(points: tuple[float, ...], seat: int, say: Words) -> str:
    others = [str(round(each)) for other, each in enumerate(points) if other != seat]
    return say(
        "Expected points: {mine} to {others}.", mine=round(points[seat]), others=", ".join(others)
    )
