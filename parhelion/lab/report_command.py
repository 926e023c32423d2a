"""The command `report`: what a simulated run tells about balance, as a page. Like all commands, it
imports what it needs when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from parhelion.errors import BadOption, MissingExtra
from parhelion.safe_console import SafeConsole

Folder = Annotated[Path, typer.Argument(help="A run, as `parhelion simulate` keeps it.")]


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(report)


def report(
    run: Folder,
    other: Annotated[
        Path | None, typer.Argument(help="Another run of the same game to compare it with.")
    ] = None,
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("report.html"),
) -> None:
    """Write a page about the balance of a run, or about what moved between two."""
    from rich.progress import Progress

    try:
        from parhelion.lab.report_data import Report
        from parhelion.lab.report_page import page
        from parhelion.lab.report_text import summary
        from parhelion.lab.run_reader import Run
    except ModuleNotFoundError as error:
        raise MissingExtra(f"reports need {error.name}: pip install 'parhelion[lab]'") from error
    if out.is_dir() or not out.parent.is_dir():
        raise BadOption(f"{out}: {'is a folder' if out.is_dir() else 'there is no such folder'}")
    with Progress(console=SafeConsole(stderr=True), transient=True) as bar:
        task = bar.add_task("Looking at the games…", total=None)
        paths = [path for path in (run, other) if path is not None]
        runs = [Run(path, lambda: bar.advance(task)) for path in paths]
        bar.update(task, total=sum(len(each.blocks) for each in runs if each.plan.pieces) or None)
        found = Report(*runs)
        text = page(found)
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadOption(f"{out}: {error.strerror}") from error
    for line in (*summary(found.looks, found.comparison), f"Wrote {out}."):
        SafeConsole().print(line, highlight=False, markup=False, soft_wrap=True)
