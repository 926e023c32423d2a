"""What a move is worth, in stars: playing a card on a space, discarding one, any other choice.

A card is good where it makes the store more valuable, where it honours a tile, and where its power
will be worth something when it is expelled. What is the same for all plays of a turn is worked out
once, in a glance.
"""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    BARTER,
    BARTER_PHASE,
    CLEARANCE,
    CLOUD_NETS,
    DAY_CITY,
    DELIVER,
    DISPLAYED,
    DRAFT,
    FIXED,
    GIVE,
    LEVEL_3,
    NONE,
    NUMBER_OF_POWERS,
    OF_SPACE,
    ONE,
    REAR,
    SLOT,
    STOP,
    STRIDE,
    STRIPS,
    TAKE,
)
from parhelion.games.solenia.kernels.deliveries import can_pay, cost_of, lacking, packed_cost
from parhelion.games.solenia.kernels.position_values import (
    advances_left,
    both_kinds,
    extra,
    reached,
    slot_worth,
    turns_later,
    wealth,
)
from parhelion.games.solenia.kernels.powers import (
    crowning_amount,
    crowning_stars,
    has_power,
    is_wind,
    lasting_stars,
)
from parhelion.games.solenia.kernels.reach import price_in
from parhelion.games.solenia.kernels.resources import EACH, added_up, packed_stock
from parhelion.games.solenia.kernels.spaces import around, produces
from parhelion.games.solenia.kernels.weights import (
    ANY_RESOURCE,
    CARD,
    CHANCES,
    CLIMBING,
    CROWN_APPEAL,
    EXPELLED_FOREIGN,
    EXPELLED_NOW,
    EXPULSION,
    IN_STORE,
    LASTING_APPEAL,
    NEW_CITY,
    OVERFLOW,
    POWER_STARS,
    PROMPTNESS,
    STARS_OF,
    STAYING,
    SURPLUS,
    VOYAGE_COST,
    WHOLE_STORE,
)
from parhelion.kernel import kernel, lowest, scratch

# What a glance takes in, by place: what 0 to 2 more of each resource bring; the worth of a city
# of each kind now; of an advance; what a new city of each kind within reach counts; what an
# expulsion from each strip counts, and what a card there; what a card of each value brings on each
# sort of space; the extras of the next delivery of each kind.
GAIN, CITY, ADVANCE, NEWS, STRIP, AHEAD, WORTH, EXTRA, GLANCE = (
    0, 12, 14, 15, 17, 22, 27, 45, 47,
)  # fmt: skip
AS_IT_IS = 9
"""Ways in which a store may look soon: as it is, or with one or two more of some resource."""
BOTH_ROWS = 2 * AS_IT_IS


# --- a glance at the table ---------------------------------------------------------------


@kernel
def look(state, seat, cities, glance):
    """Take in what matters for playing a card; `cities` are those on the board, of both kinds."""
    later = turns_later(state, seat)
    look_at_extras(state, seat, later, glance)
    before = look_at_tiles(state, seat, later, glance)
    for row in range(2):
        glance[CITY + row] = 0.0  # what nothing depends on if no such city can be reached
        if state.spaces & cities[row] != NONE:
            glance[CITY + row] = look_at_city(state, seat, row, later, before, glance)
    glance[ADVANCE] = advance_worth(state, seat, glance)
    look_at_strips(advances_left(state), later, glance)
    nets = has_power(state, seat, CLOUD_NETS)
    for value in range(3):
        look_at_value(value, max(value, nets), glance)


@kernel
def look_at_extras(state, seat, later, glance):
    """Note what the next delivery of each kind brings beside its stars."""
    for row in range(2):
        glance[EXTRA + row] = extra(state, seat, row, later)


@kernel
def look_at_strips(left, later, glance):
    """Note what speaks for a card on each strip, with so many advances left."""
    for strip in range(STRIPS):
        glance[STRIP + strip] = EXPULSION * reached(strip, left, later)
        glance[AHEAD + strip] = STAYING[later, strip]


@kernel
def look_at_value(value, gained, glance):
    """Note what a card of a value brings on each sort of space, where it gains so many of what an
    island produces."""
    elsewhere = glance[ADVANCE] - CARD[0] if value == 0 else -CARD[value]
    for what in range(4):
        glance[WORTH + 3 * what + value] = glance[GAIN + 3 * what + gained] + elsewhere
    for row in range(2):
        place = WORTH + 3 * (DAY_CITY + row) + value
        glance[place] = glance[CITY + row] + value + elsewhere


@kernel
def look_at_tiles(state, seat, later, glance):
    """Note what more of each resource would bring; the wealth as it is."""
    best, stock = scratch(BOTH_ROWS, np.float64), packed_stock(state, seat)
    look_at_row(state, seat, 0, stock, CHANCES[later], glance, best)
    look_at_row(state, seat, 1, stock, CHANCES[later], glance, best[AS_IT_IS:])
    glance[NEWS], glance[NEWS + 1] = NEW_CITY * best[0], NEW_CITY * best[AS_IT_IS]
    here, total = both_kinds(best[0], best[AS_IT_IS]), 0.0
    stored = IN_STORE[min(later, WHOLE_STORE)]
    room = state.capacity[seat] - added_up(stock - EACH)
    for resource in range(4):
        number = stock >> 8 * resource & 255
        total += stored[number]
        glance[GAIN + 3 * resource] = 0.0
        for more in range(1, 3):
            fits = min(more, max(room, 1))
            way = 2 * resource + fits
            value = both_kinds(best[way], best[AS_IT_IS + way]) - here
            value += stored[number + fits] - stored[number]
            value -= (ANY_RESOURCE + OVERFLOW) * (room <= 0)
            glance[GAIN + 3 * resource + more] = value
    return here + total


@kernel
def look_at_row(state, seat, row, stock, chances, glance, best):
    """Note what the best tile of a kind is worth with the store as it is, and with more of each
    resource."""
    barter = has_power(state, seat, BARTER)
    for way in range(AS_IT_IS):
        best[way] = 0.0
    for place in range(DISPLAYED):
        tile = state.display[row, place]
        if tile >= 0:
            stars = state.worth[row, tile] + glance[EXTRA + row]
            short = lacking(stock, packed_cost(state, row, tile))
            look_at_tile(stars, short, barter, chances, best)


@kernel
def look_at_tile(stars, short, barter, chances, best):
    """Note what a tile is worth for which a store is `short` of some resources."""
    missing = SURPLUS + added_up(short) - barter
    best[0] = max(best[0], stars * chances[missing])
    for resource in range(4):
        way, number = 1 + 2 * resource, short >> 8 * resource & 255
        best[way] = max(best[way], stars * chances[missing - min(number, 1)])
        best[way + 1] = max(best[way + 1], stars * chances[missing - min(number, 2)])


@kernel
def honouring(state, seat, row, place, later, before, glance):
    """What honouring a displayed tile is worth; `before` is the wealth without it."""
    tile = state.display[row, place]
    state.display[row, place] = -1
    stock = packed_stock(state, seat) - packed_cost(state, row, tile)
    after = wealth(state, seat, stock, later, glance[EXTRA], glance[EXTRA + 1])
    state.display[row, place] = tile
    return state.worth[row, tile] + glance[EXTRA + row] + after - before


@kernel
def look_at_city(state, seat, row, later, before, glance):
    """The worth of a city of a kind: the best tile that can be paid."""
    best = -1e3
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0 and can_pay(state, seat, row, place):
            best = max(best, honouring(state, seat, row, place, later, before, glance))
    return best + PROMPTNESS


@kernel
def advance_worth(state, seat, glance):
    """S22: what an advance is worth: own cards are expelled, and those of others."""
    value, expelled = 0.0, state.taken & REAR
    while expelled != NONE:
        lane = lowest(expelled)
        expelled &= expelled - ONE
        owner = np.int64(state.owner[lane])
        if owner == seat:
            power = np.int64(state.lying[lane]) % NUMBER_OF_POWERS
            value += EXPELLED_NOW * power_worth(power, produces(state, lane), glance)
        elif not is_wind(state, owner):
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
def space_worth(space, ways, news, glance):
    """What speaks for a space whatever the card; `ways` are the circles of `reach`, `news` the
    spaces next to cities of both kinds that are out of reach so far."""
    bit, value = np.uint64(space), glance[AHEAD + space // STRIDE]
    value += glance[NEWS] * (news[0] >> bit & ONE)
    value += glance[NEWS + 1] * (news[1] >> bit & ONE)
    return value - VOYAGE_COST * price_in(ways, space)


@kernel
def next_to_new_cities(state, cities, free):
    """The spaces on or next to cities of both kinds that have no card, and that a player cannot
    reach without extending; `free` are those that can be."""
    there = ~(state.taken | free)
    return around(cities[0] & there), around(cities[1] & there)


@kernel
def card_value(kind):
    """Return the value of a kind of card, 0 to 2."""
    return kind // NUMBER_OF_POWERS & 3


@kernel
def card_worth(kind, what, strip, glance):
    """What a card brings on a sort of space of a strip."""
    value, power = card_value(kind), kind % NUMBER_OF_POWERS
    if strip == 0 and value == 0:  # expelled at the end of this turn
        power_stars = power_worth(power, what, glance)
    else:
        power_stars = POWER_STARS[power, what]
    return glance[WORTH + 3 * what + value] + glance[STRIP + strip] * power_stars


@kernel
def discard_worth(kind, glance):
    """S14: what discarding a card to advance the airship is worth."""
    return glance[ADVANCE] - CARD[kind // NUMBER_OF_POWERS]


@kernel
def look_at_store(state, seat, later, glance):
    """Take in what matters for a choice other than a card; the wealth as it is."""
    if state.phase in (DRAFT, SLOT):
        return 0.0
    look_at_extras(state, seat, later, glance)
    stock = packed_stock(state, seat)
    return wealth(state, seat, stock, later, glance[EXTRA], glance[EXTRA + 1])


@kernel
def choice_worth(state, seat, choice, later, before, glance):
    """What a choice other than a card is worth; `before` is the wealth as it is."""
    phase = state.phase
    if phase == DRAFT:
        return draft_worth(state, choice)
    if phase == SLOT:
        climbed = CLIMBING * (choice // 2)
        return climbed + slot_worth(state, seat, state.row, choice, later)
    if phase == GIVE and choice == STOP:
        return 0.0
    if phase == DELIVER:
        row, place = choice // DISPLAYED, choice % DISPLAYED
        return honouring(state, seat, row, place, later, before, glance)
    if phase == BARTER_PHASE:
        return barter_worth(state, seat, choice, later, glance) - before
    change = 1 if phase == TAKE else -1
    stock = packed_stock(state, seat) + (change << 8 * choice)
    after = wealth(state, seat, stock, later, glance[EXTRA], glance[EXTRA + 1])
    return after - before + (phase == GIVE) * crowning_amount(state, CLEARANCE, 1)


@kernel
def barter_worth(state, seat, way, later, glance):
    """S29: the wealth that is left if a tile is paid in some way."""
    row, place = state.row, state.chosen
    tile, stock = state.display[row, place], packed_stock(state, seat)
    state.display[row, place] = -1
    for resource in range(4):
        stock -= cost_of(state, row, tile, resource, way) << 8 * resource
    after = wealth(state, seat, stock, later, glance[EXTRA], glance[EXTRA + 1])
    state.display[row, place] = tile
    return after


@kernel
def draft_worth(state, choice):
    """S29: the appeal of an upgrade tile."""
    if choice < LEVEL_3:
        return LASTING_APPEAL[choice] + lasting_stars(state, choice)
    day, night = state.offered_3[choice - LEVEL_3]
    stars = crowning_stars(state, day) + crowning_stars(state, night)
    return CROWN_APPEAL[day] + CROWN_APPEAL[night] + stars
