"""Play many tables while servers and their database fail again and again, then check everything.
Ctrl-C ends the faults early.

python -m bench.soak                                   1,000 faults, SQLite, one server
python -m bench.soak --database postgres --nodes 2     PostgreSQL with two servers
python -m bench.soak --faults 50 --seed 7 --kinds "server killed,disk full"
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from bench.soak.campaign import Findings, Plan, soak


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--faults", type=int, default=1000)
    add("--database", choices=("sqlite", "postgres"), default="sqlite")
    add("--nodes", type=int, default=1, help="servers; several need PostgreSQL")
    add("--tables", type=int, default=18, help="tables at a time")
    add("--seed", type=int, default=1, help="of the faults and the moves")
    add("--kinds", type=lambda text: tuple(text.split(",")), default=(), help="comma-separated")
    add("--folder", type=Path, help="keep the words of the servers (and SQLite's file) there")
    given = parser.parse_args()
    if given.nodes > 1 and given.database == "sqlite":
        parser.error("one server at a time can use an SQLite file")
    return given


def run(console: Console, plan: Plan, folder: Path) -> Findings:
    """Carry out a plan, with a bar that shows how far it is."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bars:
        bar = bars.add_task("starting", total=plan.faults)

        def advance(faults: Sequence[str]) -> None:
            bars.update(bar, description=" + ".join(faults), advance=len(faults))
            done = int(bars.tasks[bar].completed)
            if not console.is_terminal and done // 100 > (done - len(faults)) // 100:
                console.print(f"{done:,} faults")  # a log has no bar

        return asyncio.run(soak(plan, folder, advance, interruptible=True))


def show(console: Console, plan: Plan, found: Findings, seconds: float) -> None:
    """Print what came of it."""
    servers = "one server" if plan.nodes == 1 else f"{plan.nodes} servers"
    table = Table(title=f"{plan.database}, {servers}, seed {plan.seed}", title_justify="left")
    for column in ("fault", "times"):
        table.add_column(column, justify="left" if column == "fault" else "right")
    for name, times in sorted(found.faults.items()):
        table.add_row(name, f"{times:,}")
    console.print(table)
    outcomes = found.history.outcomes()
    for kind in sorted({kind for kind, _ in outcomes}):
        counts = [f"{outcomes[kind, word]:,} {word}" for word in ("kept", "refused", "unknown")]
        console.print(f"{kind}: {', '.join(counts)}")
    console.print(
        f"{sum(found.faults.values()):,} faults in {seconds / 60:.1f} minutes, {found.tables:,} "
        f"games, servers started {found.starts:,} times; everybody could play again after "
        f"{found.longest_wait:.1f} s at most"
    )
    for wrong in found.wrong:
        console.print(f"[red]{wrong}", markup=True, highlight=False)
    console.print("[red]broken promises" if found.wrong else "every promise was kept")


def main() -> None:
    """Read the arguments, break things and print."""
    given, console = arguments(), Console()
    plan = Plan(given.database, given.nodes, given.tables, given.faults, given.seed, given.kinds)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        found = run(console, plan, folder)
    show(console, plan, found, time.monotonic() - began)
    sys.exit(bool(found.wrong))


if __name__ == "__main__":
    main()
