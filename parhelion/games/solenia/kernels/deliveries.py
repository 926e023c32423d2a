"""Deliveries: honouring a tile in a city (S16), the display (S17), slots and bonuses (S19, S27)."""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    BARTER,
    BARTER_PHASE,
    CHOOSE,
    DELIVER,
    DISPLAYED,
    E_AMONG,
    E_CAPACITY,
    E_CHOOSE,
    E_PER_TILE,
    E_STARS,
    EXACT,
    EXPEL,
    MAX_PAIRS,
    SETTLE,
    SLOT,
    SLOT_1B,
    SLOT_3B,
    STAR_CHART,
    SUMMER,
    WINTER,
)
from parhelion.games.solenia.kernels.event_codes import (
    DELIVERED,
    DELIVERY_DUE,
    FROM_BOARD,
    PAIRED,
    SHOWN,
    SLOTTED,
    SPENT,
    TILES_PAYABLE,
)
from parhelion.games.solenia.kernels.powers import has_power, lasting_amount
from parhelion.games.solenia.kernels.resources import (
    EACH,
    add_capacity,
    add_resources,
    add_stars,
    added_up,
    check_store,
    let_choose,
    packed_stock,
)
from parhelion.games.solenia.kernels.upgrades import crown, wake_lasting
from parhelion.kernel import kernel
from parhelion.kernel.question_steps import ask, tell

# --- what can be paid --------------------------------------------------------------------

TOP_BITS = 0x80808080
"""The top bit of each resource in a packed number."""


@kernel
def packed_cost(state, row, tile):
    """What a tile costs in one number, eight bits a resource."""
    cost = state.costs[row, tile]
    first = np.int64(cost[0]) & 255 | (np.int64(cost[1]) & 255) << 8
    return first | (np.int64(cost[2]) & 255) << 16 | (np.int64(cost[3]) & 255) << 24


@kernel
def lacking(stock, cost):
    """What a packed store lacks for a packed cost, eight bits a resource."""
    apart = (
        cost + EACH | TOP_BITS
    ) - stock  # a top bit stays where the cost is not below the store
    short = apart & TOP_BITS
    return apart & (short - (short >> 7))


@kernel
def left_after(state, stock, row, tile, barter):
    """The resources that are left of a store when a tile is paid, -1 if it cannot be. With barter
    (1 or 0) one that is missing may be any other (S29)."""
    cost = packed_cost(state, row, tile)
    if added_up(lacking(stock, cost)) > barter:
        return -1
    return max(-1, added_up(stock - EACH) - added_up(cost))


@kernel
def can_pay(state, seat, row, place):
    """S16: whether a displayed tile can be paid."""
    tile, barter = state.display[row, place], has_power(state, seat, BARTER)
    return left_after(state, packed_stock(state, seat), row, tile, barter) >= 0


@kernel
def left_for_voyage(state, seat, row):
    """S16: the most resources that are left when a displayed tile of a kind is paid, -1 if none
    can be."""
    stock, barter, most = packed_stock(state, seat), has_power(state, seat, BARTER), -1
    for place in range(DISPLAYED):
        tile = state.display[row, place]
        if tile >= 0:
            most = max(most, left_after(state, stock, row, tile, barter))
    return most


@kernel
def cost_of(state, row, tile, resource, way):
    """How much of a resource a tile costs if it is paid in some way: as it stands, or with one
    resource given for another (S29)."""
    cost = np.int64(state.costs[row, tile, resource])
    if way != EXACT:
        cost += resource == way % 4
        cost -= resource == way // 4
    return cost


@kernel
def pays(state, seat, tile, way):
    """Whether a tile can be paid in some way; only what it asks for can be bartered."""
    if way != EXACT and state.costs[state.row, tile, way // 4] == 0:
        return False
    for resource in range(4):
        if state.stock[seat, resource] < cost_of(state, state.row, tile, resource, way):
            return False
    return True


# --- honouring ---------------------------------------------------------------------------


@kernel
def honour(state):
    """S16: one displayed tile of the city's kind must be honoured."""
    row, options, payable = state.row, 0, 0
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0 and can_pay(state, state.turn, row, place):
            options |= 1 << (DISPLAYED * row + place)
            payable += 1
    tell(state, DELIVERY_DUE, row, state.turn)
    tell(state, TILES_PAYABLE, payable, state.turn)
    ask(state, DELIVER, options, state.turn)


@kernel
def choose_delivery(state, choice):
    """S16: pay a tile as it stands, or with barter in any other way that is possible."""
    seat, ways = state.turn, 0
    state.chosen = choice % DISPLAYED
    tile = state.display[state.row, state.chosen]
    if has_power(state, seat, BARTER):
        for way in range(EXACT):
            if way // 4 != way % 4 and pays(state, seat, tile, way):
                ways |= 1 << way
    if pays(state, seat, tile, EXACT):
        ways |= 1 << EXACT
    ask(state, BARTER_PHASE, ways, seat)


@kernel
def pay_delivery(state, way):
    """S16, S17: pay, take the tile, refill the display; then its place on the board."""
    seat, row, place = state.turn, state.row, state.chosen
    tile, spent = state.display[row, place], 0
    for resource in range(4):
        cost = cost_of(state, row, tile, resource, way)
        state.stock[seat, resource] -= cost
        spent |= cost << 4 * resource
    tell(state, SPENT, spent, seat)
    take_tile(state, seat, row, place)
    state.chosen = -1
    tell_pair(state, seat, row)
    if has_power(state, seat, STAR_CHART):
        add_stars(state, seat, lasting_amount(state, STAR_CHART, 0), FROM_BOARD)
    state.step = SETTLE


@kernel
def tell_pair(state, seat, row):
    """S26: tell the stars of a pair of day and night that the last delivery completed."""
    pairs = state.delivered[seat, row]
    if state.board != SUMMER or pairs > state.delivered[seat, 1 - row] or pairs > MAX_PAIRS:
        return
    stars = state.pair_stars[pairs] - state.pair_stars[pairs - 1]
    if stars > 0:
        tell(state, PAIRED, stars, seat)


@kernel
def take_tile(state, seat, row, place):
    """S17: a displayed tile comes to a player, and the display is refilled at once."""
    tile = state.display[row, place]
    tell(state, DELIVERED, 32 * row + tile, seat)
    state.tiles[seat, row] |= 1 << tile
    state.delivered[seat, row] += 1
    state.display[row, place] = -1
    refill(state, row, place)


@kernel
def refill(state, row, place):
    """S17: the top of the pile is shown, if there is one."""
    if state.left[row] > 0:
        state.left[row] -= 1
        state.display[row, place] = state.piles[row, state.left[row]]
        state.piles[row, state.left[row]] = -1
        state.revealed += 1
        tell(state, SHOWN, 32 * row + state.display[row, place], state.turn)


# --- slots and bonuses -------------------------------------------------------------------


@kernel
def settle(state):
    """S19: the leftmost free slot; S27: a slot of one's choice. A seventh tile brings nothing."""
    seat, row = state.turn, state.row
    if state.board == WINTER:
        options = open_slots(state.slots[seat, row])
        if options == 0:
            check_store(state, seat, EXPEL)
        else:
            ask(state, SLOT, options, seat)
    elif state.delivered[seat, row] > 6:
        check_store(state, seat, EXPEL)
    else:
        take_effect(state, seat, SUMMER, row, state.delivered[seat, row] - 1)


@kernel
def open_slots(filled):
    """S27: level 1 is open; a slot of another level needs more filled ones below it than on it."""
    found, below_it = 0, 3
    for level in range(3):
        here = (filled >> 2 * level & 1) + (filled >> 2 * level + 1 & 1)
        if here < below_it:
            found |= (3 << 2 * level) & ~filled
        below_it = here
    return found


@kernel
def fill_slot(state, slot):
    """S27-S29: a tile fills a slot; its power, or that of an upgrade tile, is at work."""
    seat, row = state.turn, state.row
    state.slots[seat, row] |= 1 << slot
    tell(state, SLOTTED, slot, seat)
    if state.upgrades and slot == SLOT_1B:
        wake_lasting(state, seat)
    elif state.upgrades and slot == SLOT_3B:
        crown(state, seat, row)
    else:
        take_effect(state, seat, WINTER, row, slot)


@kernel
def take_effect(state, seat, board, row, slot):
    """S19, S28: what a slot brings."""
    effect = state.effects[board, row, slot]
    for resource in range(4):
        add_resources(state, seat, resource, np.int64(effect[resource]), FROM_BOARD)
    tiles = state.delivered[seat, 0] + state.delivered[seat, 1]
    add_stars(state, seat, effect[E_STARS] + effect[E_PER_TILE] * tiles, FROM_BOARD)
    add_capacity(state, seat, np.int64(effect[E_CAPACITY]))
    let_choose(state, seat, np.int64(effect[E_CHOOSE]), np.int64(effect[E_AMONG]))
    state.step = CHOOSE
