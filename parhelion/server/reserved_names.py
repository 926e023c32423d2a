"""Names that nobody may choose: those of bots, and of who has left."""

import unicodedata
from functools import cache

from parhelion.bots.levels import CHARACTERS
from parhelion.server.chairs import LEFT
from parhelion.words import LANGUAGES, Words


def is_name_of_bot(name: str) -> bool:
    """Whether a bot is called like this, or almost, in any language, or somebody who left."""
    return _bare(name) in _names_of_bots()


@cache
def _names_of_bots() -> frozenset[str]:
    words = [Words(lang) for lang in LANGUAGES]
    names = [name for names, _ in CHARACTERS for name in names]
    return frozenset(_bare(say(name)) for name in (*names, LEFT) for say in words)


def _bare(name: str) -> str:
    """A name without accents and whatever else makes letters look a little different."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(each for each in letters if unicodedata.category(each) != "Mn")
