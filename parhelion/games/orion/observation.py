"""What a seat observes of Orion Duel, as `kernels.observation` writes it."""

from parhelion.games.observations import ObservedPart, flag, flags, number, numbers
from parhelion.games.orion.kernels.constants import (
    GALAXY_TOKENS,
    HOLE_TOKENS,
    KINDS,
    TILES_OF_KIND,
)
from parhelion.games.orion.kernels.observation import GRID, PAIRS, WAYS

BOARD = (GRID, GRID)
_KINDS = ", ".join(KINDS)
_MANY = 20
"""More conditions than a game brings."""


def _of_seat(whose: str) -> tuple[ObservedPart, ...]:
    return (
        numbers(f"{whose}_tiles", (len(KINDS),), max(TILES_OF_KIND), f"tiles left: {_KINDS}"),
        flags(f"{whose}_links", (PAIRS,), "pairs of opposite sides linked"),
        flags(f"{whose}_ways", (WAYS,), "ways to win reached: constellations, galaxies, holes"),
        number(f"{whose}_conditions", _MANY, "winning conditions that count"),
    )


PARTS = (
    flags("own_hexes", BOARD, "cells under the viewer's colour; row r, column q of the board"),
    flags("other_hexes", BOARD, "cells under the opponent's colour"),
    flags("galaxies", BOARD, "cells with a galaxy, covered or not"),
    flags("holes", BOARD, "cells with a black hole, covered or not"),
    flag("to_move", "whether the viewer is to move"),
    flag("each_counts", "option `count`: whether every condition counts each time"),
    number("galaxies_to_place", GALAXY_TOKENS, "galaxies that the players still place"),
    number("holes_to_place", HOLE_TOKENS, "black holes that the players still place"),
    *_of_seat("own"),
    *_of_seat("other"),
)
