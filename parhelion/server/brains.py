"""Bots for tables: they think in threads, on copies, no more at once than there are cores."""

import asyncio
import os

from parhelion.bots import LEVELS, Rated, bot
from parhelion.match import Match, Move
from parhelion.server.problems import Refused

STRONGEST = max(LEVELS)
MIDDLE = sorted(LEVELS)[len(LEVELS) // 2]
"""Plays on for those who gave up."""


def checked_level(level: int | None) -> int:
    """A level that there is; the middle one if none is asked for."""
    if level is None:
        return MIDDLE
    if level not in LEVELS:
        raise Refused("bot/unknown")
    return level


class Brains:
    """Lets bots think. Kernels release the GIL, so the server goes on meanwhile."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(os.cpu_count() or 1)

    async def choose(self, match: Match, level: int) -> Move:
        """The move of a bot."""
        async with self._free:
            return await asyncio.to_thread(_choose, match.copy(), level)

    async def best(self, match: Match) -> Rated:
        """The best move that the strongest bot finds, and what it expects of it."""
        async with self._free:
            return await asyncio.to_thread(_best, match.copy())


def _choose(match: Match, level: int) -> Move:
    return bot(match.game.info.name, level).choose(match)


def _best(match: Match) -> Rated:
    return bot(match.game.info.name, STRONGEST).analyse(match)[0]
