"""Resources, stars and capacity: gaining, choosing, and discarding what is too much (S8, S18)."""

from parhelion.games.solenia.kernels.constants import CHOOSE, DROP, EXPEL, STORE, TAKE
from parhelion.games.solenia.kernels.event_codes import (
    DROPPED,
    FROM_CHOICE,
    GAINED,
    OVERFULL,
    SOURCE,
    STARRED,
    TO_CHOOSE,
    WIDENED,
)
from parhelion.kernel import kernel
from parhelion.kernel.question_steps import ask, tell

EACH = 0x01010101
"""One of each resource, eight bits a resource."""


@kernel
def amount_in(state, seat):
    """Resources in a player's store."""
    total = 0
    for resource in range(4):
        total += state.stock[seat, resource]
    return total


@kernel
def packed_stock(state, seat):
    """A player's store in one number, eight bits a resource and no bit beyond, of 1 more than there
    is, so that one may be owed (barter, S29): no store holds as many as 127."""
    stock = state.stock[seat]
    return EACH + (stock[0] | stock[1] << 8 | stock[2] << 16 | stock[3] << 24)


@kernel
def added_up(packed):
    """How many resources some are that have eight bits each."""
    return packed * EACH >> 24 & 255


@kernel
def in_stock(state, seat):
    """The resources a player has, as a bit set."""
    found = 0
    for resource in range(4):
        if state.stock[seat, resource] > 0:
            found |= 1 << resource
    return found


# --- gaining -----------------------------------------------------------------------------


@kernel
def add_stars(state, seat, stars, source):
    """A player gains stars from a source (see `events`)."""
    if stars > 0:
        state.stars[seat] += stars
        tell(state, STARRED, stars + SOURCE * source, seat)


@kernel
def add_resources(state, seat, resource, number, source):
    """A player gains resources from a source (see `events`)."""
    if number > 0:
        state.stock[seat, resource] += number
        tell(state, GAINED, 16 * number + resource + SOURCE * source, seat)


@kernel
def add_capacity(state, seat, more):
    """A player's capacity grows."""
    if more > 0:
        state.capacity[seat] += more
        tell(state, WIDENED, more, seat)


@kernel
def let_choose(state, seat, number, among):
    """A player will choose so many resources among some, given as a bit set."""
    state.to_choose = number
    state.among = among
    if number > 0:
        tell(state, TO_CHOOSE, 16 * number + among, seat)


@kernel
def choose(state):
    """Choose resources, one after the other; then see that the store is not too full."""
    if state.to_choose > 0:
        ask(state, TAKE, state.among, state.turn)
    else:
        check_store(state, state.turn, EXPEL)


@kernel
def take(state, resource):
    """The player takes a chosen resource."""
    add_resources(state, state.actor, resource, 1, FROM_CHOICE)
    state.to_choose -= 1
    state.step = CHOOSE


# --- capacity ----------------------------------------------------------------------------


@kernel
def check_store(state, seat, after):
    """S18: see that a player's store is not too full, then go on with the step `after`."""
    state.filling = seat
    state.after = state.step = after
    over = amount_in(state, seat) - state.capacity[seat]
    if over > 0:
        state.step = STORE
        tell(state, OVERFULL, over, seat)


@kernel
def store(state):
    """S18: discard down to one's capacity."""
    if amount_in(state, state.filling) > state.capacity[state.filling]:
        ask(state, DROP, in_stock(state, state.filling), state.filling)
    else:
        state.step = state.after


@kernel
def drop(state, resource):
    """The player discards a resource."""
    state.stock[state.actor, resource] -= 1
    tell(state, DROPPED, resource, state.actor)
    state.step = STORE
