"""Puts the names of players into sentences.

The sentences of a match are the same at every table, so they are made once and cached. They call a
player by a mark (see `player_marks`). The name takes its place when a message is built.
"""

import re
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, cast, get_type_hints

from parhelion.tables.player_marks import FIRST_MARK

MAX_SEATS = 16
MARK = re.compile(f"[{chr(FIRST_MARK)}-{chr(FIRST_MARK + MAX_SEATS - 1)}]")
T = TypeVar("T")


class NamedText:
    """The names of the players at a table, by their marks."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self.parts: dict[int, tuple[object, Any]] = {}
        """For callers that serialise parts of scenes: what they made of those with names, by the id
        of the part, which is stored, so that no other object gets its id."""

    def text(self, text: str) -> str:
        """Return a sentence with names; the same object if there are no marks in it."""
        return text if text.isascii() or not MARK.search(text) else MARK.sub(self._name, text)

    def _name(self, mark: re.Match[str]) -> str:
        return self._names[ord(mark[0]) - FIRST_MARK]

    def fill(self, value: T) -> T:
        """Return a value whose sentences have names: a text, a collection or a dataclass. What has
        no marks is returned as it is."""
        return cast(T, self._filled(value))

    def _filled(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list | tuple):
            every = [self._filled(each) for each in value]
            is_same = all(new is old for new, old in zip(every, value, strict=True))
            return value if is_same else tuple(every) if isinstance(value, tuple) else every
        if isinstance(value, dict):
            return {name: self._filled(each) for name, each in value.items()}
        return self._filled_part(value) if hasattr(value, "__dataclass_fields__") else value

    def _filled_part(self, part: Any) -> Any:
        """Return a dataclass with names. Most parts of scenes have none, so they are sorted out
        first."""
        fields = _fields(cast(Hashable, type(part)))
        if all(map(str.isascii, fields.texts(part))) and not fields.others:
            return part
        changed = {
            name: new
            for name in fields.names
            if (new := self._filled(old := getattr(part, name))) is not old
        }
        return _changed(part, changed, fields.all) if changed else part


def _changed(part: Any, changed: dict[str, Any], names: Sequence[str]) -> Any:
    """Return a copy of a frozen dataclass, in a third of the time of `dataclasses.replace`."""
    copy = object.__new__(type(part))
    for name in names:
        value = changed[name] if name in changed else getattr(part, name)
        object.__setattr__(copy, name, value)
    return copy


class _Fields(NamedTuple):
    """The fields of a dataclass."""

    all: Sequence[str]
    names: Sequence[str]
    """Fields that may have sentences."""
    texts: Callable[[object], Sequence[str]]
    """Returns the fields that are texts."""
    others: Sequence[str]
    """Fields with collections, which may have texts."""


@cache
def _fields(cls: Any) -> _Fields:
    hints = get_type_hints(cls)
    every = tuple(cls.__dataclass_fields__)
    texts = [name for name in every if hints[name] is str]
    others = [name for name in every if hints[name] not in (str, int, float, bool)]
    # A getter of one field would return it alone.
    getter = attrgetter(*texts, *texts[:1]) if texts else lambda _: ()
    return _Fields(every, [*texts, *others], getter, others)
