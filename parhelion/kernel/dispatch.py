"""One set of functions for all games: the record's type says whose rules they mean.

Generic kernels (playouts, search, vectorised stepping) import these names and call them;
Numba compiles such a caller once per game, with the game's own rules inside. Uncompiled,
the plain functions below look the game up by the record's dtype.
"""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import from_dtype
from numba.extending import overload

CONTRACT = ("deal", "actor", "legal", "mask", "apply", "sample", "scores", "hide", "redeal")
"""The functions that every game's `rules` module offers."""

_by_dtype: dict[Any, Any] = {}
_by_type: dict[Any, Any] = {}


def register(dtype: "np.dtype[Any]", module: str) -> None:
    """A game's rules module announces the record it plays on."""
    _by_dtype[dtype] = _by_type[from_dtype(dtype)] = sys.modules[module]


def _dispatched(public: Callable[..., Any]) -> Callable[..., Any]:
    """Let Numba replace a public function by the one of the game of its first argument."""
    name = public.__name__

    def select(state: Any, *_arguments: Any) -> Any:
        rules = _by_type.get(state)
        return None if rules is None else getattr(rules, name).py_func

    overload(public, strict=False)(select)
    return public


@_dispatched
def deal(state: Any, rng: Any) -> None:
    """Set up a game from the options already in the state."""
    _by_dtype[state.dtype].deal(state, rng)


@_dispatched
def actor(state: Any) -> Any:
    """The seat to decide, -1 when the game is over."""
    return _by_dtype[state.dtype].actor(state)


@_dispatched
def legal(state: Any, out: Any) -> Any:
    """Write the legal actions, ascending, into `out`; return how many."""
    return _by_dtype[state.dtype].legal(state, out)


@_dispatched
def mask(state: Any, out: Any) -> None:
    """Write 1 for every legal action id and 0 for all others into `out`, bytes."""
    _by_dtype[state.dtype].mask(state, out)


@_dispatched
def apply(state: Any, action: Any) -> None:
    """Play an action. An illegal one is the caller's bug: it is not checked."""
    _by_dtype[state.dtype].apply(state, action)


@_dispatched
def sample(state: Any, rng: Any) -> Any:
    """One uniformly random legal action."""
    return _by_dtype[state.dtype].sample(state, rng)


@_dispatched
def scores(state: Any, out: Any) -> None:
    """Write each seat's points into `out`; the highest wins, equal ones share."""
    _by_dtype[state.dtype].scores(state, out)


@_dispatched
def hide(state: Any, seat: Any) -> None:
    """Blank everything the seat may not know; seat -1 is a spectator."""
    _by_dtype[state.dtype].hide(state, seat)


@_dispatched
def redeal(state: Any, seat: Any, rng: Any) -> None:
    """Replace what the seat may not know by a random possibility."""
    _by_dtype[state.dtype].redeal(state, seat, rng)
