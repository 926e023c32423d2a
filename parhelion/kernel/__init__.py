"""What games and generic code are written with: `@kernel`, bits, randomness, dispatch."""

from parhelion.kernel.bits import lowest, nth_bit, one, popcount
from parhelion.kernel.compiler import COMPILED, kernel, machine_code
from parhelion.kernel.dispatch import CONTRACT, HEURISTICS, SPECTATOR, TOGETHER, register
from parhelion.kernel.rng import RNG, below, next32, shuffle, split, stream

__all__ = [
    "COMPILED",
    "CONTRACT",
    "HEURISTICS",
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
    "register",
    "shuffle",
    "split",
    "stream",
]
