"""The end of the game and the score (S25, S26), alone against the Trade Wind too (S33)."""

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    ALONE,
    GUILD,
    HARBOUR,
    HOMECOMING,
    MAX_PAIRS,
    NOBODY,
    OVER,
    SEATS,
    SUMMER,
    TILES,
    TWIN_CITIES,
    WIND,
)
from parhelion.games.solenia.kernels.event_codes import ENDED
from parhelion.games.solenia.kernels.powers import crowning_amount, has_crown, is_wind
from parhelion.games.solenia.kernels.resources import amount_in
from parhelion.kernel import entry_point, kernel, scratch
from parhelion.kernel.arguments import Int64s, State
from parhelion.kernel.defaults import share_of_most_points
from parhelion.kernel.question_steps import ask, tell

PARTS = 5
"""What brings points: stars, deliveries, pairs, resources left, level-3 tiles."""


@kernel
def end(state):
    """S25: the game is over: everything is shown."""
    ask(state, OVER, 0, NOBODY)
    state.revealed += 1
    tell(state, ENDED, 0, 0)


@kernel
def scores(state, out):
    """S26: the points of each seat as they stand."""
    parts = scratch(PARTS, np.int64)
    for seat in range(len(out)):
        count_points(state, seat, parts)
        out[seat] = parts.sum()


@kernel
def share(state, seat, points):
    """S26: the most stars win. S33: alone, a tie is lost."""
    if state.players != ALONE:
        return share_of_most_points(state, seat, points)
    scores(state, points)
    won = points[1 - WIND] > points[WIND]
    return 1.0 if won == (seat != WIND) else 0.0


@entry_point
def count_points(state: State, seat: int, out: Int64s) -> None:
    """S26, S29: stars gained, stars of deliveries, pairs, resources left, level-3 tiles."""
    day, night = state.delivered[seat, 0], state.delivered[seat, 1]
    pairs, left = min(day, night), amount_in(state, seat)
    out[0] = state.stars[seat]
    out[1] = 0
    for row in range(2):
        for tile in range(TILES):
            if state.tiles[seat, row] >> tile & 1:
                out[1] += state.worth[row, tile]
    in_pairs = state.board == SUMMER or is_wind(state, seat)
    out[2] = state.pair_stars[min(pairs, MAX_PAIRS)] if in_pairs else 0
    out[3] = left // 2
    out[4] = 0
    for row in range(2):
        if has_crown(state, seat, row, HARBOUR):
            out[3] = left
        if has_crown(state, seat, row, TWIN_CITIES):
            out[4] += crowning_amount(state, TWIN_CITIES, 0) * pairs
        if has_crown(state, seat, row, GUILD):
            out[4] += crowning_amount(state, GUILD, 0) * (day + night)
        if has_crown(state, seat, row, HOMECOMING):
            out[4] += homecoming(state, seat, row)


@kernel
def homecoming(state, seat, row):
    """S29: for more deliveries of a kind than anyone else, or for as many as the most."""
    most, mine = 0, state.delivered[seat, row]
    for other in range(SEATS):
        if other != seat:
            most = max(most, state.delivered[other, row])
    if mine > most:
        return crowning_amount(state, HOMECOMING, 0)
    return crowning_amount(state, HOMECOMING, 1) if mine == most else 0
