"""Where a card may be played (S11-S14, S16) and what the voyage there costs (S13)."""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    BOARD,
    CROWS_NEST,
    DAY_CITY,
    GAIN,
    MIDDLE,
    ONE,
    PAY,
    STRIDE,
    TAILWIND,
    VOYAGE,
)
from parhelion.games.solenia.kernels.deliveries import left_for_voyage
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


@kernel
def circles(state, seat):
    """S12, S13: the spaces that cost nothing, those that cost up to one resource, up to two. The
    airship is in the middle, so that the others cost three."""
    free, near = without_extending(state, seat), around(starts(state, seat))
    if has_power(state, seat, TAILWIND):
        near = around(near)
    near = around(near)
    return free, free | near, free | around(near)


@kernel
def price_in(circles, space):
    """S13: what the voyage to a space costs by the circles around where voyages begin."""
    free, up_to_one, up_to_two = circles
    bit = np.uint64(space)
    return np.int64((~free >> bit & ONE) + (~up_to_one >> bit & ONE) + (~up_to_two >> bit & ONE))


@entry_point
def price_of(state: State, seat: int, space: int) -> int:
    """S13: what the voyage to a space costs."""
    return int(price_in(circles(state, seat), space))


@kernel
def find_spaces(state, seat):
    """S11-S16: where a card may be played: free spaces within reach, cities only if a delivery can
    be honoured there after the voyage is paid."""
    day, night = cities_on_board(state)
    left = left_for_voyage(state, seat, 0), left_for_voyage(state, seat, 1)
    free, up_to_one, up_to_two = circles(state, seat)
    room, most = BOARD & ~state.taken, amount_in(state, seat)
    state.free = state.spaces = payable(free & room, day, night, left, 0)
    if most >= 1:
        state.spaces |= payable(up_to_one & ~free & room, day, night, left, 1)
    if most >= 2:
        state.spaces |= payable(up_to_two & ~up_to_one & room, day, night, left, 2)
    if most >= 3:
        state.spaces |= payable(~up_to_two & room, day, night, left, 3)


@kernel
def payable(spaces, day, night, left, price):
    """Of some spaces those that are no city, or one where a delivery can be honoured; `left` is
    how much a delivery of each kind leaves for the voyage."""
    if left[0] < price:
        spaces &= ~day
    if left[1] < price:
        spaces &= ~night
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
    able = left_for_voyage(state, seat, what - DAY_CITY) >= state.price - 1
    state.stock[seat, resource] += 1
    return able


@kernel
def pay_voyage(state, resource):
    """S13: a resource is paid."""
    state.stock[state.turn, resource] -= 1
    tell(state, PAID, resource, state.turn)
    state.price -= 1
    state.step = VOYAGE
