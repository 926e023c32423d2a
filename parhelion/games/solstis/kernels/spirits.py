"""Squares and spirits: meeting, seating, what spirits do at once, the Evil one (T4, T13, T15)."""

import numpy as np

from parhelion.games.solstis.kernels.constants import (
    BEAR,
    BEETLE,
    DEER,
    DRAGONFLY,
    DRAW,
    EAGLE,
    EVIL,
    FISH,
    GROUNDHOG,
    KEEP,
    MEET,
    PLAY_BEETLE,
    PLAY_DEER,
    SQUARE,
)
from parhelion.games.solstis.kernels.panorama import bring, take_rainbow, tell_each
from parhelion.games.solstis.kernels.places import (
    NONE,
    covered_by,
    has,
    squares_in,
    squares_with,
)
from parhelion.games.solstis.kernels.scoring import worth
from parhelion.games.solstis.kernels.state import (
    AGAIN,
    ASIDE,
    BY_BEETLE,
    BY_DEER,
    BY_DRAGONFLY,
    BY_EAGLE,
    CURSED,
    DRAW_UP,
    DRAWN,
    DREW,
    EFFECT,
    FIXED,
    FOR_DRAGONFLY,
    FOR_EAGLE,
    MET,
    NOBODY,
    PLACE,
    SEATED,
    SIT,
    WORTH,
)
from parhelion.games.solstis.kernels.tiles import (
    draw_to_hand,
    take_from_hand,
    take_from_line,
    take_from_pile,
)
from parhelion.kernel import below, kernel, nth_bit, one, popcount
from parhelion.kernel.question_steps import LUCK, ask, tell

# --- meeting -----------------------------------------------------------------------------


@kernel
def formed(state):
    """T13: the squares that this turn completed and that hold no spirit."""
    seat = state.turn
    complete = squares_in(state.tiles[seat] | state.rainbows[seat])
    return complete & squares_with(state.fresh) & ~state.squares[seat]


@kernel
def look_for_squares(state):
    """T13: a square brings one spirit: one of the next two, or one that lies face up."""
    state.step = DRAW_UP
    if formed(state) == NONE:
        return
    if state.open != NONE:
        drawing = one(DRAW) if state.spirits_left > 0 else NONE
        ask(state, MEET, state.open | drawing, state.turn)
    elif state.spirits_left > 0:
        draw_spirits(state)


@kernel
def draw_spirit(state):
    """Turn up the top of the spirit pile."""
    state.spirits_left -= 1
    spirit = state.spirit_pile[state.spirits_left]
    state.spirit_pile[state.spirits_left] = -1
    state.revealed += 1
    tell(state, DREW, spirit, state.turn)
    return spirit


@kernel
def draw_spirits(state):
    """T13: draw two and keep one. T15: the Evil spirit stays in front of whoever draws it."""
    tell(state, LUCK, 0, state.turn)
    spirit = draw_spirit(state)
    other = draw_spirit(state) if state.spirits_left > 0 else NOBODY
    if spirit == EVIL:
        spirit, other = other, spirit
    if spirit == NOBODY:
        curse(state, state.turn)
        state.step = DRAW_UP
    elif other == EVIL:
        meet(state, spirit)
        curse(state, state.turn)
    elif other == NOBODY:
        meet(state, spirit)
    else:
        offer(state, spirit, other)


@kernel
def offer(state, spirit, other):
    """T13: one of two spirits is kept."""
    state.drawn[0] = min(spirit, other)
    state.drawn[1] = max(spirit, other)
    ask(state, KEEP, one(spirit) | one(other), state.turn)


@kernel
def keep(state, spirit):
    """T13: the spirit that is not kept is laid face up beside the pile."""
    other = state.drawn[0] + state.drawn[1] - spirit
    state.drawn[:] = -1
    state.open |= one(other)
    tell(state, ASIDE, other, state.turn)
    meet(state, spirit)


@kernel
def meet(state, spirit):
    """A spirit is met; it looks for its square. T15: the Evil spirit moves on."""
    state.open &= ~one(spirit)
    state.met = spirit
    tell(state, MET, spirit, state.turn)
    stars = worth(state, state.turn, spirit)
    tell(state, WORTH, np.int64(spirit) << 8 | stars, state.turn)
    if state.evil_holder == state.turn:
        curse(state, 1 - state.turn)
    state.step = SIT


@kernel
def curse(state, seat):
    """T15: the Evil spirit comes to a player."""
    state.evil_holder = seat
    tell(state, CURSED, 0, seat)


# --- sitting down ------------------------------------------------------------------------


@kernel
def look_for_a_seat(state):
    """T13: the spirit that was met goes on one of the squares of this turn."""
    ask(state, SQUARE, formed(state), state.turn)


@kernel
def seat_spirit(state, square):
    """T13: the spirit sits down on a square; the rainbows there stay for good (T12)."""
    seat = state.turn
    blocked = covered_by(one(square)) & ~covered_by(state.squares[seat])
    state.squares[seat] |= one(square)
    state.spirits[seat] |= one(state.met)
    state.square_of[state.met] = square
    tell(state, SEATED, square, seat)
    tell_each(state, FIXED, blocked & state.rainbows[seat], seat)
    state.step = EFFECT


# --- what wood spirits do ----------------------------------------------------------------


@kernel
def act(state):
    """T4: a wood spirit acts at once, as far as it can (T13); no square it makes brings another."""
    seat, spirit = state.turn, state.met
    state.met = -1
    state.after = DRAW_UP
    state.step = PLACE
    if spirit == FISH:
        take_rainbow(state, seat)
    elif spirit == DEER and state.held[seat] > 0:
        ask(state, PLAY_DEER, state.hands[seat], seat)
    elif spirit == EAGLE and state.left > 0:
        add(state, take_from_pile(state, place_for_eagle(state)), BY_EAGLE)
    elif spirit == BEAR and state.left > 0:
        state.limit[seat] += 1
        draw_to_hand(state, seat)
        tell(state, DRAWN, 1, seat)
    elif spirit == DRAGONFLY and state.held[1 - seat] > 0:
        steal(state, 1 - seat)
    elif spirit == BEETLE and state.faces != NONE:
        ask(state, PLAY_BEETLE, state.faces, seat)
    elif spirit == GROUNDHOG:
        state.again = 1
        tell(state, AGAIN, 0, seat)


@kernel
def add(state, tile, event):
    """A spirit adds a tile to the panorama."""
    tell(state, event, tile, state.turn)
    bring(state, tile)


@kernel
def add_from_hand(state, tile):
    """T4, Deer: a tile of the hand."""
    take_from_hand(state, state.turn, tile)
    add(state, tile, BY_DEER)


@kernel
def add_from_line(state, tile):
    """T4, Beetle: a tile of the line."""
    take_from_line(state, tile, BY_BEETLE)
    bring(state, tile)


@kernel
def place_for_eagle(state):
    """T4, Eagle: the place in the draw pile of a random tile, or of the one that was given."""
    tell(state, LUCK, 0, state.turn)
    place = below(state.rng, np.int64(state.left))
    for other in range(state.left):
        if state.pile[other] == state.given[FOR_EAGLE]:
            place = other
    return place


@kernel
def tile_for_dragonfly(state, hand):
    """T4, Dragonfly: a random tile of a hand, or the one that was given."""
    tell(state, LUCK, 0, state.turn)
    tile = nth_bit(hand, below(state.rng, popcount(hand)))
    given = state.given[FOR_DRAGONFLY]
    return given if given >= 0 and has(hand, given) else tile


@kernel
def steal(state, other):
    """T4, Dragonfly: a tile of the other hand, which draws one in its place."""
    tile = tile_for_dragonfly(state, state.hands[other])
    take_from_hand(state, other, tile)
    state.revealed += 1
    add(state, tile, BY_DRAGONFLY)
    if state.left > 0:
        draw_to_hand(state, other)
        tell(state, DRAWN, 1, other)
