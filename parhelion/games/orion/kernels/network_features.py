"""What a network sees of a position: the features that hold, seen from a seat.

A feature is a number; the groups follow each other in this order ("own" is the seat's colour):

| group     | a feature for each                                                   |
|-----------|----------------------------------------------------------------------|
| hexes     | cell that has a hex, by colour                                       |
| tokens    | free cell that has a token, by kind of token                         |
| chains    | chain, by colour, sides touched, galaxies and black holes            |
| reach     | free token, by kind, colour, and what a chain that took it would hold |
| links     | pair of sides, by colour and the free cells that a link needs        |
| tiles     | kind of tile, by seat and how many are left                          |
| progress  | number of tiles laid                                                 |
| ways      | way to win that is reached already, by colour                        |
| rules     | "each way counts every time"; "the tokens do not lie yet"            |
"""

import numpy as np

from parhelion.games.orion.kernels.bitsets import NONE, ONE
from parhelion.games.orion.kernels.chain_values import joined
from parhelion.games.orion.kernels.chains import (
    ALL_SIDES,
    chain_at,
    galaxies_in,
    holes_in,
)
from parhelion.games.orion.kernels.constants import (
    CELLS,
    EACH,
    GALAXIES_TO_WIN,
    HOLES_TO_WIN,
    KINDS,
    REASONS,
    TILES_IN_ALL,
    TILES_OF_KIND,
)
from parhelion.games.orion.kernels.link_distance import (
    BOARD_PLACES,
    FAR,
    link_distance,
    spread,
)
from parhelion.kernel import kernel, lowest

SIDE_SETS = ALL_SIDES + 1
GALAXY_COUNTS, HOLE_COUNTS = GALAXIES_TO_WIN + 1, HOLES_TO_WIN + 1
"""What a chain holds, counted up to what wins."""
HELD = GALAXY_COUNTS * HOLE_COUNTS
DISTANCES = FAR + 1
PAIRS_OF_SIDES = 3
LEFT = max(TILES_OF_KIND) + 1

FEATURE_GROUPS = {
    "hexes": 2 * CELLS,
    "tokens": 2 * CELLS,
    "chains": 2 * SIDE_SETS * HELD,
    "reach": 4 * HELD,
    "links": 2 * PAIRS_OF_SIDES * DISTANCES,
    "tiles": 2 * len(KINDS) * LEFT,
    "progress": TILES_IN_ALL + 1,
    "ways": 2 * len(REASONS),
    "rules": 2,
}
"""The groups with their numbers of features."""
HEXES = 0
TOKENS = HEXES + 2 * CELLS
CHAINS = TOKENS + 2 * CELLS
REACH = CHAINS + 2 * SIDE_SETS * HELD
LINKS = REACH + 4 * HELD
TILES = LINKS + 2 * PAIRS_OF_SIDES * DISTANCES
PROGRESS = TILES + 2 * len(KINDS) * LEFT
WAYS = PROGRESS + TILES_IN_ALL + 1
RULES = WAYS + 2 * len(REASONS)
FEATURES = RULES + 2
"""How many there are."""


@kernel
def features(state, seat, out):
    """The features of a position for a seat, into `out`; how many."""
    n = 0
    for side in range(2):
        colour = seat if side == 0 else 1 - seat
        n = list_hexes(state, side, colour, out, n)
        n = list_tiles(state, side, colour, out, n)
    n = list_tokens(state, seat, state.galaxies, 0, out, n)
    n = list_tokens(state, seat, state.holes, 1, out, n)
    n = list_links(state, seat, out, n)
    out[n] = PROGRESS + np.int64(state.ply)
    n += 1
    if state.count == EACH:
        out[n] = RULES
        n += 1
    if state.choices == 0:
        out[n] = RULES + 1
        n += 1
    return n


@kernel
def list_hexes(state, side, colour, out, n):
    """Add the hexes of a colour and its chains; `side` is 0 for the own colour."""
    for half in range(2):
        left = state.hexes[colour, half]
        while left != NONE:
            cell = 64 * half + lowest(left)
            left &= left - ONE
            out[n] = HEXES + side * CELLS + cell
            n += 1
            if state.parent[cell] == cell:
                chain = chain_at(state, cell)
                sides = side * SIDE_SETS + (chain & ALL_SIDES)
                out[n] = CHAINS + sides * HELD + held(chain)
                n += 1
    return n


@kernel
def held(chain):
    """The tokens that a chain holds, as one number."""
    galaxies = min(galaxies_in(chain), GALAXIES_TO_WIN)
    return galaxies * HOLE_COUNTS + min(holes_in(chain), HOLES_TO_WIN)


@kernel
def list_tiles(state, side, seat, out, n):
    """Add the tiles that a seat has left, and the ways to win that it has reached."""
    for kind in range(len(KINDS)):
        out[n] = TILES + (side * len(KINDS) + kind) * LEFT + np.int64(state.tiles[seat, kind])
        n += 1
    for way in range(len(REASONS)):
        if state.ways[seat] >> way & 1:
            out[n] = WAYS + side * len(REASONS) + way
            n += 1
    return n


@kernel
def list_tokens(state, seat, tokens, kind, out, n):
    """Add the free tokens of a kind, and what chains of both colours would hold with each."""
    for half in range(2):
        left = tokens[half] & ~(state.hexes[0, half] | state.hexes[1, half])
        while left != NONE:
            cell = 64 * half + lowest(left)
            left &= left - ONE
            out[n] = TOKENS + kind * CELLS + cell
            alone = chain_at(state, cell)
            own = joined(state, seat, cell, alone)[0]
            other = joined(state, 1 - seat, cell, alone)[0]
            out[n + 1] = REACH + 2 * kind * HELD + held(own)
            out[n + 2] = REACH + (2 * kind + 1) * HELD + held(other)
            n += 3
    return n


@kernel
def list_links(state, seat, out, n):
    """Add how far each link of both colours is."""
    own, other = spread(state.hexes[seat]), spread(state.hexes[1 - seat])
    taken_low, taken_high = own[0] | other[0], own[1] | other[1]
    free = BOARD_PLACES[0] & ~taken_low, BOARD_PLACES[1] & ~taken_high
    for pair in range(PAIRS_OF_SIDES):
        out[n] = LINKS + pair * DISTANCES + link_distance(own, free, pair, FAR)
        theirs = LINKS + (PAIRS_OF_SIDES + pair) * DISTANCES
        out[n + 1] = theirs + link_distance(other, free, pair, FAR)
        n += 2
    return n
