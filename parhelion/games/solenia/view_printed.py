"""What an edition of Solenia prints, as a view tells it: strips, cards, tiles, bonuses, numbers."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, TypedDict, cast

import numpy as np

from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.constants import (
    E_AMONG,
    E_CAPACITY,
    E_CHOOSE,
    E_PER_TILE,
    E_STARS,
)
from parhelion.games.solenia.kernels.state import STATE
from parhelion.games.solenia.notation import KINDS, ROWS, cost_name

LETTERS = constants.LETTERS[: len(constants.RESOURCES)]
EDITIONS = 16
"""How many editions are cached."""


_NAMES: tuple[str, ...] = STATE.names or ()
_FIRST = _NAMES.index("players")  # the edition comes first in the record


def _only(names: Iterable[str]) -> Any:
    """The type of the record with some of its fields only."""
    fields, names = dict(STATE.fields or {}), list(names)
    formats, offsets = zip(*(fields[name][:2] for name in names), strict=True)
    kept = {"names": names, "formats": formats, "offsets": offsets, "itemsize": STATE.itemsize}
    return np.dtype(cast(Any, kept))


_EDITION = _only(_NAMES[:_FIRST])


def _plain(states: Any) -> Any:
    names, values = states.dtype.names, states.item()
    return SimpleNamespace(
        **{
            name: each.tolist() if isinstance(each, np.ndarray) else each
            for name, each in zip(names, values, strict=True)
        }
    )


class Tile(TypedDict):
    """A delivery tile."""

    tile: str
    """Its name."""
    cost: str
    """What it asks for, a letter for each resource."""
    stars: int


class Bonus(TypedDict):
    """What a slot brings (S19, S28)."""

    gain: str
    """Resources, a letter for each."""
    stars: int
    choose: int
    """So many resources of one's choice …"""
    among: str
    """… among those of these letters."""
    capacity: int
    stars_per_tile: int


Amounts = dict[str, list[int]]
"""The numbers of each upgrade power: two of its own, and its stars when it starts to work."""


@dataclass(frozen=True, eq=False)
class Printed:
    """What people read of an edition; made once, and shared by everything told of it."""

    strips: list[list[list[str]]]
    """The spaces of each strip and face."""
    cards: list[str]
    tiles: list[list[Tile]]
    """The delivery tiles of each row."""
    bonuses: list[dict[str, list[Bonus]]]
    """What the slots of each board bring, by row."""
    amounts: Amounts
    pair_stars: list[int]


_END = dict(STATE.fields or {})[_NAMES[_FIRST]][1]


def printed(record: bytes) -> Printed:
    """What the edition in the bytes of a state prints."""
    return _printed(record[:_END])


@lru_cache(EDITIONS)
def _printed(edition: bytes) -> Printed:
    now = _plain(np.frombuffer(edition.ljust(STATE.itemsize, b"\0"), dtype=_EDITION))
    powers = zip(
        (*constants.LASTING, *constants.CROWNING),
        (*now.lasting_amounts, *now.crowning_amounts),
        itertools.chain(*now.at_once),
        strict=True,
    )
    return Printed(
        [[[constants.LETTERS[each] for each in face] for face in strip] for strip in now.strips],
        [KINDS[kind] for kind in now.cards],
        [
            [_tile(cost, stars) for cost, stars in zip(*of_row, strict=True)]
            for of_row in zip(now.costs, now.worth, strict=True)
        ],
        [
            {name: list(map(_bonus, slots)) for name, slots in zip(ROWS, board, strict=True)}
            for board in now.effects
        ],
        {power: [*amounts, stars] for power, amounts, stars in powers},
        now.pair_stars,
    )


def _tile(cost: Sequence[int], stars: int) -> Tile:
    letters = cost_name(cost)
    return {"tile": f"{letters}{stars}", "cost": letters, "stars": stars}


def _bonus(effect: Sequence[int]) -> Bonus:
    """What a slot brings, in words and numbers (S19, S28)."""
    return {
        "gain": cost_name(effect[: len(LETTERS)]),
        "stars": effect[E_STARS],
        "choose": effect[E_CHOOSE],
        "among": letters_of(effect[E_AMONG]),
        "capacity": effect[E_CAPACITY],
        "stars_per_tile": effect[E_PER_TILE],
    }


def letters_of(resources: int) -> str:
    """The letters of some resources, given as a bit set."""
    return "".join(letter for i, letter in enumerate(LETTERS) if resources >> i & 1)
