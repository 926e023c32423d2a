"""A bot of one's own: a Python class with `choose(view)`, loaded from a file or a module.

The class is named as `path/to/file.py:Class` or `package.module:Class`. It is asked with what its
seat may know and the legal moves, and answers one of them in notation; docs/your-own-bot.md is the
guide. It is never given the match itself.
"""

import hashlib
import importlib
import importlib.util
import inspect
import sys
import traceback
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from parhelion.bots.base_bot import Bot
from parhelion.errors import BadBot, BotFailed, ParhelionError
from parhelion.games import Game, Json, Move
from parhelion.match import Match

SEPARATOR = ":"
MAX_SHOWN = 80
"""Characters of an answer that an error repeats."""
MAX_MOVE = 200
"""Characters of a move in notation."""


def seat_view(match: Match) -> Json:
    """What a bot is asked with: what the seat to move may know, and its legal moves in notation.

    >>> import parhelion as ph
    >>> view = seat_view(ph.new("orion", seed=7, setup="symmetric-1"))
    >>> view["seat"], view["turn"], view["legal"][:2]
    (0, 0, ['star a1', 'pair a1 a2'])
    """
    return {**match.view(match.turn), "legal": [move.text for move in match.moves()]}


@dataclass(frozen=True)
class OwnBotClass:
    """A class that somebody wrote, and where it comes from."""

    spec: str
    """As it was named: `file.py:Class` or `module:Class`."""
    type: type
    source: Path

    @property
    def name(self) -> str:
        """What people call it: its attribute `name`, else the name of the class."""
        return str(getattr(self.type, "name", self.type.__name__))

    @property
    def full_spec(self) -> str:
        """As it is named from any folder: a file by its whole path, a module by its name."""
        place, _, name = self.spec.rpartition(SEPARATOR)
        return f"{self.source}{SEPARATOR}{name}" if _is_file(place) else self.spec

    def digest(self) -> str:
        """Of its source file, which tells games of another version apart."""
        try:
            return hashlib.sha256(self.source.read_bytes()).hexdigest()[:16]
        except OSError as error:
            raise BadBot(f"bot {self.spec!r}: {self.source}: {error.strerror}") from error

    def made(self, game: str, seed: int | str | None = None) -> Any:
        """An instance for one game; `game` and `seed` are handed over if its constructor takes
        them. BotFailed if it cannot be made."""
        offered = {"game": game, "seed": seed}
        try:
            taken = inspect.signature(self.type).parameters
            return self.type(**{name: offered[name] for name in offered if name in taken})
        except (Exception, SystemExit) as error:
            raise BotFailed(f"{self.spec} cannot be made: {_told(error, self.source)}") from error

    def answer(self, instance: Any, view: Json) -> str:
        """The move that an instance chooses; BotFailed if it raises or answers no text."""
        try:
            answer = instance.choose(view)
        except (Exception, SystemExit) as error:
            why = f"choose raised {_told(error, self.source)}"
            raise BotFailed(f"{self._place(view)}: {why}") from error
        if not isinstance(answer, str) or len(answer) > MAX_MOVE:
            why = f"choose answered {_shown(answer)}, not a move in notation"
            raise BotFailed(f"{self._place(view)}: {why}")
        return answer

    def illegal(self, view: Json, answer: str, why: object) -> BotFailed:
        """The error that says that an answer is no legal move."""
        return BotFailed(f"{self._place(view)}: choose answered {_shown(answer)}: {why}")

    def _place(self, view: Json) -> str:
        return f"{self.spec}, move {view['ply'] + 1} as {view['seats'][view['seat']]}"


class OwnBot(Bot):
    """A bot that asks an instance of a class of one's own; it rates all moves alike."""

    def __init__(self, game: Game, own: OwnBotClass, seed: int | str | None = None) -> None:
        super().__init__(game, seed)
        self.own = own
        self._instance = own.made(game.name, seed)

    def choose(self, match: Match) -> Move:
        """The move that the class chooses; BotFailed says what went wrong at which move."""
        self._moves(match)
        view = seat_view(match)
        answer = self.own.answer(self._instance, view)
        try:
            return match.parse(answer)
        except ParhelionError as error:
            raise self.own.illegal(view, answer, error) from error


def is_own_bot(word: str) -> bool:
    """Whether a word of the command line names a class."""
    return SEPARATOR in word


@cache
def load_own_bot(spec: str) -> OwnBotClass:
    """The class that `file.py:Class` or `module:Class` names; BadBot if there is none."""
    place, _, name = spec.rpartition(SEPARATOR)
    if not place or not name.isidentifier():
        raise BadBot(f"bot {spec!r}: write it as path/to/file.py:Class or module:Class")
    module = _module(spec, place)
    found = getattr(module, name, None)
    if not isinstance(found, type):
        raise BadBot(f"bot {spec!r}: {place} has no class {name}")
    if not callable(getattr(found, "choose", None)):
        raise BadBot(f"bot {spec!r}: {name} has no method choose(view)")
    return OwnBotClass(spec, found, Path(str(module.__file__)))


def _module(spec: str, place: str) -> ModuleType:
    """The module in a file, or the one of a name; the current folder is looked into first."""
    try:
        return _from_file(Path(place)) if _is_file(place) else _by_name(place)
    except FileNotFoundError as error:
        raise BadBot(f"bot {spec!r}: there is no file {place}") from error
    except (Exception, SystemExit) as error:
        raise BadBot(f"bot {spec!r}: {place} cannot be loaded: {_told(error)}") from error


def _is_file(place: str) -> bool:
    return place.endswith(".py")


def _from_file(path: Path) -> ModuleType:
    path = path.expanduser().resolve()
    if not path.is_file():
        raise FileNotFoundError(path)
    name = f"own_bot_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    _look_into(path.parent)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None  # noqa: S101
    assert spec.loader is not None  # noqa: S101
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _by_name(name: str) -> ModuleType:
    _look_into(Path.cwd())
    return importlib.import_module(name)


def _look_into(folder: Path) -> None:
    """Let what lies in a folder be imported, after everything that is installed."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _told(error: BaseException, source: Path | None = None) -> str:
    """An error of somebody's code: what it is, and in which line of their file."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if source and Path(frame.filename) == source
    ]
    where = f" ({source.name}, line {lines[-1]})" if source and lines else ""
    return f"{type(error).__name__}: {error}{where}"


def _shown(answer: object) -> str:
    text = repr(answer)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
