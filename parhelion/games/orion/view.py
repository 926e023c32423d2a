"""What people see of Orion Duel, as JSON: the position, what a move brought about, the outcome."""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from parhelion.games import View
from parhelion.games.orion.chain_search import chain_of, sides_touched
from parhelion.games.orion.events import (
    PAIRS,
    SEATS,
    TileEvent,
    is_stuck,
    joins_galaxies,
    joins_holes,
    links,
    read_event,
    reasons_in,
)
from parhelion.games.orion.kernels.constants import (
    COLOURS,
    GALAXIES_TO_WIN,
    HOLES_TO_WIN,
    Colour,
)
from parhelion.games.orion.kernels.state import STATE
from parhelion.games.orion.notation import (
    NAMES,
    cell_names,
    members,
    parts,
    tiles_left,
    tokens_left,
)
from parhelion.games.position_parts import SharedDict, SharedList, made_of, made_of_seat
from parhelion.words import Words, mark, series

HELP = mark(
    "Place one of your tiles on free cells; it need not touch anything. You win by linking two "
    "opposite constellations with a chain of your colour, by connecting four galaxies (✦) on one "
    "chain of your colour, or when a chain of your opponent's colour holds three black holes (●). "
    "A hex may cover a token only if its tile continues a chain of that colour."
)
NOTATION_HELP = mark(
    "A move is a tile and its cells, with the cell of your opponent's colour after a slash: "
    "line e4 e5/e6."
)


# --- the position ------------------------------------------------------------------------


class Sky(TypedDict):
    """The board and the hands; cells are called by their names."""

    galaxies: list[str]
    holes: list[str]
    tokens_left: int
    """Tokens that the players still have to place."""
    hexes: dict[Colour, list[str]]
    tiles: dict[Colour, dict[str, int]]
    """By kind: how many are left."""
    conditions: list[int]
    """By seat: how many winning conditions it has reached."""


SkyView = View[Sky]


def describe(state: Any) -> Sky:
    """Tokens, hexes by colour, tiles left and conditions reached."""
    record = state.tobytes()
    galaxies, holes, left = _tokens(record)
    return {
        "galaxies": galaxies,
        "holes": holes,
        "tokens_left": left,
        "hexes": {colour: _hexes(record, i) for i, colour in enumerate(COLOURS)},
        "tiles": {colour: _tiles(record, i) for i, colour in enumerate(COLOURS)},
        "conditions": _conditions(record),
    }


@made_of(STATE, "galaxies", "holes")
def _tokens(now: Any) -> tuple[SharedList, SharedList, int]:
    """The galaxies, the black holes, and how many tokens the players still have to place."""
    galaxies, holes = SharedList(cell_names(now.galaxies)), SharedList(cell_names(now.holes))
    return galaxies, holes, tokens_left(now)


@made_of_seat(STATE, own=("hexes",))
def _hexes(now: Any, _colour: int) -> SharedList:
    return SharedList(cell_names(now.hexes))


@made_of_seat(STATE, own=("tiles",))
def _tiles(now: Any, _seat: int) -> SharedDict:
    return SharedDict(tiles_left(now.tiles))


@made_of(STATE, "conditions")
def _conditions(now: Any) -> SharedList:
    return SharedList(now.conditions)


def event(state: Any, code: int) -> TileEvent:  # noqa: ARG001, a code tells all
    """What the last action brought about."""
    return read_event(code)


# --- the end -----------------------------------------------------------------------------


class WinningChain(TypedDict):
    """A chain that brought a winning condition."""

    reason: str
    colour: Colour
    cells: list[str]
    pairs: NotRequired[list[list[str]]]
    """The constellations that it links."""
    tokens: NotRequired[list[str]]
    """The galaxies or black holes that it holds."""


class Details(TypedDict, total=False):
    """What there is to show of the end: one of these."""

    chains: list[WinningChain]
    balance: list[int]
    """After `tiles`: galaxies minus black holes by seat (O12)."""


def reasons(state: Any) -> tuple[str, ...]:
    """Why the game ended (O11-O13)."""
    return reasons_in(int(state.reason))


def details(state: Any) -> Details:
    """The winning chains, with what each holds; after `tiles` the balance of O12."""
    if "tiles" in reasons(state):
        return {"balance": [balance(state, seat) for seat in range(2)]}
    chains = [_chains(state, reason) for reason in reasons(state) if reason != "stuck"]
    return {"chains": [chain for found in chains for chain in found]}


def balance(state: Any, seat: int) -> int:
    """Galaxies minus black holes under a seat's colour (O12)."""
    hexes = set(members(state.hexes[seat]))
    return len(hexes & set(members(state.galaxies))) - len(hexes & set(members(state.holes)))


def _chains(state: Any, reason: str) -> list[WinningChain]:
    """The chains through the last tile that brought a winning condition (O10); of a position
    that was set up so, all that do."""
    winner = int(state.winner)
    colour = 1 - winner if reason == "holes" else winner
    hexes = set(members(state.hexes[colour]))
    fresh = hexes & {*sum(parts(int(state.last)), ())} if state.last >= 0 else hexes
    found = []
    while fresh:
        chain = chain_of(min(fresh), hexes)
        fresh = fresh - chain
        cells = [NAMES[cell] for cell in sorted(chain)]
        shown: WinningChain = {"reason": reason, "colour": COLOURS[colour], "cells": cells}
        if _wins(state, chain, shown):
            found.append(shown)
    return found


def _wins(state: Any, chain: set[int], shown: WinningChain) -> bool:
    """Whether a chain is a winning one for a reason; what makes it one is added."""
    if shown["reason"] == "constellations":
        sides = sides_touched(chain)
        linked = [list(pair) for i, pair in enumerate(PAIRS) if sides >> i & sides >> i + 3 & 1]
        shown["pairs"] = linked
        return bool(linked)
    of_galaxies = shown["reason"] == "galaxies"
    tokens = sorted(chain & set(members(state.galaxies if of_galaxies else state.holes)))
    shown["tokens"] = [NAMES[cell] for cell in tokens]
    return len(tokens) >= (GALAXIES_TO_WIN if of_galaxies else HOLES_TO_WIN)


def sentence(state: Any, say: Words) -> str:
    """The end in one sentence."""
    return ending_sentence(int(state.winner), reasons(state), details(state), say)


def ending_sentence(winner: int, reasons: Sequence[str], details: Details, say: Words) -> str:
    """The end in one sentence, from the winner (-1 for none), the reasons and the details."""
    if winner < 0:
        return say("All tiles are placed and nobody is ahead: a draw.")
    if "tiles" in reasons:
        mine, yours = (f"{details['balance'][seat]:+d}" for seat in (winner, 1 - winner))
        told = {"winner": say(SEATS[winner]), "mine": mine, "yours": yours}
        return say("All tiles are placed: {winner} wins, {mine} to {yours}.", **told)
    chains = {chain["reason"]: chain for chain in details["chains"]}
    how = [_how(chain, winner, say) for chain in chains.values()] or [is_stuck(1 - winner, say)]
    return say("{how}: {winner} wins.", how=series(how, say), winner=say(SEATS[winner]))


def _how(chain: WinningChain, winner: int, say: Words) -> str:
    """What a chain did for the victory, without the full stop."""
    if chain["reason"] == "constellations":
        return links(winner, chain["pairs"], say)
    n = len(chain["tokens"])
    if chain["reason"] == "galaxies":
        return joins_galaxies(winner, n, say)
    return joins_holes(1 - winner, n, say)
