"""The command `parhelion edition`: shows an edition, checks one, begins one."""

import re
from pathlib import Path
from typing import Annotated

import typer

from parhelion.errors import BadEdition
from parhelion.printable import printable
from parhelion.safe_console import SafeConsole
from parhelion.words import SHARED, Words, preferred

app = typer.Typer(
    name="edition",
    no_args_is_help=True,
    help="Editions of Solenia: what is printed on strips, cards and tiles. You can type in yours.",
)

File = Annotated[Path, typer.Argument(help="A file of yours, such as my-box.toml.")]


@app.command()
def check(file: File) -> None:
    """Look a file over and tell everything that is wrong with it."""
    from parhelion.games.solenia.editions import edition_file

    known, say = edition_file.load(_toml(file)), _words()
    sum = edition_file.checksum(known)
    text = say("{file}: {title} is complete. Checksum {sum}", file=file, title=known.title, sum=sum)
    print(printable(text))


@app.command()
def show(
    edition: Annotated[str, typer.Argument(help="A name, or a file of yours.")] = "house",
) -> None:
    """Show an edition as tables."""
    from parhelion.games.solenia.editions.edition_file import load
    from parhelion.games.solenia.editions.edition_listing import listing

    SafeConsole().print(listing(load(edition), _words()), highlight=False)


@app.command()
def new(file: File) -> None:
    """Write a commented file to fill in from your box."""
    from parhelion.games.solenia.editions.edition_file import template

    name = re.sub("[^a-z0-9]+", "-", file.stem.lower()).strip("-")[:40] or "my-box"
    try:
        with _toml(file).open("x", encoding="utf-8") as out:
            out.write(template(name))
    except FileExistsError:
        raise BadEdition(f"{file}: is there already and stays as it is") from None
    except OSError as error:
        raise BadEdition(f"{file}: {error.strerror}") from error
    say = _words()
    told = say(
        "{file} has the values of the house edition. Put in those of your box, then:", file=file
    )
    print(told)
    print(f"parhelion edition check {file}")


def _words() -> Words:
    """The words of the user's language."""
    return Words(preferred(), (SHARED, Path(__file__).parent / "locale"))


def _toml(file: Path) -> Path:
    """A file, if its name says that it is an edition."""
    if file.suffix != ".toml":
        raise BadEdition(f"{file}: the name of an edition's file ends in .toml")
    return file
