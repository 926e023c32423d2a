"""What a move is worth, in stars: playing a card on a space, discarding one, any other choice.

A card is good where it makes the store more valuable, where it honours a tile, and where its power
will be worth something when it is expelled. What is the same for all plays of a turn is worked out
once, in a glance.
"""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    BARTER_PHASE,
    CLEARANCE,
    DAY_CITY,
    DELIVER,
    DISPLAYED,
    DRAFT,
    FIXED,
    GIVE,
    LANES,
    LEVEL_3,
    NONE,
    NUMBER_OF_POWERS,
    OF_SPACE,
    SLOT,
    STOP,
    STRIDE,
    STRIPS,
    TAKE,
)
from parhelion.games.solenia.kernels.deliveries import can_pay, cost_of
from parhelion.games.solenia.kernels.position_values import (
    advances_left,
    both_kinds,
    chance,
    extra,
    in_store,
    missing_for,
    reached,
    slot_worth,
    turns_later,
    wealth,
)
from parhelion.games.solenia.kernels.powers import crowning_amount, is_wind
from parhelion.games.solenia.kernels.reach import price_of, without_extending
from parhelion.games.solenia.kernels.spaces import around, cities_on_board, produces
from parhelion.games.solenia.kernels.weights import (
    ANY_RESOURCE,
    CARD,
    CLIMBING,
    CROWN_APPEAL,
    EXPELLED_FOREIGN,
    EXPELLED_NOW,
    EXPULSION,
    FURTHER_AHEAD,
    GIVEN_RESOURCE,
    LASTING_APPEAL,
    NEW_CITY,
    OVERFLOW,
    PROMPTNESS,
    RESOURCES_OF,
    STARS_OF,
    VOYAGE_COST,
)
from parhelion.kernel import kernel, one, scratch

# What a glance takes in, by place: what 0 to 2 more of each resource bring; the worth of a city
# of each kind now; of an advance; turns still to come; the worth of the best tile of each kind;
# what an expulsion from each strip counts; what a card of each value counts here; the extras of
# the next delivery of each kind.
GAIN, CITY, ADVANCE, TURNS, BEST, STRIP, VALUE, EXTRA, GLANCE = (
    0, 12, 14, 15, 16, 18, 23, 26, 28,
)  # fmt: skip
AS_IT_IS = 9
"""Ways in which a store may look soon: as it is, or with one or two more of some resource."""
BOTH_ROWS = 2 * AS_IT_IS


# --- a glance at the table ---------------------------------------------------------------


@kernel
def look(state, seat, glance):
    """Take in what matters for playing a card."""
    later = turns_later(state, seat)
    for row in range(2):
        glance[EXTRA + row] = extra(state, seat, row, later)
    before = look_at_tiles(state, seat, later, glance)
    for row in range(2):
        glance[CITY + row] = look_at_city(state, seat, row, later, before, glance)
    glance[ADVANCE] = advance_worth(state, seat, glance)
    left = advances_left(state)
    for strip in range(STRIPS):
        glance[STRIP + strip] = EXPULSION * reached(strip, left, later)
    for value in range(3):
        glance[VALUE + value] = -CARD[value]
    glance[VALUE] += glance[ADVANCE]
    glance[TURNS] = later


@kernel
def look_at_tiles(state, seat, later, glance):
    """Note what more of each resource would bring; the wealth as it is."""
    best = scratch(BOTH_ROWS, np.float64)
    best[:] = 0.0
    for row in range(2):
        for place in range(DISPLAYED):
            if state.display[row, place] >= 0:
                look_at_tile(state, seat, row, place, later, glance, best[AS_IT_IS * row :])
    glance[BEST], glance[BEST + 1] = best[0], best[AS_IT_IS]
    here, total, amount = both_kinds(best[0], best[AS_IT_IS]), 0.0, 0
    for resource in range(4):
        total += in_store(state.stock[seat, resource], later)
        amount += state.stock[seat, resource]
    room = state.capacity[seat] - amount
    for resource in range(4):
        number = state.stock[seat, resource]
        glance[GAIN + 3 * resource] = 0.0
        for more in range(1, 3):
            fits = min(more, max(room, 1))
            way = 2 * resource + fits
            value = both_kinds(best[way], best[AS_IT_IS + way]) - here
            value += in_store(number + fits, later) - in_store(number, later)
            value -= (ANY_RESOURCE + OVERFLOW) * (room <= 0)
            glance[GAIN + 3 * resource + more] = value
    return here + total


@kernel
def look_at_tile(state, seat, row, place, later, glance, best):
    """Note what a tile is worth with the store as it is, and with more of each resource."""
    tile = state.display[row, place]
    missing = missing_for(state, seat, row, tile)
    stars = state.worth[row, tile] + glance[EXTRA + row]
    now, one_more = stars * chance(missing, later), stars * chance(missing - 1, later)
    two_more = stars * chance(missing - 2, later)
    best[0] = max(best[0], now)
    for resource in range(4):
        short = state.costs[row, tile, resource] - state.stock[seat, resource]
        way = 1 + 2 * resource
        best[way] = max(best[way], one_more if short > 0 else now)
        best[way + 1] = max(best[way + 1], two_more if short > 1 else best[way])


@kernel
def honouring(state, seat, row, place, later, before, glance):
    """What honouring a displayed tile is worth; `before` is the wealth without it."""
    tile = state.display[row, place]
    state.display[row, place] = -1
    for resource in range(4):
        state.stock[seat, resource] -= state.costs[row, tile, resource]
    after = wealth(state, seat, later, glance[EXTRA], glance[EXTRA + 1])
    for resource in range(4):
        state.stock[seat, resource] += state.costs[row, tile, resource]
    state.display[row, place] = tile
    return state.worth[row, tile] + glance[EXTRA + row] + after - before


@kernel
def look_at_city(state, seat, row, later, before, glance):
    """The worth of a city of a kind: the best tile that can be paid."""
    best = -1e3
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0 and can_pay(state, seat, row, place, 0):
            best = max(best, honouring(state, seat, row, place, later, before, glance))
    return best + PROMPTNESS


@kernel
def advance_worth(state, seat, glance):
    """S22: what an advance is worth: own cards are expelled, and those of others."""
    value = 0.0
    for lane in range(LANES):
        owner = np.int64(state.owner[lane])
        if owner == seat:
            power = np.int64(state.lying[lane]) % NUMBER_OF_POWERS
            value += EXPELLED_NOW * power_worth(power, produces(state, lane), glance)
        elif owner >= 0 and not is_wind(state, owner):
            value -= EXPELLED_FOREIGN
    return value


@kernel
def power_worth(power, what, glance):
    """S6: what a card brings that is expelled now."""
    value = STARS_OF[power, what]
    for resource in range(4):
        value += FIXED[power, resource] * glance[GAIN + 3 * resource + 1]
    if what < DAY_CITY:
        value += glance[GAIN + 3 * what + OF_SPACE[power]]
    return value


# --- the worth of a choice ---------------------------------------------------------------


@kernel
def space_worth(state, seat, space, news, glance):
    """What speaks for a space whatever the card; `news` are cities of both kinds that are out of
    reach so far."""
    near = around(one(space))
    value = FURTHER_AHEAD * (space // STRIDE) * min(1.0, glance[TURNS] / 4)
    value += NEW_CITY * glance[BEST] * (near & news[0] != NONE)
    value += NEW_CITY * glance[BEST + 1] * (near & news[1] != NONE)
    if state.free & one(space) == NONE:
        value -= VOYAGE_COST * price_of(state, seat, space)
    return value


@kernel
def cities_out_of_reach(state, seat):
    """Free cities of both kinds that a player cannot reach without extending."""
    day, night = cities_on_board(state)
    there = ~(state.taken | without_extending(state, seat))
    return day & there, night & there


@kernel
def card_worth(kind, what, strip, nets, glance):
    """What a card brings on a sort of space of a strip; `nets` is 1 with cloud nets (S29)."""
    value, power = kind // NUMBER_OF_POWERS, kind % NUMBER_OF_POWERS
    if what >= DAY_CITY:
        worth = glance[CITY + what - DAY_CITY] + value
    else:
        worth = glance[GAIN + 3 * what + max(value, nets)]
    if strip == 0 and value == 0:  # expelled at the end of this turn
        power_stars = power_worth(power, what, glance)
    else:
        power_stars = RESOURCES_OF[power, what] * GIVEN_RESOURCE + STARS_OF[power, what]
    return worth + glance[VALUE + value] + glance[STRIP + strip] * power_stars


@kernel
def discard_worth(kind, glance):
    """S14: what discarding a card to advance the airship is worth."""
    return glance[ADVANCE] - CARD[kind // NUMBER_OF_POWERS]


@kernel
def choice_worth(state, seat, choice, glance):
    """What a choice other than a card is worth."""
    phase, later = state.phase, turns_later(state, seat)
    if phase == DRAFT:
        return draft_worth(state, choice)
    if phase == SLOT:
        climbed = CLIMBING * (choice // 2)
        return climbed + slot_worth(state, seat, state.row, choice, later)
    if phase == GIVE and choice == STOP:
        return 0.0
    for row in range(2):
        glance[EXTRA + row] = extra(state, seat, row, later)
    before = wealth(state, seat, later, glance[EXTRA], glance[EXTRA + 1])
    if phase == DELIVER:
        row, place = choice // DISPLAYED, choice % DISPLAYED
        return honouring(state, seat, row, place, later, before, glance)
    if phase == BARTER_PHASE:
        return barter_worth(state, seat, choice, later, glance) - before
    change = 1 if phase == TAKE else -1
    state.stock[seat, choice] += change
    after = wealth(state, seat, later, glance[EXTRA], glance[EXTRA + 1])
    state.stock[seat, choice] -= change
    return after - before + (phase == GIVE) * crowning_amount(state, CLEARANCE, 1)


@kernel
def barter_worth(state, seat, way, later, glance):
    """S29: the wealth that is left if a tile is paid in some way."""
    row, place = state.row, state.chosen
    tile = state.display[row, place]
    state.display[row, place] = -1
    for resource in range(4):
        state.stock[seat, resource] -= cost_of(state, row, tile, resource, way)
    after = wealth(state, seat, later, glance[EXTRA], glance[EXTRA + 1])
    for resource in range(4):
        state.stock[seat, resource] += cost_of(state, row, tile, resource, way)
    state.display[row, place] = tile
    return after


@kernel
def draft_worth(state, choice):
    """S29: the appeal of an upgrade tile."""
    if choice < LEVEL_3:
        return LASTING_APPEAL[choice]
    day, night = state.offered_3[choice - LEVEL_3]
    return CROWN_APPEAL[day] + CROWN_APPEAL[night]
