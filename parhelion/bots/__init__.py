"""Computer players. A bot sees a match and chooses a move; it never plays it itself."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from parhelion.bots.base_bot import Bot
from parhelion.bots.levels import LEVELS, Level, levels
from parhelion.bots.move_rating import MoveRating
from parhelion.bots.own_bot import OwnBot, is_own_bot, load_own_bot
from parhelion.bots.search_bot import SearchBot
from parhelion.cores import usable_cores
from parhelion.errors import UnknownBot
from parhelion.games import load, registry
from parhelion.kernel import library
from parhelion.kernel.build_in_subprocess import Bars, Told
from parhelion.match import new

__all__ = [
    "LEVELS",
    "Bot",
    "Level",
    "MoveRating",
    "OwnBot",
    "SearchBot",
    "Told",
    "bot",
    "is_own_bot",
    "levels",
    "load_own_bot",
    "prepare",
    "prepare_all",
]


def bot(
    game: str,
    level: int | str = 3,
    seed: int | str | None = None,
    *,
    seconds: float | None = None,
    threads: int | None = None,
) -> Bot:
    """A bot of some level for a game; with a seed it chooses the same moves every time.

    It searches as long as its level says, or for `seconds` a move (then a seed does not suffice
    to repeat its moves). Level 0 plays random legal moves: for experiments, not for people. A text
    names a class of your own, such as "my_bot.py:MyBot" (see docs/your-own-bot.md).

    >>> import parhelion as ph
    >>> match = ph.new("orion", seed=7, setup="symmetric-1")
    >>> bot("orion", level=0, seed=1).choose(match) in match.moves()
    True
    """
    if isinstance(level, str):
        return OwnBot(load(game), load_own_bot(level), seed)
    if level == 0:
        return Bot(load(game), seed)
    known = levels(game)
    if level not in known:
        named = ", ".join(f"{number} ({each.name})" for number, each in known.items())
        raise UnknownBot(f"no bot has level {level!r}; there is: {named}")
    grade = known[level].grade
    return SearchBot(load(game), replace(grade, threads=threads or grade.threads), seed, seconds)


def prepare_all(portable: bool = False) -> None:
    """Get all games ready, side by side, with a bar for each that has to be compiled."""
    with Bars() as bars, ThreadPoolExecutor(usable_cores()) as pool:
        begun = [
            pool.submit(prepare, name, partial(bars.tell, name), portable)
            for name in registry.names()
        ]
        for each in begun:
            each.result()


def prepare(game: str, tell: Told | None = None, portable: bool = False) -> None:
    """Get a game ready: its library, built if there is none, and whatever Python makes once.

    It plays a bot's move, draws the table and takes the move back. `tell` is told how many steps of
    how many are done; without it, a bar is shown. `portable` builds the library also for older
    processors.
    """
    library.make_ready(load(game).package, tell, portable)
    match = new(game, seed=0)
    match.play(bot(game, 1).choose(match))
    match.scene(match.turn)
    match.scene(None)
    match.undo(match.ply - match.firm)
