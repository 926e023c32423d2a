"""The kernel against a second, naive implementation that shares no code with it."""

import random

import pytest

from parhelion import bots
from parhelion.errors import IllegalMove
from parhelion.games.orion.kernels.constants import COLOURS
from parhelion.games.orion.notation import NAMES, members
from parhelion.games.orion.view import balance, describe
from parhelion.match import Match
from tests.orion import naive_rules
from tests.orion.matches import ORION, naive_game, naive_legal, naive_move
from tests.positions import EFFORT

GAMES = 4 * EFFORT
"""Games for each setup and each way to count."""


def compare(match: Match, twin: naive_rules.Game) -> None:
    """Everything both implementations can say of a position."""
    state = match.state[0]
    assert match.turn == twin.turn
    assert naive_legal(match) == twin.legal()
    assert set(ORION.view.reasons(state)) == twin.reason
    assert (None if state.winner < 0 else int(state.winner)) == twin.winner
    for seat in range(2):
        assert state.conditions[seat] == twin.total(seat)
        assert balance(state, seat) == twin.balance(seat)
        mine = {naive_rules.cell(NAMES[cell]) for cell in members(state.hexes[seat])}
        assert mine == {cell for cell, colour in twin.hexes.items() if colour == seat}
        assert describe(state)["tiles"][COLOURS[seat]] == twin.left[seat]


@pytest.mark.rule("O8", "O9", "O10", "O11", "O12", "O13")
@pytest.mark.parametrize("count", ["ways", "each"])
@pytest.mark.parametrize("setup", ["random", "symmetric-1", "symmetric-2", "symmetric-3"])
def test_kernel_and_naive_agree_on_every_position_of_random_games(setup: str, count: str) -> None:
    """Legal moves, conditions, balances, endings and their reasons."""
    positions = 0
    for seed in range(GAMES):
        first = COLOURS[seed % 2]
        match = Match(ORION, {"setup": setup, "count": count, "first": first}, seed)
        twin, bot = naive_game(match), bots.bot("orion", 0, seed)
        while match.turn is not None:
            compare(match, twin)
            move = bot.choose(match)
            match.play(move)
            twin.play(naive_move(move.action))
            positions += 1
        compare(match, twin)
    assert positions > 15 * GAMES


@pytest.mark.rule("O5", "O6", "O7")
def test_kernel_and_naive_agree_on_where_tokens_may_be_placed() -> None:
    for seed in range(EFFORT):
        match, bot = Match(ORION, {"setup": "players"}, seed), bots.bot("orion", 0, seed)
        galaxies: set[naive_rules.Cell] = set()
        holes: set[naive_rules.Cell] = set()
        for token in range(15):
            cells = [naive_rules.cell(move.args[0]) for move in match.moves()]
            assert set(cells) == naive_rules.token_cells(galaxies, holes)
            chosen = bot.choose(match)
            match.play(chosen)
            (galaxies if token < 8 else holes).add(naive_rules.cell(chosen.args[0]))
        assert naive_rules.valid_layout(galaxies, holes)


@pytest.mark.rule("O7")
def test_a_galaxy_that_leaves_too_little_room_is_refused() -> None:
    """Random players never come near the limit, so these spread their galaxies out badly: each
    goes where it leaves the fewest cells open."""
    refused = 0
    for seed in range(40):
        match = Match(ORION, {"setup": "players"}, seed)
        galaxies: set[naive_rules.Cell] = set()
        rng = random.Random(seed)
        for _ in range(8):
            legal = {naive_rules.cell(move.args[0]) for move in match.moves()}
            wide = {
                c
                for c in naive_rules.CELLS
                if all(naive_rules.distance(c, g) >= 3 for g in galaxies)
            }
            for cell in wide - legal:
                refused += 1
                with pytest.raises(IllegalMove, match="no room for all the remaining tokens"):
                    match.play(f"galaxy {naive_rules.name(cell)}")
            if len(wide) < 14:
                assert legal == naive_rules.token_cells(galaxies, set())
            order = sorted(sorted(legal), key=lambda c: (_left_open(wide, c), rng.random()))
            match.play(f"galaxy {naive_rules.name(order[0])}")
            galaxies.add(order[0])
    assert refused > 0


def _left_open(wide: set[naive_rules.Cell], cell: naive_rules.Cell) -> int:
    return sum(naive_rules.distance(cell, other) >= 3 for other in wide)
