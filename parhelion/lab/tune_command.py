"""The command `tune`: values of a file searched towards targets. Like all commands, it imports
what it needs when it runs."""

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
from parhelion.errors import BadOption, MissingExtra
from parhelion.lab.console_lines import print_line
from parhelion.safe_console import SafeConsole

if TYPE_CHECKING:
    from rich.table import Table

    from parhelion.lab.tuning import Search, Trial
    from parhelion.lab.tuning_plan import Sample, Told, TuningPlan
    from parhelion.lab.tuning_targets import Figure


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(tune)


def tune(
    game: GameName,
    edition: Annotated[Path, typer.Option(help="The file to start from; it stays as it is.")],
    out: Annotated[Path, typer.Option(help="Where the file with the best values goes.")],
    vary: Annotated[
        list[str],
        typer.Option(help="A place and its values: solo.stars.gale=18..30:2, start.3[[3]]=W|H."),
    ],
    target: Annotated[
        list[str],
        typer.Option(
            help="MEASURE=WANTED@OPTIONS: seats=fair±4@players=3,board=winter; "
            "'seat 1=80±5@players=1'; taken:upgrade=35..65@board=winter,upgrades=on."
        ),
    ],
    study: Annotated[
        Path, typer.Option(help="The file of the search; if it is there, it goes on.")
    ],
    trials: Annotated[int, typer.Option(min=1, help="How many sets of values are tried.")] = 50,
    games: Annotated[int, typer.Option(min=1, help="For each trial and setting of options.")] = 200,
    bots: Annotated[int, typer.Option(help="The level of all seats; 0 is random.")] = 3,
    check_games: Annotated[
        int, typer.Option(min=0, help="Fresh games for the best values; 0: as in a trial.")
    ] = 0,
    check_bots: Annotated[int | None, typer.Option(help="Their level, if another.")] = None,
    seed: Seed = None,
    jobs: Jobs = None,
    ray: RayAddress = None,
) -> None:
    """Search numbers of a file for values that meet targets, and write the file with the best.

    The best values are then measured once more, by games of other seeds.
    """
    try:
        from parhelion.lab.tuning import Search
        from parhelion.lab.tuning_plan import Sample, parse_vary, plan_tuning
        from parhelion.lab.tuning_targets import parse_target
    except ModuleNotFoundError as error:
        raise MissingExtra(f"a search needs {error.name}: pip install 'parhelion[lab]'") from error
    if out.resolve() == edition.resolve():
        raise BadOption(f"out {out}: that is the file to start from, which stays as it is")
    plan = plan_tuning(
        game,
        edition,
        [parse_vary(text) for text in vary],
        [parse_target(text) for text in target],
        games=games,
        bots=bots,
        seed=_seed(study, seed),
    )
    progress = SafeConsole(stderr=True)
    search = Search(plan, study)
    print_line(progress, f"{plan.game.title}, {trials:,} trials, seed {plan.sample.seed}")
    check = Sample(
        check_games or games,
        bots if check_bots is None else check_bots,
        f"{plan.sample.seed}/check",
    )
    try:
        best = _search(search, trials, jobs, ray, progress)
        out.write_text(plan.changed(best.values), encoding="utf-8")
        figures = _measure(plan, best, check, jobs, ray, progress)
    except KeyboardInterrupt:
        print_line(progress, f"Stopped; {study} keeps the trials. Repeat it to go on.")
        raise typer.Exit(1) from None
    console = SafeConsole()
    console.print(_values(plan, best))
    console.print(_figures(plan, figures, check))
    print_line(console, f"Trial {best.number} of {len(search.trials)} is the best: {out}")


def _seed(study: Path, given: str | None) -> int | str | None:
    """The seed as typed; without one that of the search which goes on."""
    from parhelion.lab.tuning import seed_in

    return seed_in(study) if given is None else parse_seed(given)


def _search(
    search: "Search", trials: int, jobs: int | None, ray: str | None, console: Console
) -> "Trial":
    def told(trial: "Trial", best: "Trial") -> None:
        now = f"trial {trial.number} of {trials}: loss {trial.loss:.3f}"
        print_line(console, f"{now}; the best so far is trial {best.number}, {best.loss:.3f}")

    if done := len(search.trials):
        print_line(console, f"{search.path} has {done:,} of them already: going on from there")
    with _bar(console) as progress:
        return search.run(trials, jobs, ray, progress, told)


def _measure(
    plan: "TuningPlan",
    best: "Trial",
    check: "Sample",
    jobs: int | None,
    ray: str | None,
    console: Console,
) -> "list[list[Figure]]":
    print_line(console, f"Measuring the best values: {check.games:,} games a setting")
    with _bar(console) as progress:
        return plan.measure(plan.changed(best.values), check, jobs, ray, progress)


@contextmanager
def _bar(console: Console) -> "Iterator[Told]":
    """A bar for the games of a trial, on a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task("games")
    with bar:
        yield lambda done, games: bar.update(task, completed=done, total=games)


def _values(plan: "TuningPlan", best: "Trial") -> "Table":
    """What changes in the file."""
    from rich.table import Table

    before = plan.tuning.values(plan.text, str(plan.file))
    table = Table(title="Values")
    for heading in ("place", "before", "best"):
        table.add_column(heading, justify="left" if heading == "place" else "right")
    for place, value in best.values.items():
        table.add_row(place, str(before[place]), str(value))
    return table


def _figures(plan: "TuningPlan", figures: "list[list[Figure]]", check: "Sample") -> "Table":
    """Every target, and what was reached."""
    from rich.table import Table

    table = Table(
        title=f"{check.games:,} fresh games a setting, level {check.bots}; 95 % intervals"
    )
    for heading in ("target", "of", "wanted", "reached", "met"):
        table.add_column(heading, justify="right" if heading in ("wanted", "reached") else "left")
    for target, found in zip(plan.targets, figures, strict=True):
        for i, figure in enumerate(found):
            table.add_row(
                target.text if i == 0 else "",
                figure.name,
                f"{figure.wanted.low:.1f} – {figure.wanted.high:.1f}",
                f"{figure.value:.1f} ({figure.low:.1f} – {figure.high:.1f})",
                figure.verdict,
            )
    return table
