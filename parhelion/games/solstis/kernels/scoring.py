"""Points: the largest area, lit fires and what each spirit brings (T3, T4, T18)."""

import numpy as np

from parhelion.games.solstis.kernels.constants import (
    BEE,
    BIRD,
    BLUE,
    BUTTERFLY,
    EVIL,
    FIRES,
    LADYBUG,
    LIZARD,
    SHARED_FIRE,
    VALLEY,
    WOLF,
    WOOD,
)
from parhelion.games.solstis.kernels.places import NONE, ONE, area_around, has
from parhelion.games.solstis.kernels.state import SEATS
from parhelion.kernel import entry_point, kernel, one, popcount, scratch
from parhelion.kernel.arguments import Int64s, Int64Table, State, States, UInt64Table

PARTS = 2 + EVIL
"""What brings points: the largest area, lit fires, each spirit but the Evil one."""


@kernel
def scores(state, out):
    """T18: the points of each seat as they stand."""
    parts = scratch(PARTS, np.int64)
    for seat in range(SEATS):
        out[seat] = total(state, seat, parts)


@kernel
def total(state, seat, parts):
    """T18: the points of a seat as they stand; `parts` is memory for what they consist of."""
    count_points(state, seat, parts)
    return parts.sum()


@entry_point
def count_points(state: State, seat: int, out: Int64s) -> None:
    """T18: for the largest area, for lit fires, then for each spirit."""
    tiles = state.tiles[seat]
    held = tiles | state.rainbows[seat]
    largest, areas = survey_areas(tiles, held)
    burning = fires_on(lit(tiles, held))
    dark = fires_on(tiles) - burning
    out[0] = popcount(largest)
    out[1] = burning
    spirits = active(state, seat)
    for spirit in range(EVIL):
        out[2 + spirit] = 0
        if has(spirits, spirit):
            out[2 + spirit] = 1 + bonus(state, seat, spirits, spirit, areas, burning, dark)


@entry_point
def assess(states: States, points: Int64Table, tiles: UInt64Table) -> None:
    """For each seat of states[0] its points part by part, and two sets of tiles: those of the
    largest area, and those connected with the valley."""
    state = states[0]
    for seat in range(SEATS):
        held = state.tiles[seat] | state.rainbows[seat]
        count_points(state, seat, points[seat])
        tiles[seat, 0], _ = survey_areas(state.tiles[seat], held)
        tiles[seat, 1] = lit(state.tiles[seat], held)


@kernel
def survey_areas(tiles, held):
    """T18: the landscape tiles of the largest area, and how many areas there are."""
    largest, areas, rest = NONE, 0, held
    while rest != NONE:
        area = area_around(rest & ~(rest - ONE), held)
        areas += 1
        if popcount(area & tiles) > popcount(largest):
            largest = area & tiles
        rest &= ~area
    return largest, areas


@kernel
def lit(tiles, held):
    """T18: the tiles that are connected with the valley."""
    return tiles & area_around(held & VALLEY, held)


@kernel
def fires_on(tiles):
    """T3: the fires on some tiles; one needs both tiles that it straddles."""
    return popcount(tiles & FIRES) + (tiles & SHARED_FIRE == SHARED_FIRE)


@kernel
def area_and_fires(tiles, rainbows):
    """T18: the size of the largest area and the lit fires of a panorama."""
    held = tiles | rainbows
    largest, _ = survey_areas(tiles, held)
    return popcount(largest), fires_on(lit(tiles, held))


@kernel
def active(state, seat):
    """The spirits of a seat that are not covered."""
    spirits = state.spirits[seat]
    return spirits if state.covered < 0 else spirits & ~one(state.covered)


@kernel
def worth(state, seat, spirit):
    """T4, T18: what a spirit that joins a panorama would bring as it stands."""
    tiles = state.tiles[seat]
    held = tiles | state.rainbows[seat]
    areas = burning = 0
    if spirit == WOLF:
        _, areas = survey_areas(tiles, held)
    elif spirit in (LADYBUG, BUTTERFLY):
        burning = fires_on(lit(tiles, held))
    dark = fires_on(tiles) - burning
    spirits = active(state, seat) | one(spirit)
    return 1 + bonus(state, seat, spirits, spirit, areas, burning, dark)


@kernel
def bonus(state, seat, spirits, spirit, areas, burning, dark):
    """T4: what one of a seat's spirits brings besides its own star."""
    if spirit == BEE:
        return popcount(spirits & WOOD)
    if spirit == LADYBUG:
        return dark
    if spirit == WOLF:
        return areas
    if spirit == BIRD:
        return popcount(spirits & BLUE) - 1
    if spirit == LIZARD:
        return popcount(state.rainbows[seat])
    if spirit == BUTTERFLY:
        return burning
    return 0
