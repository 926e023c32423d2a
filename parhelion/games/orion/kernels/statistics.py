"""What simulations count: tiles laid, tokens covered."""

from parhelion.games.orion.kernels.bitsets import NONE
from parhelion.games.orion.kernels.constants import (
    KIND,
    KINDS,
    OF_KINDS,
    PLACEMENTS,
    TILES_OF_KIND,
    WORDS,
)
from parhelion.kernel import kernel, popcount

GALAXY, HOLE = len(KINDS), len(KINDS) + 1
"""The pieces after the kinds of tiles."""


@kernel
def count_pieces(state, seat, out):
    """The tiles of each kind that a seat has laid; the tokens that its colour covers."""
    for kind in range(len(KINDS)):
        out[kind] = TILES_OF_KIND[kind] - state.tiles[seat, kind]
    out[GALAXY] = out[HOLE] = 0
    for half in range(2):
        out[GALAXY] += popcount(state.hexes[seat, half] & state.galaxies[half])
        out[HOLE] += popcount(state.hexes[seat, half] & state.holes[half])


@kernel
def note_choice(state, action, taken, offered):
    """A tile of a kind is laid while others could be, too."""
    if action >= PLACEMENTS:
        return
    kinds = 0
    for kind in range(len(KINDS)):
        kinds |= fits(state, kind) << kind
    if kinds & (kinds - 1) == 0:
        return
    for kind in range(len(KINDS)):
        offered[kind] += kinds >> kind & 1
    taken[KIND[action]] += 1


@kernel
def fits(state, kind):
    """1 if a tile of a kind can be laid somewhere, else 0."""
    for word in range(WORDS):
        if state.legal[word] & OF_KINDS[1 << kind, word] != NONE:
            return 1
    return 0
