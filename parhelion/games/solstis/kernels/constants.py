"""The mountain, the spirits and the actions as numbers and arrays (T1, T3, T4).

A landscape tile and its place share a number: a bit of a 64-bit word, eleven bits a row, the
last of which is never used. So a step to the right is one bit, a step up is eleven, and no step
leads around the edge of the mountain. A square of four places is the bit of its lower left one.
"""

from collections.abc import Iterable

import numpy as np

STRIDE = 11
COLUMNS = ((1, 10), (1, 10), (1, 10), (2, 9), (3, 8), (4, 7))
"""The first and the last column of each row, from the valley up (T1)."""


def place(row: int, column: int) -> int:
    """The number of a place and of its tile."""
    return STRIDE * (row - 1) + column - 1


def bits(members: Iterable[int]) -> np.uint64:
    """A set of places or of spirits as the bits of a word."""
    return np.uint64(sum(1 << member for member in members))


PLACES = tuple(
    place(row, column)
    for row, (first, last) in enumerate(COLUMNS, start=1)
    for column in range(first, last + 1)
)
"""All 48, in the order of rows and columns."""
WORD = 64
MOUNTAIN = bits(PLACES)
VALLEY = bits([place(1, column) for column in range(1, 11)])

MATCHES = np.zeros(WORD, dtype=np.uint64)
"""For each tile the other tiles of its row or column (T8)."""
for _tile in PLACES:
    MATCHES[_tile] = bits(
        [
            other
            for other in PLACES
            if other != _tile
            and (other // STRIDE == _tile // STRIDE or other % STRIDE == _tile % STRIDE)
        ]
    )

# --- fires (T3) --------------------------------------------------------------------------

FIRES = bits(
    [
        place(row, column)
        for row, column in ((4, 2), (5, 3), (6, 4), (6, 7), (5, 8), (4, 9), (6, 5), (6, 6))
    ]
)
"""The tiles with a fire of their own."""
SHARED_FIRE = bits([place(6, 5), place(6, 6)])
"""The two tiles that the ninth fire straddles."""

# --- squares -----------------------------------------------------------------------------

CORNERS = (0, 1, STRIDE, STRIDE + 1)
"""From the lower left place of a square to each of its four."""
SQUARES = tuple(place for place in PLACES if all(place + corner in PLACES for corner in CORNERS))

# --- spirits (T4) ------------------------------------------------------------------------

SPIRITS = (
    "fish", "deer", "eagle", "bear", "dragonfly", "beetle", "groundhog",
    "bee", "ladybug", "wolf", "squirrel", "bird", "lizard", "butterfly",
    "evil",
)  # fmt: skip
FISH, DEER, EAGLE, BEAR, DRAGONFLY, BEETLE, GROUNDHOG = range(7)
BEE, LADYBUG, WOLF, SQUIRREL, BIRD, LIZARD, BUTTERFLY = range(7, 14)
EVIL = 14
WOOD = bits(range(FISH, BEE))
"""The wood spirits as a set."""
BLUE = bits(range(BEE, EVIL))

# --- actions -----------------------------------------------------------------------------

PHASES = (
    "play", "capture", "rainbow", "meet", "keep", "square", "deer", "beetle", "cover", "over",
)  # fmt: skip
PLAY, CAPTURE, RAINBOW, MEET, KEEP, SQUARE, PLAY_DEER, PLAY_BEETLE, COVER, OVER = range(10)
"""What is being decided."""
DRAW = EVIL
"""The choice to draw two spirits instead of taking one; Evil itself can never be taken."""

KEPT = tuple(range(EVIL))
CHOICES = (PLACES, PLACES, PLACES, (*KEPT, DRAW), KEPT, SQUARES, PLACES, PLACES, KEPT)
"""For each phase all that can ever be chosen, as bits of its options."""

ACTIONS = sum(map(len, CHOICES))
CHOICE = np.array([choice for choices in CHOICES for choice in choices], dtype=np.int64)
"""What an action chooses."""
PHASE = np.array([phase for phase, each in enumerate(CHOICES) for _ in each], dtype=np.int64)
"""When an action is chosen."""
ACTION = np.full((len(PHASES), WORD), -1, dtype=np.int64)
"""The action of a choice in a phase, -1 if there is none."""
ACTION[PHASE, CHOICE] = np.arange(ACTIONS)
