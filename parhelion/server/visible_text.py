"""What people write for others to read: names and lines of chat, without characters that nobody
sees or that turn the text of others around."""

import re
import unicodedata
from functools import cache
from typing import Any

from pydantic import BeforeValidator

from parhelion.bots.levels import CHARACTERS
from parhelion.server.storable_text import LONGEST
from parhelion.words import LANGUAGES, Words

UNSEEN = {"Cc", "Cf", "Cn", "Co", "Zl", "Zp"}
"""Categories of Unicode: controls, directions and joiners, characters that mean nothing or by which
this server means something (see `player_names`), ends of lines."""
ACCENT = r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]"
PILED_UP = re.compile(f"({ACCENT}{{2}}){ACCENT}+")
"""More than two accents on one letter."""


def visible(value: Any) -> Any:
    """A text without what is not seen; spaces become one."""
    if not isinstance(value, str) or len(value) > LONGEST or "\0" in value:
        return value  # which is refused
    spaced = re.sub(r"\s+", " ", value)
    kept = "".join(each for each in spaced if unicodedata.category(each) not in UNSEEN)
    return PILED_UP.sub(r"\1", unicodedata.normalize("NFC", kept)).strip()


Visible = BeforeValidator(visible)
"""For a field that others read."""


def is_name_of_bot(name: str) -> bool:
    """Whether a bot is called like this, in any language."""
    return name.casefold() in _names_of_bots()


@cache
def _names_of_bots() -> frozenset[str]:
    words = [Words(lang) for lang in LANGUAGES]
    return frozenset(
        say(name).casefold() for names, _ in CHARACTERS for name in names for say in words
    )
