"""Tiles and rainbows come to the panorama of the player whose turn it is (T10, T12)."""

from parhelion.games.solstis.kernels.constants import MOUNTAIN, RAINBOW
from parhelion.games.solstis.kernels.places import (
    NONE,
    ONE,
    beside,
    covered_by,
    has,
    squares_in,
    squares_with,
)
from parhelion.games.solstis.kernels.state import (
    COMPLETED,
    GONE,
    LAID,
    LIFTED,
    PLACE,
    PLACED,
    TOOK,
)
from parhelion.kernel import kernel, lowest, one
from parhelion.kernel.question_steps import ask, tell


@kernel
def bring(state, tile):
    """A tile is on its way to the panorama of the turn."""
    state.coming[state.waiting] = tile
    state.waiting += 1
    state.step = PLACE


@kernel
def place_next(state):
    """Place what waits: the tiles in order, each after the rainbow that gives way to it (T12);
    then the rainbows that were kept (T10)."""
    seat = state.turn
    places = room_for_rainbow(state, seat) if rainbow_is_next(state, seat) else NONE
    if places != NONE:
        ask(state, RAINBOW, places, seat)
    elif state.waiting > 0:
        place_tile(state, seat, state.coming[0])
    else:
        state.step = state.after


@kernel
def rainbow_is_next(state, seat):
    """Whether a rainbow looks for a place before the next tile comes."""
    if state.rules == 1:  # version 1 of T10: a kept rainbow was laid as soon as there was a place
        return state.kept[seat] > 0
    return state.moving > 0 or (state.kept[seat] > 0 and state.waiting == 0)


@kernel
def room_for_rainbow(state, seat):
    """T10: empty places next to a landscape tile, save the one that a tile is about to take."""
    held = state.tiles[seat] | state.rainbows[seat]
    places = beside(state.tiles[seat]) & MOUNTAIN & ~held
    if state.waiting > 0:
        places &= ~one(state.coming[0])
    return places


@kernel
def place_tile(state, seat, tile):
    """T12: a tile comes to its place; a free rainbow there moves first, a blocked one stays."""
    if has(state.rainbows[seat], tile):
        if has(covered_by(state.squares[seat]), tile):
            state.gone |= one(tile)
            tell(state, GONE, tile, seat)
            shift_coming(state)
        else:
            state.rainbows[seat] &= ~one(tile)
            state.kept[seat] += 1
            state.moving = 1
            tell(state, LIFTED, tile, seat)
    else:
        state.tiles[seat] |= one(tile)
        state.fresh |= one(tile)
        tell(state, PLACED, tile, seat)
        tell_squares(state, seat, tile)
        shift_coming(state)


@kernel
def shift_coming(state):
    """The next tile on its way is the first now; no rainbow gives way to it yet."""
    state.moving = 0
    state.waiting -= 1
    for i in range(state.waiting):
        state.coming[i] = state.coming[i + 1]
    state.coming[state.waiting] = -1


@kernel
def take_rainbow(state, seat):
    """T10: take a rainbow, if there is one left."""
    if state.supply > 0:
        state.supply -= 1
        state.kept[seat] += 1
        tell(state, TOOK, 0, seat)


@kernel
def lay_rainbow(state, place):
    """A rainbow comes to a place."""
    seat = state.turn
    state.moving = 0
    state.kept[seat] -= 1
    state.rainbows[seat] |= one(place)
    state.fresh |= one(place)
    tell(state, LAID, place, seat)
    tell_squares(state, seat, place)
    state.step = PLACE


@kernel
def tell_squares(state, seat, place):
    """T13: the squares that a place completes that is held now."""
    held = state.tiles[seat] | state.rainbows[seat]
    tell_each(state, COMPLETED, squares_in(held) & squares_with(one(place)), seat)


@kernel
def tell_each(state, event, members, seat):
    """Write down an event for each member of a set."""
    while members != NONE:
        tell(state, event, lowest(members), seat)
        members &= members - ONE
