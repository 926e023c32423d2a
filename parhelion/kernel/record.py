"""The record that holds a state: a NumPy dtype made from a list of fields."""

import inspect
from typing import Any

import numpy as np

from parhelion.kernel.rng import RNG


def record(*fields: tuple[Any, ...]) -> "np.dtype[Any]":
    """The dtype of a game's states, from fields as NumPy writes them: (name, type[, shape]).

    The generator `rng` is added, and for a game outside this package a field named after the game's
    package: games are known by their records, and two of them may have the same fields.

    >>> record(("cells", np.int8, 9), ("actor", np.int8)).names
    ('cells', 'actor', 'rng')
    """
    package = str(inspect.stack()[1].frame.f_globals["__name__"]).partition(".")[0]
    extra: list[tuple[Any, ...]] = [("rng", RNG)]
    if package != __name__.partition(".")[0]:
        extra.append((f"of_{package}", np.uint8))
    return np.dtype((np.record, np.dtype([*fields, *extra], align=True)))
