"""The airship advances: cards of the rear strip are expelled (S22), the strip turns over (S23)."""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    AHEAD,
    DAY_CITY,
    DRAW,
    EXPEL,
    FIXED,
    LANES,
    NONE,
    NUMBER_OF_POWERS,
    OF_SPACE,
    REAR,
    SALVAGE,
    SEATS,
    STAR_IF,
    STRIDE,
    STRIPS,
    TURN_STRIP,
)
from parhelion.games.solenia.kernels.event_codes import EXPELLED, FROM_EXPELLED, TURNED
from parhelion.games.solenia.kernels.powers import has_power, is_wind, lasting_amount
from parhelion.games.solenia.kernels.resources import add_resources, add_stars, check_store
from parhelion.games.solenia.kernels.spaces import produces
from parhelion.kernel import kernel
from parhelion.kernel.question_steps import tell


@kernel
def expel(state):
    """S22: the cards of the rear strip pay their owners, the active player first; each player's
    gains are one, and whoever has too much decides before the next is paid."""
    if not state.ahead:
        state.step = DRAW
        return
    while state.paid_out < SEATS:
        seat = (state.turn + state.paid_out) % SEATS
        state.paid_out += 1
        if state.own[seat] & REAR != NONE and not is_wind(state, seat):
            for lane in range(LANES):
                if state.owner[lane] == seat:
                    pay_power(state, seat, lane)
            check_store(state, seat, EXPEL)
            return
    state.step = TURN_STRIP


@kernel
def pay_power(state, seat, space):
    """S6, S22: what an expelled card brings."""
    kind, what = np.int64(state.lying[space]), produces(state, space)
    power = kind % NUMBER_OF_POWERS
    tell(state, EXPELLED, 64 * kind + space, seat)
    for resource in range(4):
        add_resources(state, seat, resource, FIXED[power, resource], FROM_EXPELLED)
    if what < DAY_CITY:
        add_resources(state, seat, what, OF_SPACE[power], FROM_EXPELLED)
        add_stars(state, seat, np.int64(STAR_IF[power] == what), FROM_EXPELLED)
    else:
        salvage = has_power(state, seat, SALVAGE) * lasting_amount(state, SALVAGE, 0)
        add_stars(state, seat, OF_SPACE[power] + salvage, FROM_EXPELLED)


@kernel
def turn_strip(state):
    """S23: the rear strip is turned over and becomes the front one; the others shift back."""
    strip, face = state.order[0], state.face[0]
    tell(state, TURNED, strip, state.turn)
    for i in range(STRIPS - 1):
        state.order[i] = state.order[i + 1]
        state.face[i] = state.face[i + 1]
    state.order[STRIPS - 1] = strip
    state.face[STRIPS - 1] = 1 - face
    for space in range(STRIDE * (STRIPS - 1)):
        state.lying[space] = state.lying[space + STRIDE]
        state.owner[space] = state.owner[space + STRIDE]
    for lane in range(STRIDE):
        state.lying[STRIDE * (STRIPS - 1) + lane] = -1
        state.owner[STRIDE * (STRIPS - 1) + lane] = -1
    state.taken >>= AHEAD
    for seat in range(SEATS):
        state.own[seat] >>= AHEAD
    state.ahead = 0
    state.step = DRAW
