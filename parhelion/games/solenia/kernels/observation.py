"""What a seat observes, in the order of `parhelion.games.solenia.observation`: planes of the sky,
cards, deliveries, what lies before each seat, then numbers.

Seats are relative: 0 is the viewer, 1 the seat after it … What lies before seats that do not play
stays 0. A plane is the sky, five strips from the rear to the front, five lanes.
"""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    ALONE,
    CARDS,
    DISPLAYED,
    FIXED,
    KINDS,
    LANES,
    NONE,
    NUMBER_OF_POWERS,
    OF_SPACE,
    ONE,
    PHASES,
    SEATS,
    SPACE_NUMBER,
    STAR_IF,
    STRIPS,
)
from parhelion.games.solenia.kernels.powers import decks_in_play
from parhelion.kernel import kernel, lowest

PLANE = STRIPS * LANES
SIGNS = 6
"""What a space can be: a resource, or a city of the day or the night."""
MOST = 127
"""Larger numbers are observed as this."""
NUMBER_OF_PHASES = len(PHASES)

# Where each group of parts begins.
CARDS_AT = 2 * SIGNS * PLANE
HAND_AT = CARDS_AT + (SEATS + 1 + 1 + 4 + 4 + 1) * PLANE
UNUSED_AT = HAND_AT + KINDS
DISPLAY_AT = UNUSED_AT + SEATS * KINDS
TILE = 6
"""Numbers of a delivery tile: whether there is one, its stars, what it asks for."""
LEFT_AT = DISPLAY_AT + 2 * DISPLAYED * TILE
SEATS_AT = LEFT_AT + 2
SEAT = 1 + 4 + 1 + 2 + 1 + 12 + 4 + 8 + 8 + 16 + 16
"""Numbers of a seat."""
OFFERED_AT = SEATS_AT + SEATS * SEAT
TURN_AT = OFFERED_AT + 8 + 4 * 2 * 8


@kernel
def observe(state, seat, out):
    """Write what a seat may know. Hands of others and piles are not read."""
    out[:] = 0
    write_sky(state, out)
    players = decks_in_play(state)
    for relative in range(players):
        other = (seat + relative) % players
        write_cards_of(state, other, relative, out)
        write_unused(state, other, seat, out[UNUSED_AT + KINDS * relative :])
        write_seat(state, other, out[SEATS_AT + SEAT * relative :])
    for i in range(state.held[seat]):
        out[HAND_AT + np.int64(state.cards[state.hands[seat, i]])] += 1
    write_display(state, out[DISPLAY_AT:])
    out[LEFT_AT] = state.left[0]
    out[LEFT_AT + 1] = state.left[1]
    write_offers(state, out[OFFERED_AT:])
    write_turn(state, seat, players, out[TURN_AT:])


@kernel
def write_sky(state, out):
    """What every space is, and what it becomes when its strip is turned."""
    for strip in range(STRIPS):
        for lane in range(LANES):
            place = LANES * strip + lane
            order, face = state.order[strip] & 7, state.face[strip] & 1
            now, turned = state.strips[order, face, lane], state.strips[order, 1 - face, lane]
            out[PLANE * np.int64(now) + place] = 1
            out[PLANE * (SIGNS + np.int64(turned)) + place] = 1
    if state.place >= 0:
        out[HAND_AT - PLANE + SPACE_NUMBER[state.place]] = 1


@kernel
def write_cards_of(state, seat, relative, out):
    """The cards of a seat in the sky: whose, their value, and what they bring when expelled."""
    spaces = state.own[seat]
    while spaces != NONE:
        space = lowest(spaces)
        spaces &= spaces - ONE
        kind = np.int64(state.lying[space])
        value, power = kind // NUMBER_OF_POWERS, kind % NUMBER_OF_POWERS
        first = CARDS_AT + SPACE_NUMBER[space]
        out[first + PLANE * relative] = 1
        first += PLANE * SEATS
        out[first] = value
        out[first + PLANE] = OF_SPACE[power]
        for resource in range(4):
            out[first + PLANE * (2 + resource)] = FIXED[power, resource]
        if STAR_IF[power] >= 0:
            out[first + PLANE * (6 + STAR_IF[power])] = 1


@kernel
def write_unused(state, seat, viewer, out):
    """By kind, the cards of a seat that were neither played nor discarded and that the viewer does
    not hold."""
    gone = state.used[seat]
    if seat == viewer:
        for i in range(state.held[seat]):
            gone |= 1 << state.hands[seat, i]
    for card in range(CARDS):
        if not gone >> card & 1:
            out[state.cards[card]] += 1


@kernel
def write_display(state, out):
    """The delivery tiles face up."""
    for row in range(2):
        for place in range(DISPLAYED):
            tile = state.display[row, place]
            if tile >= 0:
                first = TILE * (DISPLAYED * row + place)
                out[first] = 1
                out[first + 1] = state.worth[row, tile]
                for resource in range(4):
                    out[first + 2 + resource] = state.costs[row, tile, resource]


@kernel
def write_seat(state, seat, out):
    """Resources, stars, deliveries, slots, cards left and upgrade tiles of a seat."""
    out[0] = 1
    for resource in range(4):
        out[1 + resource] = min(state.stock[seat, resource], MOST)
    out[5] = min(state.stars[seat], MOST)
    worth = 0
    for row in range(2):
        out[6 + row] = state.delivered[seat, row]
        tiles = np.uint64(state.tiles[seat, row])
        while tiles != NONE:
            worth += np.int64(state.worth[row, lowest(tiles)])
            tiles &= tiles - ONE
        write_bits(state.slots[seat, row], 6, out[9 + 6 * row :])
    out[8] = min(worth, MOST)
    out[21] = min(state.capacity[seat], MOST)
    out[22] = state.held[seat]
    out[23] = state.limit[seat]
    out[24] = state.deck_left[seat]
    if state.level_1[seat] >= 0:
        out[25 + state.level_1[seat]] = 1
    write_bits(state.powers[seat], 8, out[33:])
    for row in range(2):
        if state.level_3[seat, row] >= 0:
            out[41 + 8 * row + state.level_3[seat, row]] = 1
        write_bits(state.crowns[seat, row], 8, out[57 + 8 * row :])


@kernel
def write_bits(bits, n, out):
    """The lowest `n` bits of a set."""
    for bit in range(n):
        out[bit] = bits >> bit & 1


@kernel
def write_offers(state, out):
    """The upgrade tiles on offer."""
    for i in range(SEATS):
        if state.offered_1[i] >= 0:
            out[state.offered_1[i]] = 1
        for half in range(2):
            if state.offered_3[i, half] >= 0:
                out[8 + 16 * i + 8 * half + state.offered_3[i, half]] = 1


@kernel
def write_turn(state, seat, players, out):
    """Who decides what, and the options of the game."""
    if state.actor >= 0:
        out[(state.actor - seat) % players] = 1
    out[SEATS + (state.turn - seat) % players] = 1
    rest = out[2 * SEATS :]
    rest[state.phase] = 1
    rest = rest[NUMBER_OF_PHASES:]
    rest[0] = state.price
    rest[1] = state.value
    rest[2] = state.row
    rest[3] = min(state.to_choose, MOST)
    write_bits(state.among, 4, rest[4:])
    rest[8] = min(state.giving, MOST)
    if state.chosen >= 0:
        rest[9 + state.chosen] = 1
    rest[13] = state.ahead
    rest[14 + state.last_lane] = 1
    rest[19] = state.board
    rest[20] = state.upgrades
    rest[21] = state.players == ALONE
