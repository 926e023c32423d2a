"""What programs observe of a game: numbers in an array of int8, declared part by part.

A game that writes the kernel `observe` declares what it writes in a module `observation`, as
`PARTS`. Of any other game the fields of its record are observed, as far as the seat may know them,
byte by byte: a small number is its own lowest byte.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

LOWEST, HIGHEST = -128, 127


@dataclass(frozen=True)
class ObservedPart:
    """A part of an observation: a plane, a vector or a single number.

    >>> hand = ObservedPart("hand", (3, 16), 0, 4, "cards in hand, by value and power")
    >>> hand.size
    48
    """

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def flag(name: str, meaning: str) -> ObservedPart:
    """A part that is 0 or 1."""
    return ObservedPart(name, (), 0, 1, meaning)


def number(name: str, high: int, meaning: str) -> ObservedPart:
    """A part that is a number from 0 on."""
    return ObservedPart(name, (), 0, high, meaning)


def flags(name: str, shape: tuple[int, ...], meaning: str) -> ObservedPart:
    """A part of zeros and ones."""
    return ObservedPart(name, shape, 0, 1, meaning)


def numbers(name: str, shape: tuple[int, ...], high: int, meaning: str) -> ObservedPart:
    """A part of numbers from 0 on."""
    return ObservedPart(name, shape, 0, high, meaning)


def fields_as_parts(dtype: Any, seats: int) -> Sequence[ObservedPart]:
    """What is observed of a game that does not say it: the seat, whose turn it is, and the fields
    of its record. The names of the first two have spaces, as no field has."""
    from parhelion.kernel.record import observed_fields  # here: a mere `--help` needs no arrays

    return (
        number("own seat", seats - 1, "the seat that observes"),
        ObservedPart("seat to move", (), -1, seats - 1, "the seat to decide, -1 when it is over"),
        *(_field_as_part(name, dtype[name]) for name in observed_fields(dtype)),
    )


def _field_as_part(name: str, kind: Any) -> ObservedPart:
    shape, width = kind.shape, kind.base.itemsize
    if width == 1:
        return ObservedPart(name, shape, LOWEST, HIGHEST, f"the field `{name}` of the record")
    meaning = f"the field `{name}` of the record, the lowest byte of each number first"
    return ObservedPart(name, (*shape, width), LOWEST, HIGHEST, meaning)
