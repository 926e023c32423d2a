"""The end of a game: the Evil spirit covers, the Squirrel adds, everything is shown (T16, T17)."""

import numpy as np

from parhelion.games.solstis.kernels.constants import COVER, OVER, SQUIRREL
from parhelion.games.solstis.kernels.places import NONE, has
from parhelion.games.solstis.kernels.scoring import PARTS, active, total
from parhelion.games.solstis.kernels.spirits import add
from parhelion.games.solstis.kernels.state import (
    BY_SQUIRREL,
    COVERED,
    EMPTY_HAND,
    END,
    ENDED,
    LOST,
    NOBODY,
    SEATS,
)
from parhelion.games.solstis.kernels.tiles import take_from_hand
from parhelion.kernel import kernel, lowest, scratch
from parhelion.kernel.question_steps import ask, tell


@kernel
def close(state):
    """T17: the other player chooses which spirit of its holder the Evil one covers."""
    holder = state.evil_holder
    state.step = EMPTY_HAND
    if holder != NOBODY and state.spirits[holder] != NONE:
        state.turn = 1 - holder
        ask(state, COVER, state.spirits[holder], state.turn)


@kernel
def cover(state, spirit):
    """T17: a covered spirit neither scores nor does anything else."""
    holder, parts = state.evil_holder, scratch(PARTS, np.int64)
    before = total(state, holder, parts)
    state.covered = spirit
    tell(state, COVERED, spirit, holder)
    tell(state, LOST, before - total(state, holder, parts), holder)
    state.step = EMPTY_HAND


@kernel
def empty_hand(state):
    """T17, Squirrel: its owner adds all tiles left in hand."""
    state.step = END
    for seat in range(SEATS):
        if has(active(state, seat), SQUIRREL) and state.held[seat] > 0:
            state.turn = seat
            state.after = END
            state.revealed += 1
            while state.hands[seat] != NONE:
                tile = lowest(state.hands[seat])
                take_from_hand(state, seat, tile)
                add(state, tile, BY_SQUIRREL)


@kernel
def end(state):
    """The game is over: everything is shown."""
    ask(state, OVER, NONE, NOBODY)
    state.revealed += 1
    tell(state, ENDED, 0, 0)
