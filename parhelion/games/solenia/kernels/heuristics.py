"""What bots ask: how good a move looks, what a quick player does, how well a seat stands."""

import numpy as np

from parhelion.games.solenia.kernels.cards import kinds_in_hand
from parhelion.games.solenia.kernels.constants import (
    ACTION,
    ALONE,
    CHOICE,
    CLOUD_NETS,
    FIRST_CHOICE,
    NONE,
    NUMBER_OF_SPACES,
    ONE,
    PLAY,
    PLAYS,
    SPACE,
    SPACE_NUMBER,
    STRIDE,
)
from parhelion.games.solenia.kernels.move_values import (
    GLANCE,
    card_worth,
    choice_worth,
    cities_out_of_reach,
    discard_worth,
    look,
    space_worth,
)
from parhelion.games.solenia.kernels.position_values import prospect, turns_later
from parhelion.games.solenia.kernels.powers import has_power
from parhelion.games.solenia.kernels.scoring import share
from parhelion.games.solenia.kernels.spaces import produces
from parhelion.games.solenia.kernels.weights import (
    CHOICE_NOISE,
    FOR_WINNING,
    LEAD,
    PLAY_NOISE,
    SPREAD,
    SPREAD_OF_TURNS,
    SPREAD_OF_WIND,
    STARS_PER_PRIOR,
)
from parhelion.kernel import exp, kernel, lowest, next32, scratch


@kernel
def prior(state, action):
    """How good a legal action looks to its actor."""
    seat, glance = state.actor, scratch(GLANCE, np.float64)
    if action >= FIRST_CHOICE:
        return choice_worth(state, seat, CHOICE[action], glance) / STARS_PER_PRIOR
    look(state, seat, glance)
    if action >= PLAYS:
        return discard_worth(action - PLAYS, glance) / STARS_PER_PRIOR
    kind, space = action // NUMBER_OF_SPACES, SPACE[action % NUMBER_OF_SPACES]
    nets = has_power(state, seat, CLOUD_NETS)
    value = card_worth(kind, produces(state, space), space // STRIDE, nets, glance)
    news = cities_out_of_reach(state, seat)
    return (value + space_worth(state, seat, space, news, glance)) / STARS_PER_PRIOR


@kernel
def rollout(state, tallies, rng):
    """What a quick player does: what looks best, with a little noise."""
    glance = scratch(GLANCE, np.float64)
    if state.phase == PLAY:
        look(state, state.actor, glance)
        return best_play(state, state.actor, glance, rng)
    options, best, highest = np.uint64(state.options), -1, -1e9
    while options != NONE:
        choice = lowest(options)
        options &= options - ONE
        value = choice_worth(state, state.actor, choice, glance)
        value += CHOICE_NOISE * (next32(rng) / 2**32)
        if value > highest:
            best, highest = ACTION[state.phase, choice], value
    return best


@kernel
def best_play(state, seat, glance, rng):
    """The card and the space that look best."""
    kinds, spaces, best, highest = kinds_in_hand(state, seat), state.spaces, -1, -1e9
    nets, news = has_power(state, seat, CLOUD_NETS), cities_out_of_reach(state, seat)
    while spaces != NONE:
        space = lowest(spaces)
        spaces &= spaces - ONE
        what, base = produces(state, space), space_worth(state, seat, space, news, glance)
        left = kinds
        while left != NONE:
            kind = lowest(left)
            left &= left - ONE
            value = base + card_worth(kind, what, space // STRIDE, nets, glance)
            value += PLAY_NOISE * (next32(rng) / 2**32)
            if value > highest:
                best, highest = NUMBER_OF_SPACES * kind + SPACE_NUMBER[space], value
    while state.free == NONE and kinds != NONE:
        kind = lowest(kinds)
        kinds &= kinds - ONE
        value = discard_worth(kind, glance) + PLAY_NOISE * (next32(rng) / 2**32)
        if value > highest:
            best, highest = PLAYS + kind, value
    return best


@kernel
def evaluate(state, seat, points):
    """What a seat may expect: its share of victory, softened by the lead."""
    if state.actor < 0:
        won = share(state, seat, points)
        return FOR_WINNING * won + (1 - FOR_WINNING) / (1 + exp(-lead(seat, points) / LEAD))
    later = turns_later(state, 0)
    for other in range(len(points)):
        points[other] = int(100 * prospect(state, other))
    spread = SPREAD + later * (SPREAD_OF_WIND if state.players == ALONE else SPREAD_OF_TURNS)
    total = 0.0
    for other in range(len(points)):
        total += exp((points[other] - points[seat]) / (100 * spread))
    return 1.0 / total


@kernel
def lead(seat, points):
    """How many points a seat is ahead of the best of the others."""
    best = -1000
    for other in range(len(points)):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best
