"""One set of functions for all games: the record's type says whose rules they mean.

Generic kernels (playouts, search, previews, vectorised stepping) import these names and call
them; Numba compiles such a caller once per game, with the game's own rules inside. Uncompiled,
the plain functions below look the game up by the record's dtype.

A game has to write `REQUIRED`. For everything in `OPTIONAL` there is a default in
`parhelion.kernel.defaults`, which a game replaces by a function of the same name.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numba import from_dtype
from numba.extending import overload

REQUIRED = ("deal", "actor", "legal", "apply", "scores")
"""The functions that every game's `kernels` module offers."""
HEURISTICS = ("prior", "rollout", "evaluate", "may_win_now")
"""What bots see at a glance."""
OPTIONAL = ("mask", "sample", "hide", "redeal", "share", "mid_turn", *HEURISTICS)
"""The functions that a game's `kernels` module may offer."""

SPECTATOR = -1
"""The seat that knows what everybody knows."""
TOGETHER = -2
"""The seat that knows what any seat knows."""

DEFAULTS: dict[str, Any] = {}
"""Filled by `parhelion.kernel.defaults`."""
_by_dtype: dict[Any, dict[str, Any]] = {}
_by_type: dict[Any, dict[str, Any]] = {}


def register(dtype: "np.dtype[Any]", kernels: ModuleType) -> None:
    """Remember a game's functions for the game's record."""
    offered = vars(kernels)
    functions = {name: offered[name] for name in REQUIRED + OPTIONAL if name in offered}
    _by_dtype[dtype] = _by_type[from_dtype(dtype)] = functions


def _dispatched(public: Callable[..., Any]) -> Callable[..., Any]:
    """Let Numba replace a public function by the one of the game of its first argument."""
    name = public.__name__

    def select(state: Any, *_arguments: Any) -> Any:
        function = _by_type.get(state, {}).get(name) or DEFAULTS.get(name)
        return function and function.py_func

    overload(public, strict=False)(select)
    return public


def _of(state: Any, name: str) -> Any:
    """The function of the game of a state, uncompiled."""
    return _by_dtype[state.dtype].get(name) or DEFAULTS[name]


@_dispatched
def deal(state: Any, rng: Any) -> None:
    """Set up a game from the options already in the state."""
    _of(state, "deal")(state, rng)


@_dispatched
def actor(state: Any) -> Any:
    """The seat to decide, -1 when the game is over."""
    return _of(state, "actor")(state)


@_dispatched
def legal(state: Any, out: Any) -> Any:
    """Write the legal actions, ascending, into `out`; return how many."""
    return _of(state, "legal")(state, out)


@_dispatched
def mask(state: Any, out: Any) -> None:
    """Write 1 for every legal action id and 0 for all others into `out`, bytes."""
    _of(state, "mask")(state, out)


@_dispatched
def apply(state: Any, action: Any) -> None:
    """Play an action. An illegal one is the caller's bug: it is not checked."""
    _of(state, "apply")(state, action)


@_dispatched
def sample(state: Any, rng: Any) -> Any:
    """One uniformly random legal action."""
    return _of(state, "sample")(state, rng)


@_dispatched
def scores(state: Any, out: Any) -> None:
    """Write each seat's points into `out`; the highest wins, equal ones share."""
    _of(state, "scores")(state, out)


@_dispatched
def hide(state: Any, seat: Any) -> None:
    """Blank everything the seat may not know; SPECTATOR is nobody's seat."""
    _of(state, "hide")(state, seat)


@_dispatched
def redeal(state: Any, seat: Any, rng: Any) -> None:
    """Replace what the seat may not know by a random possibility; for TOGETHER only what no
    seat knows."""
    _of(state, "redeal")(state, seat, rng)


@_dispatched
def share(state: Any, seat: Any, points: Any) -> Any:
    """A seat's share of victory in a finished game; `points` is memory, one for each seat."""
    return _of(state, "share")(state, seat, points)


@_dispatched
def mid_turn(state: Any) -> Any:
    """Whether the actor goes on with a turn it has begun, so that what it chooses now belongs to
    its last action."""
    return _of(state, "mid_turn")(state)


# --- heuristics --------------------------------------------------------------------------


@_dispatched
def prior(state: Any, action: Any) -> Any:
    """How good a legal action looks at a glance to its actor: 0 is usual, 1 clearly better."""
    return _of(state, "prior")(state, action)


@_dispatched
def rollout(state: Any, tallies: Any, rng: Any) -> Any:
    """A legal action as a quick player chooses it; tallies[action].worth is what games with it
    brought lately."""
    return _of(state, "rollout")(state, tallies, rng)


@_dispatched
def evaluate(state: Any, seat: Any, points: Any) -> Any:
    """What a seat may expect, 0 to 1, at a glance: of a finished game how well it went; `points`
    is memory, one for each seat."""
    return _of(state, "evaluate")(state, seat, points)


@_dispatched
def may_win_now(state: Any, action: Any) -> Any:
    """Whether a legal action may win on the spot, at a glance; never False if it does."""
    return _of(state, "may_win_now")(state, action)
