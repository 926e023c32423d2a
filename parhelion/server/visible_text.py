"""What people write for others to read: names and lines of chat, without characters that nobody
sees, that turn the text of others around or that pile up over it."""

import re
import unicodedata
from typing import Any

from pydantic import BeforeValidator

from parhelion.server.storable_text import LONGEST

UNSEEN = {"Cc", "Cf", "Cn", "Co", "Zl", "Zp"}
"""Categories of Unicode: controls, directions and joiners, characters that mean nothing or by which
this server means something (see `player_names`), ends of lines."""
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0100-\U000e01ef]"
)
"""Letters, marks and symbols that show nothing."""
ACCENT = r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]"
PILED_UP = re.compile(f"({ACCENT}{{2}}){ACCENT}+")
"""More than two accents on one letter."""
MARKS = {"Mn", "Me"}
"""Categories of marks that stand above, below or around a letter."""
MAX_MARKS = 4
"""Marks that a letter of any script may have."""


def visible(value: Any) -> Any:
    """Return a text without what is not seen; spaces become one. Marks alone are no text."""
    if not isinstance(value, str) or len(value) > LONGEST or "\0" in value:
        return value  # which is refused
    spaced = re.sub(r"\s+", " ", value)
    seen = "".join(each for each in spaced if unicodedata.category(each) not in UNSEEN)
    kept = BLANK.sub("", seen)
    text = PILED_UP.sub(r"\1", unicodedata.normalize("NFC", kept)).strip()
    return _with_few_marks(text) if any(map(_stands_alone, text)) else ""


def _stands_alone(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS"


def _with_few_marks(text: str) -> str:
    kept, marks = [], 0
    for each in text:
        marks = marks + 1 if unicodedata.category(each) in MARKS else 0
        if marks <= MAX_MARKS:
            kept.append(each)
    return "".join(kept)


Visible = BeforeValidator(visible)
"""For a field that others read."""
