"""Neighbours and chains of cells in plain Python, for what people read and see."""

from collections.abc import Collection

from parhelion.games.orion.kernels import constants

NEIGHBOURS = tuple(
    frozenset(n for d in range(6) if (n := constants.neighbour(cell, d)) is not None)
    for cell in range(constants.CELLS)
)


def chain_of(cell: int, hexes: Collection[int]) -> set[int]:
    """The chain that a cell belongs to, among hexes of one colour."""
    chain, border, others = {cell}, {cell}, set(hexes)
    while border:
        border = {near for here in border for near in NEIGHBOURS[here]} & others - chain
        chain |= border
    return chain


def sides_touched(cells: Collection[int]) -> int:
    """The sides that some cells lie on, as a bit set."""
    sides = 0
    for cell in cells:
        sides |= int(constants.ON_SIDES[cell])
    return sides
