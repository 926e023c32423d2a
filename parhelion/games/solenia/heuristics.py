"""What a quick player of Solenia does, and what it expects of a position; what things are worth to
it is told in `worth`."""

import numpy as np

from parhelion.games.solenia.rules import (
    ALONE,
    NONE,
    NUMBER_OF_POWERS,
    NUMBER_OF_SPACES,
    ONE,
    actor,
    count_points,
    has_power,
    is_wind,
    kinds_in_hand,
    produces,
    share,
)
from parhelion.games.solenia.rules import PARTS as PARTS_OF_POINTS
from parhelion.games.solenia.state import CARDS, STATE
from parhelion.games.solenia.tables import (
    ACTION,
    CHOICE,
    CLOUD_NETS,
    FIRST_CHOICE,
    PLAY,
    PLAYS,
    SPACE,
    SPACE_NUMBER,
    STRIDE,
)
from parhelion.games.solenia.values import (
    GIVEN_RESOURCE,
    GLANCE,
    RESOURCES_OF,
    STARS_OF,
    advances_left,
    card_worth,
    choice_worth,
    cities_out_of_reach,
    discard_worth,
    extra,
    look,
    reached,
    space_worth,
    turns_later,
    wealth,
)
from parhelion.kernel import kernel, lowest, next32, register

FANCY = 0.6
"""Plays within so many stars of each other are all chosen at times."""
SMALL_FANCY = 0.18
"""The same for other choices."""
STARS_OF_PROMISE = 2.0
"""So many stars more are one in a prior."""


# --- what bots ask -----------------------------------------------------------------------


@kernel
def prior(state, action):
    """How good a legal action looks to its actor."""
    seat, glance = actor(state), np.empty(GLANCE)
    if action >= FIRST_CHOICE:
        return choice_worth(state, seat, CHOICE[action], glance) / STARS_OF_PROMISE
    look(state, seat, glance)
    if action >= PLAYS:
        return discard_worth(action - PLAYS, glance) / STARS_OF_PROMISE
    kind, space = action // NUMBER_OF_SPACES, SPACE[action % NUMBER_OF_SPACES]
    nets = has_power(state, seat, CLOUD_NETS)
    value = card_worth(kind, produces(state, space), space // STRIDE, nets, glance)
    news = cities_out_of_reach(state, seat)
    return (value + space_worth(state, seat, space, news, glance)) / STARS_OF_PROMISE


@kernel
def rollout(state, tallies, rng):
    """What a quick player does: what looks best, with a little fancy."""
    glance = np.empty(GLANCE)
    if state.phase == PLAY:
        look(state, actor(state), glance)
        return impulsive_play(state, actor(state), glance, rng)
    options, best, highest = np.uint64(state.options), -1, -1e9
    while options != NONE:
        choice = lowest(options)
        options &= options - ONE
        value = choice_worth(state, actor(state), choice, glance)
        value += SMALL_FANCY * (next32(rng) / 2**32)
        if value > highest:
            best, highest = ACTION[state.phase, choice], value
    return best


@kernel
def impulsive_play(state, seat, glance, rng):
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
            value += FANCY * (next32(rng) / 2**32)
            if value > highest:
                best, highest = NUMBER_OF_SPACES * kind + SPACE_NUMBER[space], value
    while state.free == NONE and kinds != NONE:
        kind = lowest(kinds)
        kinds &= kinds - ONE
        value = discard_worth(kind, glance) + FANCY * (next32(rng) / 2**32)
        if value > highest:
            best, highest = PLAYS + kind, value
    return best


# --- evaluate -----------------------------------------------------------------------------

ON_HAND = 0.9
"""Of their worth: what resources bring in the end."""
TURN, VALUE_LEFT, ZERO_LEFT = 2.3, 0.6, 1.3
"""Stars that a turn brings beyond that, and for its value or its power the card played in it."""
LYING = 1.2
"""Of what its power is worth: what a card on the board brings."""
WIND_TURN = 2.2
"""Stars that the Trade Wind makes in a turn (S32)."""
SPREAD, SPREAD_OF_TURNS, SPREAD_OF_WIND = 2.0, 0.16, 0.25
"""So many stars of a lead are sure in the last turn; more for each turn to come."""
FOR_WINNING = 0.8
"""Of the evaluate of a finished game; the rest is for the lead."""
LEAD = 8.0
"""Stars of a lead that are clearly more than a narrow one."""


@kernel
def evaluate(state, seat, points):
    """What a seat may expect: its share of victory, softened by the lead."""
    if actor(state) < 0:
        won = share(state, seat, points)
        return FOR_WINNING * won + (1 - FOR_WINNING) / (1 + np.exp(-lead(seat, points) / LEAD))
    later = turns_later(state, 0)
    for other in range(len(points)):
        points[other] = np.int64(100 * prospect(state, other))
    spread = SPREAD + later * (SPREAD_OF_WIND if state.players == ALONE else SPREAD_OF_TURNS)
    total = 0.0
    for other in range(len(points)):
        total += np.exp((points[other] - points[seat]) / (100 * spread))
    return 1.0 / total


@kernel
def lead(seat, points):
    """How many points a seat is ahead of the best of the others."""
    best = np.int64(-1000)
    for other in range(len(points)):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best


@kernel
def prospect(state, seat):
    """The points that a player may expect to have in the end."""
    parts = np.zeros(PARTS_OF_POINTS, dtype=np.int64)
    count_points(state, seat, parts)
    later = turns_later(state, seat)
    if is_wind(state, seat):
        return parts.sum() + WIND_TURN * later
    extra_day, extra_night = extra(state, seat, 0, later), extra(state, seat, 1, later)
    total = parts.sum() - parts[3] + ON_HAND * wealth(state, seat, later, extra_day, extra_night)
    return total + cards_worth(state, seat) + LYING * lying_worth(state, seat, later)


@kernel
def cards_worth(state, seat):
    """What the cards that a player still has will bring."""
    total = 0.0
    for card in range(CARDS):
        if not np.int64(state.used[seat]) >> card & 1:
            value = state.cards[card] // NUMBER_OF_POWERS
            total += TURN + VALUE_LEFT * value + ZERO_LEFT * (value == 0)
    return total


@kernel
def lying_worth(state, seat, later):
    """What the cards that lie on the board will bring when they are expelled."""
    total, left, own = 0.0, advances_left(state), state.own[seat]
    while own != NONE:
        space = lowest(own)
        own &= own - ONE
        power, what = np.int64(state.lying[space]) % NUMBER_OF_POWERS, produces(state, space)
        worth = RESOURCES_OF[power, what] * GIVEN_RESOURCE + STARS_OF[power, what]
        total += worth * reached(space // STRIDE, left, later)
    return total


register(STATE, __name__)
