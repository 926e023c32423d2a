"""Tiles on their way: out of hands, out of the draw pile, into the line and out of it (T8, T11)."""

from parhelion.games.solstis.kernels.state import JOINED, UNCOVERED
from parhelion.kernel import kernel, one
from parhelion.kernel.question_steps import tell


@kernel
def take_from_hand(state, seat, tile):
    """A tile leaves a hand."""
    state.hands[seat] &= ~one(tile)
    state.held[seat] -= 1


@kernel
def draw_tile(state):
    """Turn up the top of the draw pile."""
    return take_from_pile(state, state.left - 1)


@kernel
def take_from_pile(state, place):
    """Take a tile out of the draw pile; those above it close the gap."""
    tile = state.pile[place]
    for above in range(place + 1, state.left):
        state.pile[above - 1] = state.pile[above]
    state.left -= 1
    state.pile[state.left] = -1
    state.revealed += 1
    return tile


@kernel
def draw_to_hand(state, seat):
    """A player draws a tile."""
    state.hands[seat] |= one(draw_tile(state))
    state.held[seat] += 1


@kernel
def lay_face_up(state, slot, tile):
    """A tile lies face up in a slot of the line."""
    state.line[slot] = tile
    state.faces |= one(tile)


@kernel
def join_line(state, tile):
    """T11: into the first gap; the slots behind the end of the line are gaps too."""
    slot = 0
    while state.line[slot] >= 0:
        slot += 1
    lay_face_up(state, slot, tile)
    tell(state, JOINED, tile, state.turn)


@kernel
def take_from_line(state, tile, event):
    """A tile leaves the line; the face-down one below it is turned up (T8)."""
    slot = 0
    while state.line[slot] != tile:
        slot += 1
    state.line[slot] = -1
    state.faces &= ~one(tile)
    tell(state, event, tile, state.turn)
    if state.stacked >> slot & 1:
        turn_up(state, slot)


@kernel
def turn_up(state, slot):
    """T8: the face-down tile of a slot is uncovered."""
    tile = state.under[slot]
    state.under[slot] = -1
    state.stacked ^= 1 << slot
    state.revealed += 1
    lay_face_up(state, slot, tile)
    tell(state, UNCOVERED, tile, state.turn)
