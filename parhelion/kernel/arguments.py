"""What entry points take, as annotations: `def legal(state: State, out: Int32s) -> int`.

Besides these there are `int`, `float` and `bool`, and any NamedTuple with fields of these kinds.
Arrays are contiguous.

An entry point of a library is a C function with one argument, `void name(int64_t *words)`. The
words hold the arguments one after the other, from the second word on; the result is written to the
first. A number is one word, a state is its address, an array its address and its shape.
"""

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_origin, get_type_hints

import numpy as np


@dataclass(frozen=True)
class StateArgument:
    """One state of the game that a library is for."""


@dataclass(frozen=True)
class ArrayArgument:
    """An array; without a dtype, of states of the game that a library is for."""

    dtype: Any = None
    dimensions: int = 1


State = Annotated[Any, StateArgument()]
States = Annotated[Any, ArrayArgument()]
Bytes = Annotated[Any, ArrayArgument(np.uint8)]
Int8s = Annotated[Any, ArrayArgument(np.int8)]
Booleans = Annotated[Any, ArrayArgument(np.bool_)]
Int16s = Annotated[Any, ArrayArgument(np.int16)]
Int32s = Annotated[Any, ArrayArgument(np.int32)]
Int64s = Annotated[Any, ArrayArgument(np.int64)]
UInt32s = Annotated[Any, ArrayArgument(np.uint32)]
Float32s = Annotated[Any, ArrayArgument(np.float32)]
Float64s = Annotated[Any, ArrayArgument(np.float64)]
ByteTable = Annotated[Any, ArrayArgument(np.uint8, 2)]
Int8Table = Annotated[Any, ArrayArgument(np.int8, 2)]
UInt32Table = Annotated[Any, ArrayArgument(np.uint32, 2)]
Int64Table = Annotated[Any, ArrayArgument(np.int64, 2)]
UInt64Table = Annotated[Any, ArrayArgument(np.uint64, 2)]
Float32Table = Annotated[Any, ArrayArgument(np.float32, 2)]
Float64Table = Annotated[Any, ArrayArgument(np.float64, 2)]
Generator = UInt32s
"""A generator, see `parhelion.kernel.rng`."""


@cache
def kinds(function: Any) -> tuple[list[Any], Any]:
    """What a function takes, one by one, and what it returns, by its annotations."""
    hints = get_type_hints(function, include_extras=True)
    returns = hints.pop("return", type(None))
    return [_kind(hint) for hint in hints.values()], returns


@cache
def fields(kind: Any) -> list[Any]:
    """What the fields of a NamedTuple are."""
    return [_kind(hint) for hint in get_type_hints(kind, include_extras=True).values()]


def _kind(hint: Any) -> Any:
    return hint.__metadata__[0] if get_origin(hint) is Annotated else hint


def writer(kinds: Sequence[Any]) -> Callable[[Sequence[Any]], list[int]]:
    """Makes the words of an entry point: room for the result, then its arguments."""
    writers = [_writer(kind) for kind in kinds]

    def words(arguments: Sequence[Any]) -> list[int]:
        found = [0]
        for write, argument in zip(writers, arguments, strict=True):
            write(argument, found)
        return found

    return words


def _writer(kind: Any) -> Callable[[Any, list[int]], None]:
    """Adds an argument of a kind to some words."""
    if kind is float:
        return lambda number, found: found.extend(struct.unpack("<q", struct.pack("<d", number)))
    if kind in (int, bool):
        return lambda number, found: found.append(int(number))
    if isinstance(kind, StateArgument):
        return lambda state, found: found.append(address(state))
    if isinstance(kind, ArrayArgument):
        return lambda array, found: found.extend((address(array), *array.shape))
    words = writer(fields(kind))
    return lambda parts, found: found.extend(words(parts)[1:])


def address(array: Any) -> int:
    """Where the data of an array or of a state begins."""
    if not isinstance(array, np.ndarray):
        array = np.frombuffer(array, np.uint8)
    return int(array.ctypes.data)


def result_reader(returns: Any) -> Callable[[int], Any]:
    """Turns the first word into what an entry point returns."""
    if returns is float:
        return lambda word: struct.unpack("<d", struct.pack("<q", word))[0]
    if returns in (int, bool):
        return lambda word: returns(word)
    return lambda _word: None
