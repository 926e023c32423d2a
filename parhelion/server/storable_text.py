"""Texts that any database keeps: they are refused at the boundary, before anything is written."""

from typing import Any

from pydantic import BeforeValidator

LONGEST = 2000
"""Characters of a text. Seeds are the longest that anybody needs."""


def storable(value: Any) -> Any:
    """A value that came as JSON; ValueError if a text in it is very long or holds what cannot be
    kept: a NUL, which PostgreSQL refuses, or half a character (a lone surrogate), which no encoding
    has."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            raise ValueError(f"a text has at most {LONGEST} characters")
        if "\0" in value:
            raise ValueError("a text holds the character NUL")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError("a text holds half a character") from None
    elif isinstance(value, dict):
        for key, part in value.items():
            storable(key)
            storable(part)
    elif isinstance(value, list):
        for part in value:
            storable(part)
    return value


Storable = BeforeValidator(storable)
"""For a field of a request that is kept in the database."""
