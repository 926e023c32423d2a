"""What panoramas, actions and spirits are worth to a player, in points.

The value of an action is what it adds to the player's panorama and takes from the other player;
the expected points are what a panorama will bring at the end of the game.
"""

import numpy as np

from parhelion.games.solstis.kernels.constants import (
    BEAR,
    BEE,
    BIRD,
    BLUE,
    BUTTERFLY,
    CAPTURE,
    COVER,
    DRAW,
    KEEP,
    LADYBUG,
    LIZARD,
    MATCHES,
    MEET,
    MOUNTAIN,
    PLAY,
    RAINBOW,
    SQUARE,
    SQUARES,
    SQUIRREL,
    WOLF,
    WOOD,
    bits,
)
from parhelion.games.solstis.kernels.places import (
    NONE,
    ONE,
    UP,
    beside,
    covered_by,
    has,
    squares_in,
    squares_with,
)
from parhelion.games.solstis.kernels.scoring import (
    PARTS,
    count_points,
    fires_on,
    lit,
    survey_areas,
)
from parhelion.games.solstis.kernels.state import LOOK, PILE
from parhelion.kernel import kernel, lowest, one, popcount, scratch

ALL_SQUARES = bits(SQUARES)

# The weights in the value of an action. Those of panoramas and captures were fitted to searches of
# four thousand positions, those of spirits to some hundred thousand games of quick players. A pair
# is the weight when the draw pile is empty, and what a full pile adds to it.
AREA = (1.06, -0.97)  # a tile of the largest area
TILE = (-1.06, 0.52)  # any tile
LIT = 1.06  # a lit fire
DARK = 0.56  # a fire that is not lit
THREE = (0.56, 1.66)  # a square that lacks one place, whose tile may still come
DEAD = (-0.54, 2.8)  # a square that only a rainbow can complete
TWO = (0.31, 0.63)  # a square that lacks two
NEAR = 0.54  # a tile that one place would join to the largest area
ROOTED = 0.29  # the largest area reaches the valley already
SPIRIT = (3.8, 2.1)  # a completed square
LIFTED = 1.85  # a free rainbow that moves to another place
CHANCE = 3.2  # the second chance (T9)
SPOILT = 0.58  # a square that the other player cannot complete any more
DENIAL = 0.77  # a factor: what the captured tile would have brought the other player
OFFER = 0.54  # a factor: what a tile that joins the line would bring the other player
UNKNOWN = 3.48  # two spirits to choose from
BLOCKED = -0.88  # a rainbow that a spirit blocks
BONUS = 0.85  # a factor: what a spirit brings besides its point, as things are
SPIRIT_VALUES = np.array([
    2.61, 1.84, 1.68, 1.84, 1.82, 1.67, 5.62,
    1.06, 1.4, 1.68, 1.57, 1.06, 1.07, 1.36,
])  # fmt: skip
"""The value of each spirit, wood then blue, besides its bonus."""
EARLY_SPIRIT_VALUES = np.array([
    0.66, 0.69, 0.48, 0.67, 0.37, 0.72, 0.51,
    0.46, 0.46, 0.35, 0.28, 0.6, 0.39, 0.31,
])  # fmt: skip
"""What a full pile adds to that."""

# The weights in the points expected at the end, fitted to the ends of a hundred thousand games.
END_AREA = (1.05, -0.95)
END_TILE = (-0.15, 1.9)
END_LIT = 1.15
END_DARK = 0.3
END_THREE = (0.65, 1.4)
END_DEAD = (0.2, 1.2)
END_TWO = 1.0
END_NEAR = 0.55
END_BONUS = 0.6  # a factor: what spirits bring now
END_SPIRIT = 0.8
END_SQUIRREL = 1.1
END_BEAR = 1.5
END_TURN = 2.3  # having the turn
END_EVIL = -1.0


# --- panoramas ---------------------------------------------------------------------------


@kernel
def fullness(state):
    """How full the draw pile is, 0 to 1; the `t` of the other functions."""
    return state.left / PILE


@kernel
def blend(weight, t):
    """A weight at a time of the game."""
    return weight[0] + weight[1] * t


@kernel
def coming_to(state, seat):
    """The places whose tiles a player may still get."""
    return MOUNTAIN & ~state.tiles[1 - seat] & ~state.gone


@kernel
def squares_begun(held, open_places):
    """How many squares lack one place, or two, and can be completed by tiles; how many lack one
    whose tile is out of reach."""
    a, b, c, d = held, held >> ONE, held >> UP, held >> UP + ONE
    within = held | open_places
    live = squares_in(within) & ALL_SQUARES
    three = (a & b & (c ^ d) | c & d & (a ^ b)) & ALL_SQUARES
    two = (a & b & ~c & ~d | c & d & ~a & ~b | (a ^ b) & (c ^ d)) & live
    return popcount(three & live), popcount(two), popcount(three & ~live)


@kernel
def near_to(largest, tiles):
    """How many tiles one place would join to the largest area."""
    return popcount(beside(beside(largest) & MOUNTAIN) & tiles & ~largest)


@kernel
def value_of(tiles, held, open_places, t):
    """The value of a panorama."""
    largest, _ = survey_areas(tiles, held)
    rooted = lit(tiles, held)
    burning = fires_on(rooted)
    three, two, dead = squares_begun(held, open_places)
    return (
        blend(AREA, t) * popcount(largest)
        + blend(TILE, t) * popcount(tiles)
        + LIT * burning
        + DARK * (fires_on(tiles) - burning)
        + blend(THREE, t) * three
        + blend(TWO, t) * two
        + blend(DEAD, t) * dead
        + NEAR * near_to(largest, tiles)
        + ROOTED * (largest & rooted != NONE)
    )


@kernel
def panorama_value(state, seat, t):
    """The value of a player's panorama as things are."""
    tiles = state.tiles[seat]
    return value_of(tiles, tiles | state.rainbows[seat], coming_to(state, seat), t)


@kernel
def spirits_wait(state):
    """Whether a square would bring a spirit."""
    return state.spirits_left > 0 or state.open != NONE


@kernel
def gain(state, seat, places, before, t):
    """What some tiles add to a panorama whose value was `before`."""
    tiles, rainbows, seated = state.tiles[seat], state.rainbows[seat], state.squares[seat]
    places &= ~(rainbows & covered_by(seated))  # T12: these tiles would leave the game
    held = tiles | rainbows | places
    value = value_of(tiles | places, held, coming_to(state, seat), t) - before
    value += LIFTED * popcount(places & rainbows)
    if squares_in(held) & squares_with(places) & ~seated != NONE and spirits_wait(state):
        value += blend(SPIRIT, t)
    return value


# --- actions -----------------------------------------------------------------------------


@kernel
def spoilt(state, seat, places):
    """How many squares a player cannot complete by tiles without those of some places."""
    held, coming = state.tiles[seat] | state.rainbows[seat], coming_to(state, seat)
    before, after = squares_in(held | coming), squares_in(held | coming & ~places)
    return popcount(before & ~after & ALL_SQUARES)


@kernel
def capture_value(state, seat, tile, other, mine, theirs, t):
    """T8: two tiles come to the panorama, and the other player cannot get them any more."""
    both = one(tile) | one(other)
    return (
        gain(state, seat, both, mine, t)
        + DENIAL * gain(state, 1 - seat, one(other), theirs, t)
        + SPOILT * spoilt(state, 1 - seat, both)
    )


@kernel
def play_value(state, seat, tile, mine, theirs, t):
    """T7: the best capture of a tile, else the second chance."""
    matches, best = MATCHES[tile] & state.faces, -1e9
    if matches == NONE:
        best = CHANCE - OFFER * gain(state, 1 - seat, one(tile), theirs, t)
    while matches != NONE:
        best = max(best, capture_value(state, seat, tile, lowest(matches), mine, theirs, t))
        matches &= matches - ONE
    return best


@kernel
def rainbow_value(state, seat, place, t):
    """T10: what a rainbow adds, with the tiles that come this turn."""
    tiles, open_places = state.tiles[seat], coming_to(state, seat)
    for i in range(state.waiting):
        tiles |= one(state.coming[i])
    held = tiles | state.rainbows[seat] | one(place)
    value = value_of(tiles, held, open_places, t)
    fresh = squares_in(held) & squares_with(state.fresh | one(place)) & ~state.squares[seat]
    if fresh != NONE and state.after == LOOK and spirits_wait(state):
        value += blend(SPIRIT, t)
    return value


@kernel
def bonus_now(state, seat, spirit):
    """T4: what a spirit would bring besides its point, as things are."""
    tiles, spirits = state.tiles[seat], state.spirits[seat]
    held = tiles | state.rainbows[seat]
    if spirit == BEE:
        return popcount(spirits & WOOD)
    if spirit == BIRD:
        return popcount(spirits & BLUE)
    if spirit == LIZARD:
        return popcount(state.rainbows[seat])
    if spirit == WOLF:
        _, areas = survey_areas(tiles, held)
        return areas
    if spirit == SQUIRREL:
        return state.held[seat]
    if spirit == BUTTERFLY:
        return fires_on(lit(tiles, held))
    if spirit == LADYBUG:
        return fires_on(tiles) - fires_on(lit(tiles, held))
    return 0


@kernel
def spirit_value(state, seat, spirit, t):
    """T13: the value of meeting a spirit; the Bee and the Bird count others."""
    value = SPIRIT_VALUES[spirit] + EARLY_SPIRIT_VALUES[spirit] * t
    value += BONUS * bonus_now(state, seat, spirit)
    collector = BEE if spirit < BEE else BIRD
    return value + has(state.spirits[seat], collector)


@kernel
def cover_value(state, seat, spirit):
    """T17: the points that a player loses with a spirit."""
    parts = scratch(PARTS, np.int64)
    count_points(state, seat, parts)
    value = parts.sum()
    state.covered = spirit
    count_points(state, seat, parts)
    state.covered = -1
    squirrel = state.held[seat] if spirit == SQUIRREL else 0
    return float(value - parts.sum() + squirrel)


@kernel
def action_value(state, choice, mine, theirs, t):
    """The value of an action; `mine` and `theirs` are those of the two panoramas before it."""
    seat, phase = np.int64(state.actor), state.phase
    if phase == PLAY:
        return play_value(state, seat, choice, mine, theirs, t)
    if phase == CAPTURE:
        return capture_value(state, seat, state.centre, choice, mine, theirs, t)
    if phase == RAINBOW:
        return rainbow_value(state, seat, choice, t) - mine
    if phase == MEET and choice == DRAW:
        return UNKNOWN
    if phase in (MEET, KEEP):
        return spirit_value(state, seat, choice, t)
    if phase == SQUARE:
        return BLOCKED * popcount(state.rainbows[seat] & covered_by(one(choice)))
    if phase == COVER:
        return cover_value(state, 1 - seat, choice)
    return gain(state, seat, one(choice), mine, t)  # Deer and Beetle


# --- the end of the game -----------------------------------------------------------------


@kernel
def expected_points(state, seat, parts, t):
    """About what a player will have at the end, less what both players will get alike."""
    tiles, spirits = state.tiles[seat], state.spirits[seat]
    held = tiles | state.rainbows[seat]
    largest, _ = survey_areas(tiles, held)
    count_points(state, seat, parts)
    three, two, dead = squares_begun(held, coming_to(state, seat))
    return (
        blend(END_AREA, t) * parts[0]
        + blend(END_TILE, t) * popcount(tiles)
        + END_LIT * parts[1]
        + END_DARK * (fires_on(tiles) - parts[1])
        + blend(END_THREE, t) * three
        + END_TWO * two
        + blend(END_DEAD, t) * dead
        + END_NEAR * near_to(largest, tiles)
        + END_BONUS * parts[2:].sum()
        + END_SPIRIT * popcount(spirits)
        + END_SQUIRREL * has(spirits, SQUIRREL)
        + END_BEAR * has(spirits, BEAR) * (t > 0)
        + END_TURN * (state.turn == seat)
        + END_EVIL * (state.evil_holder == seat)
    )
