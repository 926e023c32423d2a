"""What simulations of Solstis count: the parts of the points (T18), spirits, landscape tiles.

`kernels/statistics.py` counts.
"""

from collections.abc import Sequence
from typing import Any

from parhelion.games.solstis.kernels.constants import EVIL, PLACES, SPIRITS
from parhelion.games.solstis.labels import capitalised, tile_name
from parhelion.games.solstis.notation import NAMES
from parhelion.words import Words

PARTS = ("area", "fires", *SPIRITS[:EVIL])
PIECES = (
    *(("spirit", spirit) for spirit in SPIRITS[:EVIL]),
    *(("tile", NAMES[tile]) for tile in PLACES),
)


def pieces(state: Any) -> Sequence[tuple[str, str]]:  # noqa: ARG001, always the same
    """The spirits but the Evil one, and the landscape tiles."""
    return PIECES


def piece_title(kind: str, name: str, say: Words) -> str:
    """A landscape tile by its colour and number, a spirit by its name."""
    is_tile = kind == "tile" and (kind, name) in PIECES
    return capitalised(tile_name(name, say)) if is_tile else name
