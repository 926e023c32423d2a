"""Which placements would win on the spot, and whether a reply can stop them."""

from parhelion.games.orion.kernels.bitsets import has
from parhelion.games.orion.kernels.chain_values import joined, laid_alone
from parhelion.games.orion.kernels.chains import meets
from parhelion.games.orion.kernels.constants import (
    CONSTELLATIONS,
    GALAXIES,
    HOLES,
    NO_PART,
    OTHER_PART,
    OWN_PART,
    PLACEMENTS,
)
from parhelion.games.orion.kernels.placement import update_legal
from parhelion.games.orion.kernels.rules import actor, apply
from parhelion.kernel import entry_point, kernel
from parhelion.kernel.arguments import Bytes, States

CONDITIONS = CONSTELLATIONS | GALAXIES | HOLES


@kernel
def reaches(state, placement):
    """Whether a placement makes a chain that meets a winning condition (O10), for either player."""
    seat, part = actor(state), OWN_PART[placement]
    if meets(joined(state, seat, part, laid_alone(state, part))[0]):
        return True
    part = OTHER_PART[placement]
    return part != NO_PART and meets(joined(state, 1 - seat, part, laid_alone(state, part))[0])


@entry_point
def winning_ways(states: States, seat: int, ways: Bytes) -> int:
    """Write for every placement by which conditions it would win on the spot if it were a seat's
    turn (bits of `constants.REASONS`), 0 if it would not; all that occur, together.

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


@entry_point
def unstoppable(states: States, seat: int, ways: Bytes) -> bool:
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
