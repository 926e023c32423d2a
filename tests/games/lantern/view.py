"""What people see of Lanterns."""

from typing import Any

from parhelion.games import Json, Span
from parhelion.words import ENGLISH, Words

from .notation import members

STYLES: dict[str, str] = {}
HELP = "Light one of your lanterns, or draw. A lantern brighter than the last one counts."


def describe(state: Any) -> Json:
    """Hands as far as they are known, how many each holds, what is lit, and the points."""
    return {
        "hands": [members(hand) for hand in state.hands],
        "held": [int(held) for held in state.held],
        "left": int(state.left),
        "lit": members(state.lit),
        "last": int(state.last) + 1,
        "points": [int(points) for points in state.points],
    }


def reasons(state: Any) -> tuple[str, ...]:
    """All lanterns are lit."""
    return ("lit",) if state.actor < 0 else ()


def details(state: Any) -> Json:
    """Nothing more."""
    return {}


def sentence(state: Any, say: Words = ENGLISH) -> str:
    """The end."""
    return f"All lanterns are lit: {', '.join(str(int(points)) for points in state.points)}."


def board(state: Any, say: Words = ENGLISH) -> list[list[Span]]:
    """What is lit."""
    return [[(f"lit: {members(state.lit)}", "")]]
