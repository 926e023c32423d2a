"""The record that holds a state: a NumPy dtype made from a list of fields."""

import sys
from typing import Any

import numpy as np

from parhelion.kernel.rng import RNG

NOT_OBSERVED = ("rng", "revealed", "events", "happened", "given", "rules")
"""Fields that mean something to everybody (`parhelion.games`) and tell nothing of a position."""


def observed_fields(dtype: "np.dtype[Any]") -> list[str]:
    """The fields of a record that tell of a position, in order."""
    names = dtype.names or ()
    return [name for name in names if name not in NOT_OBSERVED and not name.startswith("of_")]


def observed_bytes(dtype: "np.dtype[Any]") -> list[int]:
    """Where in a record the bytes of these fields are."""
    places: Any = dtype.fields
    fields = [places[name] for name in observed_fields(dtype)]
    return [place for kind, begin, *_ in fields for place in range(begin, begin + kind.itemsize)]


def record(*fields: tuple[Any, ...]) -> "np.dtype[Any]":
    """The dtype of a game's states, from fields as NumPy writes them: (name, type[, shape]).

    The generator `rng` is added, and for a game outside this package a field named after the game's
    package: games are known by their records, and two of them may have the same fields.

    >>> record(("cells", np.int8, 9), ("actor", np.int8)).names
    ('cells', 'actor', 'rng')
    """
    package = str(sys._getframe(1).f_globals["__name__"]).partition(".")[0]
    extra: list[tuple[Any, ...]] = [("rng", RNG)]
    if package != __name__.partition(".")[0]:
        extra.append((f"of_{package}", np.uint8))
    return np.dtype((np.record, np.dtype([*fields, *extra], align=True)))
