"""How strong a bot is, and who it is at the table."""

from dataclasses import dataclass

from parhelion.words import mark


@dataclass(frozen=True)
class Level:
    """A strength of bots, the same in every game."""

    name: str
    character: str
    iterations: int
    """Of the search for one move."""


LEVELS: dict[int, Level] = {
    1: Level(mark("Sparrow"), mark("friendly: plays at once and overlooks things"), 300),
    2: Level(mark("Heron"), mark("steady: looks well before it moves"), 15_000),
    3: Level(mark("Falcon"), mark("sharp: thinks a second longer and forgives little"), 120_000),
}
"""The bots that a table offers, from the easiest to the strongest."""
