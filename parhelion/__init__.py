"""Parhelion: three sky board games at one table.

>>> import parhelion as ph
>>> match = ph.new("orion", seed=7)
>>> while match.player is not None:
...     match.play(ph.bot("orion", "random").choose(match))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parhelion.bots import bot
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
    from parhelion.match import Match, Move, new, replay

_HOMES = {
    "bots": ["bot"],
    "errors": [
        "BadDeal",
        "BadNotation",
        "BadOption",
        "BadRecord",
        "GameOver",
        "IllegalMove",
        "ParhelionError",
        "UnknownBot",
        "UnknownGame",
    ],
    "match": ["Match", "Move", "new", "replay"],
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

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


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: a mere `--help` needs no compiler."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
