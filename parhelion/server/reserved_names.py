"""Names that nobody may choose: those of bots, and of who has left."""

import unicodedata
from collections.abc import Iterable
from functools import cache

from parhelion.bots.levels import CHARACTERS
from parhelion.server.chairs import BOT_LEFT, LEFT
from parhelion.words import LANGUAGES, Words

LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԚԜаеѕіјорсухԁԛԝһӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαιονρυχ",
    "ABESIJKMHOPCTYXQWaesijopcyxdqwhl" + "ABEZHIKMNOPTYXaiovpux",
)
"""Letters of Cyrillic and Greek, and the Latin ones that they look like."""
ONE_STROKE = str.maketrans("i1|0", "lllo")
"""Characters that are hard to tell apart, of which one stands for all."""


def is_name_of_bot(name: str, more: Iterable[str] = ()) -> bool:
    """Whether a bot is called like this, or almost, in any language, or somebody who left; `more`
    are names of further bots."""
    return _bare(name) in _names_of_bots() or _bare(name) in map(_bare, more)


@cache
def _names_of_bots() -> frozenset[str]:
    words = [Words(lang) for lang in LANGUAGES]
    names = [name for names, _ in CHARACTERS for name in names]
    return frozenset(_bare(say(name)) for name in (*names, LEFT, BOT_LEFT) for say in words)


def _bare(name: str) -> str:
    """A name without accents and whatever else makes letters look a little different."""
    letters = unicodedata.normalize("NFKD", name).translate(LOOK_ALIKES).casefold()
    plain = letters.translate(ONE_STROKE)
    return "".join(each for each in plain if unicodedata.category(each) != "Mn")
