"""Texts from files, made safe for a terminal: control characters are shown, not obeyed."""

import unicodedata

UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories: controls, directions and joiners, halves of characters, ends of lines."""


def printable(text: str) -> str:
    """Return a text with unseen characters as escapes such as \\x1b, but with its line breaks.

    Everything that the command line prints goes through this: a file could move the cursor,
    hide what follows or forge a result (M6).
    """
    return "\n".join(map(escaped, text.split("\n")))


def escaped(text: str) -> str:
    """Return a text on one line, with line breaks and other unseen characters as escapes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if unicodedata.category(character) in UNSEEN:
        return character.encode("unicode_escape").decode()
    return character
