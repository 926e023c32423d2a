"""The tiles and tokens in the box, each with the id under which scenes show it.

A tile is `blue-line-1`, a token `galaxy-1`; each keeps its id when it moves from a hand to the
board.
"""

from typing import NamedTuple

from parhelion.games.orion.kernels.constants import (
    COLOURS,
    GALAXY_TOKENS,
    HOLE_TOKENS,
    KINDS,
    TILES_OF_KIND,
)

TOKENS = {"galaxy": GALAXY_TOKENS, "hole": HOLE_TOKENS}
"""How many there are of each kind (O3); in the setup by players one seat places each (O7)."""
PIECES_OF_KIND = TOKENS | dict(zip(KINDS, TILES_OF_KIND, strict=True))
"""Tokens, and tiles of a seat."""


class Piece(NamedTuple):
    """A tile of a seat, or a token."""

    kind: str
    number: int
    seat: int
    """0 for a token, whoever places it."""


def piece_id(kind: str, number: int, seat: int) -> str:
    """The id of a tile or token."""
    return f"{kind}-{number}" if kind in TOKENS else f"{COLOURS[seat]}-{kind}-{number}"


PIECES = {
    piece_id(kind, number, seat): Piece(kind, number, seat)
    for kind, count in PIECES_OF_KIND.items()
    for number in range(1, count + 1)
    for seat in ((0,) if kind in TOKENS else (0, 1))
}
"""Every tile and token by its id."""
