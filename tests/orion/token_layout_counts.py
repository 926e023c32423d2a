"""Exact counts of Orion Duel token layouts (rules O1, O3, O5, O6, O7), for the tests.

A layout is a set of 8 galaxies, pairwise at distance 3 or more, and a set of 7 black holes,
pairwise at distance 3 or more and at distance 2 or more from every galaxy. This module shares no
code with the package: it knows the game only from the rule text.

Everything is one sweep over the 85 cells in order; each cell gets nothing, a galaxy or a hole. A
state is what the later cells need to know of the earlier ones: which cells are blocked for a
galaxy and which for a hole. A token blocks cells at most two rows away, so there are at most some
ten thousand states at a time when counting, some eighty thousand when maximising open cells.

A state is packed in one integer, its code, and carries a table indexed by the galaxies and the
holes placed so far. States with the same code have the same future, so their tables are merged:
by the sum to count, by the maximum to maximise. Nothing is sampled, pruned or assumed symmetric.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

GALAXIES = 8
HOLES = 7

Ints = NDArray[np.int64]
Tables = NDArray[np.signedinteger[Any]]  # [state, galaxies placed, holes placed]


def _is_corner(q: int, r: int) -> bool:
    return sorted((abs(q), abs(r), abs(q + r))) == [0, 5, 5]


CELLS = [
    (q, r) for r in range(-5, 6) for q in range(-5, 6) if abs(q + r) <= 5 and not _is_corner(q, r)
]
SIZE = len(CELLS)


def _distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def _within(radius: int) -> list[int]:
    """For each cell the cells at most `radius` away from it, as a bit mask."""
    return [sum(1 << j for j, b in enumerate(CELLS) if _distance(a, b) <= radius) for a in CELLS]


_NEAR = _within(1)  # blocked by a token for the other kind
_FAR = _within(2)  # blocked by a token for its own kind

# A code holds the cells blocked for a hole in its low bits and those blocked for a galaxy above.
# Bit 0 of the galaxy part is the cell to decide next. Bit 0 of the hole part is the first cell of
# the sweep's window. Blocks reach so far that the parts need 41 and 21 bits: an int64 is enough.
_HOLE_BITS = 41
_HOLE_PART = (1 << _HOLE_BITS) - 1


@dataclass(frozen=True)
class _Sweep:
    """What a sweep computes."""

    window: list[int]  # for each cell to decide, the first cell whose block for holes is known
    merge: np.ufunc  # how tables of equal states become one
    start: Tables  # the table of the empty board
    impossible: int  # the entry for numbers of tokens that cannot be
    worth: int  # what a cell adds that leaves the window open for a hole


@dataclass(frozen=True)
class _Layer:
    """All states before one cell is decided, by increasing code, with their tables."""

    codes: Ints
    tables: Tables


@dataclass(frozen=True)
class _Move:
    """One choice for a cell: the states that allow it and what becomes of each."""

    galaxies: int  # galaxies and holes it places: 0 or 1
    holes: int
    sources: Ints  # indices of the states
    codes: Ints  # their codes afterwards
    opened: Ints  # how many cells left the window open


def _table(fill: int, empty: int, dtype: type[np.signedinteger[Any]]) -> Tables:
    """The table of one state without tokens."""
    table = np.full((1, GALAXIES + 1, HOLES + 1), fill, dtype)
    table[0, 0, 0] = empty
    return table


def _counting() -> _Sweep:
    """Count the placements. All counts are below 1e13, far inside int64."""
    return _Sweep(list(range(SIZE + 1)), np.add, _table(0, 1, np.int64), 0, 0)


def _opening() -> _Sweep:
    """Maximise the open cells. A cell stays in the window as long as a later token can block it."""
    window = [next(j for j in range(SIZE) if _FAR[j] >> cell) for cell in range(SIZE)]
    return _Sweep([*window, SIZE], np.maximum, _table(-100, 0, np.int8), -100, 1)


def _moves(codes: Ints, cell: int, window: list[int]) -> Iterator[_Move]:
    """The three choices for a cell: nothing, a galaxy, a hole."""
    low = window[cell]
    by_galaxy = _FAR[cell] >> cell << _HOLE_BITS | _NEAR[cell] >> low
    by_hole = _NEAR[cell] >> cell << _HOLE_BITS | _FAR[cell] >> low
    galaxy_bit, hole_bit = 1 << _HOLE_BITS, 1 << (cell - low)
    choices = ((0, 0, 0, 0), (1, 0, galaxy_bit, by_galaxy), (0, 1, hole_bit, by_hole))
    for galaxies, holes, needed, blocks in choices:
        sources = np.flatnonzero(codes & needed == 0)
        after, opened = _leave(codes[sources] | blocks, window[cell + 1] - low)
        yield _Move(galaxies, holes, sources, after, opened)


def _leave(codes: Ints, leaving: int) -> tuple[Ints, Ints]:
    """Go on to the next cell while some leave the window: the codes, the open cells leaving."""
    blocked = np.bitwise_count(codes & ((1 << leaving) - 1)).astype(np.int64)
    hole_part = (codes & _HOLE_PART) >> leaving
    galaxy_part = codes >> _HOLE_BITS >> 1
    return galaxy_part << _HOLE_BITS | hole_part, leaving - blocked


def _placed(sweep: _Sweep, tables: Tables, move: _Move) -> Tables:
    """The tables of the move's states after it."""
    result = np.full_like(tables, sweep.impossible, shape=(len(move.sources), *tables.shape[1:]))
    kept = tables[move.sources, : GALAXIES + 1 - move.galaxies, : HOLES + 1 - move.holes]
    gains = (sweep.worth * move.opened).astype(tables.dtype)
    result[:, move.galaxies :, move.holes :] = kept + gains[:, None, None]
    return result


def _next(sweep: _Sweep, layer: _Layer, cell: int) -> _Layer:
    """Decide one cell in every way and merge the states that became equal."""
    moves = list(_moves(layer.codes, cell, sweep.window))
    codes = np.concatenate([move.codes for move in moves])
    tables = np.concatenate([_placed(sweep, layer.tables, move) for move in moves])
    order = np.argsort(codes)
    codes = codes[order]
    firsts = np.flatnonzero(np.diff(codes, prepend=-1))
    return _Layer(codes[firsts], sweep.merge.reduceat(tables[order], firsts, axis=0))


def _layers(sweep: _Sweep) -> Iterator[_Layer]:
    """The layers before each cell, then the one at the end, which has a single state."""
    layer = _Layer(np.zeros(1, np.int64), sweep.start)
    yield layer
    for cell in range(SIZE):
        layer = _next(sweep, layer, cell)
        yield layer


@cache
def _counts() -> list[list[int]]:
    """For all numbers of galaxies and holes, how many ways there are to place them."""
    return _last(_counting())


@cache
def _openings() -> list[list[int]]:
    """For all numbers of galaxies and holes, the most cells they can leave open for a hole."""
    return _last(_opening())


def _last(sweep: _Sweep) -> list[list[int]]:
    """The table of the whole board."""
    (layer,) = deque(_layers(sweep), maxlen=1)
    return [[int(entry) for entry in row] for row in layer.tables[0]]


@cache
def _marginals() -> list[list[int]]:
    """For each cell the number of layouts with nothing, with a galaxy and with a hole on it."""
    layers = list(_layers(_counting()))
    ahead = np.zeros_like(layers[-1].tables)
    ahead[0, GALAXIES, HOLES] = 1
    result = []
    for cell in reversed(range(SIZE)):
        ahead, counts = _back(layers[cell], layers[cell + 1].codes, ahead, cell)
        result.append(counts)
    return result[::-1]


def _back(layer: _Layer, codes: Ints, ahead: Tables, cell: int) -> tuple[Tables, list[int]]:
    """Take a step back: the ways to complete each state of the layer, and the cell's counts.

    `ahead` says the same for the states after the cell, which have the given codes: entry
    [state, g, h] is in how many ways g galaxies and h holes become a layout.
    """
    result = np.zeros_like(layer.tables)
    counts = []
    for move in _moves(layer.codes, cell, _counting().window):
        targets = np.searchsorted(codes, move.codes)
        ways = np.zeros_like(layer.tables, shape=(len(targets), *ahead.shape[1:]))
        kept = ahead[targets, move.galaxies :, move.holes :]
        ways[:, : GALAXIES + 1 - move.galaxies, : HOLES + 1 - move.holes] = kept
        result[move.sources] += ways
        counts.append(int(np.sum(layer.tables[move.sources] * ways)))
    return result, counts


@dataclass(frozen=True)
class Situations:
    """All that can be blocked before one cell is decided, and what becomes of it."""

    for_galaxy: Ints  # bits, that cell lowest
    for_hole: Ints
    moves: list[tuple[Ints, Ints]]
    """For nothing, a galaxy and a hole: the situations that allow it, and for each the index of
    the one before the next cell."""


def situations() -> list[Situations]:
    """What can be blocked before each cell."""
    found, codes, window = [], np.zeros(1, np.int64), _counting().window
    for cell in range(SIZE):
        moves = list(_moves(codes, cell, window))
        after = np.unique(np.concatenate([move.codes for move in moves]))
        targets = [(move.sources, np.searchsorted(after, move.codes)) for move in moves]
        found.append(Situations(codes >> _HOLE_BITS, codes & _HOLE_PART, targets))
        codes = after
    return found


def layouts() -> int:
    """The number of layouts (O7)."""
    return _counts()[GALAXIES][HOLES]


def galaxy_sets(n: int) -> int:
    """The number of sets of `n` galaxies that keep their distances (O5), for n from 0 to 8."""
    return _counts()[n][0]


def galaxy_marginals() -> list[int]:
    """For each cell the number of layouts with a galaxy on it."""
    return [galaxy for _, galaxy, _ in _marginals()]


def hole_marginals() -> list[int]:
    """For each cell the number of layouts with a hole on it."""
    return [hole for _, _, hole in _marginals()]
