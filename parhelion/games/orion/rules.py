"""The rules of Orion Duel as kernels on one record; ids such as O9 are those of docs/rules."""

import numpy as np

from parhelion.games.orion.layouts import SYMMETRIC, place_randomly, random_token_cell, token_cells
from parhelion.games.orion.sets import (
    NONE,
    ONE,
    add,
    exclude,
    has,
    include,
    nth_cell,
    size,
)
from parhelion.games.orion.state import (
    ALL_SIDES,
    CONSTELLATIONS,
    GALAXIES,
    GALAXY_SHIFT,
    HOLE_SHIFT,
    HOLES,
    MAX_GALAXIES,
    STATE,
    STUCK,
    TILES,
)
from parhelion.games.orion.tables import (
    ACTIONS,
    CELLS,
    COVERING,
    COVERING_FROM,
    FIRST_CELL,
    GALAXY_ACTIONS,
    HOLE_ACTIONS,
    KIND,
    LAST_CELL,
    NEAR,
    NO_PART,
    OF_KINDS,
    ON_SIDES,
    OTHER_BESIDE,
    OTHER_BESIDE_FROM,
    OTHER_ON,
    OTHER_PART,
    OWN_BESIDE,
    OWN_BESIDE_FROM,
    OWN_ON,
    OWN_PART,
    PLACEMENTS,
    WORDS,
)
from parhelion.games.orion.tables import GALAXIES as GALAXY_TOKENS
from parhelion.games.orion.tables import HOLES as HOLE_TOKENS
from parhelion.games.orion.tables import TILES as TILES_OF_KIND
from parhelion.kernel import below, kernel, lowest, nth_bit, popcount, register

RANDOM, PLAYERS = 0, 4  # of state.SETUPS
EACH = 1  # of state.COUNTS
TILES_IN_ALL = 28
ALL_KINDS = 63  # as a bit set
TRIES = 2

EIGHT_BYTES = np.unpackbits(
    np.arange(256, dtype=np.uint8).reshape(-1, 1), axis=1, bitorder="little"
).view(np.uint64)[:, 0]
"""For every byte its bits as the eight bytes of a word."""
MASK_WORDS = PLACEMENTS // 64 + 1


# --- setting up --------------------------------------------------------------------------


@kernel
def deal(state, rng):
    """O4-O7: full hands, and the tokens where the option `setup` wants them."""
    clear(state)
    if state.setup == PLAYERS:
        return
    tokens = np.empty(GALAXY_TOKENS + HOLE_TOKENS, dtype=np.int64)
    if state.setup == RANDOM:
        place_randomly(tokens, rng)
    else:
        for token in range(len(tokens)):
            tokens[token] = SYMMETRIC[state.setup - 1, token]
    for token in range(len(tokens)):
        add(state.galaxies if token < GALAXY_TOKENS else state.holes, tokens[token])
    begin(state)


@kernel
def clear(state):
    """An empty board, all tiles in hand, Blue to decide (O7)."""
    state.actor = 0
    state.ply = 0
    state.last = -1
    state.winner = -1
    state.reason = 0
    state.galaxies[:] = NONE
    state.holes[:] = NONE
    state.hexes[:] = NONE
    state.kinds[:] = ALL_KINDS
    state.pairs[:] = 0
    state.ways[:] = 0
    state.gained[:] = 0
    state.conditions[:] = 0
    state.legal[:] = NONE
    state.choices = 0
    for seat in range(2):
        for kind in range(6):
            state.tiles[seat, kind] = TILES_OF_KIND[kind]
    for cell in range(CELLS):
        state.parent[cell] = cell


@kernel
def begin(state):
    """Once the tokens lie: note what each cell adds to a chain and what O9 allows at first."""
    for cell in range(CELLS):
        state.chain[cell] = ON_SIDES[cell]
    for w in range(WORDS):
        state.free[w] = OF_KINDS[ALL_KINDS, w]
        state.own_fits[0, w] = OF_KINDS[ALL_KINDS, w]
        state.other_fits[0, w] = OF_KINDS[ALL_KINDS, w]
    for half in range(2):
        note_tokens(state, state.galaxies[half], 64 * half, 1 << GALAXY_SHIFT)
        note_tokens(state, state.holes[half], 64 * half, 1 << HOLE_SHIFT)
    for w in range(WORDS):
        state.own_fits[1, w] = state.own_fits[0, w]
        state.other_fits[1, w] = state.other_fits[0, w]
    update_legal(state, 0)


@kernel
def note_tokens(state, tokens, first, worth):
    """Tokens on the cells first + i: each is worth something to a chain, and no tile may cover
    it for now."""
    while tokens != NONE:
        cell = first + lowest(tokens)
        state.chain[cell] |= worth
        exclude(state.own_fits[0], OWN_ON[cell])
        exclude(state.other_fits[0], OTHER_ON[cell])
        tokens &= tokens - ONE


@kernel
def tokens_left(state):
    """Tokens still to be placed as moves (O7, setup `players`)."""
    return GALAXY_TOKENS + HOLE_TOKENS - size(state.galaxies) - size(state.holes)


@kernel
def place_token(state, action):
    """O7: Blue places the galaxies, then Orange the black holes, then Blue begins."""
    if action < HOLE_ACTIONS:
        add(state.galaxies, action - GALAXY_ACTIONS)
    else:
        add(state.holes, action - HOLE_ACTIONS)
    left = tokens_left(state)
    state.actor = 1 if 0 < left <= HOLE_TOKENS else 0
    if left == 0:
        begin(state)


@kernel
def token_actions(state):
    """The first of the actions that place the next token."""
    return GALAXY_ACTIONS if tokens_left(state) > HOLE_TOKENS else HOLE_ACTIONS


# --- what is legal -----------------------------------------------------------------------


@kernel
def actor(state):
    """The seat to decide, -1 when the game is over."""
    return int(state.actor)


@kernel
def legal(state, out):
    """The legal actions, ascending, into `out`; how many."""
    if state.actor < 0:
        return 0
    if state.choices == 0:
        return list_tokens(state, out)
    n = NONE  # unsigned: it saves a fifth of the time that no index can be negative
    for w in range(WORDS):
        word = state.legal[w]
        while word != NONE:
            out[n] = 64 * w + lowest(word)
            n += ONE
            word &= word - ONE
    return np.int64(n)


@kernel
def list_tokens(state, out):
    """The legal cells for the next token, as actions, into `out`; how many."""
    cells = token_cells(state.galaxies, state.holes)
    for n in range(size(cells)):
        out[n] = token_actions(state) + nth_cell(cells, n)
    return size(cells)


@kernel
def mask(state, out):
    """Whether each action is legal, eight of them at a time."""
    over = state.actor < 0
    eights = out[: 64 * MASK_WORDS].view(np.uint64)
    for w in range(MASK_WORDS):
        word = NONE if over else state.legal[w]
        for i in range(8):
            eights[8 * w + i] = EIGHT_BYTES[(word >> np.uint64(8 * i)) & np.uint64(255)]
    out[64 * MASK_WORDS :] = 0
    if not over and state.choices == 0:
        cells = token_cells(state.galaxies, state.holes)
        for cell in range(CELLS):
            out[token_actions(state) + cell] = has(cells, cell)


@kernel
def sample(state, rng):
    """One uniformly random legal action.

    A few blind picks first: they succeed early in a game, when counting is dear.
    """
    if state.choices == 0:
        return sample_token(state, rng)
    for _ in range(TRIES):
        pick = below(rng, PLACEMENTS)
        if has(state.legal, pick):
            return pick
    rank = below(rng, np.int64(state.choices))
    w = 0
    while popcount(state.legal[w]) <= rank:
        rank -= popcount(state.legal[w])
        w += 1
    return 64 * w + nth_bit(state.legal[w], rank)


@kernel
def sample_token(state, rng):
    """One uniformly random legal cell for the next token, as an action."""
    return token_actions(state) + random_token_cell(state.galaxies, state.holes, rng)


# --- playing -----------------------------------------------------------------------------


@kernel
def apply(state, action):
    """Play a legal action."""
    if action >= PLACEMENTS:
        place_token(state, action)
    else:
        place_tile(state, action)


@kernel
def place_tile(state, placement):
    """O8-O13: lay the tile, then see whether the game is over."""
    seat = actor(state)
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
    if state.conditions[0] != state.conditions[1]:  # O11
        winner = 0 if state.conditions[0] > state.conditions[1] else 1
        end(state, winner, state.gained[winner])
    elif state.ply == TILES_IN_ALL:  # O12
        end(state, richer(state), TILES)
    elif state.choices == 0:  # O13
        end(state, seat, STUCK)


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
    join_neighbours(state, colour, part)


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


# --- chains ------------------------------------------------------------------------------


@kernel
def root(state, cell):
    """The cell that stands for the chain of a cell."""
    while state.parent[cell] != cell:
        state.parent[cell] = state.parent[state.parent[cell]]
        cell = np.int64(state.parent[cell])
    return cell


@kernel
def join_neighbours(state, colour, part):
    """Join fresh hexes with each other and with the chains of their colour around them."""
    near_0 = NEAR[part, 0] & state.hexes[colour, 0]
    near_1 = NEAR[part, 1] & state.hexes[colour, 1]
    add(state.hexes[colour], np.int64(FIRST_CELL[part]))
    add(state.hexes[colour], np.int64(LAST_CELL[part]))
    top = join(state, colour, np.int64(FIRST_CELL[part]), np.int64(LAST_CELL[part]))
    while near_0 | near_1 != NONE:
        if near_0 != NONE:
            top = join(state, colour, top, root(state, lowest(near_0)))
            near_0 &= near_0 - ONE
        else:
            top = join(state, colour, top, root(state, 64 + lowest(near_1)))
            near_1 &= near_1 - ONE


@kernel
def join(state, colour, a, b):
    """Make one chain of those with roots a and b; its root."""
    if a != b:
        chain_a, chain_b = np.int64(state.chain[a]), np.int64(state.chain[b])
        chain = (chain_a & ~ALL_SIDES) + chain_b | chain_a & ALL_SIDES
        state.parent[a] = b
        state.chain[b] = chain
        if chain & chain >> 3 & 7 or galaxies_in(chain) >= 4 or holes_in(chain) >= 3:
            count_conditions(state, colour, chain_a, chain_b, chain)
    return b


# --- winning -----------------------------------------------------------------------------


@kernel
def galaxies_in(chain):
    """Galaxies that a chain holds."""
    return chain >> GALAXY_SHIFT & MAX_GALAXIES


@kernel
def holes_in(chain):
    """Black holes that a chain holds."""
    return chain >> HOLE_SHIFT


@kernel
def count_conditions(state, colour, chain_a, chain_b, chain):
    """O10: what two chains of a colour reach as one that they did not reach apart."""
    pairs = chain & chain >> 3 & 7 & ~np.int64(state.pairs[colour])
    state.pairs[colour] |= pairs
    reach(state, colour, CONSTELLATIONS, popcount(np.uint64(pairs)))
    fours = galaxies_in(chain) // 4 - galaxies_in(chain_a) // 4 - galaxies_in(chain_b) // 4
    reach(state, colour, GALAXIES, fours)
    threes = holes_in(chain) // 3 - holes_in(chain_a) // 3 - holes_in(chain_b) // 3
    reach(state, 1 - colour, HOLES, threes)


@kernel
def reach(state, seat, way, times):
    """O11: with `ways` each way to win counts once, with `each` every time."""
    if times > 0 and (state.count == EACH or not state.ways[seat] & way):
        state.conditions[seat] += times if state.count == EACH else 1
        state.gained[seat] |= way
        state.ways[seat] |= way


@kernel
def richer(state):
    """O12: the seat with more galaxies minus black holes under its colour, -1 if equal."""
    balance = 0
    for half in range(2):
        blue, orange = state.hexes[0, half], state.hexes[1, half]
        galaxies, holes = state.galaxies[half], state.holes[half]
        balance += popcount(blue & galaxies) - popcount(blue & holes)
        balance -= popcount(orange & galaxies) - popcount(orange & holes)
    if balance == 0:
        return -1
    return 0 if balance > 0 else 1


@kernel
def end(state, winner, reason):
    """The game is over."""
    state.actor = -1
    state.winner = winner
    state.reason = reason


@kernel
def scores(state, out):
    """1 for the winner, 0 for the loser, 0 each in a draw."""
    for seat in range(2):
        out[seat] = state.winner == seat


# --- knowledge ---------------------------------------------------------------------------


@kernel
def hide(state, seat):
    """Nothing is hidden in Orion Duel but the generator."""
    state.rng[:] = 0


@kernel
def redeal(state, seat, rng):
    """Every seat knows the whole game; only the generator is drawn anew."""
    for i in range(4):
        state.rng[i] = below(rng, 1 << 30)


register(STATE, __name__)

__all__ = ["ACTIONS", "STATE"]
