"""Orion Duel in words: cells, moves and deals.

A cell is a letter for its row from the top and its number along the row: a1 … k4.
A move is a tile and its cells, the opponent's colour behind a slash: "star e4", "pair e4 e5",
"duo e4/e5", "line e4 e5/e6". During the setup: "galaxy e4", "hole e4".
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from parhelion.errors import BadDeal, BadNotation
from parhelion.games import Json, did_you_mean
from parhelion.games.orion import tables
from parhelion.games.orion.layouts import SYMMETRIC
from parhelion.games.orion.state import COUNTS, SETUPS
from parhelion.kernel import play, stream
from parhelion.words import ENGLISH, Words, mark

TOKENS = {"galaxies": ("galaxy", tables.GALAXIES), "holes": ("hole", tables.HOLES)}


def _names() -> list[str]:
    rows = [r for _, r in tables.AXIAL]
    return [f"{chr(ord('a') + r - rows[0])}{i - rows.index(r) + 1}" for i, r in enumerate(rows)]


NAMES = _names()
"""The name of every cell."""
NUMBER = {name: cell for cell, name in enumerate(NAMES)}
TOKEN_ACTIONS = {"galaxy": tables.GALAXY_ACTIONS, "hole": tables.HOLE_ACTIONS}


def members(cells: Any) -> list[int]:
    """A set of cells, two words, as a list."""
    low, high = map(int, cells)
    left, found = low | high << 64, []
    while left:
        lowest = left & -left
        found.append(lowest.bit_length() - 1)
        left ^= lowest
    return found


def cell_names(cells: Any) -> list[str]:
    """A set of cells, two words, as names in board order."""
    return [NAMES[cell] for cell in members(cells)]


def parts(placement: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The own cells and the other cells of a placement."""
    other = int(tables.OTHER_PART[placement])
    own = tables.PARTS[tables.OWN_PART[placement]]
    return own, (other,) if other < tables.CELLS else ()


# --- moves -------------------------------------------------------------------------------


@cache
def placement_text(placement: int) -> str:
    """A placement in notation; own cells in the order that leads to the other cell."""
    own, other = parts(placement)
    if other and len(own) == 2 and tables.distance(own[-1], other[0]) > 1:
        own = own[::-1]
    kind = tables.KINDS[tables.KIND[placement]]
    return f"{kind} {' '.join(NAMES[c] for c in own)}" + "".join(f"/{NAMES[c]}" for c in other)


@cache
def placements_by_cells() -> dict[tuple[int, frozenset[int], frozenset[int]], int]:
    """Every placement by its kind, own cells and other cells."""
    found = {}
    for placement in range(tables.PLACEMENTS):
        own, other = parts(placement)
        found[int(tables.KIND[placement]), frozenset(own), frozenset(other)] = placement
    return found


def tokens_left(state: Any) -> int:
    """Tokens that the players still have to place."""
    placed = len(members(state.galaxies | state.holes))
    return tables.GALAXIES + tables.HOLES - placed


def text(action: int) -> str:
    """An action in notation."""
    if action < tables.GALAXY_ACTIONS:
        return placement_text(action)
    if action < tables.HOLE_ACTIONS:
        return f"galaxy {NAMES[action - tables.GALAXY_ACTIONS]}"
    return f"hole {NAMES[action - tables.HOLE_ACTIONS]}"


def parse(text: str, say: Words = ENGLISH) -> int:
    """The action that a text means, whether legal now or not."""
    kind, *cells = re.split(r"[\s/]+", text.strip().lower())
    try:
        numbers = [_cell(name, say) for name in cells]
        if kind in TOKEN_ACTIONS:
            return TOKEN_ACTIONS[kind] + _only(numbers, kind, say)
        return _parse_placement(kind, numbers, say)
    except BadNotation as error:
        raise BadNotation(say("{text!r}: {why}", text=text, why=error)) from None


def _cell(name: str, say: Words) -> int:
    if name not in NUMBER:
        raise BadNotation(
            say("there is no cell {name!r}; cells are a1 to k4, row by row", name=name)
        )
    return NUMBER[name]


def _only(cells: list[int], token: str, say: Words) -> int:
    if len(cells) != 1:
        raise BadNotation(
            say("a {token} lies on one cell, not {count}", token=token, count=len(cells))
        )
    return cells[0]


def _parse_placement(kind: str, cells: list[int], say: Words) -> int:
    if kind not in tables.KINDS:
        known = (*tables.KINDS, *TOKEN_ACTIONS)
        near = did_you_mean(kind, known, say)
        raise BadNotation(say("no tile is called {kind!r}", kind=kind) + near)
    number = tables.KINDS.index(kind)
    own_count = tables.OWN_HEXES[number]
    count = own_count + tables.OTHER_HEXES[number]
    if len(cells) != count:
        told = say.plural(
            "a {kind} covers {n} cell, not {given}",
            "a {kind} covers {n} cells, not {given}",
            count,
            kind=kind,
            given=len(cells),
        )
        raise BadNotation(told)
    own, other = frozenset(cells[:own_count]), frozenset(cells[own_count:])
    placement = placements_by_cells().get((number, own, other))
    if placement is None:
        raise BadNotation(say("these cells do not have the shape of a {kind}", kind=kind))
    return placement


_NONE_LEFT = {
    "star": mark("no star is left"),
    "pair": mark("no pair is left"),
    "duo": mark("no duo is left"),
    "line": mark("no line is left"),
    "bend": mark("no bend is left"),
    "triangle": mark("no triangle is left"),
}
_NOT_LINKED = (
    mark("blue may cover the token on {cell} only from another blue hex"),
    mark("orange may cover the token on {cell} only from another orange hex"),
)


def why_illegal(state: Any, action: int, say: Words = ENGLISH) -> str:
    """Why an action is not legal."""
    if action >= tables.GALAXY_ACTIONS:
        return _token_why_illegal(state, action, say)
    if tokens_left(state) > 0:
        return say("first all tokens must be placed")
    seat, kind = int(state.actor), int(tables.KIND[action])
    if state.tiles[seat, kind] == 0:
        return say(_NONE_LEFT[tables.KINDS[kind]])
    own, other = parts(action)
    covered = members(state.hexes[0] | state.hexes[1])
    for cell in (*own, *other):
        if cell in covered:
            return say("{cell} already has a tile", cell=NAMES[cell])
    return _cover_why_illegal(state, seat, own, say) or _cover_why_illegal(
        state, 1 - seat, other, say
    )


def _cover_why_illegal(state: Any, colour: int, cells: tuple[int, ...], say: Words) -> str:
    """O9, for the hexes of one colour; empty if they are fine."""
    tokens = members(state.galaxies | state.holes)
    hexes = members(state.hexes[colour])
    on_token = [cell for cell in cells if cell in tokens]
    touching = any(tables.distance(cell, hex_) == 1 for cell in cells for hex_ in hexes)
    if not on_token or touching:
        return ""
    return say(_NOT_LINKED[colour], cell=NAMES[on_token[0]])


def _token_why_illegal(state: Any, action: int, say: Words) -> str:
    """O5-O7: why a token may not be placed so."""
    token, name = text(action).split()
    cell = NUMBER[name]
    galaxies, holes = members(state.galaxies), members(state.holes)
    if tokens_left(state) == 0:
        return say("all tokens are placed")
    if (token == "galaxy") != (len(galaxies) < tables.GALAXIES):
        return say("the galaxies come first") if token == "hole" else say("all galaxies are placed")
    if cell in galaxies + holes:
        return say("{cell} already has a token", cell=NAMES[cell])
    if token == "galaxy":
        near = _near(cell, galaxies, 3, say)
    else:
        near = _near(cell, holes, 3, say) or _near(cell, galaxies, 2, say)
    return near or say("the tokens after it would not all find room")


def _near(cell: int, tokens: list[int], least: int, say: Words = ENGLISH) -> str:
    for token in tokens:
        apart = tables.distance(cell, token)
        if apart < least:
            return say(
                "{cell} and {token} are {apart} apart, not at least {least}",
                cell=NAMES[cell],
                token=NAMES[token],
                apart=apart,
                least=least,
            )
    return ""


# --- options and deals -------------------------------------------------------------------


def write_options(state: Any, options: Mapping[str, str]) -> None:
    """Put the options into a fresh state."""
    state.setup = SETUPS.index(options["setup"])
    state.count = COUNTS.index(options["count"])


def read_deal(state: Any) -> Json:
    """Where the tokens lie; empty when the players place them as moves."""
    if SETUPS[state.setup] == "players":
        return {}
    return {"galaxies": cell_names(state.galaxies), "holes": cell_names(state.holes)}


def write_deal(states: Any, deal: Any) -> None:
    """Set states[0] up with its tokens where an explicit deal says."""
    setup = SETUPS[states[0].setup]
    if not isinstance(deal, Mapping):
        raise BadDeal(f"deal: expected an object with galaxies and holes, found {deal!r}")
    if setup == "players":
        if deal:
            raise BadDeal(f"deal: with setup players it is empty, found {sorted(deal)}")
        play.start(states, stream(0, "deal"))
        return
    tokens = _tokens(deal)
    _lay_tokens(states, tokens)
    layout = {"galaxies": cell_names(states[0].galaxies), "holes": cell_names(states[0].holes)}
    if setup != "random" and layout != symmetric(setup):
        raise BadDeal(f"deal: the tokens do not lie as in setup {setup}; use setup random")


def symmetric(setup: str) -> Json:
    """The deal of a symmetric setup."""
    tokens = SYMMETRIC[SETUPS.index(setup) - 1].tolist()
    galaxies, holes = sorted(tokens[: tables.GALAXIES]), sorted(tokens[tables.GALAXIES :])
    return {"galaxies": [NAMES[c] for c in galaxies], "holes": [NAMES[c] for c in holes]}


def _lay_tokens(states: Any, tokens: dict[str, list[int]]) -> None:
    """Place tokens that are known to fit, as the players would, then restore the option."""
    setup = int(states[0].setup)
    states[0].setup = SETUPS.index("players")
    play.start(states, stream(0, "deal"))
    galaxies = [tables.GALAXY_ACTIONS + cell for cell in tokens["galaxies"]]
    holes = [tables.HOLE_ACTIONS + cell for cell in tokens["holes"]]
    play.retrace(states, np.array(galaxies + holes, dtype=np.int32))
    states[0].setup = setup


def _tokens(deal: Mapping[str, Any]) -> dict[str, list[int]]:
    """The cells of a deal's tokens, checked against O3, O5 and O6."""
    if unknown := sorted(set(deal) - set(TOKENS)):
        raise BadDeal(f"deal.{unknown[0]}: unknown; a deal has galaxies and holes")
    tokens = {group: _token_cells(group, deal.get(group)) for group in TOKENS}
    for group, least in (("galaxies", 3), ("holes", 3)):
        for i, cell in enumerate(tokens[group]):
            if near := _near(cell, tokens[group][:i], least):
                raise BadDeal(f"deal.{group}[{i}]: {near}")
    for i, cell in enumerate(tokens["holes"]):
        if near := _near(cell, tokens["galaxies"], 2):
            raise BadDeal(f"deal.holes[{i}]: {near} (black hole and galaxy)")
    return tokens


def _token_cells(group: str, names: Any) -> list[int]:
    token, count = TOKENS[group]
    if not isinstance(names, list):
        raise BadDeal(f"deal.{group}: expected a list of {count} cells, found {names!r}")
    for i, name in enumerate(names):
        if not isinstance(name, str) or name not in NUMBER:
            raise BadDeal(f"deal.{group}[{i}]: there is no cell {name!r}")
        if name in names[:i]:
            raise BadDeal(f"deal.{group}[{i}]: a second {token} on {name}")
    if len(names) != count:
        raise BadDeal(f"deal.{group}: expected {count} cells, found {len(names)}")
    return [NUMBER[name] for name in names]
