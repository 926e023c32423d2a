"""Who plays in an experiment: levels of bots, bots of one's own, rivals that the rules play."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from parhelion.bots import bot, is_own_bot, levels, load_own_bot, search_bot
from parhelion.bots.network_file import FILE_NAME
from parhelion.errors import BadOption
from parhelion.games import Game, Json
from parhelion.kernel import cache

Entrant = int | str
"""The level of a bot, a bot of one's own (`file.py:Class`), or the title of a seat that the rules
play by themselves."""


def parse_bots(text: str) -> list[Entrant]:
    """Levels of bots, and classes of bots of one's own, as typed."""
    try:
        return [word if is_own_bot(word) else int(word) for word in text.split(",")]
    except ValueError:
        why = "levels of bots, with commas: 1,2,3, or your own: my_bot.py:MyBot"
        raise BadOption(f"bots {text!r}: {why}") from None


def check_bots(game: str, bots: Iterable[Entrant]) -> None:
    """An error says which of these bots does not exist, and what there is."""
    for each in bots:
        if each != 0 and each not in levels(game):
            bot(game, each)


def own_bots(bots: Iterable[Entrant]) -> dict[Entrant, str]:
    """Bots of one's own as they were named, and how they are named from any folder."""
    return {each: load_own_bot(each).full_spec for each in bots if isinstance(each, str)}


def own_digests(own: Mapping[Entrant, str]) -> Json:
    """What a plan tells of the sources of bots of one's own; nothing if there are none."""
    digests = {str(name): load_own_bot(spec).digest() for name, spec in own.items()}
    return {"own": digests} if digests else {}


def short_name(entrant: Entrant) -> str:
    """The number of a level, the name of a bot of one's own, or the title of a rival."""
    if isinstance(entrant, str) and is_own_bot(entrant):
        return load_own_bot(entrant).name
    return str(entrant)


def source_digest(game: Game, purpose: str) -> str:
    """Of the sources of rules and bots, and of the game's network: others may play other games."""
    folders = {cache.PACKAGE, game.folder}
    kernels = [path for folder in sorted(folders) for path in cache.kernel_files(folder)]
    network = [path for path in [game.folder / FILE_NAME] if path.exists()]
    return cache.digest([*kernels, Path(search_bot.__file__), *network], purpose)
