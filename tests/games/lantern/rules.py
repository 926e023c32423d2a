"""The rules of Lanterns as kernels."""

from parhelion.kernel import TOGETHER, below, kernel, register

from .state import DEALT, LANTERNS, SEATS, STATE

ACTIONS = LANTERNS + 1
DRAW = LANTERNS


@kernel
def deal(state, rng):
    """Two lanterns each, the rest face down."""
    state.lit, state.last, state.actor, state.revealed = 0, -1, 0, 0
    state.left = LANTERNS - SEATS * DEALT
    for seat in range(SEATS):
        state.hands[seat], state.points[seat], state.held[seat] = 0, 0, DEALT
    scatter(state, -1, rng)


@kernel
def scatter(state, seat, rng):
    """Give the lanterns that a seat does not see random places among those it does not see."""
    unknown = (1 << LANTERNS) - 1 - state.lit
    for other in range(SEATS):
        if other == seat or seat == TOGETHER:
            unknown &= ~state.hands[other]
    for other in range(SEATS):
        if other != seat and seat != TOGETHER:
            state.hands[other] = 0
            for _ in range(state.held[other]):
                unknown = give(state, other, unknown, rng)
    for place in range(state.left):
        lantern = pick(unknown, rng)
        unknown &= ~(1 << lantern)
        state.pile[place] = lantern


@kernel
def give(state, seat, unknown, rng):
    """Put a random one of some lanterns into a hand; what is left of them."""
    lantern = pick(unknown, rng)
    state.hands[seat] |= 1 << lantern
    return unknown & ~(1 << lantern)


@kernel
def pick(lanterns, rng):
    """A random one of a bit set of lanterns."""
    count = 0
    for lantern in range(LANTERNS):
        count += (lanterns >> lantern) & 1
    nth = below(rng, count)
    for lantern in range(LANTERNS):
        if (lanterns >> lantern) & 1:
            if nth == 0:
                return lantern
            nth -= 1
    return -1


@kernel
def actor(state):
    """The seat to decide, -1 when over."""
    return state.actor


@kernel
def legal(state, out):
    """The lanterns in hand, and drawing while there is a pile."""
    n = 0
    if state.actor < 0:
        return n
    for lantern in range(LANTERNS):
        if (state.hands[state.actor] >> lantern) & 1:
            out[n] = lantern
            n += 1
    if state.left > 0:
        out[n] = DRAW
        n += 1
    return n


@kernel
def mask(state, out):
    """1 for every legal action."""
    for action in range(ACTIONS):
        out[action] = 0
    if state.actor < 0:
        return
    for lantern in range(LANTERNS):
        out[lantern] = (state.hands[state.actor] >> lantern) & 1
    out[DRAW] = state.left > 0


@kernel
def apply(state, action):
    """Draw, or light a lantern; then the next seat that can do anything."""
    seat = state.actor
    if action == DRAW:
        state.left -= 1
        state.hands[seat] |= 1 << state.pile[state.left]
        state.pile[state.left] = -1
        state.held[seat] += 1
        state.revealed += 1
    else:
        state.hands[seat] &= ~(1 << action)
        state.held[seat] -= 1
        state.lit |= 1 << action
        if action > state.last:
            state.points[seat] += action + 1
        state.last = action
    pass_on(state)


@kernel
def pass_on(state):
    """The turn goes to the next seat with something to do."""
    seat = state.actor
    state.actor = -1
    for step in range(1, SEATS + 1):
        other = (seat + step) % SEATS
        if state.held[other] > 0 or state.left > 0:
            state.actor = other
            return


@kernel
def sample(state, rng):
    """One random legal action."""
    hand, drawing = state.hands[state.actor], state.left > 0
    nth = below(rng, state.held[state.actor] + drawing)
    if nth == state.held[state.actor]:
        return DRAW
    for lantern in range(LANTERNS):
        if (hand >> lantern) & 1:
            if nth == 0:
                return lantern
            nth -= 1
    return DRAW


@kernel
def scores(state, out):
    """The points."""
    for seat in range(SEATS):
        out[seat] = state.points[seat]


@kernel
def hide(state, seat):
    """Blank the other hands, the pile and the generator."""
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = 0
    for place in range(LANTERNS):
        state.pile[place] = -1
    for i in range(4):
        state.rng[i] = 0


@kernel
def redeal(state, seat, rng):
    """Deal anew what the seat does not see."""
    scatter(state, seat, rng)
    for i in range(4):
        state.rng[i] = below(rng, 1 << 30)


register(STATE, __name__)
