"""The command `simulate`: many games into a folder, with progress. Like all commands, it imports
what it needs when it runs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from parhelion.command_options import (
    GAME_OPTIONS,
    GAME_OPTIONS_SHOWN,
    GameName,
    Jobs,
    RayAddress,
    Seed,
    parse_options,
    parse_seed,
)
from parhelion.errors import MissingExtra
from parhelion.lab.console_lines import print_line
from parhelion.safe_console import SafeConsole

if TYPE_CHECKING:
    from rich.table import Table

    from parhelion.lab.simulation_plan import SimulationPlan

PROGRESS_LINES = 20
"""Printed where no progress bar can be drawn."""


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command(context_settings=GAME_OPTIONS, options_metavar=GAME_OPTIONS_SHOWN)(simulate)


def simulate(
    context: typer.Context,
    game: GameName,
    out: Annotated[Path, typer.Option(help="The folder of the run; if it is there, it goes on.")],
    games: Annotated[int, typer.Option(help="How many; more than before let the run grow.")] = 1000,
    bots: Annotated[
        str,
        typer.Option(
            help="The level of all seats, or one for each, with commas; 0 is random. "
            "Also bots of your own: my_bot.py:MyBot."
        ),
    ] = "0",
    seed: Seed = None,
    pieces: Annotated[
        bool, typer.Option("--pieces", help="Also count which pieces are taken.")
    ] = False,
    jobs: Jobs = None,
    ray: RayAddress = None,
) -> None:
    """Play many games and keep what happened in them as Parquet files.

    After the game come its options, as `parhelion games` names them: --name value.
    """
    try:
        from parhelion.lab.entrants import parse_bots
        from parhelion.lab.run_folder import seed_in
        from parhelion.lab.simulation import simulate_into
        from parhelion.lab.simulation_plan import plan_simulation
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"simulations need {error.name}: pip install 'parhelion[lab]'"
        ) from error
    plan = plan_simulation(
        game,
        games,
        bots=parse_bots(bots),
        seed=seed_in(out) if seed is None else parse_seed(seed),
        pieces=pieces,
        options=parse_options(context.args),
    )
    progress = SafeConsole(stderr=True)
    print_line(progress, f"{plan.game.title}, {games:,} games, seed {plan.seed}")
    with shown_progress(progress) as tell:
        try:
            simulate_into(out, plan, jobs, ray, tell)
        except KeyboardInterrupt:
            print_line(progress, f"Stopped; {out} keeps what was played. Repeat it to go on.")
            raise typer.Exit(1) from None
    SafeConsole().print(summary(out, plan))


@contextmanager
def shown_progress(console: Console) -> Iterator[Callable[[int, int], None]]:
    """How far it is: a bar on a terminal, a line from time to time elsewhere."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=console, disable=not console.is_terminal)
    task, told = bar.add_task("games"), 0

    def tell(done: int, games: int) -> None:
        nonlocal told
        bar.update(task, completed=done, total=games)
        if not console.is_terminal and done * PROGRESS_LINES // games > told:
            told = done * PROGRESS_LINES // games
            print_line(console, f"{done:,} of {games:,} games")

    with bar:
        yield tell


def summary(out: Path, plan: "SimulationPlan") -> "Table":
    """Points and shares of victory by seat, read from the folder file by file."""
    from rich.table import Table

    from parhelion.lab.entrants import short_name
    from parhelion.lab.run_folder import seat_means

    table = Table(title=f"{plan.game.title}, {plan.games:,} games in {out}")
    table.add_column("seat")
    table.add_column("bot")
    for heading in ("share of victories", "points"):
        table.add_column(heading, justify="right")
    for seat, (share, points) in enumerate(seat_means(out, len(plan.seats))):
        bot = short_name(plan.players[seat])
        table.add_row(plan.seats[seat], bot, f"{share:.1%}", f"{points:.2f}")
    return table
