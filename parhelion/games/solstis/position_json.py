"""What people type to set up a position: its parts as models, and which piece lies where."""

from collections.abc import Collection, Mapping
from itertools import zip_longest
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field

from parhelion.errors import BadPosition
from parhelion.games.solstis import INFO
from parhelion.games.solstis.kernels.state import SEATS
from parhelion.validated import Strict

# --- the parts ---------------------------------------------------------------------------


def _in_order_of_seats(value: Any) -> Any:
    """Parts by the names of the seats as a list; what was left out is None."""
    if isinstance(value, Mapping) and set(value) <= set(INFO.seats):
        return [value.get(seat) for seat in INFO.seats]
    return value


def _one_each(parts: Any) -> Any:
    if parts is not None and len(parts) != SEATS:
        raise ValueError(f"expected {SEATS}, found {len(parts)}")
    return parts


Part = TypeVar("Part")
BySeat = Annotated[
    list[Part | None] | None, BeforeValidator(_in_order_of_seats), AfterValidator(_one_each)
]
"""A part for each seat: a list in their order, or an object by their names."""


class SlotInput(Strict):
    """A slot of the line."""

    tile: str | None = None
    under: bool = False
    hidden: str | None = None

    @property
    def has_tile_below(self) -> bool:
        """Whether a tile lies face down in it."""
        return self.under or self.hidden is not None


class PanoramaInput(Strict):
    """What lies in front of a player."""

    tiles: list[str] = Field(default_factory=list)
    rainbows: list[str] = Field(default_factory=list)
    spirits: dict[str, str] = Field(default_factory=dict)
    kept: int = 0


class SpiritsInput(Strict):
    """The spirits beside the panoramas."""

    pile: int | list[str] | None = None
    open: list[str] = Field(default_factory=list)
    drawn: list[str] = Field(default_factory=list)
    met: str | None = None


def _as_slots(line: Any) -> Any:
    """The slots of a line that is given as in a view, by the names of tiles, or as in a deal."""
    if isinstance(line, Mapping) and set(line) <= {"top", "bottom"}:
        both = zip_longest(line.get("top", []), line.get("bottom", []))
        return [{"tile": tile, "hidden": hidden} for tile, hidden in both]
    if isinstance(line, list):
        return [slot if isinstance(slot, Mapping) else {"tile": slot} for slot in line]
    return line


def _as_parts_of_spirits(spirits: Any) -> Any:
    """The spirits of a deal are those of the pile."""
    return {"pile": spirits} if isinstance(spirits, list) else spirits


class PositionInput(Strict):
    """A position as people give it; every part may be left out."""

    phase: str | None = None
    turn: int | str | None = None
    centre: str | None = None
    line: Annotated[list[SlotInput] | None, BeforeValidator(_as_slots)] = None
    panoramas: BySeat[PanoramaInput] = None
    hands: BySeat[list[str]] = None
    pile: int | list[str] | None = None
    rainbows: int | None = None
    spirits: Annotated[SpiritsInput | None, BeforeValidator(_as_parts_of_spirits)] = None
    evil: int | str | None = None
    covered: str | None = None
    coming: list[str] = Field(default_factory=list)
    gone: list[str] | None = None
    fresh: list[str] = Field(default_factory=list)
    effect: str | None = None
    barred: BySeat[list[str]] = None
    held: BySeat[int] = None
    points: BySeat[dict[str, Any]] = None
    lit: BySeat[list[str]] = None
    largest: BySeat[list[str]] = None


# --- checks ------------------------------------------------------------------------------


def refused(part: str, why: str) -> BadPosition:
    """The error for a part of a position."""
    return BadPosition(f"position.{part}: {why}")


def by_seat(parts: list[Part | None] | None, left_out: Part) -> list[Part]:
    """A part for each seat, with what stands for those that were left out."""
    given = parts or [None] * SEATS
    return [left_out if part is None else part for part in given]


def number(given: int, most: int, part: str) -> int:
    """A count that is small enough."""
    if not 0 <= given <= most:
        raise refused(part, f"expected a number from 0 to {most}, found {given}")
    return given


def seat_number(given: int | str | None, left_out: int, part: str) -> int:
    """A seat by its number or its name."""
    if given is None:
        return left_out
    if given in INFO.seats:
        return INFO.seats.index(str(given))
    if given in range(SEATS):
        return int(given)
    raise refused(part, f"expected {' or '.join(INFO.seats)}, found {given!r}")


class Ledger:
    """Where each tile or spirit lies: in one place only."""

    def __init__(self, what: str, numbers: Mapping[str, int]) -> None:
        self.what = what
        self.numbers = numbers
        self.found: dict[str, str] = {}

    def take(self, name: str, part: str) -> int:
        """The number of a piece that lies in a part of the position."""
        if name not in self.numbers:
            raise refused(part, f"there is no {self.what} {name!r}")
        if name in self.found:
            raise refused(part, f"{self.what} {name} already lies in position.{self.found[name]}")
        self.found[name] = part
        return self.numbers[name]

    def take_all(self, names: list[str], part: str, most: int | None = None) -> list[int]:
        """The numbers of pieces of which so many may lie in a part of the position."""
        if most is not None and len(names) > most:
            raise refused(part, f"expected at most {most}, found {len(names)}")
        return [self.take(name, f"{part}[{i}]") for i, name in enumerate(names)]

    def rest(self) -> list[str]:
        """The pieces that lie nowhere yet, in order."""
        return [name for name in self.numbers if name not in self.found]

    def fill(self, count: int, part: str, first: Collection[str] = ()) -> list[int]:
        """The numbers of the next pieces that lie nowhere yet; they lie in this part now. Those
        named come `first`."""
        rest = sorted(self.rest(), key=lambda name: name not in first)
        if len(rest) < count:
            raise refused(part, f"{count} {self.what}s are missing, and only {len(rest)} are left")
        return [self.take(name, part) for name in rest[:count]]
