"""What a seat may know: hiding the rest, and dealing it anew for a guess (T16).

Hidden are the other hands, both piles, what lies face down in the line, and the generator.
"""

import numpy as np

from parhelion.games.solstis.kernels.constants import EVIL, MOUNTAIN, PLAY, PLAY_DEER
from parhelion.games.solstis.kernels.places import NONE, ONE, has
from parhelion.games.solstis.kernels.state import NOBODY, PILE, SEATS, STACKS
from parhelion.games.solstis.kernels.turn import playable
from parhelion.kernel import (
    TOGETHER,
    below,
    kernel,
    lowest,
    nth_bit,
    one,
    popcount,
    scratch,
    shuffle,
    split,
)

UNSEEN_TILES = PILE + STACKS


@kernel
def asks_about_hand(state):
    """Whether the options of the position are tiles of a hand."""
    return state.phase == PLAY or state.phase == PLAY_DEER


@kernel
def hide(state, seat):
    """Hide the other hands, both piles and what lies face down; after the end nothing."""
    state.rng[:] = 0
    if state.actor == NOBODY:
        return
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = NONE
    if state.actor != seat and asks_about_hand(state):
        state.options = NONE
    state.under[:] = -1
    state.pile[:] = -1
    state.spirit_pile[:] = -1


@kernel
def redeal(state, seat, rng):
    """Deal anew what the seat has not seen: each possibility is as likely as any other."""
    split(rng, state.rng)
    if state.actor == NOBODY:
        return
    if seat != TOGETHER:
        deal_hands(state, seat, rng)
    deal_tiles(state, rng)
    deal_spirits(state, rng)
    if state.phase == PLAY:
        state.options = playable(state, state.actor)
    elif state.phase == PLAY_DEER:
        state.options = state.hands[state.actor]


@kernel
def seen_by_all(state):
    """The tiles that lie face up somewhere, or did before they left the game."""
    seen = state.tiles[0] | state.tiles[1] | state.gone | state.faces
    if state.centre >= 0:
        seen |= one(state.centre)
    for i in range(state.waiting):
        seen |= one(state.coming[i])
    return seen


@kernel
def deal_hands(state, seat, rng):
    """New hands for those that a seat does not see: without tiles that passing ruled out, and
    with one that can be played where somebody is known to have one (T16)."""
    unseen = MOUNTAIN & ~seen_by_all(state)
    if seat >= 0:
        unseen &= ~state.hands[seat]
    while True:
        for other in range(SEATS):
            if other != seat:
                possible = unseen & ~state.barred[other]
                state.hands[other] = some_of(possible, state.held[other], rng)
        apart = state.hands[0] & state.hands[1] == NONE
        if apart and (state.phase != PLAY or playable(state, state.actor) != NONE):
            return


@kernel
def some_of(tiles, n, rng):
    """A random choice of `n` tiles."""
    chosen = NONE
    for _ in range(n):
        tile = nth_bit(tiles, below(rng, popcount(tiles)))
        chosen |= one(tile)
        tiles &= ~one(tile)
    return chosen


@kernel
def deal_tiles(state, rng):
    """The tiles in no hand and not seen, in random order: under the line and in the pile."""
    rest = MOUNTAIN & ~seen_by_all(state) & ~state.hands[0] & ~state.hands[1]
    tiles, n = scratch(UNSEEN_TILES, np.int8), 0
    while rest != NONE:
        tiles[n] = lowest(rest)
        n += 1
        rest &= rest - ONE
    shuffle(tiles, n, rng)
    n = 0
    for place in range(state.left):
        state.pile[place] = tiles[n]
        n += 1
    for slot in range(STACKS):
        if state.stacked >> slot & 1:
            state.under[slot] = tiles[n]
            n += 1


@kernel
def deal_spirits(state, rng):
    """The spirits that nobody has seen, in random order."""
    seen = state.box | state.spirits[0] | state.spirits[1] | state.open
    for spirit in (state.drawn[0], state.drawn[1], state.met):
        if spirit >= 0:
            seen |= one(spirit)
    if state.evil_holder != NOBODY:
        seen |= one(EVIL)
    n = 0
    for spirit in range(EVIL + 1):
        if not has(seen, spirit):
            state.spirit_pile[n] = spirit
            n += 1
    shuffle(state.spirit_pile, n, rng)
