"""How far each player is on the three ways to win (O10), in plain Python, for what people see.

Whether a condition is reached is decided by the kernels; this tells how much is missing. Sets of
cells are whole numbers with one bit for every (q, r), row by row, so that all neighbours of a set
are six shifts away; a bit pushed over the end of a row falls on a place off the board.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from parhelion.games.orion.kernels import constants
from parhelion.games.orion.kernels.constants import (
    COLOURS,
    GALAXIES_TO_WIN,
    HOLES_TO_WIN,
    SIDE,
)
from parhelion.games.orion.notation import NAMES
from parhelion.games.orion.view import SkyView
from parhelion.games.position_parts import SharedList, shared

KEPT = 4096
"""How many positions are kept: every viewer of a table sees the same progress."""
ACROSS = 2 * SIDE + 1
"""The cells of the shortest link on an empty board."""
NEEDED = {"link": ACROSS, "galaxies": GALAXIES_TO_WIN, "holes": HOLES_TO_WIN}
"""How much of each way to win is enough."""


class Progress(NamedTuple):
    """How far a player is on each way to win."""

    missing: int | None
    """The fewest free cells that still have to be covered for a link; None: there is no way."""
    galaxies: int
    """The most galaxies on one chain of the player."""
    holes: int
    """The most black holes on one chain of the opponent."""

    @property
    def link(self) -> int:
        """The length of a link on an empty board without what is missing."""
        return 0 if self.missing is None else max(0, ACROSS - self.missing)


def progress(view: SkyView, seat: int) -> Progress:
    """How far a seat is."""
    sky = view["position"]
    own, other = (shared(sky["hexes"][COLOURS[colour]]) for colour in (seat, 1 - seat))
    return _progress(own, other, shared(sky["galaxies"]), shared(sky["holes"]))


@lru_cache(KEPT)
def _progress(
    own: SharedList, other: SharedList, galaxies: SharedList, holes: SharedList
) -> Progress:
    mine, theirs = _places(own), _places(other)
    return Progress(
        _missing(mine, BOARD & ~mine & ~theirs),
        _most_on_a_chain(mine, _places(galaxies)),
        _most_on_a_chain(theirs, _places(holes)),
    )


# --- sets of cells -----------------------------------------------------------------------

PLACES = {
    NAMES[cell]: 1 << (r + SIDE) * ACROSS + q + SIDE for cell, (q, r) in enumerate(constants.AXIAL)
}
"""The bit of each cell, by its name."""


def _places(names: Iterable[str]) -> int:
    return sum(map(PLACES.__getitem__, names))


BOARD = _places(NAMES)
SIDES = tuple(
    _places(NAMES[cell] for cell in range(constants.CELLS) if constants.ON_SIDES[cell] >> side & 1)
    for side in range(6)
)


def _around(cells: int) -> int:
    """The neighbours of some cells, some of them off the board."""
    row, left = ACROSS, ACROSS - 1
    return cells << 1 | cells >> 1 | cells << row | cells >> row | cells << left | cells >> left


def _grown(cells: int, hexes: int) -> int:
    """Some cells and all that they are connected with through hexes of a colour."""
    while more := _around(cells) & hexes & ~cells:
        cells |= more
    return cells


def _missing(own: int, free: int) -> int | None:
    """The fewest free cells between opposite sides; None if there is no way."""
    count = 0
    ways = {pair: _grown(SIDES[pair] & own, own) for pair in range(3)}
    while ways:
        if any(reached & SIDES[pair + 3] for pair, reached in ways.items()):
            return count
        ways = {pair: _one_cell_on(pair, cells, own, free) for pair, cells in ways.items()}
        ways = {pair: cells for pair, cells in ways.items() if cells}
        count += 1
    return None


def _one_cell_on(pair: int, reached: int, own: int, free: int) -> int:
    """What can be reached from a side with one more free cell; nothing if that leads no farther."""
    more = (_around(reached) | SIDES[pair]) & free & ~reached
    return _grown(reached | more, own) if more else 0


def _most_on_a_chain(hexes: int, tokens: int) -> int:
    """The most tokens on one chain."""
    most, left = 0, hexes & tokens
    while left:
        chain = _grown(left & -left, hexes)
        most = max(most, (chain & tokens).bit_count())
        left &= ~chain
    return most
