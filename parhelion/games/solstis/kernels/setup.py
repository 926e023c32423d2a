"""Setting up a game: shuffling the pieces and laying them out (T2, T5, T6)."""

import numpy as np

from parhelion.games.solstis.kernels.constants import EVIL, PLACES
from parhelion.games.solstis.kernels.places import NONE
from parhelion.games.solstis.kernels.state import (
    BEGIN,
    HAND,
    LOOK,
    PILE,
    RAINBOWS,
    SEATS,
    STACKS,
)
from parhelion.games.solstis.kernels.tiles import lay_face_up
from parhelion.kernel import kernel, number, one, shuffle

ALL_TILES = np.array(PLACES, dtype=np.int8)
NUMBER_OF_TILES = len(PLACES)
MAX_SPIRITS = EVIL + 1


@kernel
def shuffle_pieces(tiles, spirits, rng):
    """T5, T6: all tiles and the spirits that take part, each in random order."""
    for i in range(NUMBER_OF_TILES):
        tiles[i] = ALL_TILES[i]
    number(spirits)
    shuffle(tiles, len(tiles), rng)
    shuffle(spirits, len(spirits), rng)


@kernel
def lay_out(state, tiles, spirits):
    """T5: from the first tile on a face-down line, face-up tiles on it, the two hands and the
    draw pile; from piles the last is drawn first."""
    clear(state)
    for slot in range(STACKS):
        state.under[slot] = tiles[slot]
        lay_face_up(state, slot, tiles[STACKS + slot])
    first = 2 * STACKS
    for seat in range(SEATS):
        for _ in range(HAND):
            state.hands[seat] |= one(tiles[first])
            first += 1
    for i in range(PILE):
        state.pile[i] = tiles[first + i]
    for i in range(len(spirits)):
        state.spirit_pile[i] = spirits[i]
    state.turn = 0
    state.step = BEGIN


@kernel
def clear(state):
    """The table before anything is dealt, with its counts as after the deal."""
    for seat in range(SEATS):
        state.tiles[seat] = state.rainbows[seat] = state.squares[seat] = NONE
        state.hands[seat] = state.barred[seat] = state.spirits[seat] = NONE
        state.kept[seat] = 0
        state.held[seat] = state.limit[seat] = HAND
    state.faces = state.gone = state.fresh = state.options = state.open = NONE
    state.box = NONE if state.evil else one(EVIL)
    state.revealed = state.turns = 0
    state.line[:] = -1
    state.under[:] = -1
    state.stacked = (1 << STACKS) - 1
    state.pile[:] = -1
    state.left = PILE
    state.spirit_pile[:] = -1
    state.spirits_left = EVIL + state.evil
    state.square_of[:] = -1
    state.supply = RAINBOWS
    state.centre = state.met = state.evil_holder = state.covered = -1
    state.coming[:] = -1
    state.drawn[:] = -1
    state.given[:] = -1
    state.waiting = state.moving = state.second = state.again = state.passes = state.happened = 0
    state.after = LOOK
    state.events[:] = 0
