"""Matches and positions of Orion Duel for tests, and their naive twins."""

from collections.abc import Iterable
from typing import Any

import parhelion as ph
from parhelion.games import registry
from parhelion.games.orion.kernels import constants
from parhelion.games.orion.kernels.constants import COLOURS
from parhelion.games.orion.notation import parts
from parhelion.match import Match
from tests.orion import naive_rules

ORION = registry.load("orion")


def orion(setup: str = "symmetric-1", deal: Any = None, **options: str) -> Match:
    """A fresh match."""
    return Match(ORION, {"setup": setup} | options, seed=1, deal=deal)


def played(*moves: str) -> Match:
    """A match on symmetric-1 after some moves, Blue first."""
    match = orion()
    for move in moves:
        match.play(move)
    return match


def position(
    blue: str = "", orange: str = "", first: int = 0, count: str = "ways", **more: Any
) -> Match:
    """A match on symmetric-1 that begins with hexes on named cells and, unless more is said, all
    tiles in hand."""
    hexes = {"blue": blue.split(), "orange": orange.split()}
    options = {"setup": "symmetric-1", "count": count, "first": COLOURS[first]}
    return ph.position("orion", {"hexes": hexes} | more, seed=1, **options)


def after(match: Match, move: str) -> tuple[int | None, int | None, set[str]]:
    """Play a move: the seat to move next, the only winner and the reasons of the end."""
    match.play(move)
    reasons = set(match.outcome.reason) if match.outcome else set()
    return match.turn, match.winners[0] if len(match.winners) == 1 else None, reasons


def legal_texts(match: Match) -> set[str]:
    """The legal moves in notation."""
    return {move.text for move in match.moves()}


def axial(names: Iterable[str]) -> list[naive_rules.Cell]:
    """Cells for the naive implementation."""
    return [naive_rules.cell(name) for name in names]


def naive_game(match: Match) -> naive_rules.Game:
    """The naive twin of a match that has just been dealt."""
    view = match.view()["position"]
    tokens = axial(view["galaxies"]), axial(view["holes"])
    return naive_rules.Game(*tokens, match.options["count"], COLOURS.index(match.options["first"]))


def naive_move(action: int) -> naive_rules.Move:
    """A placement in the naive implementation's terms."""
    own, other = parts(action)
    cells = frozenset(constants.AXIAL[cell] for cell in own)
    return (
        constants.KINDS[constants.KIND[action]],
        cells,
        constants.AXIAL[other[0]] if other else None,
    )


def naive_legal(match: Match) -> set[naive_rules.Move]:
    """The legal moves of a match in the naive implementation's terms."""
    return {naive_move(action) for action in match.actions()}
