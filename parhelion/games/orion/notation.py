"""Orion Duel in words: cells, moves and deals.

A cell is a letter for its row from the top and its number along the row: a1 … k4.
A move is a tile and its cells, the opponent's colour behind a slash: "star e4", "pair e4 e5",
"duo e4/e5", "line e4 e5/e6". During the setup: "galaxy e4", "hole e4".
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator

from parhelion.did_you_mean import did_you_mean
from parhelion.errors import BadDeal, BadNotation, ParhelionError
from parhelion.games import Json, Refusal
from parhelion.games.orion.kernels import constants
from parhelion.games.orion.kernels.constants import PLAYERS, SETUPS
from parhelion.games.orion.kernels.token_layouts import SYMMETRIC
from parhelion.kernel import play
from parhelion.validated import Strict, validated
from parhelion.words import ENGLISH, Words, mark


def _names() -> list[str]:
    rows = [r for _, r in constants.AXIAL]
    return [f"{chr(ord('a') + r - rows[0])}{i - rows.index(r) + 1}" for i, r in enumerate(rows)]


KEPT = 4096
"""How many sets of cells are kept as lists: every viewer of a table asks for the same ones."""
NAMES = _names()
"""The name of every cell."""
NUMBER = {name: cell for cell, name in enumerate(NAMES)}
TOKEN_ACTIONS = {"galaxy": constants.GALAXY_ACTIONS, "hole": constants.HOLE_ACTIONS}


def members(cells: Any) -> list[int]:
    """A set of cells, two words, as a list."""
    return list(_members(*map(int, cells)))


@lru_cache(KEPT)
def _members(low: int, high: int) -> tuple[int, ...]:
    left, found = low | high << 64, []
    while left:
        lowest = left & -left
        found.append(lowest.bit_length() - 1)
        left ^= lowest
    return tuple(found)


def cell_names(cells: Any) -> list[str]:
    """A set of cells, two words, as names in board order."""
    return [NAMES[cell] for cell in members(cells)]


@cache
def parts(placement: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The own cells and the other cells of a placement."""
    other = int(constants.OTHER_PART[placement])
    own = constants.PARTS[constants.OWN_PART[placement]]
    return own, (other,) if other < constants.CELLS else ()


# --- moves -------------------------------------------------------------------------------


@cache
def placement_text(placement: int) -> str:
    """A placement in notation; own cells in the order that leads to the other cell."""
    own, other = parts(placement)
    if other and len(own) == 2 and constants.distance(own[-1], other[0]) > 1:
        own = own[::-1]
    kind = constants.KINDS[constants.KIND[placement]]
    return f"{kind} {' '.join(NAMES[c] for c in own)}" + "".join(f"/{NAMES[c]}" for c in other)


@cache
def placements_by_cells() -> dict[tuple[int, frozenset[int], frozenset[int]], int]:
    """Every placement by its kind, own cells and other cells."""
    found = {}
    for placement in range(constants.PLACEMENTS):
        own, other = parts(placement)
        found[int(constants.KIND[placement]), frozenset(own), frozenset(other)] = placement
    return found


def tokens_left(state: Any) -> int:
    """Tokens that the players still have to place."""
    placed = sum(int(word).bit_count() for word in (*state.galaxies, *state.holes))
    return constants.GALAXY_TOKENS + constants.HOLE_TOKENS - placed


def tiles_left(tiles: Iterable[int]) -> dict[str, int]:
    """How many tiles a seat still has, by kind, from its part of the record."""
    return dict(zip(constants.KINDS, map(int, tiles), strict=True))


def text(action: int) -> str:
    """An action in notation."""
    if action < constants.GALAXY_ACTIONS:
        return placement_text(action)
    token, cell = token_placed(action)
    return f"{token} {NAMES[cell]}"


def token_placed(action: int) -> tuple[str, int]:
    """The token and the cell of an action of the setup."""
    token = "galaxy" if action < constants.HOLE_ACTIONS else "hole"
    return token, action - TOKEN_ACTIONS[token]


def cells_of(action: int) -> list[str]:
    """The names of the cells that an action covers."""
    cells = sum(parts(action), ()) if action < constants.PLACEMENTS else token_placed(action)[1:]
    return [NAMES[cell] for cell in cells]


def parse(text: str, say: Words) -> int:
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
    if kind not in constants.KINDS:
        known = (*constants.KINDS, *TOKEN_ACTIONS)
        near = did_you_mean(kind, known, say)
        raise BadNotation(say("no tile is called {kind!r}", kind=kind) + near)
    number = constants.KINDS.index(kind)
    own_count = constants.OWN_HEXES[number]
    count = own_count + constants.OTHER_HEXES[number]
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


def why_illegal(state: Any, action: int, say: Words) -> Refusal:
    """Why an action is not legal."""
    if action >= constants.GALAXY_ACTIONS:
        return _token_why_illegal(state, action, say)
    if tokens_left(state) > 0:
        return Refusal(say("place all tokens first"), "O7")
    seat, kind = int(state.actor), int(constants.KIND[action])
    if state.tiles[seat, kind] == 0:
        return Refusal(say(_NONE_LEFT[constants.KINDS[kind]]), "O8")
    own, other = parts(action)
    covered = members(state.hexes[0] | state.hexes[1])
    for cell in (*own, *other):
        if cell in covered:
            return Refusal(say("{cell} already has a tile", cell=NAMES[cell]), "O8")
    return _cover_why_illegal(state, seat, own, say) or _cover_why_illegal(
        state, 1 - seat, other, say
    )


def _cover_why_illegal(state: Any, colour: int, cells: tuple[int, ...], say: Words) -> Refusal:
    """O9, for the hexes of one colour; empty if they are fine."""
    tokens = members(state.galaxies | state.holes)
    hexes = members(state.hexes[colour])
    on_token = [cell for cell in cells if cell in tokens]
    touching = any(constants.distance(cell, hex_) == 1 for cell in cells for hex_ in hexes)
    if not on_token or touching:
        return Refusal("")
    return Refusal(say(_NOT_LINKED[colour], cell=NAMES[on_token[0]]), "O9")


def _token_why_illegal(state: Any, action: int, say: Words) -> Refusal:
    """O5-O7: why a token may not be placed so."""
    token, cell = token_placed(action)
    galaxies, holes = members(state.galaxies), members(state.holes)
    if tokens_left(state) == 0:
        return Refusal(say("all tokens are already placed"), "O8")
    rule = "O5" if token == "galaxy" else "O6"
    if (token == "galaxy") != (len(galaxies) < constants.GALAXY_TOKENS):
        early = token == "hole"
        late = say("the galaxies come first") if early else say("all galaxies are already placed")
        return Refusal(late, rule)
    if cell in galaxies + holes:
        return Refusal(say("{cell} already has a token", cell=NAMES[cell]), rule)
    if token == "galaxy":
        near = _near(cell, galaxies, 3, say)
    else:
        near = _near(cell, holes, 3, say) or _near(cell, galaxies, 2, say)
    if near:
        return Refusal(near, rule)
    return Refusal(say("there would be no room for all the remaining tokens"), "O7")


def _near(cell: int, tokens: list[int], least: int, say: Words) -> str:
    for token in tokens:
        apart = constants.distance(cell, token)
        if apart < least:
            return say(
                "{cell} and {token} are {apart} apart; {least} or more are required",
                cell=NAMES[cell],
                token=NAMES[token],
                apart=apart,
                least=least,
            )
    return ""


# --- deals -------------------------------------------------------------------------------


def _cell_number(name: object) -> int:
    if not isinstance(name, str) or name not in NUMBER:
        raise ValueError(f"there is no cell {name!r}")
    return NUMBER[name]


CellNumber = Annotated[int, BeforeValidator(_cell_number)]
"""The number of a cell that is given by its name."""


class TokenLayout(Strict):
    """A deal: where the tokens lie."""

    galaxies: list[CellNumber]
    holes: list[CellNumber]


def read_deal(state: Any) -> Json:
    """Where the tokens lie; empty when the players place them as moves."""
    if state.setup == PLAYERS:
        return {}
    return {"galaxies": cell_names(state.galaxies), "holes": cell_names(state.holes)}


def older_deal(options: Mapping[str, str], deal: Json, rules: int) -> Json:
    """The same deal, unless it was drawn: version 1 drew random layouts in another way."""
    if rules == 1 and options["setup"] == "random":
        raise BadDeal("deal: version 1 of the rules drew random layouts in another way")
    return deal


def write_deal(states: Any, deal: Any) -> None:
    """Set states[0] up with its tokens where an explicit deal says."""
    if states[0].setup == PLAYERS:
        if deal != {}:
            raise BadDeal(f"deal: with setup players it is empty, found {deal!r}")
        play.start(states)
        return
    given = validated(TokenLayout, deal, "deal", BadDeal)
    check_tokens(given.galaxies, given.holes, "deal", BadDeal)
    lay_tokens(states, given.galaxies, given.holes)
    check_symmetric(states[0], "deal", BadDeal)


def check_symmetric(state: Any, where: str, error: type[ParhelionError]) -> None:
    """Raise an error unless the tokens lie as a symmetric setup, if one was chosen, wants them."""
    setup = SETUPS[state.setup]
    if setup not in ("random", "players") and read_deal(state) != symmetric(setup):
        raise error(f"{where}: the tokens do not lie as in setup {setup}; use setup random")


def symmetric(setup: str) -> Json:
    """The deal of a symmetric setup."""
    tokens = SYMMETRIC[SETUPS.index(setup) - 1].tolist()
    galaxies, holes = tokens[: constants.GALAXY_TOKENS], tokens[constants.GALAXY_TOKENS :]
    return {
        "galaxies": [NAMES[cell] for cell in sorted(galaxies)],
        "holes": [NAMES[cell] for cell in sorted(holes)],
    }


def lay_tokens(states: Any, galaxies: list[int], holes: list[int]) -> None:
    """Deal states[0] with tokens that are known to fit, as the players would place them."""
    setup = int(states[0].setup)
    states[0].setup = PLAYERS
    play.start(states)
    actions = [constants.GALAXY_ACTIONS + cell for cell in galaxies]
    actions += [constants.HOLE_ACTIONS + cell for cell in holes]
    play.retrace(states, np.array(actions, dtype=np.int32))
    states[0].setup = setup


def check_tokens(
    galaxies: list[int],
    holes: list[int],
    where: str,
    error: type[ParhelionError],
    *,
    all: bool = True,
) -> None:
    """Raise an error unless tokens lie as O3, O5 and O6 want; fewer than all only on request."""
    groups = (
        ("galaxies", "galaxy", galaxies, constants.GALAXY_TOKENS),
        ("holes", "hole", holes, constants.HOLE_TOKENS),
    )
    for group, token, cells, count in groups:
        if len(cells) > count or (all and len(cells) < count):
            raise error(f"{where}.{group}: expected {count} cells, found {len(cells)}")
        for i, cell in enumerate(cells):
            place = f"{where}.{group}[{i}]"
            if cell in cells[:i]:
                raise error(f"{place}: a second {token} on {NAMES[cell]}")
            if near := _near(cell, cells[:i], 3, ENGLISH):
                raise error(f"{place}: {near}")
    for i, cell in enumerate(holes):
        if near := _near(cell, galaxies, 2, ENGLISH):
            raise error(f"{where}.holes[{i}]: {near} (black hole and galaxy)")
