"""Measure the speed of games beside that of peers; print tables of rates and ratios.

python -m bench            all games
python -m bench solenia    some
"""

import platform
import sys
from collections.abc import Callable
from dataclasses import replace

from rich.console import Console
from rich.table import Table

from bench import peers
from parhelion.bots import SearchBot, levels
from parhelion.games import registry
from parhelion.lab import speed
from parhelion.lab.speed import Rate

ROUNDS = 9
SECONDS = 6.0

SIMULATIONS = 5_000

HAVANNAH, HEX = "havannah(board_size=6)", "hex(board_size=11)"

PEERS: dict[str, tuple[tuple[str, ...], Callable[[], Callable[[], float]]]] = {
    "OpenSpiel Havannah 6, C++ MCTSBot rollouts": (
        (speed.PLAYOUTS,),
        lambda: peers.openspiel_rollouts(HAVANNAH),
    ),
    "OpenSpiel Hex 11, C++ MCTSBot rollouts": (
        (speed.PLAYOUTS,),
        lambda: peers.openspiel_rollouts(HEX),
    ),
    "OpenSpiel Havannah 6, Python API": (
        (speed.PYTHON_API,),
        lambda: peers.openspiel_python(HAVANNAH),
    ),
    "OpenSpiel Hex 11, Python API": ((speed.PYTHON_API,), lambda: peers.openspiel_python(HEX)),
    f"Pgx Hex 11 on the CPU, {speed.STATES:,} states": (
        (speed.VECTORISED, speed.VECTORISED_2),
        lambda: peers.pgx_hex(speed.STATES),
    ),
}
"""Each peer with the measurements of ours that do the same kind of work."""

SEARCHES = "simulations from the opening, one thread"
PEER_SEARCH = "OpenSpiel Havannah 6, C++ MCTSBot: simulations from the opening"


def search(game: str) -> Callable[[], float]:
    """The search of the strongest bot on one thread, from the opening each time."""
    grade = levels(game)[max(levels(game))].grade
    bot = SearchBot(registry.load(game), replace(grade, iterations=SIMULATIONS, threads=1), seed=1)
    match = speed.opening(game)

    def run() -> float:
        bot.choose(match)
        return bot.visits

    return run


def main() -> None:
    """Measure games and all peers in interleaved rounds."""
    console = Console(width=130)
    measured = sys.argv[1:] or registry.names()
    work: dict[str, Callable[[], float]] = {}
    for game in measured:
        title = registry.load(game).info.title
        work |= {f"{title}: {line}": make(game) for line, make in speed.MEASUREMENTS.items()}
        work[f"{title}: {SEARCHES}"] = search(game)
    work |= {name: make() for name, (_, make) in PEERS.items()}
    work[PEER_SEARCH] = peers.openspiel_search(HAVANNAH, SIMULATIONS)
    rates = speed.measure(work, SECONDS, ROUNDS)
    where = f"{platform.machine()}, Python {platform.python_version()}"
    title = f"Median of {ROUNDS} interleaved rounds ({where})"
    console.print(speed.rate_table(title, "plies (or simulations)/s", rates))
    for game in measured:
        console.print(_ratios(registry.load(game).info.title, rates))


def _ratios(title: str, rates: dict[str, Rate]) -> Table:
    table = Table(title=f"{title} as a multiple of its peers")
    table.add_column("peer")
    table.add_column("measured against")
    table.add_column("by the clock", justify="right")
    table.add_column("per CPU second", justify="right")
    pairs = [(peer, line) for peer, (lines, _) in PEERS.items() for line in lines]
    for peer, line in [*pairs, (PEER_SEARCH, SEARCHES)]:
        ours, theirs = rates[f"{title}: {line}"], rates[peer]
        ratios = (f"{mine / other:.2f} ×" for mine, other in zip(ours, theirs, strict=True))
        table.add_row(peer, line, *ratios)
    return table


if __name__ == "__main__":
    main()
