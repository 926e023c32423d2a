"""What a player's position is worth, in stars: the store, slots and pairs, cards still to come.

What somebody holds is worth what it brings soon: for each kind of city the best displayed tile,
times the chance to honour it with what is missing, and a little for every resource besides.
"""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    ALONE,
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
from parhelion.games.solenia.kernels.deliveries import lacking, open_slots, packed_cost
from parhelion.games.solenia.kernels.powers import (
    crowning_stars,
    decks_in_play,
    has_power,
    is_wind,
    lasting_amount,
    lasting_stars,
)
from parhelion.games.solenia.kernels.resources import added_up, amount_in, packed_stock
from parhelion.games.solenia.kernels.scoring import PARTS, count_points
from parhelion.games.solenia.kernels.spaces import produces
from parhelion.games.solenia.kernels.weights import (
    CHANCES,
    CROWN,
    GIVEN_RESOURCE,
    HALF_PAIR,
    HALF_WAKING,
    IN_STORE,
    IN_TIME,
    LATE,
    LATE_RESOURCE,
    LYING,
    MARGIN_CARD,
    MARGIN_DELIVERY,
    MARGIN_LYING,
    MARGIN_RESOURCE,
    MARGIN_SCORE,
    MARGIN_STORE,
    MARGIN_TO_MOVE,
    ON_HAND,
    OTHER_KIND,
    PAIR,
    POWER_STARS,
    ROOM,
    SURPLUS,
    TURN,
    VALUE_LEFT,
    WAKING,
    WHOLE_STORE,
    WIND_TURN,
    ZERO_LEFT,
)
from parhelion.kernel import kernel, lowest, popcount, scratch

# --- the store ---------------------------------------------------------------------------


@kernel
def turns_later(state, seat):
    """The turns that a player has after this one."""
    later = state.held[seat] + state.deck_left[seat]
    return later - (state.phase == PLAY and state.actor == seat)


@kernel
def both_kinds(day, night):
    """The worth of the best tiles of both kinds together."""
    return max(day, night) + OTHER_KIND * min(day, night)


@kernel
def wealth(state, seat, stock, later, extra_day, extra_night):
    """What a store (see `packed_stock`) is worth to a player."""
    barter = has_power(state, seat, BARTER)
    best_day = best_tile(state, 0, stock, barter, CHANCES[later], extra_day)
    best_night = best_tile(state, 1, stock, barter, CHANCES[later], extra_night)
    value, stored = both_kinds(best_day, best_night), IN_STORE[min(later, WHOLE_STORE)]
    for resource in range(4):
        value += stored[stock >> 8 * resource & 255]
    return value


@kernel
def best_tile(state, row, stock, barter, chances, extra):
    """The worth of the best displayed tile of a kind, times the chance to honour it. With barter
    (1 or 0) one resource fewer is missing (S29)."""
    best = 0.0
    for place in range(DISPLAYED):
        tile = state.display[row, place]
        if tile >= 0:
            missing = added_up(lacking(stock, packed_cost(state, row, tile))) - barter
            best = max(best, chances[SURPLUS + missing] * (state.worth[row, tile] + extra))
    return best


# --- slots and pairs ---------------------------------------------------------------------


@kernel
def slot_worth(state, seat, row, slot, later):
    """S19, S28, S29: what filling a slot is worth."""
    if state.upgrades and slot == SLOT_1B:
        if state.slots[seat, 1 - row] >> SLOT_1B & 1:
            return WAKING * later + lasting_stars(state, state.level_1[seat])
        return HALF_WAKING * later
    if state.upgrades and slot == SLOT_3B:
        return CROWN + crowning_stars(state, state.level_3[seat, row])
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
        total += popcount(state.zeros & ~np.uint64(state.used[seat]))
    return total


@kernel
def reached(strip, left, later):
    """S22: how likely, and how timely, a card on a strip is expelled."""
    return min(1.0, max(0.0, (left - strip) / 4)) * IN_TIME[later, strip]


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
        total += POWER_STARS[power, what] * reached(space // STRIDE, left, later)
    return total


@kernel
def prospect(state, seat):
    """Return the final points that a player can expect. Among several players only the differences
    between seats count."""
    if state.players == ALONE:
        return prospect_alone(state, seat)
    return prospect_among_players(state, seat)


@kernel
def prospect_among_players(state, seat):
    """Return a player's part of the expected final margin: a linear fit (see `weights`)."""
    parts, later = scratch(PARTS, np.int64), turns_later(state, seat)
    count_points(state, seat, parts)
    extra_day, extra_night = extra(state, seat, 0, later), extra(state, seat, 1, later)
    store = wealth(state, seat, packed_stock(state, seat), later, extra_day, extra_night)
    total = MARGIN_SCORE * (parts.sum() - parts[3]) + MARGIN_STORE * store
    total += MARGIN_RESOURCE * amount_in(state, seat)
    total += MARGIN_DELIVERY * (state.delivered[seat, 0] + state.delivered[seat, 1])
    total += MARGIN_LYING * lying_worth(state, seat, later)
    total += MARGIN_TO_MOVE * (state.actor == seat and state.phase == PLAY)
    for card in range(CARDS):
        if not state.used[seat] >> card & 1:
            total += MARGIN_CARD[state.cards[card] // NUMBER_OF_POWERS]
    return total


@kernel
def prospect_alone(state, seat):
    """S32, S33: return the final points that the only player, or the Trade Wind, can expect."""
    parts = scratch(PARTS, np.int64)
    count_points(state, seat, parts)
    later = turns_later(state, seat)
    if is_wind(state, seat):
        return parts.sum() + WIND_TURN * later
    extra_day, extra_night = extra(state, seat, 0, later), extra(state, seat, 1, later)
    store = wealth(state, seat, packed_stock(state, seat), later, extra_day, extra_night)
    total = parts.sum() - parts[3] + ON_HAND * store
    return total + unplayed_worth(state, seat) + LYING * lying_worth(state, seat, later)
