"""What people see of Lanterns."""

from typing import Any, TypedDict

from .notation import members


class Table(TypedDict):
    """What lies where, as far as it is known."""

    hands: list[list[int]]
    held: list[int]
    left: int
    lit: list[int]
    points: list[int]


def describe(state: Any) -> Table:
    """Hands as far as they are known, how many each holds, what is lit, and the points."""
    return {
        "hands": [members(hand) for hand in state.hands],
        "held": state.held.tolist(),
        "left": int(state.left),
        "lit": members(state.lit),
        "points": state.points.tolist(),
    }
