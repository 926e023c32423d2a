"""The moves that are news to somebody who looks at a table."""

from collections.abc import Sequence
from typing import Any

from parhelion.games.contract import PlayedMove, View


def recent_moves(view: View[Any]) -> Sequence[PlayedMove]:
    """The moves since the viewer's own last one. If there are none, and for a spectator: the last
    move."""
    moves, seat = view["moves"], view["seat"]
    if seat is None:
        return moves[-1:]
    first = len(moves)
    while first > 0 and moves[first - 1]["seat"] != seat:
        first -= 1
    return moves[first:] or moves[-1:]
