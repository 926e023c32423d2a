"""A small bot for Solstis: it takes the tiles that lie beside tiles it already has.

docs/your-own-bot.md tells how it is written, rated in the arena and brought to a table.
"""

import random
from typing import Any


class Gatherer:
    """Lets its largest area grow: tiles beside its own come first."""

    name = "Gatherer"

    def __init__(self, seed: int | str | None = None) -> None:
        self.random = random.Random(str(seed))

    def choose(self, view: dict[str, Any]) -> str:
        """The legal move whose tile has the most neighbours; any of them if several have."""
        worth = {move: self.worth(move, view) for move in view["legal"]}
        best = max(worth.values())
        return self.random.choice([move for move in worth if worth[move] == best])

    def worth(self, move: str, view: dict[str, Any]) -> float:
        """What a move is worth: "play 4-2" plays a tile, "capture 4-3" takes one, and so on."""
        what, _, tile = move.partition(" ")
        position = view["position"]
        mine = position["panoramas"][view["seat"]]
        have = {*mine["tiles"], *mine["rainbows"]}
        if what == "play":  # it brings tiles only if a tile of the line has its row or its column
            line = [place["tile"] for place in position["line"] if place["tile"]]
            caught = [neighbours(each, have) for each in line if matches(each, tile)]
            return 2 + neighbours(tile, have) + max(caught) if caught else 0
        return neighbours(tile, have)


def matches(one: str, other: str) -> bool:
    """Whether two tiles have a row or a column in common."""
    return any(a == b for a, b in zip(one.split("-"), other.split("-"), strict=True))


def neighbours(tile: str, have: set[str]) -> int:
    """How many of the four places beside a tile are taken."""
    row, dash, column = tile.partition("-")
    if not dash or not (row + column).isdecimal():
        return 0  # a square of four places, or no tile at all
    y, x = int(row), int(column)
    return len({f"{y + 1}-{x}", f"{y - 1}-{x}", f"{y}-{x + 1}", f"{y}-{x - 1}"} & have)
