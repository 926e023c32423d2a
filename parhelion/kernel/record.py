"""The record that holds a state: a NumPy dtype made from a list of fields."""

import hashlib
import inspect
from pathlib import Path
from typing import Any

import numpy as np

from parhelion.kernel.cache import PACKAGE, kernel_files
from parhelion.kernel.rng import RNG


def record(*fields: tuple[Any, ...]) -> "np.dtype[Any]":
    """The dtype of a game's states, from fields as NumPy writes them: (name, type[, shape]).

    The generator `rng` is added, and for a game outside this package a field named by a hash of its
    kernels: compiled code is kept by the record's type, so changed rules are a changed type.

    >>> record(("cells", np.int8, 9), ("actor", np.int8)).names
    ('cells', 'actor', 'rng')
    """
    caller = Path(inspect.stack()[1].filename).resolve()
    extra: list[tuple[Any, ...]] = [("rng", RNG)]
    if PACKAGE not in caller.parents and caller.suffix == ".py":
        extra.append((f"source_{_digest(caller)}", np.uint8))
    return np.dtype((np.record, np.dtype([*fields, *extra], align=True)))


def _digest(caller: Path) -> str:
    """Eight hex digits that change with the kernels of the game that a file belongs to."""
    folder = caller.parent.parent if caller.parent.name == "kernels" else caller.parent
    total = hashlib.sha256()
    for path in kernel_files(folder):
        total.update(path.read_bytes())
    return total.hexdigest()[:8]
