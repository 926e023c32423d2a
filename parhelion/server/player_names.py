"""Names at a table: what its players are called, in sentences too, and how its game ended.

The sentences of a match are the same at every table, so they are made once and kept. They call a
player by a mark; the name takes its place when a sentence leaves the server.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import orjson
from pydantic import BaseModel

from parhelion.games import Game
from parhelion.server.chairs import Chair
from parhelion.server.store import Person
from parhelion.tables.names import BOT_LEFT, LEFT, bot_name
from parhelion.tables.player_marks import mark_of
from parhelion.words import Words, told_apart

Model = TypeVar("Model", bound=BaseModel)


def player_names(
    game: Game, options: Mapping[str, str], chairs: Sequence[Chair], say: Words
) -> list[str]:
    """The names on all chairs; empty where a chair is open. A seat that the rules play has the name
    that the game gives it; names that are alike are told apart by their seats."""
    titles, names = game.seats_for(options), []
    for seat, title in enumerate(titles):
        if title in game.info.rivals or _is_shared(chairs[seat], chairs):
            names.append(say(title))
        else:
            names.append(_player_name(game, seat, chairs, say))
    return told_apart(names, [say(title) for title in titles])


def person_name(person: Person, say: Words) -> str:
    """The name of a person, also of one who has left for good."""
    if person.has_left:
        return say(BOT_LEFT if person.program else LEFT)
    return person.name


def _player_name(game: Game, seat: int, chairs: Sequence[Chair], say: Words) -> str:
    chair = chairs[seat]
    if chair.person:
        return person_name(chair.person, say)
    if chair.level is None:
        return ""
    before = [each.level for each in chairs[:seat] if each.person is None]
    return bot_name(game.info.name, chair.level, before.count(chair.level), say)


def _is_shared(chair: Chair, chairs: Sequence[Chair]) -> bool:
    """Whether the person of a chair has another one, too. Then several people share a device,
    each known by the title of a seat."""
    return sum(each.belongs_to(chair.person) for each in chairs) > 1


# --- in sentences


class NamesInSentences:
    """Puts the names of the players into sentences that are ready to leave the server."""

    def __init__(self, names: Sequence[str]) -> None:
        marks = [mark_of(seat) for seat in range(len(names))]
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
