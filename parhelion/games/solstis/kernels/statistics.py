"""What simulations count: parts of the points, spirits and tiles on the panoramas."""

import numpy as np

from parhelion.games.solstis.kernels.constants import (
    CAPTURE,
    CHOICE,
    EVIL,
    KEEP,
    MEET,
    PHASE,
    PLACES,
    PLAY_BEETLE,
    PLAY_DEER,
    WORD,
)
from parhelion.games.solstis.kernels.places import NONE, ONE, has
from parhelion.games.solstis.kernels.scoring import count_points as count_parts
from parhelion.kernel import kernel

__all__ = ["count_parts", "count_pieces", "note_choice"]

TILE = np.full(WORD, -1, dtype=np.int64)
"""The piece of each landscape tile; those before are the spirits but the Evil one."""
TILE[list(PLACES)] = EVIL + np.arange(len(PLACES))


@kernel
def count_pieces(state, seat, out):
    """The spirits and the tiles of a panorama."""
    for spirit in range(EVIL):
        out[spirit] = has(state.spirits[seat], spirit)
    for tile in PLACES:
        out[TILE[tile]] = has(state.tiles[seat], tile)


@kernel
def note_choice(state, action, taken, offered):
    """A spirit is met or left, or a tile is chosen that comes to the panorama (T8, T13, T4)."""
    phase, choice, options = PHASE[action], CHOICE[action], state.options
    if options & (options - ONE) == NONE:
        return
    if phase in (MEET, KEEP):
        for spirit in range(EVIL):
            offered[spirit] += has(options, spirit)
        if choice < EVIL:
            taken[choice] += 1
    elif phase in (CAPTURE, PLAY_DEER, PLAY_BEETLE):
        for tile in PLACES:
            offered[TILE[tile]] += has(options, tile)
        taken[TILE[choice]] += 1
