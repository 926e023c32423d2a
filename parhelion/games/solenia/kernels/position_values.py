"""What a player's position is worth, in stars: the store, slots and pairs, cards still to come.

What somebody holds is worth what it brings soon: for each kind of city the best displayed tile,
times the chance to honour it with what is missing, and a little for every resource besides.
"""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    BARTER,
    CARDS,
    DISPLAYED,
    E_CAPACITY,
    E_CHOOSE,
    E_PER_TILE,
    E_STARS,
    NONE,
    NUMBER_OF_POWERS,
    ONE,
    PLAY,
    SLOT_1B,
    SLOT_3B,
    STAR_CHART,
    STRIDE,
    SUMMER,
)
from parhelion.games.solenia.kernels.deliveries import open_slots
from parhelion.games.solenia.kernels.powers import decks_in_play, has_power, is_wind, lasting_amount
from parhelion.games.solenia.kernels.scoring import PARTS, count_points
from parhelion.games.solenia.kernels.spaces import produces
from parhelion.games.solenia.kernels.weights import (
    ANY_RESOURCE,
    CHANCE,
    CROWN,
    FIRST,
    FURTHER,
    GIVEN_RESOURCE,
    HALF_PAIR,
    HALF_WAKING,
    HURRY,
    LATE,
    LATE_RESOURCE,
    LYING,
    ON_HAND,
    OTHER_KIND,
    PAIR,
    RESOURCES_OF,
    ROOM,
    SECOND,
    STARS_OF,
    TURN,
    VALUE_LEFT,
    WAKING,
    WHOLE_STORE,
    WIND_TURN,
    ZERO_LEFT,
)
from parhelion.kernel import kernel, lowest, scratch

# --- the store ---------------------------------------------------------------------------


@kernel
def turns_later(state, seat):
    """The turns that a player has after this one."""
    later = state.held[seat] + state.deck_left[seat]
    return later - (state.phase == PLAY and state.actor == seat)


@kernel
def chance(missing, later):
    """The chance to honour a tile for which so many resources are missing."""
    missing = max(missing, 0)
    spare = later - 1 - (missing + 1) // 2  # a turn brings two resources at most
    if spare < 0:
        return 0.0
    return CHANCE[min(missing, 5)] * (HURRY if spare == 0 and missing > 0 else 1.0)


@kernel
def missing_for(state, seat, row, tile):
    """Resources that a player lacks for a tile; with barter one fewer (S29)."""
    missing = -has_power(state, seat, BARTER)
    for resource in range(4):
        missing += max(0, state.costs[row, tile, resource] - state.stock[seat, resource])
    return missing


@kernel
def both_kinds(day, night):
    """The worth of the best tiles of both kinds together."""
    return max(day, night) + OTHER_KIND * min(day, night)


@kernel
def in_store(number, later):
    """What so many resources of one kind are worth, whatever is displayed."""
    value = FIRST * (number > 0) + SECOND * (number > 1) + FURTHER * max(0, number - 2)
    return min(1.0, later / WHOLE_STORE) * value + ANY_RESOURCE * number


@kernel
def wealth(state, seat, later, extra_day, extra_night):
    """What a player's resources are worth."""
    best_day = best_night = 0.0
    for place in range(DISPLAYED):
        day, night = state.display[0, place], state.display[1, place]
        if day >= 0:
            likely = chance(missing_for(state, seat, 0, day), later)
            best_day = max(best_day, likely * (state.worth[0, day] + extra_day))
        if night >= 0:
            likely = chance(missing_for(state, seat, 1, night), later)
            best_night = max(best_night, likely * (state.worth[1, night] + extra_night))
    value = both_kinds(best_day, best_night)
    for resource in range(4):
        value += in_store(state.stock[seat, resource], later)
    return value


# --- slots and pairs ---------------------------------------------------------------------


@kernel
def slot_worth(state, seat, row, slot, later):
    """S19, S28, S29: what filling a slot is worth."""
    if state.upgrades and slot == SLOT_1B:
        wakes = state.slots[seat, 1 - row] >> SLOT_1B & 1
        return (WAKING if wakes else HALF_WAKING) * later
    if state.upgrades and slot == SLOT_3B:
        return CROWN
    effect = state.effects[state.board, row, slot]
    number = np.int64(effect[E_CHOOSE])
    for resource in range(4):
        number += effect[resource]
    tiles = state.delivered[seat, 0] + state.delivered[seat, 1]
    stars = effect[E_STARS] + effect[E_PER_TILE] * tiles
    each = GIVEN_RESOURCE if later > LATE else LATE_RESOURCE
    return stars + each * number + ROOM * effect[E_CAPACITY]


@kernel
def extra(state, seat, row, later):
    """What the next delivery of a kind brings beside its stars: a slot, a pair."""
    value = 0.0
    if state.board == SUMMER:
        if state.delivered[seat, row] < 6:
            value = slot_worth(state, seat, row, state.delivered[seat, row], later)
        value += pair_worth(state, seat, row)
    else:
        options = open_slots(state.slots[seat, row])
        for slot in range(6):
            if options >> slot & 1:
                value = max(value, slot_worth(state, seat, row, slot, later))
    if has_power(state, seat, STAR_CHART):
        value += lasting_amount(state, STAR_CHART, 0)
    return value


@kernel
def pair_worth(state, seat, row):
    """S26: what the next delivery of a kind does for the pairs."""
    mine, other = state.delivered[seat, row], state.delivered[seat, 1 - row]
    if mine >= 4 or mine > other:
        return 0.0
    stars = state.pair_stars[mine + 1] - state.pair_stars[mine]
    return stars * PAIR * (HALF_PAIR if mine == other else 1.0)


# --- cards still to come -----------------------------------------------------------------


@kernel
def advances_left(state):
    """How often the airship will advance, if every 0 does it."""
    total = 0
    for seat in range(decks_in_play(state)):
        for card in range(CARDS):
            unused = not state.used[seat] >> card & 1
            total += unused and state.cards[card] < NUMBER_OF_POWERS
    return total


@kernel
def reached(strip, left, later):
    """S22: how likely, and how timely, a card on a strip is expelled."""
    return min(1.0, max(0.0, (left - strip) / 4)) * min(1.0, (later + 1) / (2 + 2 * strip))


@kernel
def unplayed_worth(state, seat):
    """What the cards that a player still has will bring."""
    total = 0.0
    for card in range(CARDS):
        if not state.used[seat] >> card & 1:
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
        power, what = state.lying[space] % NUMBER_OF_POWERS, produces(state, space)
        worth = RESOURCES_OF[power, what] * GIVEN_RESOURCE + STARS_OF[power, what]
        total += worth * reached(space // STRIDE, left, later)
    return total


@kernel
def prospect(state, seat):
    """The points that a player may expect to have in the end."""
    parts = scratch(PARTS, np.int64)
    count_points(state, seat, parts)
    later = turns_later(state, seat)
    if is_wind(state, seat):
        return parts.sum() + WIND_TURN * later
    extra_day, extra_night = extra(state, seat, 0, later), extra(state, seat, 1, later)
    total = parts.sum() - parts[3] + ON_HAND * wealth(state, seat, later, extra_day, extra_night)
    return total + unplayed_worth(state, seat) + LYING * lying_worth(state, seat, later)
