"""The board of Orion Duel and every way to lay a tile on it, as constant arrays.

Cells are numbered 0..84 row by row from the top, as they are named a1..k4:

                        a      0  1  2  3
                     b    4  5  6  7  8  9 10
                  c    11 12 13 14 15 16 17 18
               d    19 20 21 22 23 24 25 26 27
            e    28 29 30 31 32 33 34 35 36 37
               f    38 39 40 41 42 43 44 45 46
            g    47 48 49 50 51 52 53 54 55 56
               h    57 58 59 60 61 62 63 64 65
                  i    66 67 68 69 70 71 72 73
                     j    74 75 76 77 78 79 80
                        k      81 82 83 84

A *placement* is a kind of tile and its coloured cells (O9), seen from the player who lays
it: "own" hexes have that player's colour, the "other" hex has the opponent's.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import numpy as np

# --- options, endings and events ---------------------------------------------------------

SETUPS = ("random", "symmetric-1", "symmetric-2", "symmetric-3", "players")
RANDOM, PLAYERS = SETUPS.index("random"), SETUPS.index("players")
COUNTS = ("ways", "each")
EACH = COUNTS.index("each")
Colour = Literal["blue", "orange"]
COLOURS: tuple[Colour, Colour] = ("blue", "orange")
"""By seat; the values of the options `placer` and `first`."""

GALAXIES_TO_WIN, HOLES_TO_WIN = 4, 3
"""So many on one chain are enough (O10)."""
REASONS = ("constellations", "galaxies", "holes", "tiles", "stuck")
"""Why a game ends; a set of reasons has one bit for each, the lowest first."""
CONSTELLATIONS, GALAXIES, HOLES, TILES, STUCK = (1 << bit for bit in range(len(REASONS)))

GALAXY_COVERED, HOLE_COVERED, LINKED, GALAXIES_JOINED, HOLES_JOINED, OVER = range(6)
"""What an action brings about, each with a colour and a value: a colour covers a galaxy or a
black hole (the cell), links two sides (0-2 for the pair), has a chain that reaches four galaxies
or three black holes (how many it holds now), or wins as the game ends (its reasons)."""
NOBODY = 255
"""The colour of a draw."""
MAX_EVENTS = 16
"""More than a tile brings about: two tokens, a few links and chains of each colour, the end."""


# --- the board ---------------------------------------------------------------------------

SIDE = 5
CELLS = 85

AXIAL: tuple[tuple[int, int], ...] = tuple(
    (q, r)
    for r in range(-SIDE, SIDE + 1)
    for q in range(-SIDE, SIDE + 1)
    if abs(q + r) <= SIDE and (abs(q), abs(r), abs(q + r)).count(SIDE) < 2  # O1
)
"""The (q, r) of every cell; a cell with two coordinates of size 5 is a removed corner."""

CELL_AT = {axial: cell for cell, axial in enumerate(AXIAL)}
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Clockwise; d + 1 is turned by 60 degrees, d + 3 is opposite."""

SIDES = ("monoceros", "canis major", "lepus", "taurus", "eridanus", "gemini")
"""Constellations; side i lies opposite to side i + 3 (O2)."""


def distance(a: int, b: int) -> int:
    """Steps between two cells."""
    q, r = AXIAL[a][0] - AXIAL[b][0], AXIAL[a][1] - AXIAL[b][1]
    return max(abs(q), abs(r), abs(q + r))


def neighbour(cell: int, direction: int) -> int | None:
    """The next cell in a direction, None beyond the rim."""
    (q, r), (dq, dr) = AXIAL[cell], DIRECTIONS[direction % 6]
    return CELL_AT.get((q + dq, r + dr))


def sides_of(cell: int) -> int:
    """The sides a cell lies on, as a bit set (O2); at most one, as the corners are gone."""
    q, r = AXIAL[cell]
    on = (r == -SIDE, q + r == -SIDE, q == SIDE, r == SIDE, q + r == SIDE, q == -SIDE)
    return sum(1 << side for side, lies in enumerate(on) if lies)


# --- tokens and tiles --------------------------------------------------------------------

KINDS = ("star", "pair", "duo", "line", "bend", "triangle")
TILES_OF_KIND = (1, 1, 3, 3, 3, 3)
"""How many tiles of each kind a player starts with (O4)."""
TILES_IN_ALL = 2 * sum(TILES_OF_KIND)
ALL_KINDS = (1 << len(KINDS)) - 1
"""As a bit set."""
OWN_HEXES = (1, 2, 1, 2, 2, 2)
OTHER_HEXES = (0, 0, 1, 1, 1, 1)

GALAXY_TOKENS, HOLE_TOKENS = 8, 7
TOKENS = GALAXY_TOKENS + HOLE_TOKENS
"""How many there are (O3)."""


# --- placements --------------------------------------------------------------------------


def _paths(turn: int) -> Iterator[tuple[list[int], list[int]]]:
    """Own end, own middle and other end of three hexes in a row that turn at the middle."""
    for middle in range(CELLS):
        for direction in range(6):
            own, other = neighbour(middle, direction), neighbour(middle, direction + turn)
            if own is not None and other is not None:
                yield [own, middle], [other]


def _placements(kind: str) -> Iterator[tuple[list[int], list[int]]]:
    """All placements of a kind: own cells, other cells."""
    cells = range(CELLS)
    edges = [(a, b) for a in cells for d in range(6) if (b := neighbour(a, d)) is not None]
    match kind:
        case "star":
            yield from (([a], []) for a in cells)
        case "pair":
            yield from (([a, b], []) for a, b in edges if a < b)
        case "duo":
            yield from (([a], [b]) for a, b in edges)
        case "line":
            yield from _paths(turn=3)
        case "bend":
            yield from _paths(turn=2)
            yield from _paths(turn=4)
        case _:  # triangle
            around = {a: {b for x, b in edges if x == a} for a in cells}
            for a, b in edges:
                yield from (([a, b], [c]) for c in around[a] & around[b] if a < b)


def _by_place(placement: tuple[int, list[int], list[int]]) -> tuple[float, float, Any]:
    _, own, other = placement
    axials = [AXIAL[cell] for cell in own + other]
    row, column = (sum(part) / len(axials) for part in (*zip(*axials, strict=True),)[::-1])
    return row, column, placement


_LISTED = sorted(
    ((k, *cells) for k, kind in enumerate(KINDS) for cells in _placements(kind)), key=_by_place
)

PLACEMENTS = len(_LISTED)
"""2,323 a colour on the empty board (O4); placement p of either player is action p.

They are numbered by where they lie, so that those around a cell are a short stretch."""
WORDS = 40
"""64-bit words in a set of placements: 37 would do, 40 fill whole vector registers."""
GALAXY_ACTIONS = PLACEMENTS
"""Action GALAXY_ACTIONS + c puts a galaxy on cell c (setup `players`)."""
HOLE_ACTIONS = GALAXY_ACTIONS + CELLS
"""Action HOLE_ACTIONS + c puts a black hole on cell c."""
ACTIONS = HOLE_ACTIONS + CELLS

KIND = np.array([kind for kind, _, _ in _LISTED], dtype=np.uint8)


PARTS: tuple[tuple[int, ...], ...] = (
    *((cell,) for cell in range(CELLS)),
    *(tuple(own) for _, own, other in _LISTED if len(own) == 2 and not other),
)
"""The hexes of one colour in a tile: one cell (part number = cell), or two next to each other."""
NO_PART = len(PARTS)
"""Stands for the other part of a tile of one colour."""
_PART = {frozenset(cells): part for part, cells in enumerate(PARTS)}
OWN_PART = np.array([_PART[frozenset(own)] for _, own, _ in _LISTED], dtype=np.uint16)
OTHER_PART = np.array([other[0] if other else NO_PART for _, _, other in _LISTED], dtype=np.uint16)
FIRST_CELL = np.array([cells[0] for cells in PARTS], dtype=np.int64)
LAST_CELL = np.array([cells[-1] for cells in PARTS], dtype=np.int64)


def bitset(members: Iterable[int], words: int) -> Any:
    """A set of small ints as 64-bit words, lowest first."""
    total = sum(1 << member for member in set(members))
    return np.array([(total >> (64 * w)) & (2**64 - 1) for w in range(words)], dtype=np.uint64)


def _by_cell(cells_of: Any) -> Any:
    """For every cell the set of placements that `cells_of` says involve it."""
    found: list[list[int]] = [[] for _ in range(CELLS)]
    for placement, (_, own, other) in enumerate(_LISTED):
        for cell in cells_of(own, other):
            found[cell].append(placement)
    return np.array([bitset(placements, WORDS) for placements in found])


OWN_ON = _by_cell(lambda own, _: own)
"""Placements with an own hex on a cell."""
OTHER_ON = _by_cell(lambda _, other: other)
"""Placements with the other hex on a cell."""


def _of_part(by_cell: Any) -> Any:
    """For every part the placements that belong to any of its cells."""
    return np.array([np.bitwise_or.reduce(by_cell[list(cells)]) for cells in PARTS])


def _beside(by_cell: Any) -> Any:
    """For every cell the placements that belong to any of its neighbours."""
    near = ([n for d in range(6) if (n := neighbour(c, d)) is not None] for c in range(CELLS))
    return np.array([np.bitwise_or.reduce(by_cell[cells]) for cells in near])


VECTOR = 4
"""Words that a processor handles at once. Stretches start at multiples of it: otherwise it
stalls when it reads what was just written at another offset."""


def _stretch(rows: Any, length: int) -> tuple[Any, Any]:
    """For every row its first word and the `length` words from there; all others are 0."""
    lowest = [min(*np.flatnonzero(row).tolist(), WORDS - length) for row in rows]
    first = [word // VECTOR * VECTOR for word in lowest]
    kept = np.array([row[start : start + length] for row, start in zip(rows, first, strict=True)])
    return np.array(first, dtype=np.uint8), kept


COVERING_WORDS = 16
COVERING_FROM, COVERING = _stretch(_of_part(OWN_ON | OTHER_ON), COVERING_WORDS)
"""Placements that cover a cell of a part: gone once the part lies."""
BESIDE_WORDS = 24
OWN_BESIDE_FROM, OWN_BESIDE = _stretch(_of_part(_beside(OWN_ON)), BESIDE_WORDS)
"""Placements with an own hex beside a part."""
OTHER_BESIDE_FROM, OTHER_BESIDE = _stretch(_of_part(_beside(OTHER_ON)), BESIDE_WORDS)
"""Placements with the other hex beside a part."""

_OF_KIND = [bitset(np.flatnonzero(kind == KIND).tolist(), WORDS) for kind in range(len(KINDS))]
OF_KINDS = np.zeros((1 << len(KINDS), WORDS), dtype=np.uint64)
for _kinds in range(1 << len(KINDS)):
    for _kind in range(len(KINDS)):
        if _kinds >> _kind & 1:
            OF_KINDS[_kinds] |= _OF_KIND[_kind]
"""Placements of a set of kinds, to mask those a player has used up."""


def _cells_within(steps: int) -> Any:
    within = [[b for b in range(CELLS) if distance(a, b) <= steps] for a in range(CELLS)]
    return np.array([bitset(cells, 2) for cells in within])


WITHIN_1 = _cells_within(1)
"""A cell and its neighbours, as a set of cells (two words)."""
WITHIN_2 = _cells_within(2)
NEAR = _of_part(WITHIN_1)
"""A part and its neighbours, as a set of cells."""
ON_SIDES = np.array([sides_of(cell) for cell in range(CELLS)], dtype=np.uint8)
BOARD = bitset(range(CELLS), 2)
