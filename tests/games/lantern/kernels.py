"""The record and the rules of Lanterns. Lantern k has brightness k + 1."""

import numpy as np

from parhelion.kernel import TOGETHER, kernel, nth_bit, popcount, record, scratch, shuffle, split

LANTERNS, SEATS, DEALT = 9, 3, 2
ACTIONS = LANTERNS + 1
DRAW = LANTERNS

STATE = record(
    ("hands", np.uint16, SEATS),  # bit sets of lanterns; secret
    ("pile", np.int8, LANTERNS),  # face down, the top one last; secret, -1 if unknown
    ("left", np.int8),  # lanterns in the pile
    ("held", np.int8, SEATS),  # lanterns in each hand
    ("lit", np.uint16),  # bit set
    ("last", np.int8),  # the lantern lit last, -1 before
    ("points", np.int16, SEATS),  # so far
    ("actor", np.int8),  # seat to decide, -1 when over
    ("revealed", np.uint8),  # how often something hidden came to light
)


@kernel
def deal(state, rng):
    """Two lanterns each, the rest face down."""
    state.lit, state.last, state.actor, state.revealed = 0, -1, 0, 0
    state.left = LANTERNS - SEATS * DEALT
    state.held[:] = DEALT
    state.hands[:] = 0
    state.points[:] = 0
    scatter(state, -1, rng)


@kernel
def scatter(state, seat, rng):
    """Give the lanterns that a seat does not see random places among those it does not see."""
    unknown = scratch(LANTERNS, np.int64)
    n = 0
    for lantern in range(LANTERNS):
        if not sees(state, seat, lantern):
            unknown[n] = lantern
            n += 1
    shuffle(unknown, n, rng)
    for other in range(SEATS):
        if other != seat and seat != TOGETHER:
            state.hands[other] = 0
            for _ in range(state.held[other]):
                n -= 1
                state.hands[other] |= 1 << unknown[n]
    for place in range(state.left):
        n -= 1
        state.pile[place] = unknown[n]


@kernel
def sees(state, seat, lantern):
    """Whether a seat, or for TOGETHER any seat, knows where a lantern is."""
    known = np.int64(state.lit)
    for other in range(SEATS):
        if other == seat or seat == TOGETHER:
            known |= np.int64(state.hands[other])
    return known >> lantern & 1


@kernel
def actor(state):
    """The seat to decide, -1 when over."""
    return np.int64(state.actor)


@kernel
def legal(state, out):
    """The lanterns in hand, and drawing while there is a pile."""
    if state.actor < 0:
        return 0
    hand = np.uint64(state.hands[state.actor])
    n = popcount(hand)
    for i in range(n):
        out[i] = nth_bit(hand, i)
    if state.left > 0:
        out[n] = DRAW
        n += 1
    return n


@kernel
def apply(state, action):
    """Draw, or light a lantern; then the next seat that can do anything."""
    seat = state.actor
    if action == DRAW:
        state.left -= 1
        state.hands[seat] |= 1 << np.int64(state.pile[state.left])
        state.pile[state.left] = -1
        state.held[seat] += 1
        state.revealed += 1
    else:
        state.hands[seat] ^= 1 << action
        state.held[seat] -= 1
        state.lit |= 1 << action
        if action > state.last:
            state.points[seat] += action + 1
        state.last = action
    pass_on(state)


@kernel
def pass_on(state):
    """The turn goes to the next seat with something to do."""
    seat = state.actor
    state.actor = -1
    for step in range(SEATS, 0, -1):
        other = (seat + step) % SEATS
        if state.held[other] > 0 or state.left > 0:
            state.actor = other


@kernel
def scores(state, out):
    """The points."""
    for seat in range(SEATS):
        out[seat] = state.points[seat]


@kernel
def hide(state, seat):
    """Blank the other hands, the pile and the generator."""
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = 0
    state.pile[:] = -1
    state.rng[:] = 0


@kernel
def redeal(state, seat, rng):
    """Deal anew what the seat does not see."""
    scatter(state, seat, rng)
    split(rng, state.rng)
