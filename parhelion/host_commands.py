"""Commands for hosts: backups, records and checks. Each imports what it needs when it runs."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from parhelion.errors import BadBackup, MissingExtra
from parhelion.printable import printable
from parhelion.safe_console import SafeConsole

PATIENCE = 2.0
"""Seconds after which people want to know how far something is."""
A_MOMENT = 0.1
Database = Annotated[
    str | None,
    typer.Option(
        help="The path of an SQLite file, or postgresql://user:password@host/name; "
        "without it, the file in your data folder.",
        envvar="PARHELION_DATABASE",
    ),
]
BackupPath = Annotated[Path, typer.Argument(help="The file of the backup.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command()(backup)
    app.command()(restore)
    app.command()(export)
    app.command()(check_database)


def backup(file: BackupPath, database: Database = None) -> None:
    """Write everything that a server keeps into one file, also while it runs."""
    with needs_server(), progress_bar("Writing the backup…") as progress:
        from parhelion.server.backup import back_up

        made = back_up(named(database), checked_target(file), progress)
    print(f"Wrote {file}: {counted(made.tables['tables'].rows)}, schema {made.revision}.")
    print("It holds hidden pieces and what people said. Only you can read it; keep it so.")


def restore(
    file: BackupPath,
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Even if this loses what the database holds.")
    ] = False,
    sign_out: Annotated[
        bool,
        typer.Option(
            "--sign-out",
            help="End all sessions, bot tokens and recovery links of the backup. People without a "
            "login lose access to their games.",
        ),
    ] = False,
) -> None:
    """Put a backup into a database of either kind; no server may run there meanwhile."""
    with needs_server(), progress_bar("Restoring the backup…") as progress:
        from parhelion.server.restore import restore as restored

        found = restored(named(database), file, replace, progress, sign_out)
    print(printable(f"Restored {counted(found.tables['tables'].rows)} as of {found.created}."))


def export(
    folder: Annotated[Path, typer.Argument(help="The folder to write the records into.")],
    database: Database = None,
    unfinished: Annotated[
        bool,
        typer.Option(
            "--unfinished", help="Also of games that go on: their records tell what is hidden."
        ),
    ] = False,
) -> None:
    """Write the record of every finished game into a folder, even if the game is not installed."""
    if not folder.is_dir():
        raise BadBackup(f"{folder}: there is no such folder")
    with needs_server(), progress_bar("Writing records…") as progress:
        from parhelion.server.export import export_records

        written = export_records(named(database), folder, unfinished, progress)
    print(f"Wrote {written} records into {folder}.")


def check_database(
    database: Database = None,
    repair: Annotated[
        bool,
        typer.Option(
            "--repair", help="Rebuild what differs from the journals. Stop the server first."
        ),
    ] = False,
) -> None:
    """Compare the lists of tables with the journals they are built from."""
    with needs_server(), progress_bar("Checking tables…") as progress:
        from parhelion.server.check_database import check_database as checked

        found = checked(named(database), repair, progress)
    for finding in found.findings:
        state = "repaired" if repair and finding.is_repairable else "found"
        print(printable(f"table {finding.table}: {finding.problem} ({state})"))
    left = [each for each in found.findings if not (repair and each.is_repairable)]
    print(f"Checked {counted(found.tables)}: {len(found.findings)} problems, {len(left)} left.")
    if left:
        raise typer.Exit(1)


def named(database: str | None) -> str:
    """The database that is meant."""
    from parhelion.server.settings import default_database

    return database or default_database()


def counted(tables: int) -> str:
    """How many tables of people there are."""
    return "1 table" if tables == 1 else f"{tables} tables"


def checked_target(path: Path) -> Path:
    """A file that can be written; refused at once if it cannot."""
    if path.is_dir() or not path.parent.is_dir():
        raise BadBackup(f"{path}: {'is a folder' if path.is_dir() else 'there is no such folder'}")
    return path


@contextmanager
def needs_server() -> Iterator[None]:
    """Say how to install what a command needs."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"the server needs {error.name}: pip install 'parhelion[server]'"
        ) from error


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the terminal, for work that takes longer than a moment."""
    from rich.progress import Progress

    due, bar = (
        time.monotonic() + PATIENCE,
        Progress(console=SafeConsole(stderr=True), transient=True),
    )
    task = bar.add_task(what)
    with ExitStack() as shown:

        def tell(done: int, of: int) -> None:
            nonlocal due
            if time.monotonic() < due:
                return
            if not bar.live.is_started:
                shown.enter_context(bar)
            bar.update(task, completed=done, total=of)
            due = time.monotonic() + A_MOMENT

        yield tell
