"""The five levels of bots: their names, their characters and how hard they try in each game."""

from dataclasses import dataclass

from parhelion.games import Grade, load
from parhelion.words import mark


@dataclass(frozen=True)
class Level:
    """A level of strength in a game: birds of one kind, with a character."""

    names: tuple[str, ...]
    """Of the first, the second … bot of this level at a table."""
    character: str
    grade: Grade

    @property
    def name(self) -> str:
        """What the level is called."""
        return self.names[0]

    def name_of(self, number: int) -> str:
        """The name of a bot of this level, of which so many others sit before it."""
        return self.names[number % len(self.names)]


CHARACTERS = (
    (
        (mark("Sparrow"), mark("Robin"), mark("Wren"), mark("Finch")),
        mark("friendly: takes what it sees and does not look far"),
    ),
    (
        (mark("Swift"), mark("Swallow"), mark("Lark"), mark("Magpie")),
        mark("quick: sees the next move coming, changes its mind easily"),
    ),
    (
        (mark("Heron"), mark("Crane"), mark("Stork"), mark("Egret")),
        mark("patient: compares many moves before it chooses one"),
    ),
    (
        (mark("Falcon"), mark("Kestrel"), mark("Merlin"), mark("Hawk")),
        mark("sharp: weighs every reply and forgives little"),
    ),
    (
        (mark("Eagle"), mark("Osprey"), mark("Buzzard"), mark("Kite")),
        mark("masterly: as strong as it can be in about a second"),
    ),
)
"""The names and the character of each level, from the weakest to the strongest."""


LEVELS = range(1, len(CHARACTERS) + 1)
"""The numbers of the levels that people can choose."""


def levels(game: str) -> dict[int, Level]:
    """The levels of a game's bots by number."""
    grades = zip(LEVELS, CHARACTERS, load(game).info.grades, strict=True)
    return {number: Level(*who, grade) for number, who, grade in grades}
