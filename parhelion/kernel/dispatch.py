"""One set of functions for all games: the record's type says whose rules they mean.

Generic kernels (playouts, search, previews, vectorised stepping) import these names and call
them; such a caller is compiled once per game, with the game's own rules inside. Uncompiled, the
functions below look the game up by the record's dtype.

A game has to write `REQUIRED`. For everything in `OPTIONAL` there is a default in
`parhelion.kernel.defaults`, which a game replaces by a function of the same name.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar, cast

import numpy as np

from parhelion.kernel.arguments import Bytes, Float64s, Generator, Int8s, Int32s, Int64s, State
from parhelion.kernel.compiler import COMPILED, EntryPoint, Kernel
from parhelion.kernel.tally import Tallies

REQUIRED = ("deal", "actor", "legal", "apply", "scores")
"""The functions that every game's `kernels` module offers."""
HEURISTICS = ("prior", "priors", "rollout", "evaluate", "evaluate_all", "may_win_now")
"""What bots see at a glance."""
STATISTICS = ("count_parts", "count_pieces", "note_choice")
"""What simulations count; the game's module `statistics` names what is counted."""
OPTIONAL = (
    "mask",
    "sample",
    "hide",
    "redeal",
    "observe",
    "share",
    "mid_turn",
    "features",
    *HEURISTICS,
    *STATISTICS,
)
"""The functions that a game's `kernels` module may offer."""

SPECTATOR = -1
"""The seat that knows what everybody knows."""
TOGETHER = -2
"""The seat that knows what any seat knows."""

F = TypeVar("F", bound=Callable[..., Any])
DEFAULTS: dict[str, Any] = {}
"""Filled by `parhelion.kernel.defaults`."""
DEFAULTS_WITHOUT_SECRETS: dict[str, Any] = {}
"""The same for games without a `hide` of their own, where it saves work."""
GAMES: dict[Any, dict[str, Any]] = {}
"""The functions of every game, by its record's dtype."""


def register(dtype: "np.dtype[Any]", kernels: ModuleType) -> None:
    """Remember a game's functions for the game's record."""
    offered = vars(kernels)
    GAMES[dtype] = {name: offered[name] for name in REQUIRED + OPTIONAL if name in offered}
    for name, function in GAMES[dtype].items():
        if COMPILED:
            function.contract = globals()[name]


class Dispatched(EntryPoint):
    """A function of the contract: which kernel it is, the record's type says."""

    def for_state(self, record: Any) -> Kernel:
        """The kernel of the game whose record has this Numba type."""
        from parhelion.kernel import numba_bridge

        functions = GAMES.get(numba_bridge.dtype_of(record), {})
        return cast(Kernel, _chosen(functions, self.__name__))


def dispatched(public: F) -> F:
    """Let a public function stand for the one of the game of its first argument."""
    return cast(F, Dispatched(public)) if COMPILED else public


def _of(state: Any, name: str) -> Any:
    """The function of the game of a state, uncompiled."""
    found = _chosen(GAMES[state.dtype], name)
    return getattr(found, "py_func", found)


def _chosen(functions: dict[str, Any], name: str) -> Any:
    """A game's own function of a name, else the default."""
    if name in functions:
        return functions[name]
    without_secrets = {} if "hide" in functions else DEFAULTS_WITHOUT_SECRETS
    return without_secrets.get(name) or DEFAULTS[name]


@dispatched
def deal(state: State, rng: Generator) -> None:
    """Set up a game from the options already in the state."""
    _of(state, "deal")(state, rng)


@dispatched
def actor(state: State) -> int:
    """The seat to decide, -1 when the game is over."""
    return int(_of(state, "actor")(state))


@dispatched
def legal(state: State, out: Int32s) -> int:
    """Write the legal actions, ascending, into `out`; return how many."""
    return int(_of(state, "legal")(state, out))


@dispatched
def mask(state: State, out: Bytes) -> None:
    """Write 1 for every legal action id and 0 for all others into `out`, bytes."""
    _of(state, "mask")(state, out)


@dispatched
def apply(state: State, action: int) -> None:
    """Play an action. An illegal one is the caller's bug: it is not checked."""
    _of(state, "apply")(state, action)


@dispatched
def sample(state: State, rng: Generator) -> int:
    """One uniformly random legal action."""
    return int(_of(state, "sample")(state, rng))


@dispatched
def scores(state: State, out: Int64s) -> None:
    """Write each seat's points into `out`; the highest wins, equal ones share."""
    _of(state, "scores")(state, out)


@dispatched
def hide(state: State, seat: int) -> None:
    """Blank everything the seat may not know; SPECTATOR is nobody's seat."""
    _of(state, "hide")(state, seat)


@dispatched
def redeal(state: State, seat: int, rng: Generator) -> None:
    """Replace what the seat may not know by a random possibility; for TOGETHER only what no
    seat knows."""
    _of(state, "redeal")(state, seat, rng)


@dispatched
def observe(state: State, seat: int, out: Int8s) -> None:
    """Write what a seat may know into `out`, part by part as the game declares it (see
    `parhelion.games.observations`)."""
    _of(state, "observe")(state, seat, out)


@dispatched
def share(state: State, seat: int, points: Int64s) -> float:
    """A seat's share of victory in a finished game; `points` is memory, one for each seat."""
    return float(_of(state, "share")(state, seat, points))


@dispatched
def mid_turn(state: State) -> bool:
    """Whether the actor goes on with a turn it has begun, so that what it chooses now belongs to
    its last action."""
    return bool(_of(state, "mid_turn")(state))


@dispatched
def features(state: State, seat: int, out: Int32s) -> int:
    """Write the numbers of the features that hold, as a seat sees the position, into `out`; return
    how many. A network is made of them (see `parhelion.bots.kernels.network`)."""
    return int(_of(state, "features")(state, seat, out))


# --- heuristics --------------------------------------------------------------------------


@dispatched
def prior(state: State, action: int) -> float:
    """How good a legal action looks at a glance to its actor: 0 is usual, 1 clearly better."""
    return float(_of(state, "prior")(state, action))


@dispatched
def priors(state: State, actions: Int32s, count: int, out: Float64s) -> None:
    """Write the priors of the first `count` legal actions of a list into `out`. A game can compute
    once what they share. The values equal those of `prior`."""
    _of(state, "priors")(state, actions, count, out)


@dispatched
def rollout(state: State, tallies: Tallies, rng: Generator) -> int:
    """A legal action as a quick player chooses it; tallies[action].worth is what games with it
    brought lately."""
    return int(_of(state, "rollout")(state, tallies, rng))


@dispatched
def evaluate(state: State, seat: int, points: Int64s) -> float:
    """What a seat may expect, 0 to 1, at a glance: of a finished game how well it went; `points`
    is memory, one for each seat."""
    return float(_of(state, "evaluate")(state, seat, points))


@dispatched
def evaluate_all(state: State, points: Int64s, out: Float64s) -> None:
    """Write the evaluation of every seat into `out`. A game can compute once what they share. The
    values equal those of `evaluate`. `points` is scratch memory, one number for each seat."""
    _of(state, "evaluate_all")(state, points, out)


@dispatched
def may_win_now(state: State, action: int) -> bool:
    """Whether a legal action may win on the spot, at a glance; never False if it does."""
    return bool(_of(state, "may_win_now")(state, action))


# --- statistics --------------------------------------------------------------------------


@dispatched
def count_parts(state: State, seat: int, out: Int64s) -> None:
    """Write what a seat's points consist of into `out`, by the PARTS of `statistics`."""
    _of(state, "count_parts")(state, seat, out)


@dispatched
def count_pieces(state: State, seat: int, out: Int32s) -> None:
    """Write how many of each piece a seat has got so far into `out`, by the PIECES of
    `statistics`."""
    _of(state, "count_pieces")(state, seat, out)


@dispatched
def note_choice(state: State, action: int, taken: Int32s, offered: Int32s) -> None:
    """Note between which pieces the actor chooses with a legal action: add 1 in `offered` for each
    that it can take, in `taken` for what it takes. One piece alone is no choice."""
    _of(state, "note_choice")(state, action, taken, offered)
