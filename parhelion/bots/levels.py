"""The five levels of bots: their names, their characters and how hard they try in each game."""

from dataclasses import dataclass

from parhelion.games import Grade, load
from parhelion.words import mark


@dataclass(frozen=True)
class Level:
    """A level of strength in a game, with a name and a character."""

    name: str
    character: str
    grade: Grade


CHARACTERS = (
    (mark("Sparrow"), mark("friendly: takes what it sees and does not look far")),
    (mark("Swift"), mark("quick: sees the next move coming, changes its mind easily")),
    (mark("Heron"), mark("patient: compares many moves before it chooses one")),
    (mark("Falcon"), mark("sharp: weighs every reply and forgives little")),
    (mark("Eagle"), mark("masterly: as strong as it can be in about a second")),
)
"""The name and character of each level, from the weakest to the strongest."""


LEVELS = range(1, len(CHARACTERS) + 1)
"""The numbers of the levels that people can choose."""


def levels(game: str) -> dict[int, Level]:
    """The levels of a game's bots by number."""
    grades = zip(LEVELS, CHARACTERS, load(game).info.grades, strict=True)
    return {number: Level(*who, grade) for number, who, grade in grades}
