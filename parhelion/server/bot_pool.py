"""The bots of all tables: they think in threads, no more of them at once than there are cores.

`thinking_queue` says who is next. Between its moves a bot keeps its search tree; only the bots
that moved last are kept, so memory is bounded.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from cachetools import LRUCache

from parhelion import bots
from parhelion.bots import Bot, MoveRating
from parhelion.cores import usable_cores
from parhelion.games import Move
from parhelion.match import Match
from parhelion.server import metrics
from parhelion.server.thinking_queue import Asker, ThinkingQueue

MAX_KEPT_BOTS = 8
"""Each with a tree of up to 20 MB."""


def hint_level(game: str) -> int:
    """The level of the bot that gives hints: the strongest."""
    return max(bots.levels(game))


class BotSeat(NamedTuple):
    """A bot's seat at a table, and its level."""

    table: str
    seat: int
    level: int


class BotPool:
    """Lets bots think. Kernels release the GIL, so the server keeps answering meanwhile."""

    def __init__(self, max_kept: int = MAX_KEPT_BOTS) -> None:
        self.queue = ThinkingQueue(usable_cores())
        self._kept: LRUCache[BotSeat, Bot] = LRUCache(max_kept)

    async def choose(
        self,
        bot_seat: BotSeat,
        match: Match,
        asker: Asker,
        wanted: Callable[[], bool] = lambda: True,
    ) -> Move | None:
        """Return a bot's move, or None if it is no longer wanted when a core becomes free."""
        async with self.queue.turn(asker, bot_seat.level):
            if not wanted():
                return None
            bot = self._take(bot_seat, match.game.info.name)
            with metrics.THINKING.labels(bot_seat.level).time():
                move = await asyncio.to_thread(bot.choose, match.copy())
            self._kept[bot_seat] = bot
            return move

    async def best(self, match: Match, asker: Asker) -> MoveRating:
        """Return the best move that the strongest bot finds, with its rating."""
        level = hint_level(match.game.info.name)
        async with self.queue.turn(asker, level):
            with metrics.THINKING.labels(level).time():
                return await asyncio.to_thread(_best, match.copy())

    def forget(self, table: str) -> None:
        """Drop the bots of a table."""
        for bot_seat in self.kept():
            if bot_seat.table == table:
                del self._kept[bot_seat]

    def kept(self) -> list[BotSeat]:
        """The seats of the bots that are kept, the one that moved last at the end."""
        return list(self._kept)

    def _take(self, bot_seat: BotSeat, game: str) -> Bot:
        """The bot of a seat, removed while it thinks: if it is asked again meanwhile, after a
        takeback, a fresh bot answers."""
        return self._kept.pop(bot_seat, None) or bots.bot(game, bot_seat.level)


def _best(match: Match) -> MoveRating:
    game = match.game.info.name
    return bots.bot(game, hint_level(game)).analyse(match)[0]
