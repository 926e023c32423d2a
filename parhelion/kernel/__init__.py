"""What games and generic code are written with: `@kernel`, bits, randomness, dispatch."""

from parhelion.kernel.bits import lowest, nth_bit, one, popcount
from parhelion.kernel.compiler import COMPILED, kernel, machine_code
from parhelion.kernel.defaults import MAX_ACTIONS
from parhelion.kernel.dispatch import HEURISTICS, OPTIONAL, REQUIRED, SPECTATOR, TOGETHER
from parhelion.kernel.record import record
from parhelion.kernel.rng import RNG, below, next32, shuffle, split, stream

__all__ = [
    "COMPILED",
    "HEURISTICS",
    "MAX_ACTIONS",
    "OPTIONAL",
    "REQUIRED",
    "RNG",
    "SPECTATOR",
    "TOGETHER",
    "below",
    "kernel",
    "lowest",
    "machine_code",
    "next32",
    "nth_bit",
    "one",
    "popcount",
    "record",
    "shuffle",
    "split",
    "stream",
]
