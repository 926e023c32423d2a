"""The ids of items on the table of Solstis: built from their parts, and read again, only here.

A tile is `tile-4-2` wherever it lies, a spirit `spirit-bee`. Of each panorama, that of seat 0 for
example, there are `place-0-3-3`, `rainbow-0-3-3`, `fire-0-4-2` and, while it can be chosen,
`square-0-2-3`. What is hidden has an id that tells nothing: `back-1-0` is a tile of a hand,
`under-3` one of the line.
"""

from collections.abc import Mapping
from typing import NamedTuple

from parhelion.games.solstis.kernels.constants import SPIRITS
from parhelion.games.solstis.kernels.state import SEATS
from parhelion.games.solstis.notation import NUMBER


def tile_id(name: str) -> str:
    """A tile that is seen."""
    return f"tile-{name}"


def spirit_id(name: str) -> str:
    """A spirit that is seen."""
    return f"spirit-{name}"


def place_id(seat: int, name: str) -> str:
    """A place of a panorama."""
    return f"place-{seat}-{name}"


def rainbow_id(seat: int, place: str) -> str:
    """A rainbow on a place of a panorama."""
    return f"rainbow-{seat}-{place}"


def kept_id(seat: int, number: int) -> str:
    """A rainbow that waits for a place."""
    return f"kept-{seat}-{number}"


def fire_id(seat: int, fire: str) -> str:
    """A fire of a panorama."""
    return f"fire-{seat}-{fire.replace('/', '-')}"


def square_id(seat: int, square: str) -> str:
    """A square of a panorama that can be chosen."""
    return f"square-{seat}-{square}"


def points_id(seat: int) -> str:
    """The stars of a player."""
    return f"points-{seat}"


def meter_id(kind: str, seat: int) -> str:
    """The largest area or the lit fires of a player."""
    return f"{kind}-{seat}"


def slot_id(number: int) -> str:
    """A slot of the line."""
    return f"slot-{number}"


def under_id(number: int) -> str:
    """The face-down tile of a slot."""
    return f"under-{number}"


def back_id(seat: int, number: int) -> str:
    """A hidden tile of a hand."""
    return f"back-{seat}-{number}"


# --- reading -----------------------------------------------------------------------------


class PlaceOf(NamedTuple):
    """A place of a panorama."""

    seat: int
    name: str


TILES: Mapping[str, str] = {tile_id(name): name for name in NUMBER}
"""The names of tiles by their ids."""
SPIRIT_NAMES: Mapping[str, str] = {spirit_id(name): name for name in SPIRITS}
"""The names of spirits by their ids."""
PLACES: Mapping[str, PlaceOf] = {
    place_id(seat, name): PlaceOf(seat, name) for seat in range(SEATS) for name in NUMBER
}
"""Places by their ids."""
