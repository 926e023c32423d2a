"""The command `train`: a network for a game, from self-play. Like all commands, it imports what it
needs when it runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from parhelion.command_options import (
    GameName,
    Jobs,
    RayAddress,
    Seed,
    parse_seed,
)
from parhelion.errors import MissingExtra
from parhelion.lab.console_lines import print_line
from parhelion.safe_console import SafeConsole

if TYPE_CHECKING:
    from parhelion.lab.training_run import Told, TrainingRun

PROGRESS_LINES = 10
"""Printed for each step where no progress bar can be drawn."""


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(train)


def train(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The folder of the run; if it is there, it goes on.")],
    games: Annotated[int, typer.Option(help="Games of self-play in each round.")] = 2000,
    iterations: Annotated[
        int, typer.Option(help="Iterations of the search for a move of self-play.")
    ] = 600,
    rounds: Annotated[
        int, typer.Option(help="Rounds; from the second on the network plays itself.")
    ] = 2,
    epochs: Annotated[int, typer.Option(help="Times that all positions are learnt from.")] = 12,
    depth: Annotated[
        int, typer.Option(help="Moves that a search with the network plays beyond its tree.")
    ] = 6,
    exploration: Annotated[
        float, typer.Option(help="The constant of the UCB formula with the network.")
    ] = 0.2,
    duel: Annotated[
        int, typer.Option(help="Games against today's search, at equal time; 0: none.")
    ] = 400,
    duel_iterations: Annotated[
        int, typer.Option(help="Iterations of that search for a move.")
    ] = 1500,
    scratch: Annotated[
        bool,
        typer.Option(
            "--scratch", help="Begin with the search by heuristics, though the game has a network."
        ),
    ] = False,
    seed: Seed = None,
    jobs: Jobs = None,
    ray: RayAddress = None,
) -> None:
    """Train a network that judges positions in a game's search, from games of the search itself.

    Stop it at any time: the same command goes on where it was.
    """
    try:
        from parhelion.lab.training_run import TrainingPlan, TrainingRun, seed_in
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"training needs {error.name}: pip install 'parhelion[learn,lab]'"
        ) from error
    from parhelion.records import checked_seed

    chosen = checked_seed(seed_in(out) if seed is None else parse_seed(seed))
    plan = TrainingPlan(
        game,
        chosen,
        rounds=rounds,
        games=games,
        iterations=iterations,
        epochs=epochs,
        depth=depth,
        exploration=exploration,
        duel_games=duel,
        duel_iterations=duel_iterations,
        scratch=scratch,
    )
    progress = SafeConsole(stderr=True)
    run = TrainingRun(out, plan)
    print_line(progress, f"{run.game.title}, {rounds} × {games:,} games, seed {chosen}")
    with shown_progress(progress) as tell:
        try:
            run.go(jobs, ray, tell)
        except KeyboardInterrupt:
            print_line(progress, f"Stopped; {out} keeps what is done. Repeat it to go on.")
            raise typer.Exit(1) from None
    for line in summary(run):
        print_line(SafeConsole(), line)


def summary(run: "TrainingRun") -> Iterator[str]:
    """What came out of a run, in sentences."""
    last = run.curve()[-1]
    size = run.network_file.stat().st_size / 1000
    yield f"{run.network_file}: {run.game.features:,} features, {size:.0f} kB."
    yield (
        f"Squared error of the result, held-out games: {last.error:.3f}; "
        f"the game's heuristics: {last.heuristics_error:.3f}."
    )
    found = run.duel_standing()
    if found:
        ours, theirs = (1000 * each for each in run.duel_seconds())
        yield (
            f"{found.games} games at equal time ({ours:.1f} and {theirs:.1f} ms of processor time "
            f"a move): the network wins {found.share:.1%} ({found.low:.1%}–{found.high:.1%})."
        )


@contextmanager
def shown_progress(console: Console) -> Iterator["Told"]:
    """How far each step is: a bar on a terminal, a line from time to time elsewhere."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeLeft()
    bars = Progress(*columns, console=console, disable=not console.is_terminal)
    tasks, told = {}, {}

    def tell(step: str, done: int, of: int) -> None:
        if step not in tasks:
            tasks[step], told[step] = bars.add_task(step, total=of), -1
        bars.update(tasks[step], completed=done)
        if not console.is_terminal and done * PROGRESS_LINES // of > told[step]:
            told[step] = done * PROGRESS_LINES // of
            print_line(console, f"{step}: {done:,} of {of:,}")

    with bars:
        yield tell
