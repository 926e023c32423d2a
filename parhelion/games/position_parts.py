"""A position part by part: what follows from some fields of a record is made once, and is the same
object as long as these fields hold the same.

Whoever draws a part keeps what was drawn by the part itself, as an object. After a move nearly
everything is found again that way, and nothing of it is looked at.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from operator import itemgetter
from struct import Struct
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

import numpy as np

T = TypeVar("T")
KEPT = 4096
"""How many values of a part are kept ready."""
Values = tuple[bytes, ...]


# --- shared JSON -------------------------------------------------------------------------


class SharedDict(dict[str, Any]):
    """JSON that many share and nobody changes. As a key of a cache it stands for itself: another
    object is another key, even with the same content."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]


class SharedList(list[Any]):
    """A list that is shared like a `SharedDict`."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]


class SharedTuple(tuple[T, ...]):
    """A tuple that is shared like a `SharedDict`: long ones would take long to compare."""

    __slots__ = ()
    __hash__ = object.__hash__


def shared(value: Any) -> Any:
    """A dict or a list as a key of caches. One that is not shared yet, such as a caller's own, is a
    key that nobody else has.

    >>> mine = {"pile": 3}
    >>> first, second = shared(mine), shared(mine)
    >>> first == second, len({first: 0, second: 0}), shared(first) is first
    (True, 2, True)
    """
    if isinstance(value, SharedDict | SharedList):
        return value
    return SharedDict(value) if isinstance(value, dict) else SharedList(value)


def own_copy(value: Any) -> Any:
    """JSON for somebody who may change it.

    >>> own_copy(SharedDict(hand=SharedList([1, 2])))
    {'hand': [1, 2]}
    """
    if isinstance(value, dict):
        return {name: own_copy(each) for name, each in value.items()}
    return list(map(own_copy, value)) if isinstance(value, list) else value


# --- parts of a record -------------------------------------------------------------------


class Fields:
    """Some fields of a record: all of them, or what one seat has of those that are by seat."""

    def __init__(
        self, dtype: Any, names: Sequence[str], by_seat: Sequence[str] = (), seat: int = 0
    ) -> None:
        known = {name: place[:2] for name, place in dtype.fields.items()}
        places: list[Place] = [(name, *known[name]) for name in names]
        places += [_place_of_seat(name, known[name], seat) for name in by_seat]
        self._dtype = dtype
        self._slices = [slice(start, start + kind.itemsize) for _, kind, start in places]
        self._taken = itemgetter(*self._slices, slice(0))  # the last one: it is a tuple always
        self._shapes = [(name, kind.shape) for name, kind, _ in places]
        self._unpack = Struct("=" + "".join(_format(kind) for _, kind, _ in places)).unpack

    def values(self, record: bytes) -> Values:
        """The bytes of these fields."""
        found: Values = self._taken(record)
        return found

    def plain(self, values: Values) -> Any:
        """A namespace of plain Python values: each look into a record would take microseconds."""
        numbers, found, first = self._unpack(b"".join(values)), {}, 0
        for name, shape in self._shapes:
            last = first + prod(shape)
            found[name] = _shaped(numbers[first:last], shape)
            first = last
        return SimpleNamespace(**found)

    def state(self, values: Values) -> Any:
        """A record with nothing but these fields, for kernels: an array of one state."""
        record = bytearray(self._dtype.itemsize)
        for place, value in zip(self._slices, values, strict=False):
            record[place] = value
        return np.frombuffer(record, dtype=self._dtype)


Place = tuple[str, Any, int]
"""The name of a field, its type, and where it begins."""


def _place_of_seat(name: str, place: tuple[Any, int], seat: int) -> Place:
    kind, start = place
    base, (_, *shape) = kind.subdtype
    own = np.dtype((base, tuple(shape)))
    return name, own, start + seat * own.itemsize


def _format(kind: Any) -> str:
    """The whole numbers that a field holds, as `struct` writes them."""
    letter = "bhiq"[int(kind.base.itemsize).bit_length() - 1]
    return f"{prod(kind.shape)}{letter if kind.base.kind == 'i' else letter.upper()}"


def _shaped(numbers: tuple[int, ...], shape: tuple[int, ...]) -> Any:
    """A number, a list of numbers, or lists of lists."""
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return list(numbers)
    step = prod(shape[1:])
    starts = range(0, len(numbers), step)
    return [_shaped(numbers[start : start + step], shape[1:]) for start in starts]


Make = Callable[..., T]
Read = Callable[[Fields, Values], Any]
"""What a part is made from: `Fields.plain` or `Fields.state`."""


class Part(Generic[T]):
    """A part of a position, made of some fields of a record and of nothing else."""

    def __init__(self, make: Make[T], fields: Fields, read: Read) -> None:
        self._values = fields.values
        self._made = lru_cache(KEPT)(lambda values, *given: make(read(fields, values), *given))

    def __call__(self, record: bytes, *given: Any) -> T:
        """The part of a record, with what else is given; the same object for the same values."""
        return self._made(self._values(record), *given)


class SeatPart(Generic[T]):
    """A part of a position for each seat."""

    def __init__(self, make: Make[T], of_seats: Sequence[Fields], read: Read) -> None:
        self._of_seats = [Part(make, fields, read) for fields in of_seats]

    def __call__(self, record: bytes, seat: int, *given: Any) -> T:
        """The part of a seat."""
        return self._of_seats[seat](record, seat, *given)


def made_of(dtype: Any, *names: str, read: Read = Fields.plain) -> Callable[[Make[T]], Part[T]]:
    """Make a part of a position from these fields of a record.

    >>> kind = np.dtype([("pile", np.int8, 2), ("left", np.int8)])
    >>> @made_of(kind, "left")
    ... def described(now):
    ...     return SharedDict(left=now.left)
    >>> described(bytes([7, 8, 2]))
    {'left': 2}
    >>> described(bytes([0, 0, 2])) is described(bytes([7, 8, 2]))
    True
    """
    return lambda make: Part(make, Fields(dtype, names), read)


def made_of_seat(
    dtype: Any, *names: str, own: Sequence[str], read: Read = Fields.plain
) -> Callable[[Make[T]], SeatPart[T]]:
    """The same for each seat; of the fields in `own` it gets what belongs to the seat."""
    seats = dict(dtype.fields)[own[0]][0].shape[0]
    each = [Fields(dtype, names, own, seat) for seat in range(seats)]
    return lambda make: SeatPart(make, each, read)
