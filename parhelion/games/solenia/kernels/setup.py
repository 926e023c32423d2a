"""Setting up: the sky (S3), hands, deliveries and gifts (S9, S10), upgrade tiles on offer (S29)."""

import numpy as np

from parhelion.games.solenia.kernels.cards import draw_up, note_zeros
from parhelion.games.solenia.kernels.constants import (
    ALONE,
    BEGIN,
    CARDS,
    HAND,
    KINDS,
    MIDDLE,
    NEXT,
    NONE,
    SEATS,
    STRIPS,
    TILES,
    TWILIGHT,
    WIND,
)
from parhelion.games.solenia.kernels.deliveries import refill
from parhelion.games.solenia.kernels.powers import decks_in_play, variant
from parhelion.games.solenia.kernels.spaces import note_cities
from parhelion.games.solenia.kernels.upgrades import ask_draft
from parhelion.kernel import below, kernel, number, scratch, shuffle


@kernel
def shuffle_all(state, rng):
    """S3, S9, S10: shuffle the strips, both kinds of deliveries and every deck."""
    clear(state)
    shuffle_sky(state, rng)
    for row in range(2):
        for tile in range(TILES):
            state.piles[row, tile] = tile
        shuffle(state.piles[row], TILES, rng)
    for seat in range(decks_in_play(state)):
        for card in range(CARDS):
            state.decks[seat, card] = card
        shuffle(state.decks[seat], CARDS, rng)
        number_alike(state, state.decks[seat])
    if state.upgrades:
        shuffle_upgrades(state, rng)


@kernel
def clear(state):
    """An empty table with full piles."""
    state.lying[:] = -1
    state.owner[:] = -1
    state.taken = state.spaces = state.free = NONE
    state.display[:] = -1
    state.piles[:] = -1
    state.left[:] = TILES
    state.stock[:] = 0
    state.stars[:] = 0
    state.tiles[:] = 0
    state.delivered[:] = 0
    state.slots[:] = 0
    state.capacity[:] = state.capacities[state.board]
    state.hands[:] = -1
    state.held[:] = 0
    state.limit[:] = HAND
    state.decks[:] = -1
    state.deck_left[:] = 0
    state.used[:] = 0
    state.level_1[:] = state.offered_1[:] = -1
    state.level_3[:] = state.offered_3[:] = -1
    state.powers[:] = 0
    state.crowns[:] = 0
    for seat in range(SEATS):
        state.own[seat] = NONE
    state.last_lane = MIDDLE
    state.options = state.price = state.to_choose = state.among = state.giving = 0
    state.place = state.chosen = -1
    state.value = state.row = state.turn = state.ahead = state.draft_round = state.revealed = 0
    state.paid_out = state.filling = state.happened = 0
    state.events[:] = 0
    state.given[:] = -1
    state.after = NEXT
    note_cities(state)
    note_zeros(state)


@kernel
def number_alike(state, deck):
    """Cards of one kind are alike: let those that are drawn first have the lower numbers."""
    for kind in range(KINDS):
        place = CARDS
        for card in range(CARDS):
            if state.cards[card] == kind:
                place -= 1
                while state.cards[deck[place]] != kind:
                    place -= 1
                deck[place] = card


@kernel
def shuffle_sky(state, rng):
    """S3: the four strips in random order around the twilight one; the position gives the face."""
    sky = state.sky - 1
    if sky < 0:
        sky = below(rng, 2)
    strips = scratch(TWILIGHT, np.int64)
    number(strips)
    shuffle(strips, TWILIGHT, rng)
    lay_sky(state, strips, sky)


@kernel
def lay_sky(state, strips, sky):
    """S3: night in the rear and dawn in the middle, or the other way round."""
    for i in range(STRIPS):
        state.order[i] = TWILIGHT if i == MIDDLE else strips[i if i < MIDDLE else i - 1]
        state.face[i] = sky if i == MIDDLE else (sky if i > MIDDLE else 1 - sky)


@kernel
def shuffle_upgrades(state, rng):
    """S29: as many tiles of each level as players; a level-3 tile has two different halves."""
    first, day, night = scratch(8, np.int64), scratch(8, np.int64), scratch(8, np.int64)
    number(first)
    number(day)
    number(night)
    shuffle(first, 8, rng)
    shuffle(day, 8, rng)
    shuffle(night, 8, rng)
    for i in range(state.players):
        other = i
        while state.crowning[0, day[i]] == state.crowning[1, night[other]]:
            other += 1
        night[i], night[other] = night[other], night[i]
        state.offered_1[i] = state.lasting[first[i]]
        state.offered_3[i, 0] = state.crowning[0, day[i]]
        state.offered_3[i, 1] = state.crowning[1, night[i]]


@kernel
def hand_out(state):
    """S9, S10: show the deliveries, draw hands, give gifts; then the draft or the first turn."""
    players = state.players
    for row in range(2):
        for place in range(3 if players < 4 else 4):
            refill(state, row, place)
    for seat in range(decks_in_play(state)):
        state.deck_left[seat] = CARDS
    for seat in range(players):
        draw_up(state, seat)
        for resource in range(4):
            state.stock[seat, resource] = state.gifts[players - 1, seat, resource]
        if state.even:
            state.stars[seat] = state.even_stars[variant(state), players - 1, seat]
    if players == ALONE:
        state.stars[WIND] = state.head_starts[variant(state), state.difficulty]
    state.revealed = 0
    if state.upgrades:
        state.turn = players - 1
        ask_draft(state)
    else:
        state.step = BEGIN
