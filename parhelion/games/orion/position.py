"""Positions that people set up: any tokens, hexes and hands, as JSON in the words of the view.

    {"hexes": {"blue": ["e4", "e5"], "orange": ["e6"]}, "tiles": {"blue": {"star": 1}, …}}

| key                      | meaning                          | if it is missing              |
|--------------------------|----------------------------------|-------------------------------|
| `galaxies`, `holes`      | cells                            | as the option `setup` deals   |
| `hexes`                  | cells by colour                  | none                          |
| `tiles`                  | tiles left by colour and kind    | all; none in a given hand     |
| `turn`, `conditions`,    | as in a view; they follow from   | not compared                  |
| `tokens_left`            | the rest and must agree with it  |                               |

Which tiles the hexes belong to is not asked, so hexes and hands are not compared with each other.
A seat that could not move, or that is behind, makes a position that is over.
"""

from typing import Any

import numpy as np
from pydantic import Field, ValidationInfo, field_validator

from parhelion.errors import BadPosition
from parhelion.games.orion import INFO
from parhelion.games.orion.kernels import constants
from parhelion.games.orion.kernels.constants import COLOURS, KINDS, PLAYERS, TILES_OF_KIND
from parhelion.games.orion.kernels.setup import set_up
from parhelion.games.orion.kernels.token_layouts import have_room
from parhelion.games.orion.notation import (
    NAMES,
    CellNumber,
    check_symmetric,
    check_tokens,
    lay_tokens,
    tokens_left,
)
from parhelion.kernel import play, stream
from parhelion.validated import Strict, validated

HAND = dict(zip(KINDS, TILES_OF_KIND, strict=True))
"""The tiles that a player starts with (O4)."""


class HexCells(Strict):
    """The cells that each colour covers."""

    blue: list[CellNumber] = Field(default_factory=list)
    orange: list[CellNumber] = Field(default_factory=list)


class TilesLeft(Strict):
    """How many tiles of each kind a seat has left."""

    star: int = 0
    pair: int = 0
    duo: int = 0
    line: int = 0
    bend: int = 0
    triangle: int = 0

    @field_validator("*")
    @classmethod
    def _in_the_box(cls, left: int, field: ValidationInfo) -> int:
        count = HAND[str(field.field_name)]
        if not 0 <= left <= count:
            raise ValueError(f"expected 0 to {count} tiles, found {left}")
        return left


class Hands(Strict):
    """The tiles that each seat has left."""

    blue: TilesLeft = TilesLeft(**HAND)
    orange: TilesLeft = TilesLeft(**HAND)


class SkyPosition(Strict):
    """A position as people give it."""

    galaxies: list[CellNumber] | None = None
    holes: list[CellNumber] | None = None
    hexes: HexCells = HexCells()
    tiles: Hands = Hands()
    turn: int | None = None
    conditions: list[int] = Field(default_factory=list)
    tokens_left: int = 0


def write_position(states: Any, position: Any) -> None:
    """Set states[0], whose options are written, up; BadPosition says what contradicts what."""
    given = validated(SkyPosition, position, "position", BadPosition)
    _write_tokens(states, given)
    _check_hexes(given.hexes)
    left = tokens_left(states[0])
    if left == 0:
        _write_tiles(states, given)
    elif given.hexes.blue or given.hexes.orange or given.tiles != Hands():
        raise BadPosition(f"position: {left} tokens come before the first tile")
    _compare(given, states[0])


def _write_tokens(states: Any, given: SkyPosition) -> None:
    """Deal states[0] with the given tokens, or as its options want."""
    by_players = states[0].setup == PLAYERS
    if not by_players and given.galaxies is given.holes is None:
        states[0].rng[:] = stream(0, "deal")
        play.start(states)
        return
    galaxies, holes = given.galaxies or [], given.holes or []
    check_tokens(galaxies, holes, "position", BadPosition, all=not by_players)
    if holes and len(galaxies) < constants.GALAXY_TOKENS:
        raise BadPosition("position.holes: the galaxies come first, and not all of them lie")
    lay_tokens(states, galaxies, holes)
    check_symmetric(states[0], "position", BadPosition)
    if tokens_left(states[0]) and not have_room(states[0]):
        raise BadPosition("position: the tokens that are left would not all find room")


def _check_hexes(hexes: HexCells) -> None:
    """No cell has two hexes (O8)."""
    owners: dict[int, str] = {}
    for colour, cells in zip(COLOURS, (hexes.blue, hexes.orange), strict=True):
        for i, cell in enumerate(cells):
            if cell in owners:
                already = f"{NAMES[cell]} already has a hex, {owners[cell]}"
                raise BadPosition(f"position.hexes.{colour}[{i}]: {already}")
            owners[cell] = colour


def _write_tiles(states: Any, given: SkyPosition) -> None:
    """Put hexes on the board of states[0] and tiles into the hands."""
    hands = [[*dict(hand).values()] for hand in (given.tiles.blue, given.tiles.orange)]
    _check_turns(hands, int(states[0].first))
    states[0].tiles[:] = hands
    cells = given.hexes.blue, given.hexes.orange
    set_up(states, np.array([constants.bitset(each, 2) for each in cells]))


def _check_turns(hands: list[list[int]], first: int) -> None:
    """Players take turns: the first has placed as many tiles as the other, or one more."""
    placed = [sum(HAND.values()) - sum(hand) for hand in hands]
    if placed[first] - placed[1 - first] not in (0, 1):
        told = " and ".join(f"{INFO.seats[seat]} has placed {placed[seat]}" for seat in range(2))
        raise BadPosition(f"position.tiles: {told}; they take turns, {INFO.seats[first]} first")


def _compare(given: SkyPosition, state: Any) -> None:
    """What is given although it follows from the rest must agree with it."""
    follows = {
        "turn": int(state.actor) if state.actor >= 0 else None,
        "conditions": [int(n) for n in state.conditions],
        "tokens_left": tokens_left(state),
    }
    for key, value in follows.items():
        told = getattr(given, key)
        if key in given.model_fields_set and told != value:
            raise BadPosition(f"position.{key}: {told!r} is given, but {value!r} follows")
