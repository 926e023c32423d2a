"""The game alone: what the Trade Wind does after each turn (S31, S32)."""

import numpy as np

from parhelion.games.solenia.kernels.cards import lay_card, take_from_deck
from parhelion.games.solenia.kernels.constants import (
    DAY_CITY,
    DISPLAYED,
    EXPEL,
    LANES,
    MIDDLE,
    NONE,
    NUMBER_OF_POWERS,
    STAR,
    STRIDE,
    WIND,
)
from parhelion.games.solenia.kernels.deliveries import take_tile
from parhelion.games.solenia.kernels.event_codes import ADVANCED, BLEW, FROM_SPACE, ROLLED
from parhelion.games.solenia.kernels.resources import add_stars
from parhelion.games.solenia.kernels.spaces import produces
from parhelion.kernel import below, kernel, one
from parhelion.kernel.question_steps import tell


@kernel
def blow(state):
    """S31, S32: the Trade Wind turns up a card and rolls the die."""
    card = take_from_deck(state, WIND)
    state.used[WIND] |= 1 << card
    space = landing(state, roll(state))
    state.paid_out = 0
    state.step = EXPEL
    if space >= 0:
        blow_card(state, np.int64(state.cards[card]), space)


@kernel
def roll(state):
    """S31: the lane that the die says; the star is the lane of the player's last card.

    A roll of a real die counts instead; ours is rolled all the same, so that what follows does not
    depend on it."""
    face = np.int64(state.die[below(state.rng, 6)])
    if face < 0:
        face = STAR
    if state.given[0] >= 0:
        face = np.int64(state.given[0])
        state.given[0], state.given[1] = state.given[1], -1
    tell(state, ROLLED, face, WIND)
    return state.last_lane if face == STAR else face


@kernel
def landing(state, lane):
    """S31: the free space of a lane nearest to the airship's strip, ties ahead; a full lane gives
    way to the next one; -1 on a full board."""
    for i in range(LANES):
        here = (lane + i) % LANES
        for away in range(MIDDLE + 1):
            for strip in (MIDDLE + away, MIDDLE - away):
                if state.taken & one(STRIDE * strip + here) == NONE:
                    return STRIDE * strip + here
    return -1


@kernel
def blow_card(state, kind, space):
    """S32: a card of the Trade Wind's lands on a space."""
    value = kind // NUMBER_OF_POWERS
    lay_card(state, WIND, kind, space)
    tell(state, BLEW, 64 * kind + space, WIND)
    state.ahead = value == 0
    if state.ahead:
        tell(state, ADVANCED, 0, WIND)
    wind_delivers(state, produces(state, space) - DAY_CITY, value)


@kernel
def wind_delivers(state, row, value):
    """S32: on a city it takes the leftmost displayed tile and scores it with the card's value."""
    if row < 0:
        return
    add_stars(state, WIND, value, FROM_SPACE)
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0:
            take_tile(state, WIND, row, place)
            return
