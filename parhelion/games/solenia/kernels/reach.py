"""Where a card may be played (S11-S14, S16) and what the voyage there costs (S13)."""

from parhelion.games.solenia.kernels.constants import (
    BOARD,
    CROWS_NEST,
    DAY_CITY,
    GAIN,
    MIDDLE,
    NONE,
    PAY,
    STRIDE,
    TAILWIND,
    VOYAGE,
)
from parhelion.games.solenia.kernels.deliveries import can_honour
from parhelion.games.solenia.kernels.event_codes import PAID, VOYAGE_COSTS
from parhelion.games.solenia.kernels.powers import has_power
from parhelion.games.solenia.kernels.resources import amount_in
from parhelion.games.solenia.kernels.spaces import around, cities_on_board, produces, with_corners
from parhelion.kernel import entry_point, kernel, one
from parhelion.kernel.arguments import State
from parhelion.kernel.question_steps import ask, tell


@kernel
def starts(state, seat):
    """S12: where voyages begin: at the airship and at one's own cards."""
    return state.own[seat] | one(STRIDE * MIDDLE + MIDDLE)


@kernel
def without_extending(state, seat):
    """S12: the spaces that cost nothing."""
    near = around(starts(state, seat))
    if has_power(state, seat, TAILWIND):
        near = around(near)
    if has_power(state, seat, CROWS_NEST):
        near |= with_corners(starts(state, seat))
    return near


@entry_point
def price_of(state: State, seat: int, space: int) -> int:
    """S13: what the voyage to a space costs."""
    if without_extending(state, seat) & one(space) != NONE:
        return 0
    reach, price = around(starts(state, seat)), 0
    while reach & one(space) == NONE:
        reach = around(reach)
        price += 1
    return int(price - has_power(state, seat, TAILWIND))


@kernel
def find_spaces(state, seat):
    """S11-S16: where a card may be played: free spaces within reach, cities only if a delivery can
    be honoured there after the voyage is paid."""
    cities = cities_on_board(state)
    room = BOARD & ~state.taken
    reached = without_extending(state, seat)
    state.free = payable(state, seat, reached & room, cities, 0)
    state.spaces = state.free
    reach, price, most = around(starts(state, seat)), 0, amount_in(state, seat)
    while reach != BOARD and price < most + has_power(state, seat, TAILWIND):
        reach = around(reach)
        price += 1
        cost = price - has_power(state, seat, TAILWIND)
        state.spaces |= payable(state, seat, reach & room & ~reached, cities, cost)
        reached |= reach


@kernel
def payable(state, seat, spaces, cities, price):
    """Of some spaces those that are no city, or one where a delivery can be honoured."""
    for row in range(2):
        if spaces & cities[row] != NONE and not can_honour(state, seat, row, price):
            spaces &= ~cities[row]
    return spaces


# --- paying for the voyage ---------------------------------------------------------------


@kernel
def voyage(state):
    """S13: pay for the voyage, one resource after the other."""
    if state.price == 0:
        state.step = GAIN
        return
    tell(state, VOYAGE_COSTS, state.price, state.turn)
    options = 0
    for resource in range(4):
        if state.stock[state.turn, resource] > 0 and may_pay(state, state.turn, resource):
            options |= 1 << resource
    ask(state, PAY, options, state.turn)


@kernel
def may_pay(state, seat, resource):
    """S13: on a city, a payment that leaves no displayed tile payable is not allowed."""
    what = produces(state, state.place)
    if what < DAY_CITY:
        return True
    state.stock[seat, resource] -= 1
    able = can_honour(state, seat, what - DAY_CITY, state.price - 1)
    state.stock[seat, resource] += 1
    return able


@kernel
def pay_voyage(state, resource):
    """S13: a resource is paid."""
    state.stock[state.turn, resource] -= 1
    tell(state, PAID, resource, state.turn)
    state.price -= 1
    state.step = VOYAGE
