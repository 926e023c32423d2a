"""How fast a game runs: compiled playouts, the Python API, and many games in one array."""

import random
import time
from collections.abc import Callable, Mapping
from functools import cache
from statistics import median

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from parhelion.bots.luck_and_skill import is_deal_random
from parhelion.games import registry
from parhelion.kernel import play, split, stream
from parhelion.match import Match, new

STATES = 1024
ROUNDS = 7


@cache
def fixed_deal(game: str) -> dict[str, str]:
    """An option with which every deal is the same, so that play is measured and not shuffling; no
    options if all deals are random."""
    options = [option for option in registry.load(game).info.options if not option.needs]
    for option in options:
        for value in option.values:
            chosen = {option.name: value}
            if not is_deal_random(new(game, seed=0, **chosen)):
                return chosen
    return {}


def opening(game: str) -> Match:
    """A new game to measure."""
    return new(game, seed=1, **fixed_deal(game))


def playouts(game: str) -> Callable[[], int]:
    """Compiled random games on one thread."""
    states, rng = np.repeat(opening(game).state, 2), stream(1, "bench")
    return lambda: int(play.playouts(states, rng, 500))


def python_api(game: str) -> Callable[[], int]:
    """Random games through `Match`, choosing among the ids of all legal moves."""

    def run() -> int:
        match = opening(game)
        while match.turn is not None:
            match.play(random.choice(match.actions()))
        return match.ply

    return run


def vectorised(game: str) -> Callable[[], int]:
    """Many games in one array: sample, step, deal anew where a game is over, write all masks."""
    states = np.repeat(opening(game).state, STATES)
    rng = stream(1, "bench")
    for i in range(STATES):
        split(rng, states["rng"][i])
    actions = np.zeros(STATES, dtype=np.int32)
    masks = np.zeros((STATES, registry.load(game).actions), dtype=np.uint8)
    over = np.zeros(STATES, dtype=np.bool_)

    def run() -> int:
        play.sample_each(states, rng, actions)
        play.step_each(states, actions, masks, over)
        return STATES

    return run


PLAYOUTS = "random playouts, compiled, one thread"
PYTHON_API = "Python API, random moves"
VECTORISED = f"vectorised stepping with masks, {STATES:,} states, one thread"
MEASUREMENTS = {PLAYOUTS: playouts, PYTHON_API: python_api, VECTORISED: vectorised}
"""The measurements of a game by name; each function returns a piece of work, which in turn returns
the plies it has played."""


def rate(run: Callable[[], float], seconds: float) -> float:
    """Plies per second of a piece of work that is repeated for about so many seconds."""
    plies, begin = 0.0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        plies += run()
    return plies / spent


def measure(
    work: Mapping[str, Callable[[], float]], seconds: float, rounds: int = ROUNDS
) -> dict[str, float]:
    """The median rate of each piece of work over some interleaved rounds, `seconds` in all.

    A slow moment of the machine then affects all pieces of work alike."""
    for run in work.values():
        run()
    rates: dict[str, list[float]] = {name: [] for name in work}
    for _ in track(range(rounds), description="Measuring", transient=True):
        for name, run in work.items():
            rates[name].append(rate(run, seconds / rounds))
    return {name: median(values) for name, values in rates.items()}


def report(game: str, seconds: float, console: Console) -> None:
    """Print a table of speeds."""
    title = registry.load(game).info.title
    rates = measure({name: make(game) for name, make in MEASUREMENTS.items()}, seconds)
    table = Table(title=f"{title}: median of {ROUNDS} rounds")
    table.add_column("measurement")
    table.add_column("plies/s", justify="right")
    for name, value in rates.items():
        table.add_row(name, f"{value:,.0f}")
    console.print(table)
