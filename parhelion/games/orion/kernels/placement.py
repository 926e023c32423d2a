"""O4, O8 and O9: which placements are legal, and how a tile comes to lie."""

from parhelion.games.orion.kernels.bitsets import exclude, include
from parhelion.games.orion.kernels.chains import (
    GALAXY_SHIFT,
    chain_at,
    galaxies_in,
    join_neighbours,
)
from parhelion.games.orion.kernels.constants import (
    COVERING,
    COVERING_FROM,
    FIRST_CELL,
    GALAXY_COVERED,
    HOLE_COVERED,
    KIND,
    LAST_CELL,
    NO_PART,
    OF_KINDS,
    OTHER_BESIDE,
    OTHER_BESIDE_FROM,
    OTHER_PART,
    OWN_BESIDE,
    OWN_BESIDE_FROM,
    OWN_PART,
    WORDS,
)
from parhelion.kernel import kernel, popcount
from parhelion.kernel.question_steps import tell


@kernel
def place_tile(state, seat, placement):
    """A seat lays a tile; the other seat is to decide."""
    take_tile(state, seat, KIND[placement])
    state.gained[0] = 0
    state.gained[1] = 0
    lay(state, seat, OWN_PART[placement])
    if OTHER_PART[placement] != NO_PART:
        lay(state, 1 - seat, OTHER_PART[placement])
    update_legal(state, 1 - seat)
    state.last = placement
    state.ply += 1
    state.actor = 1 - seat


@kernel
def take_tile(state, seat, kind):
    """A tile leaves the hand; with the last of its kind, that kind of placement ends."""
    state.tiles[seat, kind] -= 1
    if state.tiles[seat, kind] == 0:
        state.kinds[seat] &= ~(1 << kind)


@kernel
def lay(state, colour, part):
    """One or two hexes of a colour come to lie: no later tile may use their cells (O8), and
    beside them a tile with a hex of this colour may from now on cover tokens with it (O9)."""
    exclude(state.free[COVERING_FROM[part] :], COVERING[part])
    include(state.own_fits[colour, OWN_BESIDE_FROM[part] :], OWN_BESIDE[part])
    include(state.other_fits[colour, OTHER_BESIDE_FROM[part] :], OTHER_BESIDE[part])
    first, last = FIRST_CELL[part], LAST_CELL[part]
    if (state.chain[first] | state.chain[last]) >> GALAXY_SHIFT:
        tell_token(state, colour, first if chain_at(state, first) >> GALAXY_SHIFT else last)
    join_neighbours(state, colour, part)


@kernel
def tell_token(state, colour, cell):
    """A colour covers the token on a cell; no two tokens lie so near that a part covers both."""
    is_galaxy = galaxies_in(chain_at(state, cell)) > 0
    tell(state, GALAXY_COVERED if is_galaxy else HOLE_COVERED, cell, colour)


@kernel
def update_legal(state, seat):
    """What a seat may place: free cells (O8), tokens covered rightly (O9), a tile left (O4)."""
    choices = 0
    for w in range(WORDS):
        word = state.free[w] & state.own_fits[seat, w] & state.other_fits[1 - seat, w]
        word &= OF_KINDS[state.kinds[seat], w]
        state.legal[w] = word
        choices += popcount(word)
    state.choices = choices
