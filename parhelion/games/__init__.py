"""The games at the table. A game is a folder here; nothing outside it names it.

A game's folder offers, as modules:

| module     | what                                                                        |
|------------|-----------------------------------------------------------------------------|
| `__init__` | `INFO`, cheap to import                                                     |
| `rules`    | the kernel contract (see `parhelion.kernel.dispatch`), `STATE`, `ACTIONS`   |
| `notation` | moves and deals as text and JSON (see `Notation`)                           |
| `view`     | what a seat sees, the outcome, the text board (see `View`)                  |
"""

import difflib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import Any, Protocol, cast

from parhelion.errors import BadOption, UnknownGame

Json = dict[str, Any]
Span = tuple[str, str]
"""A piece of text and the name of its style, a key of the game's STYLES."""


@dataclass(frozen=True)
class Option:
    """A choice made before a game starts; the first value is the default."""

    name: str
    values: tuple[str, ...]
    help: str


@dataclass(frozen=True)
class Info:
    """What can be said of a game without loading its rules."""

    name: str
    title: str
    summary: str
    authors: str
    publisher: str
    version: int
    """Of the rules; a record of another version is refused rather than misread."""
    seats: tuple[str, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: tuple[str, ...]
    details: Json
    """What the picture of the end shows, in the game's own terms (chains, areas …)."""
    text: str


class Notation(Protocol):
    """Moves and deals of a game in words. A state here is a record, e.g. states[0]."""

    def write_options(self, state: Any, options: Mapping[str, str]) -> None:
        """Put checked options into a fresh state."""

    def read_deal(self, state: Any) -> Json:
        """The deal of a state that has just been dealt."""

    def write_deal(self, states: Any, deal: Any) -> None:
        """Set states[0] up with an explicit deal; BadDeal if it cannot be."""

    def text(self, action: int) -> str:
        """An action in notation; an action id means the same in every position."""

    def parse(self, text: str) -> int:
        """The action that a text means, legal or not; BadNotation if none."""

    def objection(self, state: Any, action: int) -> str:
        """Why an action is not legal, in a few words."""


class View(Protocol):
    """What people see of a game."""

    STYLES: Mapping[str, str]
    HELP: str
    """The game in a few lines, for somebody who has just sat down."""

    def describe(self, state: Any) -> Json:
        """A state from which secrets were hidden, as JSON."""

    def reasons(self, state: Any) -> tuple[str, ...]:
        """Why a finished game ended, as stable words."""

    def details(self, state: Any) -> Json:
        """What else there is to show of the end."""

    def sentence(self, state: Any) -> str:
        """The end in one sentence."""

    def board(self, state: Any) -> list[list[Span]]:
        """The table as lines of styled text."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game with all its parts, each loaded when first used."""

    info: Info

    def _part(self, name: str) -> Any:
        return import_module(f"{__name__}.{self.info.name}.{name}")

    @cached_property
    def dtype(self) -> Any:
        """The record that holds a state; its rules are known to the kernels from then on."""
        return self.rules.STATE

    @cached_property
    def rules(self) -> Any:
        """The kernels."""
        return self._part("rules")

    @cached_property
    def notation(self) -> Notation:
        """Moves and deals in words."""
        return cast(Notation, self._part("notation"))

    @cached_property
    def view(self) -> View:
        """What people see."""
        return cast(View, self._part("view"))

    def options(self, given: Mapping[str, object]) -> dict[str, str]:
        """All options with their values; BadOption names what is wrong with a given one."""
        known = {option.name: option for option in self.info.options}
        for name, value in given.items():
            if name not in known:
                raise BadOption(
                    f"{self.info.name} has no option {name!r}{did_you_mean(name, known)}"
                )
            if value not in known[name].values:
                allowed = ", ".join(known[name].values)
                raise BadOption(f"option {name} cannot be {value!r}; it is one of: {allowed}")
        return {name: str(given.get(name, option.values[0])) for name, option in known.items()}


def names() -> list[str]:
    """The names of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def load(name: str) -> Game:
    """The game of a name; UnknownGame if there is none."""
    if name not in names():
        raise UnknownGame(f"no game is called {name!r}{did_you_mean(name, names())}")
    return Game(import_module(f"{__name__}.{name}").INFO)


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known words, else all of them."""
    words = sorted(known)
    near = difflib.get_close_matches(str(word), words, n=1)
    return f"; did you mean {near[0]}?" if near else f"; there is: {', '.join(words)}"
