"""Makes the file that `kernels/layout_slots.py` reads, in a second:

python -m parhelion.games.orion.make_layout_slots

and prints the hash to be noted there.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from parhelion.games.orion.kernels.constants import CELLS
from parhelion.games.orion.kernels.layout_slots import (
    AHEAD,
    BLOCKED,
    BLOCKS,
    CHOICES,
    DOUBLED,
    FILE,
    NOTHING,
    UNIT,
)
from parhelion.games.orion.kernels.token_layouts import key

# What is blocked for one sort and for the other is one number here, the former above.


def table() -> Any:
    """What the file holds."""
    layers = list(_layers())
    slots = np.ones(1, np.int64)
    keys, numbers = [key(CELLS, *_parts(layers[CELLS]))], [slots]
    for cell in reversed(range(CELLS)):
        slots, is_open = _slots(cell, layers[cell], layers[cell + 1], slots)
        keys.append(key(cell, *_parts(layers[cell][is_open])))
        numbers.append(slots[is_open] >> UNIT[cell])
    different, where = np.unique(np.concatenate(keys), return_index=True)
    return _without_keys(different, np.concatenate(numbers)[where])


def _parts(blocked: Any) -> tuple[Any, Any]:
    """What is blocked for one sort, and for the other."""
    return blocked >> AHEAD, blocked & ((1 << AHEAD) - 1)


def _layers() -> Iterator[Any]:
    """All that can be blocked before each cell, and at the end."""
    blocked = np.zeros(1, np.int64)
    yield blocked
    for cell in range(CELLS):
        blocked = np.unique(np.concatenate([after for _, after in _choices(cell, blocked)]))
        yield blocked


def _choices(cell: int, blocked: Any) -> Iterator[tuple[Any, Any]]:
    """For each choice: where it is allowed, and what is blocked from the next cell on."""
    for_one, for_other = _parts(blocked)
    allowed = (blocked >= 0, for_one & 1 == 0, for_other & 1 == 0)
    for choice, may in zip(CHOICES, allowed, strict=True):
        one, other = BLOCKED[cell, choice]
        after = (for_one | one) >> 1 << AHEAD | (for_other | other) >> 1
        yield may, after[may]


def _slots(cell: int, blocked: Any, next_blocked: Any, next_slots: Any) -> tuple[Any, Any]:
    """The slots before a cell, and where it is open: elsewhere they are those of the next cell."""
    slots, is_open = np.zeros_like(blocked), np.zeros(len(blocked), np.bool_)
    for choice, (may, after) in zip(CHOICES, _choices(cell, blocked), strict=True):
        slots[may] += next_slots[np.searchsorted(next_blocked, after)] << DOUBLED[choice]
        is_open |= may & (choice != NOTHING)
    slots[is_open] = -(-slots[is_open] >> UNIT[cell]) << UNIT[cell]
    return slots, is_open


def _without_keys(keys: Any, numbers: Any) -> Any:
    """Three blocks such that what a key finds there gives its number.

    A key that has a place for itself can wait: whatever its other places hold, this one makes up
    for it. With it left out other keys have a place for themselves, and so on; the last one left
    out is the first one written.
    """
    starts = np.cumsum((0, *BLOCKS[:-1]))
    places = np.stack([at + keys % size for at, size in zip(starts, BLOCKS, strict=True)])
    left, left_out = np.arange(len(keys)), []
    while len(left):
        alone = np.bincount(places[:, left].ravel())[places[:, left]] == 1
        waits = alone.any(axis=0)
        if not waits.any():
            raise ValueError("with these blocks it cannot be done; take larger ones")
        left_out.append((left[waits], places[alone.argmax(axis=0), left][waits]))
        left = left[~waits]
    blocks = np.zeros(sum(BLOCKS), np.uint16)
    for members, own in reversed(left_out):
        blocks[own] = numbers[members] ^ np.bitwise_xor.reduce(blocks[places[:, members]])
    return blocks


if __name__ == "__main__":
    np.save(FILE, table())
    print("SHA256 =", hashlib.sha256(FILE.read_bytes()).hexdigest())
