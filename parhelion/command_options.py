"""What several commands take: a game, its options, a seed; as they are typed."""

from typing import Annotated

import typer

from parhelion.errors import BadOption

SHORT_SEED = 15
"""The digits of a seed that is kept as a number; longer ones deal the same as texts."""
GameName = Annotated[str, typer.Argument(help="The game, as `parhelion games` names it.")]
Seed = Annotated[str | None, typer.Option(help="Deal from this seed; random if not given.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Processes; one a core if not given.")]
RayAddress = Annotated[
    str | None,
    typer.Option(help="Play on Ray: auto for this machine, or the address of a cluster."),
]
GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""The settings of a command that takes options of a game."""
GAME_OPTIONS_SHOWN = "[OPTIONS] [--name value]..."


def parse_options(words: list[str]) -> dict[str, str]:
    """Options of a game as typed: --name value or --name=value."""
    options, left = {}, iter(words)
    for word in left:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name:
            raise BadOption(f"{word!r}: options of the game are written as --name value")
        options[name] = value if equals else next(left, "")
    return options


def parse_seed(text: str | None) -> int | str | None:
    """A seed as typed: a whole number if it looks like one and is short."""
    if text is None or len(text) > SHORT_SEED:
        return text
    return int(text) if text.removeprefix("-").isdecimal() else text
