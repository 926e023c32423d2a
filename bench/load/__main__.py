"""Load the server, and boardgame.io beside it, with many tables at once.

python -m bench.load                        all games and the peer, every scenario
python -m bench.load --games orion --no-peer --scenarios saturation
python -m bench.load --postgres 1,2         beside SQLite also PostgreSQL, with one server and two

Saturation: every table moves as soon as everybody saw the move before. Spectators: the same at one
table with many of them. Paced: many tables that move once a second each.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from bench.load import boardgameio_install, report
from bench.load.platforms import GAMES, Boardgameio, Parhelion, Platform
from bench.load.progress import Progress
from bench.load.scenarios import Result, Run, Scenario, measure

KINDS = ("saturation", "spectators", "paced")
STORES = ("memory", "files")
WIDTH = 120
"""The tables are not narrower, so that their figures stay whole."""


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--games", type=_names(GAMES), default=GAMES, help="comma-separated; all by default")
    add("--scenarios", type=_names(KINDS), default=KINDS, help="comma-separated; all by default")
    add("--postgres", type=_numbers, default=[], metavar="N", help="also so many servers: 1,2")
    add("--no-peer", action="store_true", help="leave boardgame.io out")
    add("--seconds", type=float, default=10, help="measured for each server and scenario")
    add("--warm-up", type=float, default=3, help="seconds of play before that")
    add("--tables", type=int, default=20, help="tables at saturation")
    add("--connections", type=_numbers, default=[1, 2, 4], help="a table at saturation: 1,2,4")
    add("--spectators", type=int, default=300, help="of the one table with many")
    add("--paced", type=int, default=500, help="tables that move once a second each")
    add("--json", type=Path, metavar="FILE", help="write everything measured there as well")
    return parser.parse_args()


def scenarios(given: argparse.Namespace) -> list[Scenario]:
    """What is asked of every server."""
    found = []
    if "saturation" in given.scenarios:
        for connections in given.connections:
            title = f"Saturation: {given.tables} tables, connections a table: {connections}"
            found.append(Scenario(title, given.tables, connections))
    if "spectators" in given.scenarios:
        title = f"Spectators: {given.spectators} and two players at one table"
        found.append(Scenario(title, 1, given.spectators + 2))
    if "paced" in given.scenarios:
        title = f"Paced: {given.paced} tables, two connections and one move a second each"
        found.append(Scenario(title, given.paced, 2, rate=1.0))
    return found


def measure_all(console: Console, given: argparse.Namespace) -> list[Result]:
    """Measure every server in every scenario. The servers take turns, so that a slow spell of the
    machine meets them all."""
    platforms: list[Platform] = [
        Parhelion(game, nodes) for nodes in (0, *given.postgres) for game in given.games
    ]
    if not given.no_peer:
        boardgameio_install.install(console)
        platforms += [Boardgameio(store) for store in STORES]
    asked = scenarios(given)
    results: list[Result] = []
    with Progress(console, len(platforms) * len(asked)) as progress:
        for scenario in asked:
            run = Run(scenario, given.warm_up, given.seconds, progress)
            found = [measure(platform, run) for platform in platforms]
            report.show(console, scenario, found)
            results += found
    console.print(report.NOTES)
    return results


def main() -> None:
    """Read the arguments, measure and print."""
    given = arguments()
    console = Console(width=max(WIDTH, Console().width))
    results = measure_all(console, given)
    if given.json:
        report.write_json(given.json, results)


def _names(known: tuple[str, ...]) -> Callable[[str], list[str]]:
    def names(text: str) -> list[str]:
        found = text.split(",")
        if unknown := set(found) - set(known):
            raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}: not in {known}")
        return found

    return names


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


if __name__ == "__main__":
    main()
