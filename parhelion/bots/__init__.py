"""Players that are programs. A bot sees a match and chooses a move; it never plays it."""

from dataclasses import replace

from parhelion.bots import skill
from parhelion.bots.analysis import Rated
from parhelion.bots.levels import LEVELS, Level, levels
from parhelion.bots.player import Bot, SearchBot
from parhelion.errors import UnknownBot
from parhelion.games import load
from parhelion.match import new

__all__ = ["LEVELS", "Bot", "Level", "Rated", "SearchBot", "bot", "levels", "prepare"]


def bot(
    game: str,
    level: int = 3,
    seed: int | str | None = None,
    *,
    seconds: float | None = None,
    threads: int | None = None,
) -> Bot:
    """A bot of some level for a game; with a seed it chooses the same moves every time.

    It takes as long as its level needs, or so many `seconds` for a move (then chance has a say).
    Level 0 plays any legal move: for experiments, not for the table.
    """
    if level == 0:
        return Bot(load(game), seed)
    known = levels(game)
    if level not in known:
        named = ", ".join(f"{number} ({each.name})" for number, each in known.items())
        raise UnknownBot(f"no bot has level {level!r}; there is: {named}")
    grade = known[level].grade
    return SearchBot(load(game), replace(grade, threads=threads or grade.threads), seed, seconds)


def prepare(game: str) -> None:
    """Compile what is not compiled yet for a game, its bots and its reviews, so that nobody waits
    later: by a first move of a bot, a look at the table and a takeback."""
    match = new(game, seed=0)
    match.play(bot(game, 1).choose(match))
    match.scene(match.turn)
    match.scene(None)
    match.undo(match.ply - match.firm)
    skill.prepare(match.game)
