"""The games at the table. A game is a folder here; nothing outside it names it.

A game's folder offers, as modules:

| module     | what                                                                        |
|------------|-----------------------------------------------------------------------------|
| `__init__` | `INFO`, cheap to import                                                     |
| `rules`    | the kernel contract (see `parhelion.kernel.dispatch`), `STATE`, `ACTIONS`   |
| `notation` | moves and deals as text and JSON (see `Notation`)                           |
| `view`     | what a seat sees, the outcome, the text board (see `View`)                  |
| `scene`    | the table as every front end draws it (see `Stage`)                         |
| `heuristics` | if it likes: what bots see at a glance (see `parhelion.kernel.dispatch`)     |
| `explanations` | if it likes: what can be said for a move (see `Explanations`)                  |
| `commands` | if it likes: `app`, a Typer app with a name, for the command line           |

and as files `symbols.svg` and `theme.css`, its art, and `locale/*.po`, its words.

A game whose seats depend on its options has a function `seats(options)` in its `__init__`, and
names in `INFO` the option that they depend on; one in which equal points need not be a shared
victory has `winners(state)` in its `view`. Seats that the rules play by themselves (`rivals`
in `INFO`) come last; nobody sits there and they are never asked.

A game with secrets has a field `revealed` in its record: a counter that its kernels raise
whenever something hidden comes to light. Moves up to there are never taken back.

A game in which more happens than its moves say (a forced reply, a tile that is turned up) has
`happened(state)` in its `view`: what everybody saw of the last action, as JSON. The views of a
match then tell it for every move as `events`.
"""

import difflib
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from parhelion.errors import BadOption, UnknownGame
from parhelion.scene import Layout, Scene
from parhelion.words import ENGLISH, SHARED, Words

Json = dict[str, Any]
Span = tuple[str, str]
"""A piece of text and the name of its style, a key of the game's STYLES."""


ART = ("symbols.svg", "theme.css")
"""The files in a game's folder with its drawings and their colours."""


@dataclass(frozen=True)
class Option:
    """A choice made before a game starts; the first value is the default."""

    name: str
    values: tuple[str, ...]
    help: str
    label: str
    """What people call it."""
    labels: tuple[str, ...]
    """What people call the values, in their order."""
    open: bool = False
    """Whether the game takes other values too, and judges them itself in `write_options`."""
    needs: tuple[tuple[str, str], ...] = ()
    """What other options must be for any value but the first."""


@dataclass(frozen=True)
class Grade:
    """How hard a bot of some level tries in a game."""

    iterations: int
    """Of the search for one move."""
    depth: int = 512
    """Moves that it plays on in its head beyond the tree of the search."""
    temperature: float = 0.0
    """Of a move that seems to win so much less often than the best it is a third as fond."""
    exploration: float = 0.4
    """About moves that it knows little of; less is better where luck blurs the difference."""
    threads: int = 1
    """Trees that it grows at once, each with a part of the iterations."""


GRADES = (
    Grade(60, 4, 0.05),
    Grade(400, 12, 0.02),
    Grade(3_000),
    Grade(20_000),
    Grade(100_000, threads=2),
)
"""Of a game that does not say, from the friendliest to the strongest."""


@dataclass(frozen=True)
class Info:
    """What can be said of a game without loading its rules. What people read is marked."""

    name: str
    title: str
    summary: str
    authors: str
    publisher: str
    version: int
    """Of the rules; a record of another version is refused rather than misread."""
    seats: tuple[str, ...]
    """Without other options; see the description of this module for more."""
    options: tuple[Option, ...]
    seat_option: str = ""
    """The option that the seats depend on, if any."""
    rivals: frozenset[str] = frozenset()
    """Seats that the rules play by themselves."""
    grades: tuple[Grade, ...] = GRADES
    """Of its bots, one a level."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: tuple[str, ...]
    details: Json
    """What the picture of the end shows, in the game's own terms (chains, areas …)."""
    text: str


class Explanation(NamedTuple):
    """Something that is true of a move and speaks for it (or against it)."""

    name: str
    values: Json


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

    def parse(self, text: str, say: Words = ENGLISH) -> int:
        """The action that a text means, legal or not; BadNotation if none."""

    def why_illegal(self, state: Any, action: int, say: Words = ENGLISH) -> str:
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

    def sentence(self, state: Any, say: Words = ENGLISH) -> str:
        """The end in one sentence."""

    def board(self, state: Any, say: Words = ENGLISH) -> list[list[Span]]:
        """The table as lines of styled text."""


class Stage(Protocol):
    """The table of a game as a scene, made from nothing but what its viewer may know."""

    def scene(self, view: Json, legal: Sequence[int], say: Words, layout: Layout) -> Scene:
        """The table; `legal` are the actions that the viewer may choose from."""

    def why_illegal(self, state: Any, path: Sequence[str], say: Words) -> str:
        """Why no legal move begins with picking these items; secrets are hidden in the state."""


class Explanations(Protocol):
    """What can be said for a move, from nothing but what its viewer may know."""

    def explain(self, before: Any, action: int, after: Any) -> list[Explanation]:
        """What is true of an action, the most telling first. `before` and `after` are records
        from which secrets were hidden, `after` as the action leaves it in a random guess."""

    def sentence(self, explanation: Explanation, say: Words) -> str:
        """An explanation in words."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game with all its parts, each loaded when first used."""

    info: Info

    def _part(self, name: str) -> Any:
        return import_module(f"{__name__}.{self.info.name}.{name}")

    @cached_property
    def dtype(self) -> Any:
        """The record that holds a state; what its kernels do is known from then on."""
        if find_spec(f"{__name__}.{self.info.name}.heuristics"):
            self._part("heuristics")
        return self.rules.STATE

    def seats(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """The seats of a game with these options."""
        if not self.info.seat_option:
            return self.info.seats
        chosen = import_module(f"{__name__}.{self.info.name}").seats(options)
        return cast(tuple[str, ...], chosen)

    @cached_property
    def seatings(self) -> dict[str, tuple[str, ...]]:
        """The seats that can be taken, by the values of the option that they depend on."""
        values = {option.name: option.values for option in self.info.options}
        usual = self.options({})
        return {
            value: tuple(
                seat
                for seat in self.seats(usual | {self.info.seat_option: value})
                if seat not in self.info.rivals
            )
            for value in values.get(self.info.seat_option, ())
        }

    @property
    def secrets(self) -> bool:
        """Whether seats know what others may not."""
        return "revealed" in self.dtype.names

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

    @cached_property
    def stage(self) -> Stage:
        """The table as a scene."""
        return cast(Stage, self._part("scene"))

    @cached_property
    def explanations(self) -> Explanations | None:
        """What can be said for moves, if the game has something to say."""
        named = f"{__name__}.{self.info.name}.explanations"
        return cast(Explanations, self._part("explanations")) if find_spec(named) else None

    @cached_property
    def folder(self) -> Path:
        """Where the game's files are."""
        return Path(str(import_module(f"{__name__}.{self.info.name}").__file__)).parent

    def words(self, lang: str) -> Words:
        """The shared words and the game's own, in a language."""
        return _words(self.folder, lang)

    def options(self, given: Mapping[str, object]) -> dict[str, str]:
        """All options with their values; BadOption names what is wrong with a given one."""
        known = {option.name: option for option in self.info.options}
        for name, value in given.items():
            if name not in known:
                raise BadOption(
                    f"{self.info.name} has no option {name!r}{did_you_mean(name, known)}"
                )
            if value not in known[name].values and not known[name].open:
                allowed = ", ".join(known[name].values)
                raise BadOption(f"option {name} cannot be {value!r}; it is one of: {allowed}")
        chosen = {name: str(given.get(name, option.values[0])) for name, option in known.items()}
        for name, option in known.items():
            for other, value in option.needs if chosen[name] != option.values[0] else ():
                if chosen[other] != value:
                    raise BadOption(f"option {name}={chosen[name]} needs {other}={value}")
        return chosen


@cache
def _words(folder: Path, lang: str) -> Words:
    return Words(lang, (SHARED, folder / "locale"))


def names() -> list[str]:
    """The names of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def load(name: str) -> Game:
    """The game of a name; UnknownGame if there is none."""
    if name not in names():
        raise UnknownGame(f"no game is called {name!r}{did_you_mean(name, names())}")
    return Game(import_module(f"{__name__}.{name}").INFO)


def did_you_mean(word: object, known: Iterable[str], say: Words = ENGLISH) -> str:
    """The end of an error message: the nearest known words, else all of them."""
    words = sorted(known)
    near = difflib.get_close_matches(str(word), words, n=1)
    if near:
        return say("; did you mean {word}?", word=near[0])
    return say("; there is: {words}", words=", ".join(words))
