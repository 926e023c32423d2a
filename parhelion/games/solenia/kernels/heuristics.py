"""What bots ask: how good a move looks, what a quick player does, how well a seat stands."""

import numpy as np

from parhelion.games.solenia.kernels.cards import kinds_in_hand
from parhelion.games.solenia.kernels.constants import (
    ACTION,
    ALONE,
    CHOICE,
    MAX_CARDS_HELD,
    NONE,
    NUMBER_OF_POWERS,
    NUMBER_OF_SPACES,
    ONE,
    PLAY,
    PLAYS,
    REAR,
    SPACE,
    SPACE_NUMBER,
    STRIDE,
    WORD,
)
from parhelion.games.solenia.kernels.move_values import (
    GLANCE,
    STRIP,
    WORTH,
    card_value,
    card_worth,
    choice_worth,
    discard_worth,
    look,
    look_at_store,
    next_to_new_cities,
    space_worth,
)
from parhelion.games.solenia.kernels.position_values import prospect, turns_later
from parhelion.games.solenia.kernels.reach import circles
from parhelion.games.solenia.kernels.scoring import share
from parhelion.games.solenia.kernels.spaces import cities_on_board, produces
from parhelion.games.solenia.kernels.weights import (
    CHOICE_LUCK,
    FOR_WINNING,
    LEAD,
    PLAY_LUCK,
    POWER_STARS,
    SPREAD,
    SPREAD_OF_TURNS,
    SPREAD_OF_WIND,
    STARS_PER_PRIOR,
)
from parhelion.kernel import exp, kernel, lowest, next32, popcount, scratch

STARS_BY_ROW = POWER_STARS.ravel()
"""The stars of a power on a sort of space, in rows of SORTS_OF_SPACE."""
SORTS_OF_SPACE, VALUES = POWER_STARS.shape[1], np.uint64(3)
MAX_PLAYS = MAX_CARDS_HELD * (NUMBER_OF_SPACES + 1)
"""Every card on every space, or discarded."""
LOW_32 = 0xFFFFFFFF
FACTORS = np.array([pow(0x2C9277B5, n, 1 << 32) >> 1 | 1 for n in range(1, MAX_PLAYS + 1)])
"""Odd numbers of 31 bits, from powers of a multiplier for random numbers modulo 2**32.
Multiplication by an odd number permutes the numbers modulo 2**32."""


@kernel
def prior(state, action):
    """Return how good a legal action looks to its actor."""
    actions, value = scratch(1, np.int32), scratch(1, np.float64)
    actions[0] = action
    priors(state, actions, 1, value)
    return value[0]


@kernel
def priors(state, actions, count, out):
    """Write the priors of several legal actions, with one look at the table."""
    if count == 0:
        return
    if state.phase == PLAY:
        priors_of_plays(state, actions, count, out)
    else:
        priors_of_choices(state, actions, count, out)


@kernel
def priors_of_plays(state, actions, count, out):
    """Write the priors of cards played or discarded."""
    seat, glance, cities = state.actor, scratch(GLANCE, np.float64), cities_on_board(state)
    look(state, seat, cities, glance)
    ways = circles(state, seat)
    news = next_to_new_cities(state, cities, ways[0])
    for i in range(count):
        action = np.int64(actions[i])
        if action >= PLAYS:
            out[i] = discard_worth(action - PLAYS, glance) / STARS_PER_PRIOR
        else:
            kind, space = action // NUMBER_OF_SPACES, SPACE[action % NUMBER_OF_SPACES]
            value = card_worth(kind, produces(state, space), space // STRIDE, glance)
            out[i] = (value + space_worth(space, ways, news, glance)) / STARS_PER_PRIOR


@kernel
def priors_of_choices(state, actions, count, out):
    """Write the priors of choices other than a card."""
    seat, glance = state.actor, scratch(GLANCE, np.float64)
    later = turns_later(state, seat)
    before = look_at_store(state, seat, later, glance)
    for i in range(count):
        value = choice_worth(state, seat, CHOICE[actions[i]], later, before, glance)
        out[i] = value / STARS_PER_PRIOR


@kernel
def rollout(state, tallies, rng):
    """What a quick player does: what looks best, with a little noise."""
    if state.phase == PLAY:
        return best_play(state, state.actor, rng)
    return best_choice(state, state.actor, rng)


@kernel
def best_choice(state, seat, rng):
    """The choice other than a card that looks best."""
    glance, later = scratch(GLANCE, np.float64), turns_later(state, seat)
    before = look_at_store(state, seat, later, glance)
    options, best, highest = np.uint64(state.options), -1, -1e9
    while options != NONE:
        choice = lowest(options)
        options &= options - ONE
        value = choice_worth(state, seat, choice, later, before, glance)
        value += CHOICE_LUCK * next32(rng)
        if value > highest:
            best, highest = choice, value
    return ACTION[state.phase, best]


@kernel
def best_play(state, seat, rng):
    """Return the card and the space that look best, as an action."""
    glance, kinds = scratch(GLANCE, np.float64), scratch(MAX_CARDS_HELD, np.int64)
    cities, ways = cities_on_board(state), circles(state, seat)
    news, luck = next_to_new_cities(state, cities, ways[0]), scratch(MAX_PLAYS, np.uint32)
    look(state, seat, cities, glance)
    held, ahead, rear = list_kinds(state, seat, kinds), state.spaces & ~REAR, state.spaces & REAR
    first_rear = held * popcount(ahead)
    first_discard = first_rear + held * popcount(rear)
    draw_luck(first_discard + held * (state.free == NONE), rng, luck)
    kinds = kinds[:held]
    best, highest = best_ahead(state, ahead, kinds, ways, news, luck, glance)
    at_rear, value = best_at_rear(state, rear, kinds, ways, news, luck[first_rear:], glance)
    if value > highest:
        best, highest = at_rear, value
    if state.free == NONE:
        discarded = best_discard(kinds, held, luck[first_discard:], glance, highest)
        if discarded >= 0:
            return PLAYS + discarded
    return NUMBER_OF_SPACES * kinds[best // WORD] + SPACE_NUMBER[best % WORD]


@kernel
def best_ahead(state, spaces, kinds, ways, news, luck, glance):
    """Return the best play on spaces ahead of the rear strip, as WORD times the place of the card
    in `kinds` plus the space, and its value.

    This is the innermost loop of all rollouts. It is `card_worth` without the cards that are
    expelled in the same turn. Indices are unsigned, so that none is checked for being negative.
    """
    values, rows = scratch(MAX_CARDS_HELD, np.uint64), scratch(MAX_CARDS_HELD, np.uint64)
    for k in range(len(kinds)):
        values[k] = WORTH + card_value(kinds[k])
        rows[k] = SORTS_OF_SPACE * (kinds[k] % NUMBER_OF_POWERS)
    held, i, best, highest = np.uint64(len(kinds)), np.uint64(0), -1, -1e9
    while spaces != NONE:
        space = lowest(spaces)
        spaces &= spaces - ONE
        what, base = np.uint64(produces(state, space)), space_worth(space, ways, news, glance)
        strip = glance[STRIP + space // STRIDE]
        for k in range(held):
            worth = glance[values[k] + VALUES * what]
            value = base + (worth + strip * STARS_BY_ROW[rows[k] + what]) + PLAY_LUCK * luck[i + k]
            best = WORD * np.int64(k) + space if value > highest else best
            highest = max(highest, value)
        i += held
    return best, highest


@kernel
def best_at_rear(state, spaces, kinds, ways, news, luck, glance):
    """Return the best play on spaces of the rear strip in the same way."""
    best, highest, i = -1, -1e9, 0
    while spaces != NONE:
        space = lowest(spaces)
        spaces &= spaces - ONE
        what, base = produces(state, space), space_worth(space, ways, news, glance)
        for k in range(len(kinds)):
            value = base + card_worth(kinds[k], what, 0, glance) + PLAY_LUCK * luck[i + k]
            best = WORD * k + space if value > highest else best
            highest = max(highest, value)
        i += len(kinds)
    return best, highest


@kernel
def best_discard(kinds, held, luck, glance, highest):
    """S14: the kind of the card that had best be discarded, -1 if nothing is above `highest`."""
    best = -1
    for k in range(held):
        value = discard_worth(kinds[k], glance) + PLAY_LUCK * luck[k]
        if value > highest:
            best, highest = kinds[k], value
    return best


@kernel
def list_kinds(state, seat, out):
    """The kinds of cards in a hand, ascending, into `out`; how many."""
    kinds, n = kinds_in_hand(state, seat), 0
    while kinds != NONE:
        out[n] = lowest(kinds)
        kinds &= kinds - ONE
        n += 1
    return n


@kernel
def draw_luck(n, rng, out):
    """Write uniform random numbers for `n` plays into `out`. All are multiples of one draw: a
    draw for each play takes longer, and bots are no stronger."""
    drawn = next32(rng)
    for i in range(n):
        out[i] = drawn * FACTORS[i] & LOW_32


@kernel
def evaluate(state, seat, points):
    """Return what a seat can expect, 0 to 1."""
    if state.actor < 0:
        return final_value(state, seat, points)
    return expected_share(seat, points, write_prospects(state, points))


@kernel
def evaluate_all(state, points, out):
    """Write what each seat can expect, 0 to 1, with one look at the table."""
    if state.actor < 0:
        for seat in range(len(points)):
            out[seat] = final_value(state, seat, points)
        return
    spread = write_prospects(state, points)
    for seat in range(len(points)):
        out[seat] = expected_share(seat, points, spread)


@kernel
def final_value(state, seat, points):
    """Return the value of a finished game: the share of victory, softened by the lead."""
    won = share(state, seat, points)
    return FOR_WINNING * won + (1 - FOR_WINNING) / (1 + exp(-lead(seat, points) / LEAD))


@kernel
def write_prospects(state, points):
    """Write each seat's prospect into `points`, in hundredths of a star. Return the lead that is
    fairly safe, in the same unit."""
    later = turns_later(state, 0)
    for seat in range(len(points)):
        points[seat] = int(100 * prospect(state, seat))
    return 100 * (SPREAD + later * (SPREAD_OF_WIND if state.players == ALONE else SPREAD_OF_TURNS))


@kernel
def expected_share(seat, points, spread):
    """Return a seat's expected share of victory, by the prospects of all seats."""
    total = 0.0
    for other in range(len(points)):
        total += exp((points[other] - points[seat]) / spread)
    return 1.0 / total


@kernel
def lead(seat, points):
    """How many points a seat is ahead of the best of the others."""
    best = -1000
    for other in range(len(points)):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best
