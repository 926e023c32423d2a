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

ROUNDS = 9
SECONDS = 6.0

SIMULATIONS = 5_000

HAVANNAH, HEX = "havannah(board_size=6)", "hex(board_size=11)"

PEERS: dict[str, tuple[str, Callable[[], Callable[[], float]]]] = {
    "OpenSpiel Havannah 6, C++ MCTSBot rollouts": (
        speed.PLAYOUTS,
        lambda: peers.openspiel_rollouts(HAVANNAH),
    ),
    "OpenSpiel Hex 11, C++ MCTSBot rollouts": (
        speed.PLAYOUTS,
        lambda: peers.openspiel_rollouts(HEX),
    ),
    "OpenSpiel Havannah 6, Python API": (
        speed.PYTHON_API,
        lambda: peers.openspiel_python(HAVANNAH),
    ),
    "OpenSpiel Hex 11, Python API": (speed.PYTHON_API, lambda: peers.openspiel_python(HEX)),
    f"Pgx Hex 11 on the CPU, {speed.STATES:,} states": (
        speed.VECTORISED,
        lambda: peers.pgx_hex(speed.STATES),
    ),
}
"""Each peer with the measurement of ours that does the same kind of work."""

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
    console = Console(width=110)
    measured = sys.argv[1:] or registry.names()
    work: dict[str, Callable[[], float]] = {}
    for game in measured:
        title = registry.load(game).info.title
        work |= {f"{title}: {line}": make(game) for line, make in speed.MEASUREMENTS.items()}
        work[f"{title}: {SEARCHES}"] = search(game)
    work |= {name: make() for name, (_, make) in PEERS.items()}
    work[PEER_SEARCH] = peers.openspiel_search(HAVANNAH, SIMULATIONS)
    rates = speed.measure(work, SECONDS, ROUNDS)
    console.print(_rates(rates))
    for game in measured:
        console.print(_ratios(registry.load(game).info.title, rates))


def _rates(rates: dict[str, float]) -> Table:
    where = f"{platform.machine()}, Python {platform.python_version()}"
    table = Table(title=f"Median of {ROUNDS} interleaved rounds ({where})")
    table.add_column("measurement")
    table.add_column("plies (or simulations)/s", justify="right")
    for name, rate in rates.items():
        table.add_row(name, f"{rate:,.0f}")
    return table


def _ratios(title: str, rates: dict[str, float]) -> Table:
    table = Table(title=f"{title} as a multiple of its peers")
    table.add_column("peer")
    table.add_column("measured against")
    table.add_column("ratio", justify="right")
    for peer, (line, _) in PEERS.items():
        table.add_row(peer, line, f"{rates[f'{title}: {line}'] / rates[peer]:.2f} ×")
    ratio = rates[f"{title}: {SEARCHES}"] / rates[PEER_SEARCH]
    table.add_row(PEER_SEARCH, SEARCHES, f"{ratio:.2f} ×")
    return table


if __name__ == "__main__":
    main()
