"""The attacks at length: python -m tests.attacks [leaks|records|messages|overload] --number 9999"""

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from tests import plugins
from tests.attacks import leaks, messages, overload, records
from tests.server.running_server import RunningServer, quick

GAMES = ("orion", "solstis", "solenia")
KINDS = ("leaks", "records", "messages", "overload")


def main(
    kinds: Annotated[list[str] | None, typer.Argument(help=", ".join(KINDS))] = None,
    number: Annotated[
        int, typer.Option(help="Positions of each game, records, messages")
    ] = 100_000,
    seed: int = 1,
) -> None:
    """Garble records and messages, look for leaks, overload a server; fail if anything is found."""
    found = 0
    with plugins.known(), tempfile.TemporaryDirectory() as folder:
        for kind in kinds or KINDS:
            for title, attempts in _attacks(kind, number, seed, Path(folder)):
                found += _shown(title, attempts, number)
    raise typer.Exit(bool(found))


def _attacks(
    kind: str, number: int, seed: int, folder: Path
) -> Iterator[tuple[str, Iterable[list[str]]]]:
    if kind == "leaks":
        for game in GAMES:
            yield f"positions of {game}", leaks.attack(game, number, seed)
        return
    if kind == "overload":
        yield "attempts to overload a server", overload.attack(folder)
        return
    played = records.played_records((*GAMES, "lantern"))
    if kind == "records":
        yield "records", records.attack(played, number, seed, folder / "record.json")
    elif kind == "messages":
        with RunningServer(quick(folder / "tables.db")) as server:
            yield "messages", messages.attack(server, played, number, seed)
    else:
        raise typer.BadParameter(f"{kind!r} is none of {', '.join(KINDS)}")


def _shown(title: str, attempts: Iterable[list[str]], number: int) -> int:
    """How many problems there were; each is printed."""
    count = problems = 0
    for found in track(attempts, title, number):
        count += 1
        problems += len(found)
        for problem in found:
            print(problem[:2000])
    print(f"{count:,} {title}: {problems} problems")
    return problems


typer.run(main)
