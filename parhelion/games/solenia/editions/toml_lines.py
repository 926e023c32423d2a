"""Where things stand in a TOML file: the line of every key and of every element of a list, and
where every value begins and ends.

The standard reader tells what a file says but not where; people who type tables want to know.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

KeyPath = tuple[str | int, ...]
"""The way to a value: keys, and the indices of elements, from 0."""

_TOKEN = re.compile(
    r'''[ \t\r]+|\#[^\n]*                                          # nothing
    |(?P<text>"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?'{3,5}|"(?:[^"\\]|\\.)*"|'[^']*')
    |(?P<sign>[\[\]{},=.\n])
    |(?P<bare>[^\s\[\]{},=."'#]+)''',
    re.VERBOSE | re.DOTALL,
)
_QUOTES = "\"'"


def lines(text: str) -> dict[KeyPath, int]:
    """The line, from 1, of every place in a text that is known to be TOML."""
    return _Reader(text).read().found


def spans(text: str) -> dict[KeyPath, slice]:
    """Which part of such a text every value is that is neither a table nor a list."""
    return _Reader(text).read().spans


class _Token(NamedTuple):
    text: str
    line: int
    start: int
    end: int


def _tokens(text: str) -> Iterator[_Token]:
    """The words and signs of a text; an empty one ends them."""
    line = 1
    for match in _TOKEN.finditer(text):
        if match.lastgroup:
            yield _Token(match[0], line, *match.span())
        line += match[0].count("\n")
    yield _Token("", line, len(text), len(text))


class _Reader:
    """Reads a text from its start to its end and notes where things are."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.at = 0
        self.found: dict[KeyPath, int] = {}
        self.spans: dict[KeyPath, slice] = {}
        self.tables: dict[KeyPath, int] = {}
        """The last index of every list that is written as [[tables]]."""

    def read(self) -> "_Reader":
        table: KeyPath = ()
        while self.token:
            if self.takes("\n"):
                continue
            if self.token == "[":
                table = self.header()
            else:
                self.pair(table)
        return self

    @property
    def token(self) -> str:
        return self.tokens[self.at].text

    def takes(self, sign: str) -> bool:
        """Whether a sign comes next; if so, go past it."""
        taken = self.token == sign
        self.at += taken
        return taken

    def note(self, place: KeyPath) -> None:
        self.found.setdefault(place, self.tokens[self.at].line)

    def header(self) -> KeyPath:
        """The table that a line in brackets opens."""
        self.takes("[")
        repeated = self.takes("[")
        table = self.key((), repeated)
        while self.takes("]"):
            pass
        return table

    def key(self, table: KeyPath, repeated: bool = False) -> KeyPath:
        """The place that a key, dotted or not, names within a table."""
        place = table
        while True:
            place = (*place, self.token.strip(_QUOTES))
            self.note(place)
            self.at += 1
            last = not self.takes(".")
            if last and repeated:
                self.tables[place] = self.tables.get(place, -1) + 1
            if place in self.tables:
                place = (*place, self.tables[place])
                self.note(place)
            if last:
                return place

    def pair(self, table: KeyPath) -> None:
        place = self.key(table)
        self.takes("=")
        self.value(place)

    def value(self, place: KeyPath) -> None:
        self.note(place)
        if self.takes("["):
            self.elements(place)
        elif self.takes("{"):
            self.inline(place)
        else:
            start = self.tokens[self.at].start
            self.at += 1
            while self.token not in {",", "]", "}", "\n", ""}:  # 1.5 and dates are several
                self.at += 1
            self.spans[place] = slice(start, self.tokens[self.at - 1].end)

    def elements(self, place: KeyPath) -> None:
        index = 0
        while self.token and not self.takes("]"):
            if self.takes("\n"):
                continue
            if self.takes(","):
                index += 1
            else:
                self.value((*place, index))

    def inline(self, place: KeyPath) -> None:
        while self.token and not self.takes("}"):
            if not self.takes(",") and not self.takes("\n"):
                self.pair(place)
