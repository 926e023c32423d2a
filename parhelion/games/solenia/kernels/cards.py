"""Airship cards: from the draw pile to the hand (S10, S20), from the hand to the board (S11)."""

import numpy as np

from parhelion.games.solenia.kernels.constants import CARDS, MAX_CARDS_HELD, NONE, NUMBER_OF_POWERS
from parhelion.games.solenia.kernels.event_codes import DREW
from parhelion.games.solenia.kernels.powers import is_wind
from parhelion.kernel import kernel, one
from parhelion.kernel.question_steps import tell


@kernel
def kinds_in_hand(state, seat):
    """The kinds of cards in a hand, as a bit set."""
    kinds = NONE
    for i in range(MAX_CARDS_HELD):
        if i < state.held[seat]:
            kinds |= one(state.cards[state.hands[seat, i]])
    return kinds


@kernel
def note_zeros(state):
    """Write down which cards have the value 0."""
    state.zeros = NONE
    for card in range(CARDS):
        if state.cards[card] < NUMBER_OF_POWERS:
            state.zeros |= one(card)


@kernel
def draw_up(state, seat):
    """Draw up to the hand limit while the pile lasts; the Trade Wind holds no cards."""
    if is_wind(state, seat):
        return
    before = state.held[seat]
    while state.held[seat] < state.limit[seat] and state.deck_left[seat] > 0:
        put_in_hand(state, seat, take_from_deck(state, seat))
    if state.held[seat] > before:
        tell(state, DREW, state.held[seat] - before, seat)


@kernel
def take_from_deck(state, seat):
    """The top card leaves a draw pile."""
    state.deck_left[seat] -= 1
    card = np.int64(state.decks[seat, state.deck_left[seat]])
    state.decks[seat, state.deck_left[seat]] = -1
    state.revealed += 1
    return card


@kernel
def put_in_hand(state, seat, card):
    """A card joins a hand, which stays in ascending order."""
    i = state.held[seat]
    while i > 0 and state.hands[seat, i - 1] > card:
        state.hands[seat, i] = state.hands[seat, i - 1]
        i -= 1
    state.hands[seat, i] = card
    state.held[seat] += 1


@kernel
def take_from_hand(state, seat, kind):
    """The first card of a kind leaves a hand."""
    i = 0
    while state.cards[state.hands[seat, i]] != kind:
        i += 1
    state.used[seat] |= 1 << state.hands[seat, i]
    state.held[seat] -= 1
    for j in range(i, state.held[seat]):
        state.hands[seat, j] = state.hands[seat, j + 1]
    state.hands[seat, state.held[seat]] = -1


@kernel
def lay_card(state, seat, kind, space):
    """A card lies on a space."""
    state.lying[space] = kind
    state.owner[space] = seat
    state.taken |= one(space)
    state.own[seat] |= one(space)
