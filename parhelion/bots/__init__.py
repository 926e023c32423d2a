"""Players that are programs. A bot sees a match and chooses a move; it never plays it."""

from parhelion.bots.levels import LEVELS, Level
from parhelion.bots.player import Bot, Rated, SearchBot
from parhelion.errors import UnknownBot
from parhelion.games import load
from parhelion.match import new

__all__ = ["LEVELS", "Bot", "Level", "Rated", "bot", "prepare"]


def bot(game: str, level: int = 2, seed: int | str | None = None) -> Bot:
    """A bot of some level for a game; with a seed it chooses the same moves every time.

    Level 0 plays any legal move: for experiments, not for the table.
    """
    if level == 0:
        return Bot(load(game), seed)
    if level not in LEVELS:
        levels = ", ".join(f"{number} ({each.name})" for number, each in LEVELS.items())
        raise UnknownBot(f"no bot has level {level!r}; there is: {levels}")
    return SearchBot(load(game), LEVELS[level].iterations, seed)


def prepare(game: str) -> None:
    """Compile what is not compiled yet for a game and its bots, so that nobody waits later: by a
    first move of a bot, a look at the table and a takeback."""
    match = new(game, seed=0)
    match.play(bot(game, min(LEVELS)).choose(match))
    match.scene(match.player)
    match.scene(None)
    match.undo(match.ply - match.firm)
