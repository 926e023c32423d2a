"""What simulations count: parts of the points, deliveries, upgrade tiles."""

from parhelion.games.solenia.kernels.constants import (
    CHOICE,
    DELIVER,
    DISPLAYED,
    DRAFT,
    LASTING,
    LEVEL_3,
    PHASE,
    SEATS,
    TILES,
)
from parhelion.games.solenia.kernels.scoring import count_points as count_parts
from parhelion.kernel import kernel

__all__ = ["count_parts", "count_pieces", "note_choice"]

FIRST_LASTING = 2 * TILES
"""The level-1 powers come after the delivery tiles of day and night, …"""
FIRST_CROWNING = FIRST_LASTING + len(LASTING)
"""… and the powers of level-3 halves after these."""


@kernel
def count_pieces(state, seat, out):
    """A player's delivery tiles, and the powers of the upgrade tiles, at work or not."""
    out[:] = 0
    for row in range(2):
        for tile in range(TILES):
            out[TILES * row + tile] = state.tiles[seat, row] >> tile & 1
        if state.level_3[seat, row] >= 0:
            out[FIRST_CROWNING + state.level_3[seat, row]] += 1
    if state.level_1[seat] >= 0:
        out[FIRST_LASTING + state.level_1[seat]] = 1


@kernel
def note_choice(state, action, taken, offered):
    """A delivery is chosen (S16), or an upgrade tile of a level (S29)."""
    phase, choice = PHASE[action], CHOICE[action]
    if phase == DELIVER:
        for place in range(2 * DISPLAYED):
            if state.options >> place & 1:
                offered[delivery(state, place)] += 1
        taken[delivery(state, choice)] += 1
    elif phase == DRAFT and choice < LEVEL_3:
        note_draft(state.offered_1, choice, taken[FIRST_LASTING:], offered[FIRST_LASTING:])
    elif phase == DRAFT:
        for row in range(2):  # a tile of level 3 has a power for day and one for night
            powers = state.offered_3[:, row]
            power = powers[choice - LEVEL_3]
            note_draft(powers, power, taken[FIRST_CROWNING:], offered[FIRST_CROWNING:])


@kernel
def delivery(state, choice):
    """The piece that a choice among the displayed tiles means."""
    row = choice // DISPLAYED
    return TILES * row + state.display[row, choice % DISPLAYED]


@kernel
def note_draft(powers, power, taken, offered):
    """A tile with a power is taken while tiles with others lie there, too; -1 where none lies."""
    there = 0
    for i in range(SEATS):
        there += powers[i] >= 0
    if there < 2:
        return
    for i in range(SEATS):
        if powers[i] >= 0:
            offered[powers[i]] += 1
    taken[power] += 1
