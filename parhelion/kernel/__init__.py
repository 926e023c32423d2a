"""What games and generic code are written with: `@kernel`, bits, randomness, dispatch."""

from parhelion.kernel.bits import (
    list_bits,
    lowest,
    nth_bit,
    one,
    popcount,
    spread_16,
    spread_64,
)
from parhelion.kernel.compiler import COMPILED, entry_point, jit, kernel
from parhelion.kernel.defaults import MAX_ACTIONS, MAX_SEATS
from parhelion.kernel.dispatch import (
    HEURISTICS,
    OPTIONAL,
    REQUIRED,
    SPECTATOR,
    STATISTICS,
    TOGETHER,
)
from parhelion.kernel.memory import number, scratch
from parhelion.kernel.numbers import exp, log
from parhelion.kernel.record import record
from parhelion.kernel.rng import RNG, below, below62, next32, shuffle, split, stream, stream_bytes

__all__ = [
    "COMPILED",
    "HEURISTICS",
    "MAX_ACTIONS",
    "MAX_SEATS",
    "OPTIONAL",
    "REQUIRED",
    "RNG",
    "SPECTATOR",
    "STATISTICS",
    "TOGETHER",
    "below",
    "below62",
    "entry_point",
    "exp",
    "jit",
    "kernel",
    "list_bits",
    "log",
    "lowest",
    "next32",
    "nth_bit",
    "number",
    "one",
    "popcount",
    "record",
    "scratch",
    "shuffle",
    "split",
    "spread_16",
    "spread_64",
    "stream",
    "stream_bytes",
]
