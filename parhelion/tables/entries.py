"""Journal entries: everything that happens at a table.

A table is rebuilt from its entries alone, so an entry holds decisions and facts, nothing that
follows from others. Names of people are not among them: an entry has ids.

The JSON form has a format number. When a kind changes its fields, the number grows, and `UPCASTERS`
turns entries of the old format into the new one.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from parhelion.games import Json

FORMAT = 1
UPCASTERS: Mapping[int, Callable[[str, Json], Json]] = {}
"""By format: a function from the kind and the fields of an entry to its fields one format later."""

Failure = Literal["failed", "slow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something that happened at a table."""

    kind: ClassVar[str] = ""
    at: float
    """When, in seconds since 1970."""
    by: str | None = None
    """The id of the person who acted; None for bots, clocks and the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Created(Entry):
    """The table was set up by its host."""

    kind = "created"
    game: str
    options: dict[str, str]
    seats: list[dict[str, Any]]
    time: dict[str, Any]
    """The time control."""
    listed: bool
    spectators_chat: bool
    secret: str | None = None
    """For the shuffle; None if the deal is given."""
    given: dict[str, Any] | None = None
    """A deal known in advance, from a record."""
    moves: list[str] | None = None
    """Moves of the record, which the game continues."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Entry):
    """A person joined a seat."""

    kind = "joined"
    seat: int
    text: str
    """Contribution to the shuffle."""
    owner: str | None = None
    """If the person is a program: its owner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vacated(Entry):
    """A person left their seat for good before the game started."""

    kind = "vacated"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSeated(Entry):
    """A bot took a seat before the game started."""

    kind = "bot-seated"
    seat: int
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Entry):
    """Everyone was seated. The game was dealt, unless its deal was given."""

    kind = "started"
    deal: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Entry):
    """A seat moved."""

    kind = "moved"
    seat: int
    move: str
    """In notation."""
    spent: float = 0.0
    """Seconds on the clock since the last entry that counted them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TookBack(Entry):
    """Moves were taken back."""

    kind = "took-back"
    seat: int
    ply: int
    """The number of moves that remain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Entry):
    """A player gave up. With several opponents left, a bot plays on."""

    kind = "resigned"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFell(Entry):
    """A player ran out of time."""

    kind = "flag-fell"
    seat: int
    spent: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed(Entry):
    """A player proposed a takeback, or a bot that plays for somebody."""

    kind = "proposed"
    what: Literal["takeback", "bot"]
    seat: int
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed(Entry):
    """A player agreed to the proposal."""

    kind = "agreed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(Entry):
    """A player declined the proposal, or withdrew their own; or it became void, because a player
    whom a bot was to replace has returned."""

    kind = "declined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituted(Entry):
    """A bot plays for the person of a seat."""

    kind = "substituted"
    seat: int
    level: int
    spent: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Entry):
    """A person took their seat back from the bot that played for them."""

    kind = "returned"
    seat: int
    spent: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hinted(Entry):
    """A player asked for a hint."""

    kind = "hinted"
    seat: int
    spent: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BotFailed(Entry):
    """A program reported that it found no move, or none in time."""

    kind = "bot-failed"
    seat: int
    why: Failure
    spent: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Entry):
    """A line of chat."""

    kind = "said"
    text: str
    seat: int | None = None
    """The writer's seat at that time; None for a spectator."""
    name: str | None = None
    """The writer's name, in lines whose writer is not known by an id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematched(Entry):
    """The next game is at another table; None if that table has expired."""

    kind = "rematched"
    table: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Entry):
    """The game continues after an interruption. Nobody's time ran meanwhile."""

    kind = "resumed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffled(Entry):
    """The secret of an undealt table was replaced, because somebody may know the old one."""

    kind = "reshuffled"
    secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn(Entry):
    """The table was deleted before the start: by its host, or because nobody used it.

    Storing this entry and deleting the journal are one transaction.
    """

    kind = "withdrawn"


KINDS: Mapping[str, type[Entry]] = {kind.kind: kind for kind in Entry.__subclasses__()}


def fields_json(entry: Entry) -> Json:
    """Return the fields of one kind of entry as JSON, without defaults."""
    return {
        name: value
        for name, field in _FIELDS[entry.kind].items()
        if (value := getattr(entry, name)) != field.default
    }


def entry_from(kind: str, at: float, by: str | None, values: Json, format: int = FORMAT) -> Entry:
    """Return the entry with this JSON form. Raises ValueError if there is none."""
    if not 1 <= format <= FORMAT:
        raise ValueError(f"{kind}: format {format}; this version reads 1 to {FORMAT}")
    if kind not in KINDS:
        raise ValueError(f"unknown kind of entry {kind!r}")
    for older in range(format, FORMAT):
        values = UPCASTERS[older](kind, values)
    _check(kind, values, _FIELDS[kind], _TYPES[kind])
    return KINDS[kind](at=at, by=by, **values)


Part = TypeVar("Part")


def part_from(cls: type[Part], name: str, values: Json) -> Part:
    """Return a part of an entry, a dataclass, from its JSON form. Raises ValueError."""
    of_class: Any = cls
    _check(name, values, *_parts(of_class))
    return cls(**values)


@cache
def _parts(cls: Any) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    return {field.name: field for field in fields(cls)}, get_type_hints(cls)


_COMMON = {field.name for field in fields(Entry)}
_FIELDS = {
    kind: {field.name: field for field in fields(cls) if field.name not in _COMMON}
    for kind, cls in KINDS.items()
}
_TYPES = {kind: get_type_hints(cls) for kind, cls in KINDS.items()}


def _check(kind: str, values: Any, known: Mapping[str, Any], hints: Mapping[str, Any]) -> None:
    """Raise ValueError if the fields of an entry or of a part are not those of its kind."""
    if not isinstance(values, dict):
        raise ValueError(f"{kind}: expected an object, found {values!r}")
    if unknown := sorted(values.keys() - known):
        raise ValueError(f"{kind}: unknown field {unknown[0]!r}")
    for name, field in known.items():
        if name in values:
            if not _is_of_type(values[name], hints[name]):
                raise ValueError(f"{kind}: {name} is {values[name]!r}")
        elif field.default is MISSING:
            raise ValueError(f"{kind}: {name} is missing")


def _is_of_type(value: object, hint: Any) -> bool:
    """Return True if a JSON value fits a type: a class, a union, a Literal, a list or a dict."""
    if hint is Any:
        return True
    origin = get_origin(hint)
    if origin is list:
        (item,) = get_args(hint)
        return isinstance(value, list) and all(_is_of_type(each, item) for each in value)
    if origin is dict:
        key, item = get_args(hint)
        return isinstance(value, dict) and all(
            _is_of_type(name, key) and _is_of_type(each, item) for name, each in value.items()
        )
    if origin is Literal:
        return value in get_args(hint)
    if origin in (Union, types.UnionType):
        return any(_is_of_type(value, each) for each in get_args(hint))
    if hint is float:
        return isinstance(value, float | int) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)
