"""Players that are programs. A bot sees a match and chooses a move; it never plays it."""

from parhelion.bots.simple import BOTS, Bot
from parhelion.errors import UnknownBot
from parhelion.games import did_you_mean, load

__all__ = ["BOTS", "Bot", "bot"]


def bot(game: str, level: str = "greedy", seed: int | str | None = None) -> Bot:
    """A bot of some level for a game; with a seed it chooses the same moves every time."""
    load(game)
    if level not in BOTS:
        raise UnknownBot(f"no bot is called {level!r}{did_you_mean(level, BOTS)}")
    return BOTS[level](seed)
