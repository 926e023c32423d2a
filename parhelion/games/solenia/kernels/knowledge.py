"""What a seat knows: hiding the rest, and guessing it (hands, draw piles, delivery piles)."""

import numpy as np

from parhelion.games.solenia.kernels.constants import CARDS, DISPLAYED, NOBODY, SEATS, TILES
from parhelion.games.solenia.kernels.powers import decks_in_play
from parhelion.kernel import TOGETHER, kernel, scratch, shuffle, split


@kernel
def hide(state, seat):
    """Hide the other hands, all draw piles and the delivery piles; after the end nothing."""
    state.rng[:] = 0
    if state.actor == NOBODY:
        return
    for other in range(SEATS):
        if other != seat:
            state.hands[other, :] = -1
    state.decks[:] = -1
    state.piles[:] = -1


@kernel
def redeal(state, seat, rng):
    """Deal anew what the seat has not seen: each possibility is as likely as any other."""
    split(rng, state.rng)
    if state.actor == NOBODY:
        return
    for other in range(decks_in_play(state)):
        redeal_cards(state, other, other == seat or seat == TOGETHER, rng)
    for row in range(2):
        redeal_pile(state, row, rng)


@kernel
def redeal_cards(state, seat, known, rng):
    """A player's unused cards: the deck in random order, and the hand too unless it is known."""
    cards, n, seen = scratch(CARDS, np.int8), 0, state.used[seat]
    if known:
        for i in range(state.held[seat]):
            seen |= 1 << state.hands[seat, i]
    for card in range(CARDS):
        if not seen >> card & 1:
            cards[n] = card
            n += 1
    shuffle(cards, n, rng)
    for i in range(state.deck_left[seat]):
        state.decks[seat, i] = cards[i]
    if not known:
        for i in range(state.held[seat]):
            insert(state.hands[seat], i, cards[state.deck_left[seat] + i])


@kernel
def insert(hand, n, card):
    """Put a card in its place among the first `n` of a hand, which are ascending."""
    while n > 0 and hand[n - 1] > card:
        hand[n] = hand[n - 1]
        n -= 1
    hand[n] = card


@kernel
def redeal_pile(state, row, rng):
    """The delivery tiles of a kind that nobody has seen, in random order."""
    seen = 0
    for seat in range(SEATS):
        seen |= state.tiles[seat, row]
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0:
            seen |= 1 << state.display[row, place]
    n = 0
    for tile in range(TILES):
        if not seen >> tile & 1:
            state.piles[row, n] = tile
            n += 1
    shuffle(state.piles[row], n, rng)
