"""Logins and passwords as they are compared: however a keyboard wrote them, the same characters."""

import unicodedata
from typing import Any

from pydantic import BeforeValidator


def folded(value: Any) -> Any:
    """A login without differences of case, width or composition."""
    if not isinstance(value, str):
        return value  # which is refused
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", value).casefold())


def composed(value: Any) -> Any:
    """A password whose accents are written in one way; ValueError if it cannot be encoded."""
    if not isinstance(value, str):
        return value  # which is refused
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("a text holds half a character") from None
    return unicodedata.normalize("NFC", value)


Folded = BeforeValidator(folded)
Composed = BeforeValidator(composed)
