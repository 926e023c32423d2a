"""A tiny seeded generator that lives inside a state: xoshiro128++ (Blackman and Vigna).

Its four 32-bit words are an ordinary field of the record, so that a copy of a state
carries its future with it, and seed + actions give the same game on every machine.
All arithmetic stays below 2**63: compiled and uncompiled code agree to the bit.
"""

import hashlib
from typing import Any

import numpy as np

from parhelion.kernel.compiler import kernel

RNG = np.dtype((np.uint32, 4))
"""The dtype of a generator, for use as a field: `("rng", RNG)`."""

_MASK = 0xFFFFFFFF
_RANGE_62 = 1 << 62


def stream(seed: int | str, purpose: str) -> Any:
    """A generator for one purpose ("deal", "play" …) of a seed; any int or text is a seed."""
    return np.frombuffer(bytearray(stream_bytes(seed, purpose)), dtype="<u4")


def stream_bytes(seed: int | str, purpose: str) -> bytes:
    """The same generator as bytes."""
    return hashlib.sha256(f"{purpose}:{seed}".encode()).digest()[:16]


@kernel
def next32(rng):
    """The next 32 random bits, as an int64."""
    s0, s1 = np.int64(rng[0]), np.int64(rng[1])
    s2, s3 = np.int64(rng[2]), np.int64(rng[3])
    total = (s0 + s3) & _MASK
    result = ((((total << 7) | (total >> 25)) & _MASK) + s0) & _MASK
    shifted = (s1 << 9) & _MASK
    s2 ^= s0
    s3 ^= s1
    rng[1] = s1 ^ s2
    rng[0] = s0 ^ s3
    rng[2] = s2 ^ shifted
    rng[3] = ((s3 << 11) | (s3 >> 21)) & _MASK
    return result


@kernel
def below(rng, n):
    """A uniformly random int in 0..n-1, exactly, for 0 < n < 2**31 (Lemire's method)."""
    product = next32(rng) * n
    low = product & _MASK
    if low < n:
        unfair = (_MASK + 1 - n) % n
        while low < unfair:
            product = next32(rng) * n
            low = product & _MASK
    return product >> 32


@kernel
def below62(rng, n):
    """A uniformly random int in 0..n-1, exactly, for 0 < n <= 2**62."""
    fair = _RANGE_62 - _RANGE_62 % n
    while True:
        drawn = next32(rng) >> 1 << 31 | next32(rng) >> 1
        if drawn < fair:
            return drawn % n


@kernel
def split(rng, child):
    """Seed the generator `child` from `rng`, for an independent stream."""
    for i in range(4):
        child[i] = next32(rng)


@kernel
def shuffle(items, n, rng):
    """Put the first `n` items into random order."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]
