"""The end of an error message about an unknown word: what it may have been meant to be."""

import difflib
from collections.abc import Iterable

from parhelion.words import ENGLISH, Words

LONGEST = 100
"""Characters of a word that may have been meant to be another."""


def did_you_mean(word: object, known: Iterable[str], say: Words = ENGLISH) -> str:
    """The nearest known word, else all of them."""
    words = sorted(known)
    text = str(word)
    near = difflib.get_close_matches(text, words, n=1) if len(text) <= LONGEST else []
    if near:
        return say("; did you mean {word}?", word=near[0])
    return say("; there is: {words}", words=", ".join(words))
