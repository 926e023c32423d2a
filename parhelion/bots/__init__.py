"""Players that are programs. A bot sees a match and chooses a move; it never plays it."""

from parhelion.bots.simple import BOTS, Bot
from parhelion.errors import UnknownBot
from parhelion.games import did_you_mean

__all__ = ["BOTS", "Bot", "bot"]


def bot(name: str, seed: int | str | None = None) -> Bot:
    """A bot by its name; with a seed it chooses the same moves every time."""
    if name not in BOTS:
        raise UnknownBot(f"no bot is called {name!r}{did_you_mean(name, BOTS)}")
    return BOTS[name](seed)
