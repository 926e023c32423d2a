"""A game with all its parts: what its folder offers, and the defaults for what it does not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from parhelion.did_you_mean import did_you_mean
from parhelion.errors import BadOption
from parhelion.games import defaults
from parhelion.games.contract import (
    Drawing,
    Event,
    Explaining,
    Info,
    Move,
    Notation,
    Option,
    Statistics,
    TextBoard,
    Tuning,
    Viewing,
)
from parhelion.games.event_codes import event_codes
from parhelion.games.observations import ObservedPart, fields_as_parts
from parhelion.words import ENGLISH, SHARED, Words


class Part:
    """A module of a game; what it does not offer comes from the defaults."""

    def __init__(self, module: Any, defaults: object) -> None:
        self._module, self._defaults = module, defaults

    def offers(self, name: str) -> bool:
        """Whether the game itself has something of this name."""
        return hasattr(self._module, name)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module if hasattr(self._module, name) else self._defaults, name)
        self.__dict__[name] = found  # the next time it is an ordinary attribute
        return found


@dataclass(frozen=True, eq=False)
class Game:
    """A game and what it is made of; each part is loaded when first used.

    >>> import parhelion as ph
    >>> orion = ph.game("orion")
    >>> orion.title, orion.seats
    ('Orion Duel', ('Blue', 'Orange'))
    >>> [option.name for option in orion.options]
    ['setup', 'count', 'placer', 'first']
    """

    info: Info
    package: str
    """The Python package that holds it."""

    def __repr__(self) -> str:
        return f"<game {self.name}: {self.title}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return import_module("parhelion.games.registry").load, (self.name,)

    # --- what can be said of it at once

    @property
    def name(self) -> str:
        """What programs call it."""
        return self.info.name

    @property
    def title(self) -> str:
        """What people call it."""
        return self.info.title

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, if no option says otherwise."""
        return self.info.seats

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen before a game starts."""
        return self.info.options

    def seats_for(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """The seats of a game with these options."""
        if not self.info.seatings:
            return self.info.seats
        return self.info.seatings[options[self.info.seat_option]]

    @property
    def most_seats(self) -> int:
        """How many seats there can be."""
        return max(map(len, [self.info.seats, *(self.info.seatings or {}).values()]))

    @cached_property
    def seatings(self) -> dict[str, tuple[str, ...]]:
        """The seats that can be taken, by the values of the option that they depend on."""
        return {
            value: tuple(seat for seat in seats if seat not in self.info.rivals)
            for value, seats in (self.info.seatings or {}).items()
        }

    @cached_property
    def folder(self) -> Path:
        """Where the game's files are."""
        return Path(str(import_module(self.package).__file__)).parent

    # --- its parts

    def _has(self, part: str) -> bool:
        return find_spec(f"{self.package}.{part}") is not None

    def _part(self, part: str) -> Any:
        return import_module(f"{self.package}.{part}")

    @cached_property
    def kernels(self) -> Any:
        """The compiled functions, by their names in `parhelion.kernel.dispatch`."""
        from parhelion.kernel import dispatch, library

        offered = self._part("kernels")
        dispatch.register(offered.STATE, offered)
        library.register(offered.STATE, self.package)
        return Part(offered, Part(dispatch, None))

    @property
    def dtype(self) -> Any:
        """The record that holds a state."""
        return self.kernels.STATE

    @property
    def actions(self) -> int:
        """How many actions there are; their numbers begin with 0."""
        return cast(int, self.kernels.ACTIONS)

    @property
    def features(self) -> int:
        """How many features a network could see; 0 if the game lists none."""
        return cast(int, getattr(self.kernels, "FEATURES", 0))

    @property
    def secrets(self) -> bool:
        """Whether seats know what others may not."""
        return "revealed" in self.dtype.names

    @cached_property
    def notation(self) -> Notation:
        """Moves and deals as text."""
        return cast(Notation, Part(self._part("notation"), defaults.DefaultNotation(self)))

    @property
    def has_deals(self) -> bool:
        """Whether a deal can be told, so that the seed alone need not tell it."""
        return cast(Part, self.notation).offers("write_deal")

    @cached_property
    def view(self) -> Viewing:
        """What people see."""
        return cast(Viewing, Part(self._part("view"), defaults.DefaultView(self)))

    @cached_property
    def drawing(self) -> Drawing:
        """The table as a scene."""
        return cast(Drawing, Part(self._part("scene"), defaults.DefaultScene()))

    @cached_property
    def explanations(self) -> Explaining | None:
        """What speaks for moves, if the game has something to say."""
        return cast(Explaining, self._part("explanations")) if self._has("explanations") else None

    @cached_property
    def position(self) -> Any:
        """The module that sets positions up, if there is one."""
        return self._part("position") if self._has("position") else None

    @cached_property
    def symmetries(self) -> Any:
        """For each symmetry of the game what every feature becomes, if it tells (see
        `parhelion.lab.network_training`)."""
        return self._part("symmetries").feature_symmetries() if self._has("symmetries") else None

    @cached_property
    def text_board(self) -> TextBoard | None:
        """The table as styled lines, if the game writes it so."""
        return cast(TextBoard, self._part("text_board")) if self._has("text_board") else None

    @cached_property
    def statistics(self) -> Statistics:
        """What simulations count."""
        own = self._part("statistics") if self._has("statistics") else None
        return cast(Statistics, Part(own, defaults.DefaultStatistics()))

    @cached_property
    def observation(self) -> Sequence[ObservedPart]:
        """What programs observe, part by part (see `parhelion.games.observations`)."""
        if self.kernels.offers("observe"):
            return cast(Sequence[ObservedPart], self._part("observation").PARTS)
        return fields_as_parts(self.dtype, self.most_seats)

    @cached_property
    def tuning(self) -> Tuning | None:
        """Files of the game in which values can be searched, if there are such files."""
        return cast(Tuning, self._part("tuning")) if self._has("tuning") else None

    @cached_property
    def command(self) -> Any:
        """The game's own command, a Typer app with a name, if it has one."""
        return self._part(self.info.command).app if self.info.command else None

    @property
    def has_rules(self) -> bool:
        """Whether there is a rulebook (see `parhelion.games.rulebook`)."""
        from parhelion.games import rulebook  # here: a mere `--help` reads no rules

        return rulebook.source(self.folder, "en") is not None

    def words(self, lang: str) -> Words:
        """The shared words and the game's own, in a language."""
        return _words(self.folder, lang)

    # --- its drawings

    @cached_property
    def symbols(self) -> str:
        """Its drawings as an SVG document, with a sign for every seat."""
        drawn = self._file("symbols.svg") or defaults.symbols(self.name)
        missing = [
            defaults.seat_symbol(self.name, seat)
            for seat in range(self.most_seats)
            if f'id="{self.name}-seat-{seat}"' not in drawn
        ]
        return drawn.replace("</defs>", "".join(missing) + "</defs>")

    @cached_property
    def theme(self) -> str:
        """Its colours as CSS."""
        return self._file("theme.css") or defaults.theme(self.name)

    def _file(self, name: str) -> str:
        path = self.folder / name
        return path.read_text("utf-8") if path.exists() else ""

    # --- moves and options

    @cached_property
    def all_moves(self) -> tuple[Move, ...]:
        """Every move there is, by its action."""
        return tuple(map(self._move, range(self.actions)))

    def _move(self, action: int) -> Move:
        """Texts are split into verb and arguments here and nowhere else."""
        text = self.notation.text(action)
        verb, *args = text.split()
        return Move(action, verb, tuple(args), text)

    def move(self, move: int | str) -> Move:
        """A move by its action or by its notation, legal or not; BadNotation if there is none."""
        action = self.notation.parse(move, ENGLISH) if isinstance(move, str) else move
        return self.all_moves[action]

    def complete_options(self, given: Mapping[str, object]) -> dict[str, str]:
        """All options with their values; BadOption names what is wrong with a given one.

        >>> import parhelion as ph
        >>> ph.game("solstis").complete_options({"evil": False})
        {'evil': 'off'}
        """
        known = {option.name: option for option in self.info.options}
        chosen = {name: option.values[0] for name, option in known.items()}
        for name, value in given.items():
            if name not in known:
                raise BadOption(f"{self.name} has no option {name!r}{did_you_mean(name, known)}")
            chosen[name] = self._value(known[name], value)
        for name, option in known.items():
            for other, value in option.needs if chosen[name] != option.values[0] else ():
                if chosen[other] != value:
                    raise BadOption(f"option {name}={chosen[name]} needs {other}={value}")
        return chosen

    def _value(self, option: Option, given: object) -> str:
        """The value of an option as given: a text, a number or a boolean."""
        value = ("off", "on")[given] if isinstance(given, bool) else given
        value = str(value) if isinstance(value, int) else value
        if isinstance(value, str) and (value in option.values or option.open):
            return value
        allowed = ", ".join(option.values)
        raise BadOption(f"option {option.name} cannot be {given!r}; it is one of: {allowed}")

    # --- states

    def scores(self, state: Any) -> tuple[int, ...]:
        """The points of every seat in a state."""
        import numpy as np  # here: a mere `--help` reads this module and needs no arrays

        points = np.zeros(8, dtype=np.int64)
        self.kernels.scores(state, points)
        return tuple(points[: len(self.seats_of(state))].tolist())

    def events(self, state: Any) -> list[Event]:
        """What everybody saw of the last action, as far as the record tells it."""
        if "events" not in self.dtype.names:
            return []
        return [self.view.event(state, code) for code in event_codes(state)]

    def seats_of(self, state: Any) -> tuple[str, ...]:
        """The seats of the game that a state belongs to."""
        if not self.info.seatings:
            return self.info.seats
        return self.info.seatings[str(state[self.info.seat_option])]


@cache
def _words(folder: Path, lang: str) -> Words:
    return Words(lang, (SHARED, folder / "locale"))
