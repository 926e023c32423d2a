"""What a player of Solstis sees at a glance; ids such as T13 are those of docs/rules.

Everything is reckoned in points: what a panorama now promises for the end, and how much an action
adds to that, or takes from the other player.
"""

import numpy as np

from parhelion.games.solstis.rules import (
    LOOK,
    PARTS,
    count_points,
    fires_on,
    lit,
    scores,
    survey_areas,
)
from parhelion.games.solstis.sets import (
    NONE,
    ONE,
    UP,
    beside,
    covered_by,
    squares_in,
    squares_with,
)
from parhelion.games.solstis.state import PILE, STATE
from parhelion.games.solstis.tables import (
    ACTION,
    BEAR,
    BEE,
    BIRD,
    BLUE,
    BUTTERFLY,
    CAPTURE,
    CHOICE,
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
from parhelion.kernel import kernel, lowest, next32, one, popcount, register

ALL_SQUARES = bits(SQUARES)

# What an action counts. The weights of panoramas and captures were fitted to what searches of four
# thousand positions found, those of spirits by some hundred thousand games of quick players. Pairs
# are the weight when the draw pile is empty, and what a full pile adds.
AREA = (1.06, -0.97)  # a tile of the largest area
TILE = (-1.06, 0.52)  # any tile
LIT = 1.06  # a lit fire
DARK = 0.56  # one that is not
THREE = (0.56, 1.66)  # a square that lacks one place, whose tile may still come
DEAD = (-0.54, 2.8)  # one that only a rainbow can complete
TWO = (0.31, 0.63)  # a square that lacks two
NEAR = 0.54  # a tile that one place would join to the largest area
ROOTED = 0.29  # the largest area reaches the valley already
SPIRIT = (3.8, 2.1)  # a completed square
LIFTED = 1.85  # a free rainbow that moves to another place
CHANCE = 3.2  # the second chance (T9)
SPOILT = 0.58  # a square that the other player cannot complete any more
DENIAL = 0.77  # of what a captured tile would bring the other player
OFFER = 0.54  # of what a tile that joins the line would
UNKNOWN = 3.48  # two spirits to choose from
BLOCKED = -0.88  # a rainbow that a spirit blocks
BONUS = 0.85  # what a spirit brings besides its point, as things are
OF_SPIRIT = np.array([
    2.61, 1.84, 1.68, 1.84, 1.82, 1.67, 5.62,
    1.06, 1.4, 1.68, 1.57, 1.06, 1.07, 1.36,
])  # fmt: skip
"""What each spirit counts, wood then blue, besides its bonus."""
OF_EARLY_SPIRIT = np.array([
    0.66, 0.69, 0.48, 0.67, 0.37, 0.72, 0.51,
    0.46, 0.46, 0.35, 0.28, 0.6, 0.39, 0.31,
])  # fmt: skip
"""What a full pile adds to that."""
MAX_DRAWN = 6  # tiles that can leave the pile in a turn: second chance, spirits, drawing up
UNSURE = 0.5  # how much the mood of a moment may add
USUAL = 2.9  # what most actions count
CLEARLY = 0.7  # points that make an action clearly better

# What the end will bring, fitted to the ends of a hundred thousand such games.
END_AREA = (1.05, -0.95)
END_TILE = (-0.15, 1.9)
END_LIT = 1.15
END_DARK = 0.3
END_THREE = (0.65, 1.4)
END_DEAD = (0.2, 1.2)
END_TWO = 1.0
END_NEAR = 0.55
END_BONUS = 0.6  # of what spirits bring now
END_SPIRIT = 0.8
END_SQUIRREL = 1.1
END_BEAR = 1.5
END_TURN = 2.3  # to be on turn
END_EVIL = -1.0
LUCK = (6.0, 5.0)  # points by which it comes otherwise; these grow with the root of the pile
WON = 0.25  # of a finished game: what victory counts; the margin tells more of a move
MARGIN = 6.0  # points that win three times out of four, as it were


# --- panoramas ---------------------------------------------------------------------------


@kernel
def early(state):
    """How full the draw pile is, 0 to 1."""
    return state.left / PILE


@kernel
def blend(weight, t):
    """A weight at some time of the game."""
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
def prospect(tiles, held, open_places, t):
    """What a panorama counts when an action is weighed."""
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
def standing(state, seat, t):
    """The prospect of a player as things are."""
    tiles = state.tiles[seat]
    return prospect(tiles, tiles | state.rainbows[seat], coming_to(state, seat), t)


@kernel
def spirits_wait(state):
    """Whether a square would bring a spirit."""
    return state.spirits_left > 0 or state.open != 0


@kernel
def gain(state, seat, places, before, t):
    """What some tiles add to a panorama whose prospect was known."""
    tiles, rainbows, seated = state.tiles[seat], state.rainbows[seat], state.squares[seat]
    places &= ~(rainbows & covered_by(seated))  # T12: these tiles would leave the game
    held = tiles | rainbows | places
    value = prospect(tiles | places, held, coming_to(state, seat), t) - before
    value += LIFTED * popcount(places & rainbows)
    if squares_in(held) & squares_with(places) & ~seated != NONE and spirits_wait(state):
        value += blend(SPIRIT, t)
    return value


# --- what each decision counts -----------------------------------------------------------


@kernel
def spoilt(state, seat, places):
    """How many squares a player cannot complete by tiles without those of some places."""
    held, coming = state.tiles[seat] | state.rainbows[seat], coming_to(state, seat)
    before, after = squares_in(held | coming), squares_in(held | coming & ~places)
    return popcount(before & ~after & ALL_SQUARES)


@kernel
def of_capture(state, seat, tile, other, mine, theirs, t):
    """T8: two tiles come to the panorama, and the other player cannot get them any more."""
    both = one(tile) | one(other)
    return (
        gain(state, seat, both, mine, t)
        + DENIAL * gain(state, 1 - seat, one(other), theirs, t)
        + SPOILT * spoilt(state, 1 - seat, both)
    )


@kernel
def of_play(state, seat, tile, mine, theirs, t):
    """T7: the best capture of a tile, else the second chance."""
    matches, best = MATCHES[tile] & state.faces, -1e9
    if matches == NONE:
        best = CHANCE - OFFER * gain(state, 1 - seat, one(tile), theirs, t)
    while matches != NONE:
        best = max(best, of_capture(state, seat, tile, lowest(matches), mine, theirs, t))
        matches &= matches - ONE
    return best


@kernel
def of_rainbow(state, seat, place, t):
    """T10: what a rainbow adds, with the tiles that come this turn."""
    tiles, open_places = state.tiles[seat], coming_to(state, seat)
    for i in range(state.waiting):
        tiles |= one(state.coming[i])
    held = tiles | state.rainbows[seat] | one(place)
    value = prospect(tiles, held, open_places, t)
    fresh = squares_in(held) & squares_with(state.fresh | one(place)) & ~state.squares[seat]
    if fresh != NONE and state.after == LOOK and spirits_wait(state):
        value += blend(SPIRIT, t)
    return value


@kernel
def bonus_of(state, seat, spirit):
    """T4: what a spirit would bring besides its point, as things are."""
    tiles, spirits = state.tiles[seat], np.int64(state.spirits[seat])
    held = tiles | state.rainbows[seat]
    if spirit == BEE:
        return popcount(np.uint64(spirits & WOOD))
    if spirit == BIRD:
        return popcount(np.uint64(spirits & BLUE))
    if spirit == LIZARD:
        return popcount(state.rainbows[seat])
    if spirit == WOLF:
        _, areas = survey_areas(tiles, held)
        return areas
    if spirit == SQUIRREL:
        return np.int64(state.held[seat])
    if spirit == BUTTERFLY:
        return fires_on(lit(tiles, held))
    if spirit == LADYBUG:
        return fires_on(tiles) - fires_on(lit(tiles, held))
    return 0


@kernel
def of_spirit(state, seat, spirit, t):
    """T13: what a spirit counts; the Bee and the Bird count others."""
    spirits = np.int64(state.spirits[seat])
    value = OF_SPIRIT[spirit] + OF_EARLY_SPIRIT[spirit] * t
    value += BONUS * bonus_of(state, seat, spirit)
    collector = BEE if spirit < BEE else BIRD
    return value + (spirits >> collector & 1)


@kernel
def of_cover(state, seat, spirit):
    """T17: the points that a player loses with a spirit."""
    parts = np.empty(PARTS, dtype=np.int64)
    count_points(state, seat, parts)
    value = parts.sum()
    state.covered = spirit
    count_points(state, seat, parts)
    state.covered = -1
    squirrel = state.held[seat] if spirit == SQUIRREL else 0
    return float(value - parts.sum() + squirrel)


@kernel
def weigh(state, choice, mine, theirs, t):
    """What an action counts, in points; `mine` and `theirs` are the standings."""
    seat, phase = np.int64(state.actor), state.phase
    if phase == PLAY:
        return of_play(state, seat, choice, mine, theirs, t)
    if phase == CAPTURE:
        return of_capture(state, seat, np.int64(state.centre), choice, mine, theirs, t)
    if phase == RAINBOW:
        return of_rainbow(state, seat, choice, t) - mine
    if phase == MEET and choice == DRAW:
        return UNKNOWN
    if phase in (MEET, KEEP):
        return of_spirit(state, seat, choice, t)
    if phase == SQUARE:
        return BLOCKED * popcount(state.rainbows[seat] & covered_by(one(choice)))
    if phase == COVER:
        return of_cover(state, 1 - seat, choice)
    return gain(state, seat, one(choice), mine, t)  # Deer and Beetle


# --- heuristics ----------------------------------------------------------------------------


@kernel
def prior(state, action):
    """How good an action looks."""
    seat, t = np.int64(state.actor), early(state)
    mine, theirs = standing(state, seat, t), standing(state, 1 - seat, t)
    return (weigh(state, np.int64(CHOICE[action]), mine, theirs, t) - USUAL) / CLEARLY


@kernel
def rollout(state, tallies, rng):
    """The action that looks best in the mood of the moment."""
    options, best, highest = state.options, lowest(state.options), -1e9
    if options & (options - ONE) == NONE:
        return ACTION[state.phase, best]
    seat, t = np.int64(state.actor), early(state)
    mine, theirs = standing(state, seat, t), standing(state, 1 - seat, t)
    while options != NONE:
        choice = lowest(options)
        options &= options - ONE
        worth = weigh(state, choice, mine, theirs, t) + UNSURE * next32(rng) / 2**32
        if worth > highest:
            best, highest = choice, worth
    return ACTION[state.phase, best]


@kernel
def expected(state, seat, parts, t):
    """About what a player will have in the end, but for what both may count on."""
    tiles, spirits = state.tiles[seat], np.int64(state.spirits[seat])
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
        + END_SPIRIT * popcount(np.uint64(spirits))
        + END_SQUIRREL * (spirits >> SQUIRREL & 1)
        + END_BEAR * (spirits >> BEAR & 1) * (t > 0)
        + END_TURN * (state.turn == seat)
        + END_EVIL * (state.evil == seat)
    )


@kernel
def evaluate(state, seat, points):
    """How likely a player is to win, and of a finished game also by how much it did."""
    if state.actor >= 0:
        t, parts = early(state), np.empty(PARTS, dtype=np.int64)
        margin = expected(state, seat, parts, t) - expected(state, 1 - seat, parts, t)
        return likely(1.7 * margin / (LUCK[0] + LUCK[1] * np.sqrt(t)))
    scores(state, points)
    margin = points[seat] - points[1 - seat]
    won = 0.5 * (1 + (margin > 0) - (margin < 0))
    return WON * won + (1 - WON) * likely(margin / MARGIN)


@kernel
def may_win_now(state, action):
    """Whether the pile may run out this turn: before that no game ends (T16)."""
    return state.left <= MAX_DRAWN


@kernel
def likely(lead):
    """A lead as a chance."""
    return 1.0 / (1.0 + np.exp(-lead))


register(STATE, __name__)
