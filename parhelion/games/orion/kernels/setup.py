"""O7: the deal, with the tokens where the option `setup` wants them, or placed by the players;
and positions that somebody sets up."""

import numpy as np

from parhelion.games.orion.kernels.bitsets import NONE, ONE, add, exclude, has, size
from parhelion.games.orion.kernels.chains import GALAXY_SHIFT, HOLE_SHIFT
from parhelion.games.orion.kernels.constants import (
    ALL_KINDS,
    CELLS,
    GALAXY_ACTIONS,
    GALAXY_TOKENS,
    HOLE_ACTIONS,
    HOLE_TOKENS,
    OF_KINDS,
    ON_SIDES,
    OTHER_ON,
    OWN_ON,
    PLAYERS,
    RANDOM,
    TILES_IN_ALL,
    TILES_OF_KIND,
    TOKENS,
    WORDS,
)
from parhelion.games.orion.kernels.ending import end_if_over
from parhelion.games.orion.kernels.placement import lay, update_legal
from parhelion.games.orion.kernels.token_layouts import SYMMETRIC, place_randomly
from parhelion.kernel import kernel, lowest, scratch


@kernel
def deal(state, rng):
    """O4-O7: full hands, and the tokens where the option `setup` wants them."""
    clear(state)
    if state.setup == PLAYERS:
        return
    tokens = scratch(TOKENS, np.int64)
    if state.setup == RANDOM:
        place_randomly(tokens, rng)
    else:
        for token in range(len(tokens)):
            tokens[token] = SYMMETRIC[state.setup - 1, token]
    for token in range(len(tokens)):
        add(state.galaxies if token < GALAXY_TOKENS else state.holes, tokens[token])
    begin(state)


@kernel
def clear(state):
    """An empty board, all tiles in hand, the seat that places the galaxies to decide (O7)."""
    state.actor = state.placer
    state.ply = 0
    state.last = -1
    state.winner = -1
    state.reason = 0
    state.galaxies[:] = NONE
    state.holes[:] = NONE
    state.hexes[:] = NONE
    state.kinds[:] = ALL_KINDS
    state.pairs[:] = 0
    state.ways[:] = 0
    state.gained[:] = 0
    state.conditions[:] = 0
    state.legal[:] = NONE
    state.choices = 0
    state.happened = 0
    state.events[:] = 0
    for seat in range(2):
        for kind in range(6):
            state.tiles[seat, kind] = TILES_OF_KIND[kind]
    for cell in range(CELLS):
        state.parent[cell] = cell


@kernel
def begin(state):
    """Once the tokens lie: note what each cell adds to a chain and what O9 allows at first. The
    first seat is to lay a tile."""
    for cell in range(CELLS):
        state.chain[cell] = ON_SIDES[cell]
    for w in range(WORDS):
        state.free[w] = OF_KINDS[ALL_KINDS, w]
        state.own_fits[0, w] = OF_KINDS[ALL_KINDS, w]
        state.other_fits[0, w] = OF_KINDS[ALL_KINDS, w]
    for half in range(2):
        note_tokens(state, state.galaxies[half], 64 * half, 1 << GALAXY_SHIFT)
        note_tokens(state, state.holes[half], 64 * half, 1 << HOLE_SHIFT)
    for w in range(WORDS):
        state.own_fits[1, w] = state.own_fits[0, w]
        state.other_fits[1, w] = state.other_fits[0, w]
    state.actor = state.first
    update_legal(state, int(state.first))


@kernel
def note_tokens(state, tokens, first, worth):
    """Tokens on the cells first + i: each is worth something to a chain, and no tile may cover
    it for now."""
    while tokens != NONE:
        cell = first + lowest(tokens)
        state.chain[cell] |= worth
        exclude(state.own_fits[0], OWN_ON[cell])
        exclude(state.other_fits[0], OTHER_ON[cell])
        tokens &= tokens - ONE


@kernel
def tokens_left(state):
    """Tokens still to be placed as moves (O7, setup `players`)."""
    return GALAXY_TOKENS + HOLE_TOKENS - size(state.galaxies) - size(state.holes)


@kernel
def token_actions(state):
    """The first of the actions that place the next token."""
    return GALAXY_ACTIONS if tokens_left(state) > HOLE_TOKENS else HOLE_ACTIONS


@kernel
def place_token(state, action):
    """O7: one seat places the galaxies, then the other the black holes, then tiles follow."""
    if action < HOLE_ACTIONS:
        add(state.galaxies, action - GALAXY_ACTIONS)
    else:
        add(state.holes, action - HOLE_ACTIONS)
    left = tokens_left(state)
    state.actor = state.placer if left > HOLE_TOKENS else 1 - state.placer
    if left == 0:
        begin(state)


@kernel
def set_up(states, hexes):
    """Lay hexes of both colours, two sets of cells, into the empty board of states[0], whose
    tiles left say how many were placed; everything that follows from them is worked out."""
    state = states[0]
    for colour in range(2):
        for cell in range(CELLS):
            if has(hexes[colour], cell):
                lay(state, colour, cell)
    state.ply = TILES_IN_ALL
    for seat in range(2):
        state.kinds[seat] = 0
        for kind in range(6):
            state.ply -= state.tiles[seat, kind]
            state.kinds[seat] |= (state.tiles[seat, kind] > 0) << kind
    state.actor = state.first if state.ply % 2 == 0 else 1 - state.first
    update_legal(state, int(state.actor))
    state.gained[:] = state.ways
    end_if_over(state, 1 - int(state.actor))
    state.happened = 0
