"""What simulations of Solenia count: the parts of the points (S26), deliveries, upgrade tiles.

`kernels/statistics.py` counts.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from parhelion.games.solenia.kernels.constants import CROWNING, LASTING, MIDDLE, TILES
from parhelion.games.solenia.labels import TITLES, tile_title
from parhelion.games.solenia.notation import ROWS, tile_name
from parhelion.words import Words

PARTS = ("stars", "deliveries", "pairs", "resources", "upgrades")
SKIES = ("dawn", "dusk")
_DELIVERY = re.compile(rf"(?P<row>{'|'.join(ROWS)}) (?P<tile>[WHSA]*\d+)(?P<number> #\d+)?")


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


def piece_title(kind: str, name: str, say: Words) -> str:
    """A delivery tile by what it asks for and its stars, a power by its title."""
    found = _DELIVERY.fullmatch(name) if kind == "delivery" else None
    if found:
        return tile_title(found["row"], found["tile"], say) + (found["number"] or "")
    return say(TITLES.get(name, name))


def setup(state: Any) -> str:
    """What lies in the middle of the sky (S3)."""
    return SKIES[state.face[MIDDLE]]
