"""The attacks at length: python -m tests.attacks [leaks|records|messages] --number 100000"""

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.progress import track

from tests import plugins
from tests.attacks import leaks, messages, records
from tests.server.running_server import RunningServer, quick

GAMES = ("orion", "solstis", "solenia")
Kind = Literal["leaks", "records", "messages"]


def main(
    kinds: Annotated[list[str] | None, typer.Argument(help="leaks, records, messages")] = None,
    number: Annotated[
        int, typer.Option(help="Positions of each game, records, messages")
    ] = 100_000,
    seed: int = 1,
) -> None:
    """Garble records and messages, look for leaks; fails if anything is found."""
    found = 0
    with plugins.known(), tempfile.TemporaryDirectory() as folder:
        for kind in kinds or ("leaks", "records", "messages"):
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
    played = records.played_records((*GAMES, "lantern"))
    if kind == "records":
        yield "records", records.attack(played, number, seed, folder / "record.json")
    elif kind == "messages":
        with RunningServer(quick(folder / "tables.db")) as server:
            yield "messages", messages.attack(server, played, number, seed)
    else:
        raise typer.BadParameter(f"{kind!r}: it is leaks, records or messages")


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
