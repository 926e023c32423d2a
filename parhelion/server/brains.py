"""Bots for tables: they think in threads, on copies, no more at once than there are cores.

Who asks first is served first. A bot rests between its moves and keeps what it has thought out;
of those that rest only the latest are kept, so memory is bounded.
"""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from parhelion import bots
from parhelion.bots import Bot, Rated
from parhelion.match import Match, Move
from parhelion.server.problems import Refused

MAX_RESTING = 8
"""With a tree of some 20 MB each at most."""


def middle_level(game: str) -> int:
    """Plays on for those who gave up."""
    levels = sorted(bots.levels(game))
    return levels[len(levels) // 2]


def checked_level(game: str, level: int | None) -> int:
    """A level that there is; the middle one if none is asked for."""
    if level is None:
        return middle_level(game)
    if level not in bots.levels(game):
        raise Refused("bot/unknown")
    return level


class Place(NamedTuple):
    """Where a bot sits, and how strong it is there."""

    table: str
    seat: int
    level: int


class Brains:
    """Lets bots think. Kernels release the GIL, so the server goes on meanwhile."""

    def __init__(self, most_resting: int = MAX_RESTING) -> None:
        self._free = asyncio.Semaphore(os.cpu_count() or 1)
        self._most_resting = most_resting
        self._resting: OrderedDict[Place, Bot] = OrderedDict()

    async def choose(
        self, place: Place, match: Match, wanted: Callable[[], bool] = lambda: True
    ) -> Move | None:
        """The move of a bot at its place; None if it is not wanted any more when the bot gets
        to think."""
        async with self._free:
            if not wanted():
                return None
            bot = self._wake(place, match.game.info.name)
            move = await asyncio.to_thread(bot.choose, match.copy())
            self._rest(place, bot)
            return move

    async def best(self, match: Match) -> Rated:
        """The best move that the strongest bot finds, and what it expects of it."""
        async with self._free:
            return await asyncio.to_thread(_best, match.copy())

    def forget(self, table: str) -> None:
        """The bots of a table need no longer be kept."""
        for place in [place for place in self._resting if place.table == table]:
            del self._resting[place]

    def resting(self) -> list[Place]:
        """Where there are bots that remember, the one that moved last at the end."""
        return list(self._resting)

    def _wake(self, place: Place, game: str) -> Bot:
        """The bot of a place. While it thinks nobody else finds it: a second thought about the
        same place, after a takeback, is that of a fresh one."""
        return self._resting.pop(place, None) or bots.bot(game, place.level)

    def _rest(self, place: Place, bot: Bot) -> None:
        self._resting[place] = bot
        self._resting.move_to_end(place)
        while len(self._resting) > self._most_resting:
            self._resting.popitem(last=False)


def _best(match: Match) -> Rated:
    game = match.game.info.name
    return bots.bot(game, max(bots.levels(game))).analyse(match)[0]
