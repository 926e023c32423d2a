"""What simulations of Orion Duel count: tiles laid, tokens covered, on which setup.

How games end is told by `view.reasons`; `kernels/statistics.py` counts.
"""

from collections.abc import Sequence
from typing import Any

from parhelion.games.orion.kernels.constants import KINDS, SETUPS

PIECES = (*(("tile", kind) for kind in KINDS), ("token", "galaxy"), ("token", "hole"))


def pieces(state: Any) -> Sequence[tuple[str, str]]:  # noqa: ARG001, always the same
    """The kinds of tiles, and the tokens."""
    return PIECES


def setup(state: Any) -> str:
    """Where the tokens lie (O7)."""
    return SETUPS[state.setup]
