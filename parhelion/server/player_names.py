"""Names and sentences about a table: what its players are called and how its game ended."""

from collections.abc import Mapping, Sequence

from parhelion import bots
from parhelion.games import Game
from parhelion.server.bot_pool import middle_level
from parhelion.server.chairs import Chair
from parhelion.words import Words


def player_names(
    game: Game, options: Mapping[str, str], chairs: Sequence[Chair], say: Words
) -> list[str]:
    """The names on all chairs, no two alike by our doing; empty where a chair is open. A seat that
    the rules play has the name that the game gives it."""
    names = []
    for seat, title in enumerate(game.seats_for(options)):
        if title in game.info.rivals or _is_shared(chairs[seat], chairs):
            names.append(say(title))
        else:
            names.append(_player_name(game, seat, chairs, say))
    return names


def _player_name(game: Game, seat: int, chairs: Sequence[Chair], say: Words) -> str:
    chair = chairs[seat]
    if chair.person:
        return chair.person.name
    if chair.level is None:
        return ""
    before = [each.level for each in chairs[:seat] if each.person is None]
    return bot_name(game.info.name, chair.level, before.count(chair.level), say)


def _is_shared(chair: Chair, chairs: Sequence[Chair]) -> bool:
    """Whether the person of a chair has another one, too. Then several people share a device,
    each known by the title of a seat."""
    return sum(each.belongs_to(chair.person) for each in chairs) > 1


def bot_name(game: str, level: int, number: int, say: Words) -> str:
    """The name of a bot, of whose level so many others sit before it; a level that no longer
    exists is called like the middle one."""
    levels = bots.levels(game)
    return say(levels.get(level, levels[middle_level(game)]).name_of(number))


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
