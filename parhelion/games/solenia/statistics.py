"""What simulations of Solenia count: the parts of the points (S26), deliveries, upgrade tiles.

`kernels/statistics.py` counts.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from parhelion.games.solenia.kernels.constants import CROWNING, LASTING, MIDDLE, TILES
from parhelion.games.solenia.notation import ROWS, tile_name

PARTS = ("stars", "deliveries", "pairs", "resources", "upgrades")
SKIES = ("dawn", "dusk")


def pieces(state: Any) -> Sequence[tuple[str, str]]:
    """The delivery tiles of the edition, the powers of level 1, those of level-3 halves."""
    return (
        *(("delivery", name) for name in _deliveries(state)),
        *(("upgrade 1", power) for power in LASTING),
        *(("upgrade 3", power) for power in CROWNING),
    )


def _deliveries(state: Any) -> list[str]:
    """A delivery tile is called by its row and what it prints; equal ones are numbered."""
    seen: Counter[str] = Counter()
    names = []
    for row, title in enumerate(ROWS):
        for tile in range(TILES):
            name = f"{title} {tile_name(state, row, tile)}"
            seen[name] += 1
            names.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return names


def setup(state: Any) -> str:
    """What lies in the middle of the sky (S3)."""
    return SKIES[state.face[MIDDLE]]
