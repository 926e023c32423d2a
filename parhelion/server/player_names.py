"""Names at a table: what its players are called, in sentences too, and how its game ended.

The sentences of a match are the same at every table, so they are made once and kept. They call a
player by a mark; the name takes its place when a sentence leaves the server.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import orjson
from pydantic import BaseModel

from parhelion import bots
from parhelion.games import Game
from parhelion.match import Match
from parhelion.server.bot_pool import middle_level
from parhelion.server.chairs import Chair
from parhelion.words import Words, told_apart

Model = TypeVar("Model", bound=BaseModel)
FIRST_MARK = 0xE000
"""The first of the characters that Unicode leaves to everybody; one a seat."""


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
    """The names on all chairs, empty where nobody sits. A seat that the rules play has the name
    that the game gives it; names that are alike are told apart by their seats."""
    titles = [say(title) for title in game.seats_for(options)]
    names = [
        title if played in game.info.rivals else player_name(game, chair, say)
        for title, played, chair in zip(titles, game.seats_for(options), chairs, strict=True)
    ]
    return told_apart(names, titles)


# --- in sentences


def mark_players(match: Match) -> None:
    """Let the sentences of a match call its players by marks."""
    match.names = tuple(
        "" if seat in match.rivals else chr(FIRST_MARK + seat) for seat in range(len(match.seats))
    )


class NamesInSentences:
    """Puts the names of the players into sentences that are ready to leave the server."""

    def __init__(self, names: Sequence[str]) -> None:
        marks = [chr(FIRST_MARK + seat) for seat in range(len(names))]
        self._pairs = list(zip(marks, names, strict=True))
        self._encoded = [(mark.encode(), orjson.dumps(name)[1:-1]) for mark, name in self._pairs]

    def text(self, sentence: str) -> str:
        """A sentence with names."""
        for mark, name in self._pairs:
            sentence = sentence.replace(mark, name)
        return sentence

    def model(self, answer: Model) -> Model:
        """An answer whose sentences have names."""
        return type(answer).model_validate_json(self.json(answer.model_dump_json().encode()))

    def json(self, message: bytes) -> bytes:
        """A message as JSON whose sentences have names."""
        for mark, name in self._encoded:
            message = message.replace(mark, name)
        return message


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
