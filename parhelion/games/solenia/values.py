"""What things are worth to a player of Solenia, in stars; ids such as S12 are those of docs/rules.

What somebody holds is worth what it brings soon: for each kind of city the best displayed tile,
times the chance to honour it with what is missing, and a little for every resource besides. A card
is good where it makes that grow, where it honours a tile, and where its power will be worth
something when it is expelled.
"""

import numpy as np

from parhelion.games.solenia.rules import (
    NONE,
    NUMBER_OF_POWERS,
    around,
    can_pay,
    cities_on_board,
    decks_in_play,
    has_power,
    is_wind,
    open_slots,
    price_of,
    produces,
    without_extending,
)
from parhelion.games.solenia.state import (
    CARDS,
    DISPLAYED,
    E_CAPACITY,
    E_CHOOSE,
    E_PER_TILE,
    E_STARS,
    SUMMER,
)
from parhelion.games.solenia.tables import (
    BARTER,
    BARTER_PHASE,
    CLEARANCE,
    DAY_CITY,
    DELIVER,
    DRAFT,
    EXACT,
    FIXED,
    GIVE,
    LANES,
    LEVEL_3,
    OF_SPACE,
    PLAY,
    SLOT,
    SLOT_1B,
    SLOT_3B,
    STAR_CHART,
    STAR_IF,
    STOP,
    STRIDE,
    STRIPS,
    TAKE,
)
from parhelion.kernel import kernel, one

# --- what things are worth, in stars -----------------------------------------------------
# Found by many quick games in which small changes of all numbers played against each other.

CHANCE = np.array([0.75, 0.48, 0.39, 0.3, 0.22, 0.1])
"""To honour a tile for which so many resources are missing, five or more in the last place."""
HURRY = 0.57
"""Times that, if there are only just turns enough."""
OTHER_KIND = 0.19
"""What the second best kind of city counts beside the best."""
FIRST, SECOND, FURTHER = 0.59, 0.43, 0.11
"""What the first, the second, any further resource of a kind is worth beyond that."""
WHOLE_STORE = 8
"""Turns before the end from which on these fall to nothing."""
ANY_RESOURCE = 0.4
"""And any resource, till the end."""
OVERFLOW = 0.3
"""Lost when a resource has to be dropped for another."""
GIVEN_RESOURCE = 1.21
"""A resource that a slot or an expelled card brings."""
LATE, LATE_RESOURCE = 2, 0.5
"""With so few turns left it is only worth what it scores."""
ROOM = 0.3
"""For one resource more."""
PAIR, HALF_PAIR = 0.7, 0.54
"""Of the stars of a pair: counted when it is made, and when its first half is."""
PROMPTNESS = 1.56
"""For honouring a tile now: others want it, too."""
CARD = np.array([0.0, 1.0, 2.18])
"""What cards of value 0, 1 and 2 bring elsewhere."""
EXPULSION = 0.55
"""Of what a card brings when it is expelled one day."""
EXPELLED_NOW, EXPELLED_FOREIGN = 0.42, 0.23
"""Of what own cards bring that are expelled now; and against it, a card of somebody else."""
AHEAD = -0.08
"""For a strip further ahead: the card stays longer."""
NEW_CITY = 0.05
"""Of the worth of a kind of city, if a card brings one within reach."""
VOYAGE = 1.29
"""For each resource that a voyage costs."""
CLIMBING = 0.5
"""For a slot of the next level."""
WAKING, HALF_WAKING = 0.35, 0.15
"""For each later turn: a level-1 tile that starts to work, and half the way to it."""
CROWN = 6.0
"""A half of a level-3 tile that is reached."""
LASTING_APPEAL = np.array([1.0, 1.0, 1.6, 1.6, 2.0, 1.8, 1.2, 1.0])
"""Of the level-1 tiles in a draft, as `tables.LASTING` lists them."""
CROWN_APPEAL = np.array([1.2, 0.6, 0.9, 1.0, 0.9, 1.0, 1.0, 0.8])
"""Of the halves of level 3, as `tables.CROWNING` lists them."""

RESOURCES_OF = np.zeros((NUMBER_OF_POWERS, 6))
STARS_OF = np.zeros((NUMBER_OF_POWERS, 6))
"""What a card of each power brings when it is expelled from each sort of space."""
for _power in range(NUMBER_OF_POWERS):
    for _what in range(6):
        on_island = _what < DAY_CITY
        RESOURCES_OF[_power, _what] = FIXED[_power].sum() + OF_SPACE[_power] * on_island
        STARS_OF[_power, _what] = OF_SPACE[_power] * (1 - on_island) + (STAR_IF[_power] == _what)

# What a glance takes in, by place: what 0 to 2 more of each resource bring; the worth of a city
# of each kind now; of an advance; turns and advances still to come; the worth of the best tile of
# each kind; what an expulsion from each strip counts; what a card of each value counts here; the
# extras of the next delivery of each kind.
GAIN, CITY, ADVANCE, TURNS, ADVANCES, BEST, STRIP, VALUE, EXTRA, GLANCE = (
    0, 12, 14, 15, 16, 17, 19, 24, 27, 29,
)  # fmt: skip
AS_IT_IS = 9
"""Ways in which a store may look soon: as it is, or with one or two more of some resource."""


# --- the worth of a store ----------------------------------------------------------------


@kernel
def turns_later(state, seat):
    """The turns that a player has after this one."""
    later = np.int64(state.held[seat]) + state.deck_left[seat]
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
        short = np.int64(state.costs[row, tile, resource]) - state.stock[seat, resource]
        missing += max(0, short)
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
        day, night = np.int64(state.display[0, place]), np.int64(state.display[1, place])
        if day >= 0:
            likely = chance(missing_for(state, seat, 0, day), later)
            best_day = max(best_day, likely * (state.worth[0, day] + extra_day))
        if night >= 0:
            likely = chance(missing_for(state, seat, 1, night), later)
            best_night = max(best_night, likely * (state.worth[1, night] + extra_night))
    value = both_kinds(best_day, best_night)
    for resource in range(4):
        value += in_store(np.int64(state.stock[seat, resource]), later)
    return value


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
    tiles = np.int64(state.delivered[seat, 0]) + state.delivered[seat, 1]
    stars = effect[E_STARS] + effect[E_PER_TILE] * tiles
    each = GIVEN_RESOURCE if later > LATE else LATE_RESOURCE
    return stars + each * number + ROOM * effect[E_CAPACITY]


@kernel
def extra(state, seat, row, later):
    """What the next delivery of a kind brings beside its stars: a slot, a pair."""
    value = 0.0
    if state.board == SUMMER:
        if state.delivered[seat, row] < 6:
            value = slot_worth(state, seat, row, np.int64(state.delivered[seat, row]), later)
        value += pair_worth(state, seat, row)
    else:
        options = open_slots(np.int64(state.slots[seat, row]))
        for slot in range(6):
            if options >> slot & 1:
                value = max(value, slot_worth(state, seat, row, slot, later))
    if has_power(state, seat, STAR_CHART):
        value += state.lasting_amounts[STAR_CHART, 0]
    return value


@kernel
def pair_worth(state, seat, row):
    """S26: what the next delivery of a kind does for the pairs."""
    mine, other = np.int64(state.delivered[seat, row]), np.int64(state.delivered[seat, 1 - row])
    if mine >= 4 or mine > other:
        return 0.0
    stars = np.int64(state.pair_stars[mine + 1]) - state.pair_stars[mine]
    return stars * PAIR * (HALF_PAIR if mine == other else 1.0)


@kernel
def honouring(state, seat, row, place, later, before, glance):
    """What honouring a displayed tile is worth; `before` is the wealth without it."""
    tile = np.int64(state.display[row, place])
    state.display[row, place] = -1
    for resource in range(4):
        state.stock[seat, resource] -= state.costs[row, tile, resource]
    after = wealth(state, seat, later, glance[EXTRA], glance[EXTRA + 1])
    for resource in range(4):
        state.stock[seat, resource] += state.costs[row, tile, resource]
    state.display[row, place] = tile
    return state.worth[row, tile] + glance[EXTRA + row] + after - before


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
    best = np.zeros(2 * AS_IT_IS)
    for row in range(2):
        for place in range(DISPLAYED):
            if state.display[row, place] >= 0:
                look_at_tile(state, seat, row, place, later, glance, best[AS_IT_IS * row :])
    glance[BEST], glance[BEST + 1] = best[0], best[AS_IT_IS]
    here, total, amount = both_kinds(best[0], best[AS_IT_IS]), 0.0, 0
    for resource in range(4):
        total += in_store(np.int64(state.stock[seat, resource]), later)
        amount += state.stock[seat, resource]
    room = np.int64(state.capacity[seat]) - amount
    for resource in range(4):
        number = np.int64(state.stock[seat, resource])
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
    tile = np.int64(state.display[row, place])
    missing = missing_for(state, seat, row, tile)
    stars = state.worth[row, tile] + glance[EXTRA + row]
    now, one_more = stars * chance(missing, later), stars * chance(missing - 1, later)
    two_more = stars * chance(missing - 2, later)
    best[0] = max(best[0], now)
    for resource in range(4):
        short = np.int64(state.costs[row, tile, resource]) - state.stock[seat, resource]
        way = 1 + 2 * resource
        best[way] = max(best[way], one_more if short > 0 else now)
        best[way + 1] = max(best[way + 1], two_more if short > 1 else best[way])


@kernel
def look_at_city(state, seat, row, later, before, glance):
    """The worth of a city of a kind: the best tile that can be paid."""
    best = -1e3
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0 and can_pay(state, seat, row, place, 0):
            best = max(best, honouring(state, seat, row, place, later, before, glance))
    return best + PROMPTNESS


@kernel
def reached(strip, left, later):
    """S22: how likely, and how timely, a card on a strip is expelled."""
    return min(1.0, max(0.0, (left - strip) / 4)) * min(1.0, (later + 1) / (2 + 2 * strip))


@kernel
def advances_left(state):
    """How often the airship will advance, if every 0 does it."""
    total = 0
    for seat in range(decks_in_play(state)):
        for card in range(CARDS):
            unused = not np.int64(state.used[seat]) >> card & 1
            total += unused and state.cards[card] < NUMBER_OF_POWERS
    return total


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
    value = AHEAD * (space // STRIDE) * min(1.0, glance[TURNS] / 4)
    value += NEW_CITY * glance[BEST] * (near & news[0] != NONE)
    value += NEW_CITY * glance[BEST + 1] * (near & news[1] != NONE)
    if state.free & one(space) == NONE:
        value -= VOYAGE * price_of(state, seat, space)
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
        return climbed + slot_worth(state, seat, np.int64(state.row), choice, later)
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
    return after - before + (phase == GIVE) * state.crowning_amounts[CLEARANCE, 1]


@kernel
def barter_worth(state, seat, way, later, glance):
    """S29: the wealth that is left if a tile is paid in some way."""
    row, place = np.int64(state.row), np.int64(state.chosen)
    tile, owed, given = np.int64(state.display[row, place]), way // 4, way % 4
    state.display[row, place] = -1
    for resource in range(4):
        swapped = (way != EXACT) * ((resource == given) - (resource == owed))
        state.stock[seat, resource] -= state.costs[row, tile, resource] + swapped
    after = wealth(state, seat, later, glance[EXTRA], glance[EXTRA + 1])
    for resource in range(4):
        swapped = (way != EXACT) * ((resource == given) - (resource == owed))
        state.stock[seat, resource] += state.costs[row, tile, resource] + swapped
    state.display[row, place] = tile
    return after


@kernel
def draft_worth(state, choice):
    """S29: the appeal of an upgrade tile."""
    if choice < LEVEL_3:
        return LASTING_APPEAL[choice]
    day, night = state.offered_3[choice - LEVEL_3]
    return CROWN_APPEAL[day] + CROWN_APPEAL[night]
