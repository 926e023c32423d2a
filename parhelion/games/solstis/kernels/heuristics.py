"""What bots ask of a position: how good an action looks, which one to play, who will win."""

import numpy as np

from parhelion.games.solstis.kernels.constants import ACTION, CHOICE
from parhelion.games.solstis.kernels.places import NONE, ONE
from parhelion.games.solstis.kernels.scoring import PARTS, scores
from parhelion.games.solstis.kernels.values import (
    action_value,
    expected_points,
    fullness,
    panorama_value,
)
from parhelion.kernel import exp, kernel, lowest, next32, scratch

MAX_DRAWN = 6  # tiles that can leave the pile in a turn: second chance, spirits, drawing up
NOISE = 0.5  # the most that chance adds to a value in a rollout
USUAL = 2.9  # the value of most actions
CLEARLY = 0.7  # the points that make an action clearly better
LUCK = (6.0, 5.0)  # the spread of the final margin: a constant, and what a full pile adds
WON = 0.25  # the weight of victory in a finished game; the rest is that of the margin
MARGIN = 6.0  # the scale of that margin, in points


@kernel
def prior(state, action):
    """How good an action looks."""
    seat, t = np.int64(state.actor), fullness(state)
    mine, theirs = panorama_value(state, seat, t), panorama_value(state, 1 - seat, t)
    return (action_value(state, CHOICE[action], mine, theirs, t) - USUAL) / CLEARLY


@kernel
def rollout(state, tallies, rng):
    """The action with the highest value, each blurred by a little chance."""
    options, best, highest = state.options, lowest(state.options), -1e9
    if options & (options - ONE) == NONE:
        return ACTION[state.phase, best]
    seat, t = np.int64(state.actor), fullness(state)
    mine, theirs = panorama_value(state, seat, t), panorama_value(state, 1 - seat, t)
    while options != NONE:
        choice = lowest(options)
        options &= options - ONE
        value = action_value(state, choice, mine, theirs, t) + NOISE * next32(rng) / 2**32
        if value > highest:
            best, highest = choice, value
    return ACTION[state.phase, best]


@kernel
def evaluate(state, seat, points):
    """How likely a player is to win; for a finished game, whether and by how much it won."""
    if state.actor >= 0:
        t, parts = fullness(state), scratch(PARTS, np.int64)
        margin = expected_points(state, seat, parts, t) - expected_points(state, 1 - seat, parts, t)
        return likely(1.7 * margin / (LUCK[0] + LUCK[1] * np.sqrt(t)))
    scores(state, points)
    margin = points[seat] - points[1 - seat]
    won = 0.5 * (1 + (margin > 0) - (margin < 0))
    return WON * won + (1 - WON) * likely(margin / MARGIN)


@kernel
def may_win_now(state, action):
    """Whether the pile may run out this turn: before that no game ends (T16)."""
    return state.left <= MAX_DRAWN


@kernel
def likely(lead):
    """The logistic function: a lead as a chance to win."""
    return 1.0 / (1.0 + exp(-lead))
