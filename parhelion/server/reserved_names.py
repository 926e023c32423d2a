"""Reserved names, which no person may use: those of bots, of people who left, and look-alikes."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from parhelion.bots.levels import CHARACTERS
from parhelion.tables.names import BOT_LEFT, LEFT
from parhelion.words import LANGUAGES, Words

SIMILAR = {
    "a": "АаΑαɑᎪꓮⲀ",
    "b": "ВвЬьΒβᏴꓐⲂ",
    "c": "СсᏟꓚⲤ",
    "d": "ԁᎠᏧꓓꓒ",
    "e": "ЕеЄєҽΕεᎬꓰ",
    "f": "ϜϝꓝꞘ",
    "g": "ԌցᏀᏳꓖ",
    "h": "НнҺһΗհիᎻꓧⲎ",
    "i": "ІіΙιɩᎥꓲⲒ",
    "j": "ЈјϳյᎫꓙ",
    "k": "КкΚκᏦꓗⲔ",
    "l": "ӀӏԼւᏞꓡ",
    "m": "МмΜᎷꓟⲘ",
    "n": "пΝηոռրꓠⲚ",
    "o": "ОоӨөΟοσՕօסꓳⲞ",
    "p": "РрΡρᏢꓑⲢ",
    "q": "Ԛԛգ",
    "r": "гяᴦᎡᏒꓣ",
    "s": "ЅѕՏᏚꓢ",
    "t": "ТтΤτᎢꓔⲦ",
    "u": "υμՍսꓴ",
    "v": "ѴѵνᏙꓦ",
    "w": "ԜԝѡωաᎳꓪ",
    "x": "ХхΧχꓫⲬ",
    "y": "УуҮүΥγᎽꓬⲨ",
    "z": "ΖζᏃꓜ",
}
"""Letters of other scripts that look like a Latin one: Cyrillic, Greek, Armenian, Hebrew, Cherokee,
Lisu, Coptic. A choice from Unicode's confusables.txt; a name is refused only if all of it fits."""
LOOK_ALIKES = str.maketrans({each: letter for letter, all in SIMILAR.items() for each in all})
ONE_STROKE = str.maketrans("i1|03457", "lllo" + "east")
"""Characters that are hard to tell apart or read as a letter, with the one that stands for all."""
LATIN = re.compile(
    r"LATIN (?:CAPITAL LETTER|SMALL LETTER|LETTER SMALL CAPITAL)"
    r" (?:DOTLESS |SCRIPT |OPEN )?([A-Z])\b"
)
"""Unicode names of variants of a Latin letter, such as small capitals."""
ADDITIONS = re.compile(r"\W|_|\b(?:ai|bots?|robots?|computer|level|niveau|\d+)\b", re.IGNORECASE)
"""What makes a reserved name look like another bot, not like a person: "Eagle (bot)", "Eagle 5"."""


def is_name_of_bot(name: str, more: Iterable[str] = ()) -> bool:
    """Return True if a name is reserved in any language, or looks like a reserved one.

    `more` are names of further bots.
    """
    reserved = _reserved_names().union(map(_bare, more))
    return not reserved.isdisjoint({_bare(name), _bare(ADDITIONS.sub("", name))})


@cache
def _reserved_names() -> frozenset[str]:
    words = [Words(lang) for lang in LANGUAGES]
    names = [name for names, _ in CHARACTERS for name in names]
    return frozenset(_bare(say(name)) for name in (*names, LEFT, BOT_LEFT) for say in words)


def _bare(name: str) -> str:
    """Return a name without case, accents, punctuation and other small differences."""
    letters = "".join(map(_plain_letter, unicodedata.normalize("NFKD", name)))
    plain = letters.translate(LOOK_ALIKES).casefold()
    plain = plain.translate(LOOK_ALIKES).translate(ONE_STROKE)  # small letters of capitals only
    return "".join(each for each in plain if each.isalnum())


def _plain_letter(letter: str) -> str:
    """Return the Latin capital that a letter is a variant of, or else the letter itself."""
    found = LATIN.match(unicodedata.name(letter, ""))
    return found[1] if found else letter
