"""The contract with all games: what is legal, one move, the result."""

import numpy as np

from parhelion.games.orion.kernels.bitsets import NONE, has, nth_cell, size
from parhelion.games.orion.kernels.constants import CELLS, PLACEMENTS, WORDS
from parhelion.games.orion.kernels.ending import end_if_over
from parhelion.games.orion.kernels.placement import place_tile
from parhelion.games.orion.kernels.setup import deal, place_token, token_actions
from parhelion.games.orion.kernels.token_layouts import random_token_cell, token_cells
from parhelion.kernel import below, kernel, list_bits, nth_bit, popcount, spread_64

__all__ = ["actor", "apply", "deal", "legal", "mask", "sample", "scores"]

TRIES = 2
"""Blind picks of `sample` before it counts."""
MASK_WORDS = PLACEMENTS // 64 + 1


# --- what is legal -----------------------------------------------------------------------


@kernel
def actor(state):
    """The seat to decide, -1 when the game is over."""
    return int(state.actor)


@kernel
def legal(state, out):
    """The legal actions, ascending, into `out`; how many."""
    if state.actor < 0:
        return 0
    if state.choices == 0:
        return list_tokens(state, out)
    n = NONE
    for w in range(WORDS):
        n = list_bits(state.legal[w], 64 * w, out, n)
    return np.int64(n)


@kernel
def list_tokens(state, out):
    """The legal cells for the next token, as actions, into `out`; how many."""
    cells = token_cells(state.galaxies, state.holes)
    for n in range(size(cells)):
        out[n] = token_actions(state) + nth_cell(cells, n)
    return size(cells)


@kernel
def mask(state, out):
    """Whether each action is legal, 64 of them at a time."""
    over = state.actor < 0
    for w in range(MASK_WORDS):
        spread_64(NONE if over else state.legal[w], out, 64 * w)
    out[64 * MASK_WORDS :] = 0
    if not over and state.choices == 0:
        cells = token_cells(state.galaxies, state.holes)
        for cell in range(CELLS):
            out[token_actions(state) + cell] = has(cells, cell)


@kernel
def sample(state, rng):
    """One uniformly random legal action.

    A few blind picks come first: they succeed early in a game, when counting takes longest.
    """
    if state.choices == 0:
        return sample_token(state, rng)
    for _ in range(TRIES):
        pick = below(rng, PLACEMENTS)
        if has(state.legal, pick):
            return pick
    rank = below(rng, np.int64(state.choices))
    w = 0
    while popcount(state.legal[w]) <= rank:
        rank -= popcount(state.legal[w])
        w += 1
    return 64 * w + nth_bit(state.legal[w], rank)


@kernel
def sample_token(state, rng):
    """One uniformly random legal cell for the next token, as an action."""
    return token_actions(state) + random_token_cell(state.galaxies, state.holes, rng)


# --- playing -----------------------------------------------------------------------------


@kernel
def apply(state, action):
    """Play a legal action."""
    state.happened = 0
    if action >= PLACEMENTS:
        place_token(state, action)
    else:
        seat = actor(state)
        place_tile(state, seat, action)
        end_if_over(state, seat)


@kernel
def scores(state, out):
    """1 for the winner, 0 for the loser, 0 each in a draw."""
    for seat in range(2):
        out[seat] = state.winner == seat
