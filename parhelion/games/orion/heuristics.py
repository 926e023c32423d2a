"""What bots see at a glance in Orion Duel: the worth of chains, and how far a link is.

A chain is worth what it holds: galaxies to its owner, black holes to the other, sides to its
owner as beginnings of a link. What a tile does is then the worth of the chains it makes less
the worth of those it joins, seen for both colours on all its cells, for a cell that one colour
takes the other cannot have. Positions are judged by how many free cells each colour still needs
between opposite sides, and by the tokens it holds.

The numbers were found by play between variants: tens of thousands of games of this heuristics
alone, some hundreds of games of searches that use it.
"""

import numpy as np

from parhelion.games.orion.rules import (
    actor,
    apply,
    galaxies_in,
    holes_in,
    root,
    sample,
    update_legal,
)
from parhelion.games.orion.sets import NONE, ONE, has
from parhelion.games.orion.state import (
    ALL_SIDES,
    CONSTELLATIONS,
    GALAXIES,
    GALAXY_SHIFT,
    HOLE_SHIFT,
    HOLES,
    MAX_GALAXIES,
    STATE,
)
from parhelion.games.orion.tables import (
    AXIAL,
    CELLS,
    FIRST_CELL,
    KIND,
    LAST_CELL,
    NEAR,
    NO_PART,
    ON_SIDES,
    OTHER_PART,
    OWN_PART,
    PLACEMENTS,
    SIDE,
)
from parhelion.kernel import kernel, lowest, popcount, register

# --- what chains and tiles are worth -----------------------------------------------------

WINNING = 10.0
"""What a chain is worth that wins, to whomever it makes win (O10)."""
SIDES_TOUCHED = (0.0, 0.05, 0.4, 0.25)
GALAXIES_HELD = (0.0, 0.9, 1.45, 1.75, WINNING)
HOLES_HELD = (0.0, 1.75, 2.5, WINNING)

JOINED = 0.65  # for each chain that a tile makes longer
IN_REACH = 0.15  # part of the worth of tokens beside the chain that it counts already
FREE_CELL = 0.055  # for each cell on and around the hexes that has no tile
FOE = -0.15  # for each hex of the other colour around

DENIED = 0.75  # what the other colour could gain on the own cells of a tile, to its owner
GIVEN = 1.0  # what the other colour gains on the other cell
WASTED = 0.6  # what the owner could gain on the other cell

KIND_WORTH = np.array((-2.1, -2.1, -0.8, 0.15, -0.4, 0.2))
"""By kind of tile: those of one colour are kept for when they are needed."""

IMPULSES = 3
"""Random moves of which a quick player takes the best."""


def _worth(chain: int) -> float:
    """What a chain is worth to its colour, by what it holds (see `state`)."""
    sides, holes = chain & ALL_SIDES, chain >> HOLE_SHIFT
    galaxies = chain >> GALAXY_SHIFT & MAX_GALAXIES
    if sides & sides >> 3:
        return WINNING
    touched = min(sides.bit_count(), len(SIDES_TOUCHED) - 1)
    held = GALAXIES_HELD[min(galaxies, 4)] - HOLES_HELD[min(holes, 3)]
    return SIDES_TOUCHED[touched] + held


WORTH = np.array([_worth(chain) for chain in range(1 << 13)])


@kernel
def prior(state, action):
    """What a tile does for its owner, at once and as far as its neighbours go."""
    if action >= PLACEMENTS:
        return 0.0
    seat = actor(state)
    own, other = np.int64(OWN_PART[action]), np.int64(OTHER_PART[action])
    value = KIND_WORTH[KIND[action]] + gain(state, seat, own) + DENIED * gain(state, 1 - seat, own)
    if other != NO_PART:
        value -= GIVEN * gain(state, 1 - seat, other) + WASTED * gain(state, seat, other)
    return value


@kernel
def gain(state, colour, part):
    """What a colour would gain by hexes on the cells of a part."""
    laid = laid_alone(state, part)
    chain, before = joined(state, colour, part, laid)
    value = WORTH[chain]
    free_0 = NEAR[part, 0] & ~(state.hexes[0, 0] | state.hexes[1, 0])
    free_1 = NEAR[part, 1] & ~(state.hexes[0, 1] | state.hexes[1, 1])
    bright = popcount(free_0 & state.galaxies[0]) + popcount(free_1 & state.galaxies[1])
    dark = popcount(free_0 & state.holes[0]) + popcount(free_1 & state.holes[1])
    if bright + dark > 0:
        bright -= galaxies_in(laid)
        dark -= holes_in(laid)
        reach = chain + (bright << GALAXY_SHIFT) + (dark << HOLE_SHIFT)
        value += IN_REACH * (WORTH[reach] - value)
    foes = popcount(NEAR[part, 0] & state.hexes[1 - colour, 0])
    foes += popcount(NEAR[part, 1] & state.hexes[1 - colour, 1])
    return value - before + FREE_CELL * (popcount(free_0) + popcount(free_1)) + FOE * foes


@kernel
def laid_alone(state, part):
    """What the cells of a part hold, as a chain."""
    first, last = np.int64(FIRST_CELL[part]), np.int64(LAST_CELL[part])
    chain = np.int64(state.chain[first])
    return chain if first == last else united(chain, np.int64(state.chain[last]))


@kernel
def united(chain, other):
    """What two chains hold together."""
    return (chain & ~ALL_SIDES) + other | chain & ALL_SIDES


@kernel
def joined(state, colour, part, chain):
    """The chain that hexes of a colour on a part would belong to, and what the chains that it
    is made of are worth apart."""
    near_0 = NEAR[part, 0] & state.hexes[colour, 0]
    near_1 = NEAR[part, 1] & state.hexes[colour, 1]
    before = 0.0
    a = b = c = np.int64(-1)  # seen last; four at most find room, and then each shows once
    while near_0 | near_1 != NONE:
        if near_0 != NONE:
            top = root(state, lowest(near_0))
            near_0 &= near_0 - ONE
        else:
            top = root(state, 64 + lowest(near_1))
            near_1 &= near_1 - ONE
        if top not in (a, b, c):
            a, b, c = top, a, b
            before += WORTH[state.chain[top]] - JOINED
            chain = united(chain, np.int64(state.chain[top]))
    return chain, before


@kernel
def rollout(state, tallies, rng):
    """Of a few random moves the most promising."""
    action = sample(state, rng)
    if action >= PLACEMENTS:
        return action
    best = prior(state, action)
    for _ in range(IMPULSES - 1):
        other = sample(state, rng)
        value = prior(state, other)
        if value > best:
            action, best = other, value
    return action


# --- how far a link is -------------------------------------------------------------------
#
# Sets of cells are two words here, too, but with one bit for every (q, r), row by row, so that
# all neighbours of a set are six shifts away. A bit pushed over the end of a row falls on a
# place off the board.

ROW = 2 * SIDE + 1
_FIRST = [next(c for c in range(CELLS) if AXIAL[c][1] == r) for r in range(-SIDE, SIDE + 1)]


def _place(cell: int) -> int:
    q, r = AXIAL[cell]
    return (r + SIDE) * ROW + q + SIDE


def _grid(cells: list[int]) -> list[int]:
    total = sum(1 << _place(cell) for cell in cells)
    return [total & (2**64 - 1), total >> 64]


ROW_CELL = np.array(_FIRST)
"""Of every row its first cell."""
ROW_PLACE = np.array([_place(cell) for cell in _FIRST])
"""The place of that cell."""
ROW_LENGTHS = np.diff([*_FIRST, CELLS])
ROW_BITS = np.array([(1 << int(length)) - 1 for length in ROW_LENGTHS], dtype=np.uint64)
BOARD_PLACES = np.array(_grid(list(range(CELLS))), dtype=np.uint64)
SIDE_PLACES = np.array(
    [_grid([c for c in range(CELLS) if ON_SIDES[c] >> side & 1]) for side in range(6)],
    dtype=np.uint64,
)

FAR = 9
"""A link that needs so many cells, or cannot be made any more, is far."""
_1, _10, _11, _53, _54, _63 = (np.uint64(n) for n in (1, 10, 11, 53, 54, 63))


@kernel
def spread(cells):
    """A set of cells as places."""
    low, high = NONE, NONE
    for row in range(ROW):
        bits = bits_from(cells[0], cells[1], ROW_CELL[row]) & ROW_BITS[row]
        place = ROW_PLACE[row]
        if place < 64:
            low |= bits << np.uint64(place)
            high |= bits >> np.uint64(64 - place) if place > 0 else NONE
        else:
            high |= bits << np.uint64(place - 64)
    return low, high


@kernel
def bits_from(low, high, first):
    """The 64 bits of two words that begin with a bit."""
    if first >= 64:
        return high >> np.uint64(first - 64)
    return low >> np.uint64(first) | (high << np.uint64(64 - first) if first > 0 else NONE)


@kernel
def around(low, high):
    """Places and their neighbours, some of them off the board."""
    near_low = low | low << _1 | low >> _1 | high << _63
    near_high = high | high << _1 | high >> _1 | low >> _63
    near_low |= low << _11 | low << _10 | low >> _11 | low >> _10 | high << _53 | high << _54
    near_high |= high << _11 | high << _10 | high >> _11 | high >> _10 | low >> _53 | low >> _54
    return near_low, near_high


@kernel
def link_distance(own, free, pair, most):
    """Free cells that a colour needs to link a pair of opposite sides, or `most`."""
    low, high = SIDE_PLACES[pair, 0] & own[0], SIDE_PLACES[pair, 1] & own[1]
    next_low, next_high = SIDE_PLACES[pair, 0] & free[0], SIDE_PLACES[pair, 1] & free[1]
    for distance in range(most):
        growing = True
        while growing:  # along hexes that already lie
            near_low, near_high = around(low, high)
            next_low |= near_low & free[0]
            next_high |= near_high & free[1]
            more_low, more_high = low | near_low & own[0], high | near_high & own[1]
            growing = more_low != low or more_high != high
            low, high = more_low, more_high
        if low & SIDE_PLACES[pair + 3, 0] | high & SIDE_PLACES[pair + 3, 1] != NONE:
            return distance
        low |= next_low
        high |= next_high
    return most


@kernel
def least_distance(state, colour):
    """Free cells that a colour needs for its nearest link, at most FAR."""
    own, other = spread(state.hexes[colour]), spread(state.hexes[1 - colour])
    taken_low, taken_high = own[0] | other[0], own[1] | other[1]
    free = BOARD_PLACES[0] & ~taken_low, BOARD_PLACES[1] & ~taken_high
    least = FAR
    for pair in range(3):
        least = link_distance(own, free, pair, least)
    return least


# --- what a position is worth ------------------------------------------------------------

AT_DISTANCE = np.array((3.0, 2.5, 1.6, 0.8, 0.1, -0.35, -0.65, -0.85, -1.0, -1.0))
"""By the cells that the nearest link needs."""
THREE_GALAXIES = 0.4
TWO_HOLES = -0.5
TOKEN = 0.25  # for each galaxy under the colour, less the black holes (O12)
TO_MOVE = 0.2
STEEPNESS = 1.2


@kernel
def evaluate(state, seat, points):
    """The result; before the end how far each colour's link is and what its chains hold."""
    if actor(state) < 0:
        return 0.5 if state.winner < 0 else 1.0 * (state.winner == seat)
    if state.choices == 0:  # the tokens do not lie yet (O7)
        return 0.5
    ahead = AT_DISTANCE[least_distance(state, seat)] - AT_DISTANCE[least_distance(state, 1 - seat)]
    ahead += tokens_worth(state, seat) - tokens_worth(state, 1 - seat)
    ahead += TO_MOVE if actor(state) == seat else -TO_MOVE
    return 1.0 / (1.0 + np.exp(-STEEPNESS * ahead))


@kernel
def tokens_worth(state, colour):
    """What the tokens under a colour are worth to it."""
    galaxies = holes = balance = 0
    for half in range(2):
        left = state.hexes[colour, half]
        while left != NONE:
            cell = 64 * half + lowest(left)
            left &= left - ONE
            if state.parent[cell] == cell:
                chain = np.int64(state.chain[cell])
                galaxies = max(galaxies, galaxies_in(chain))
                holes = max(holes, holes_in(chain))
                balance += galaxies_in(chain) - holes_in(chain)
    worth = TOKEN * balance
    worth += THREE_GALAXIES if galaxies >= 3 else 0.0
    worth += TWO_HOLES if holes >= 2 else 0.0
    return worth


# --- what would win ----------------------------------------------------------------------


CONDITIONS = CONSTELLATIONS | GALAXIES | HOLES


@kernel
def reaches(state, placement):
    """Whether a placement makes a chain that meets a winning condition (O10), for whomever."""
    seat, part = actor(state), np.int64(OWN_PART[placement])
    if meets(joined(state, seat, part, laid_alone(state, part))[0]):
        return True
    part = np.int64(OTHER_PART[placement])
    return part != NO_PART and meets(joined(state, 1 - seat, part, laid_alone(state, part))[0])


@kernel
def meets(chain):
    """Whether a chain links opposite sides or holds four galaxies or three black holes."""
    return chain & chain >> 3 & 7 != 0 or galaxies_in(chain) >= 4 or holes_in(chain) >= 3


@kernel
def winning_ways(states, seat, ways):
    """Write for every placement by which conditions it would win on the spot if it were a seat's
    turn (bits of `state.REASONS`), 0 if it would not; all that occur, together.

    The position is states[0]; the next two are memory.
    """
    states[1] = states[0]
    states[1].actor = seat
    update_legal(states[1], seat)
    found = 0
    for placement in range(PLACEMENTS):
        ways[placement] = 0
        if has(states[1].legal, placement) and reaches(states[1], placement):
            states[2] = states[1]
            apply(states[2], placement)
            if states[2].actor < 0 and states[2].winner == seat:
                ways[placement] = states[2].reason & CONDITIONS
                found |= ways[placement]
    return found


@kernel
def unstoppable(states, seat, ways):
    """Whether a seat wins with its next tile whatever the other seat, whose turn it is, replies.

    The position is states[0]; the next three are memory, and so is `ways`.
    """
    for reply in range(PLACEMENTS):
        if has(states[0].legal, reply):
            states[1] = states[0]
            apply(states[1], reply)
            ended = states[1].actor < 0
            if ended and states[1].winner != seat:
                return False
            if not ended and winning_ways(states[1:], seat, ways) == 0:
                return False
    return True


register(STATE, __name__)
