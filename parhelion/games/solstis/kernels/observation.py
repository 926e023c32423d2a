"""What a seat observes, in the order of `parhelion.games.solstis.observation`: planes of the
mountain, sets of spirits, then numbers.

A plane is the mountain, six rows from the valley up, ten columns, of which 48 are places.
"""

import numpy as np

from parhelion.games.solstis.kernels.constants import EVIL, MOUNTAIN, PHASES, STRIDE
from parhelion.games.solstis.kernels.knowledge import seen_by_all
from parhelion.games.solstis.kernels.places import NONE
from parhelion.games.solstis.kernels.state import STACKS
from parhelion.kernel import kernel, one, spread_16

ROWS, COLUMNS = 6, STRIDE - 1
PLANE = ROWS * COLUMNS
SPIRITS = EVIL
"""The Evil one is told apart."""
ROW_BITS = np.uint64((1 << COLUMNS) - 1)
ALL_SPIRITS = np.uint64((1 << SPIRITS) - 1)
NUMBER_OF_PHASES = len(PHASES)


@kernel
def observe(state, seat, out):
    """Write what a seat may know, its own things first. Hands of others and piles are not read."""
    other = 1 - seat
    n = 0
    for places in (
        state.tiles[seat],
        state.tiles[other],
        state.rainbows[seat],
        state.rainbows[other],
        state.squares[seat],
        state.squares[other],
        state.hands[seat],
        MOUNTAIN & ~seen_by_all(state) & ~state.hands[seat],
        state.barred[other],
        state.faces,
        stacked_faces(state),
        alone(state.centre),
        alone(state.coming[0] if state.waiting > 0 else -1),
        later(state),
        state.fresh,
    ):
        n = write_plane(places, out, n)
    for spirits in (
        state.spirits[seat],
        state.spirits[other],
        state.open,
        alone(state.drawn[0]) | alone(state.drawn[1]),
        alone(state.met),
        alone(state.covered),
    ):
        n = write_spirits(spirits, out, n)
    write_numbers(state, seat, other, out[n:])


@kernel
def alone(member):
    """The set of one place or spirit, empty for -1."""
    return one(member) if member >= 0 else NONE


@kernel
def later(state):
    """The tiles on the way to a panorama but for the first."""
    tiles = NONE
    for i in range(1, state.waiting):
        tiles |= one(state.coming[i])
    return tiles


@kernel
def stacked_faces(state):
    """The tiles of the line that have another one under them."""
    tiles = NONE
    for slot in range(STACKS):
        if state.stacked >> slot & 1:
            tiles |= alone(state.line[slot])
    return tiles


@kernel
def write_plane(places, out, n):
    """A set of places as a plane, from out[n] on; the place behind it. What is written behind the
    end of a row is overwritten by what follows."""
    for row in range(ROWS):
        line = places >> np.uint64(STRIDE * row) & ROW_BITS
        spread_16(line, out, n)
        n += COLUMNS
    return n


@kernel
def write_spirits(spirits, out, n):
    """A set of spirits, from out[n] on; the place behind it."""
    spread_16(spirits & ALL_SPIRITS, out, n)
    return n + SPIRITS


@kernel
def write_numbers(state, seat, other, out):
    """The Evil spirit, what is left, hands, and where the turn stands."""
    out[0] = state.evil_holder == seat
    out[1] = state.evil_holder == other
    out[2] = state.evil
    out[3] = state.held[seat]
    out[4] = state.held[other]
    out[5] = state.limit[seat]
    out[6] = state.limit[other]
    out[7] = state.kept[seat]
    out[8] = state.kept[other]
    out[9] = state.left
    out[10] = state.spirits_left
    out[11] = state.supply
    out[12] = state.actor == seat
    out[13] = state.turn == seat
    out[14] = state.second
    out[15] = state.again
    out[16] = state.passes
    out[17] = state.moving
    for phase in range(NUMBER_OF_PHASES):
        out[18 + phase] = state.phase == phase
