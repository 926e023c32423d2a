"""Setting up positions of Orion Duel for tests."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from parhelion import games
from parhelion.games.orion import rules, tables
from parhelion.games.orion.notation import NUMBER, parse, parts
from parhelion.games.orion.view import reasons
from parhelion.match import Match
from tests.orion import naive

ORION = games.load("orion")


def orion(setup: str = "symmetric-1", count: str = "ways", deal: Any = None) -> Match:
    """A fresh match."""
    return Match(ORION, {"setup": setup, "count": count}, seed=1, deal=deal)


def played(*moves: str) -> Match:
    """A match on symmetric-1 after some moves, Blue first."""
    match = orion()
    for move in moves:
        match.play(move)
    return match


def position(blue: str = "", orange: str = "", to_move: int = 0, count: str = "ways") -> Any:
    """A state of symmetric-1, as an array of one, with single hexes laid on named cells and all
    tiles still in hand."""
    states = orion(count=count).state
    lay(states, 0, blue)
    lay(states, 1, orange)
    states["actor"] = to_move
    rules.update_legal(states[0], to_move)
    return states


def lay(states: Any, colour: int, cells: str) -> None:
    """Lay single hexes of a colour."""
    for cell in cells.split():
        rules.lay(states[0], colour, np.uint16(NUMBER[cell]))


def after(states: Any, move: str) -> tuple[int, int | None, set[str]]:
    """Play a legal move: the seat to move (-1: over), the winner and the reasons."""
    actions = np.zeros(tables.ACTIONS, dtype=np.int64)
    count = rules.legal(states[0], actions)
    assert parse(move) in actions[:count], f"{move} is not legal"
    rules.apply(states[0], parse(move))
    state = states[0]
    return int(state.actor), None if state.winner < 0 else int(state.winner), set(reasons(state))


def legal_texts(match: Match) -> set[str]:
    """The legal moves in notation."""
    return {move.text for move in match.moves()}


def axial(names: Iterable[str]) -> list[naive.Cell]:
    """Cells for the naive implementation."""
    return [naive.cell(name) for name in names]


def naive_game(match: Match) -> naive.Game:
    """The naive twin of a match that has just been dealt."""
    view = match.view()
    return naive.Game(axial(view["galaxies"]), axial(view["holes"]), match.options["count"])


def naive_move(action: int) -> naive.Move:
    """A placement in the naive implementation's terms."""
    own, other = parts(action)
    cells = frozenset(tables.AXIAL[cell] for cell in own)
    return tables.KINDS[tables.KIND[action]], cells, tables.AXIAL[other[0]] if other else None


def naive_legal(match: Match) -> set[naive.Move]:
    """The legal moves of a match in the naive implementation's terms."""
    return {naive_move(action) for action in match.actions()}
