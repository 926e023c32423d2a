"""What people write for others to read: names and lines of chat, without characters that nobody
sees or that turn the text of others around."""

import re
import unicodedata
from typing import Any

from pydantic import BeforeValidator

from parhelion.server.storable_text import LONGEST

UNSEEN = {"Cc", "Cf", "Cn", "Co", "Zl", "Zp"}
"""Categories of Unicode: controls, directions and joiners, characters that mean nothing or by which
this server means something (see `player_names`), ends of lines."""
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing."""
ACCENT = r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]"
PILED_UP = re.compile(f"({ACCENT}{{2}}){ACCENT}+")
"""More than two accents on one letter."""


def visible(value: Any) -> Any:
    """A text without what is not seen; spaces become one."""
    if not isinstance(value, str) or len(value) > LONGEST or "\0" in value:
        return value  # which is refused
    spaced = re.sub(r"\s+", " ", value)
    seen = "".join(each for each in spaced if unicodedata.category(each) not in UNSEEN)
    kept = BLANK.sub("", seen)
    return PILED_UP.sub(r"\1", unicodedata.normalize("NFC", kept)).strip()


Visible = BeforeValidator(visible)
"""For a field that others read."""
