"""Names and sentences about a table: what its players are called and how its game ended."""

from collections.abc import Mapping, Sequence

from parhelion import bots
from parhelion.games import Game
from parhelion.server.bot_pool import middle_level
from parhelion.server.chairs import Chair
from parhelion.words import Words


def player_name(game: Game, chair: Chair, say: Words) -> str:
    """The name of the person or the bot on a chair; empty if it is open."""
    if chair.person:
        return chair.person.name
    return "" if chair.level is None else bot_name(game.info.name, chair.level, say)


def bot_name(game: str, level: int, say: Words) -> str:
    """The name of a bot; a level that no longer exists is called like the middle one."""
    levels = bots.levels(game)
    return say(levels.get(level, levels[middle_level(game)]).name)


def player_names(
    game: Game, options: Mapping[str, str], chairs: Sequence[Chair], say: Words
) -> list[str]:
    """The names on all chairs; a seat that the rules play has the name that the game gives it."""
    return [
        say(title) if title in game.info.rivals else player_name(game, chair, say)
        for title, chair in zip(game.seats_for(options), chairs, strict=True)
    ]


def ending_sentence(names: Sequence[str], ended: str | None, winners: list[int], say: Words) -> str:
    """How a finished game ended, by the names on all its seats."""
    won = ", ".join(names[seat] for seat in winners)
    if len(winners) > 1:
        return say("{names} share the victory.", names=won)
    if ended == "time":
        return say("{name} wins on time.", name=won)
    if ended == "resigned":
        return say("{name} wins by resignation.", name=won)
    return say("{name} wins.", name=won)
