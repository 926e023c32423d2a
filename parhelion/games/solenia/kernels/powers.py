"""Who plays and with what: boards (S27), the Trade Wind's seat (S31), upgrade tiles (S29)."""

import numpy as np

from parhelion.games.solenia.kernels.constants import ALONE, WIND
from parhelion.kernel import kernel


@kernel
def is_wind(state, seat):
    """Whether a seat is the Trade Wind's."""
    return state.players == ALONE and seat == WIND


@kernel
def decks_in_play(state):
    """How many seats have cards: every player, and the Trade Wind."""
    return 2 if state.players == ALONE else state.players


@kernel
def variant(state):
    """What is played with: 0 summer boards, 1 winter boards, 2 winter boards and upgrade tiles."""
    return state.board + state.upgrades


@kernel
def has_power(state, seat, power):
    """1 if a level-1 power of a player is at work, else 0."""
    return state.powers[seat] >> power & 1


@kernel
def has_crown(state, seat, row, power):
    """1 if a level-3 power of a player's row is at work, else 0."""
    return state.crowns[seat, row] >> power & 1


@kernel
def lasting_amount(state, power, place):
    """A number of a level-1 power."""
    return np.int64(state.lasting_amounts[power, place])


@kernel
def crowning_amount(state, power, place):
    """A number of a level-3 power."""
    return np.int64(state.crowning_amounts[power, place])


@kernel
def lasting_stars(state, power):
    """The stars of a level-1 power when it starts to work."""
    return np.int64(state.at_once[0, power])


@kernel
def crowning_stars(state, power):
    """The stars of a level-3 power when it starts to work, beside what it brings."""
    return np.int64(state.at_once[1, power])
