"""Parhelion: three sky board games at one table.

>>> import parhelion as ph
>>> match = ph.new("orion", seed=7)
>>> while match.turn is not None:
...     match.play(ph.bot("orion", 0).choose(match))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from parhelion.errors import (
    BadDeal,
    BadNotation,
    BadOption,
    BadRecord,
    GameOver,
    IllegalMove,
    ParhelionError,
    UnknownBot,
    UnknownGame,
)

if TYPE_CHECKING:
    from parhelion.bots import bot
    from parhelion.match import Match, Move, new, replay

__all__ = [
    "BadDeal",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "GameOver",
    "IllegalMove",
    "Match",
    "Move",
    "ParhelionError",
    "UnknownBot",
    "UnknownGame",
    "bot",
    "new",
    "replay",
]

_LAZY = {"bot": "bots", "Match": "match", "Move": "match", "new": "match", "replay": "match"}


def __getattr__(name: str) -> Any:
    """Import what needs the compiler when it is first used: a mere `--help` does not."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
