"""How fast a game runs: compiled playouts, the Python API, and many games in one array."""

import random
import time
from collections.abc import Callable, Mapping
from functools import cache
from statistics import median
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from parhelion.bots.luck_and_skill import is_deal_random
from parhelion.envs import VectorEnv
from parhelion.games import registry
from parhelion.kernel import play, stream
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


def vectorised(threads: int) -> Callable[[str], Callable[[], int]]:
    """Many games in one array: sample, step, deal anew where a game is over, write all masks and
    observations."""

    def of(game: str) -> Callable[[], int]:
        env = VectorEnv(game, STATES, seed=1, threads=threads, **fixed_deal(game))

        def run() -> int:
            env.step(env.sample())
            return STATES

        return run

    return of


PLAYOUTS = "random playouts, compiled, one thread"
PYTHON_API = "Python API, random moves"
VECTORISED = f"vectorised, masks and observations, {STATES:,} games, one thread"
VECTORISED_2 = f"vectorised, masks and observations, {STATES:,} games, two threads"
MEASUREMENTS: dict[str, Callable[[str], Callable[[], int]]] = {
    PLAYOUTS: playouts,
    PYTHON_API: python_api,
    VECTORISED: vectorised(1),
    VECTORISED_2: vectorised(2),
}
"""The measurements of a game by name; each function returns a piece of work, which in turn returns
the plies it has played."""


class Rate(NamedTuple):
    """Plies per second, by the clock and of processor time, which all threads add to."""

    clock: float
    cpu: float


def rate(run: Callable[[], float], seconds: float) -> Rate:
    """The rate of a piece of work that is repeated for about so many seconds."""
    plies, begin, cpu = 0.0, time.perf_counter(), time.process_time()
    while (spent := time.perf_counter() - begin) < seconds:
        plies += run()
    return Rate(plies / spent, plies / (time.process_time() - cpu))


def measure(
    work: Mapping[str, Callable[[], float]], seconds: float, rounds: int = ROUNDS
) -> dict[str, Rate]:
    """The median rates of each piece of work over some interleaved rounds, `seconds` in all.

    A slow moment of the machine then affects all pieces of work alike."""
    for run in work.values():
        run()
    rates: dict[str, list[Rate]] = {name: [] for name in work}
    for _ in track(range(rounds), description="Measuring", transient=True):
        for name, run in work.items():
            rates[name].append(rate(run, seconds / rounds))
    return {name: Rate(*map(median, zip(*each, strict=True))) for name, each in rates.items()}


def rate_table(title: str, heading: str, rates: Mapping[str, Rate]) -> Table:
    """A table of rates by the name of what was measured."""
    table = Table(title=title)
    table.add_column("measurement")
    table.add_column(heading, justify="right")
    table.add_column("per CPU second", justify="right")
    for name, each in rates.items():
        table.add_row(name, f"{each.clock:,.0f}", f"{each.cpu:,.0f}")
    return table


def report(game: str, seconds: float, console: Console) -> None:
    """Print a table of speeds."""
    title = registry.load(game).info.title
    rates = measure({name: make(game) for name, make in MEASUREMENTS.items()}, seconds)
    console.print(rate_table(f"{title}: median of {ROUNDS} rounds", "plies/s", rates))
