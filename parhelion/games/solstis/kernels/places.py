"""Geometry on sets of places: neighbours, areas and squares as bit operations on one word."""

import numpy as np

from parhelion.games.solstis.kernels.constants import STRIDE
from parhelion.kernel import kernel, one

NONE, ONE, UP = np.uint64(0), np.uint64(1), np.uint64(STRIDE)


@kernel
def has(members, member):
    """Whether a set holds a place or a spirit."""
    return members & one(member) != NONE


@kernel
def beside(places):
    """All places that share an edge with one of a set, and some beyond the mountain."""
    return places << ONE | places >> ONE | places << UP | places >> UP


@kernel
def area_around(places, held):
    """Everything among the held places that is connected with some of them."""
    area = places & held
    while True:
        wider = area | beside(area) & held
        if wider == area:
            return area
        area = wider


@kernel
def squares_in(held):
    """The squares whose four places are held."""
    return held & held >> ONE & held >> UP & held >> UP + ONE


@kernel
def squares_with(places):
    """The squares that have a place of a set among their four."""
    return places | places >> ONE | places >> UP | places >> UP + ONE


@kernel
def covered_by(squares):
    """The places of some squares."""
    return squares | squares << ONE | squares << UP | squares << UP + ONE
