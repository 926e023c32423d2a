"""What bots see at a glance in Orion Duel."""

import numpy as np
import pytest

from parhelion.games.orion import heuristics, rules, tables
from parhelion.games.orion.notation import parse
from parhelion.kernel import COMPILED, stream
from parhelion.match import Match
from tests.orion.boards import ORION, naive_move, orion, position
from tests.orion.naive_explanations import link_distance, twin, winning
from tests.positions import positions

pytestmark = pytest.mark.uncompiled

GAMES = 5 if COMPILED else 1
POINTS = np.zeros(2, dtype=np.int64)
TALLIES = np.zeros(tables.ACTIONS, dtype=[("worth", np.float32)]).view(np.recarray)


def sampled() -> list[Match]:
    """Positions from random games on all layouts."""
    found = []
    for seed in range(GAMES):
        for match in positions(Match(ORION, {"setup": f"symmetric-{seed % 3 + 1}"}, seed), seed):
            if match.turn is not None:
                found.append(match.copy())
    return found


def test_the_distance_to_a_link_is_the_fewest_free_cells_between_opposite_sides() -> None:
    for match in sampled():
        for colour in range(2):
            counted = link_distance(twin(match), colour)
            assert heuristics.least_distance(match.state[0], colour) == counted


def test_impulses_are_legal() -> None:
    rng = stream(1, "rollout")
    for match in sampled():
        assert heuristics.rollout(match.state[0], TALLIES, rng) in match.actions()


def test_outlooks_add_up_and_tell_the_result_at_the_end() -> None:
    for match in sampled():
        state = match.state[0]
        both = [heuristics.evaluate(state, seat, POINTS) for seat in range(2)]
        assert all(0 < each < 1 for each in both)
        assert sum(both) == pytest.approx(1)
    states = position(blue="b1 c1 d1 e1 f1 g1 h1 i1 j1 k1")
    rules.end(states[0], 0, 1)
    assert [heuristics.evaluate(states[0], seat, POINTS) for seat in range(2)] == [1.0, 0.0]


def test_a_winning_move_promises_most_and_one_that_keeps_it_from_the_other_next() -> None:
    for seat in range(2):
        states = position(blue="a1 b3 c4 d5 e6 f6 g6 h6 i6 j5", to_move=seat)
        assert heuristics.prior(states[0], parse("star k4")) > 5
        assert heuristics.prior(states[0], parse("star e9")) < 0


def test_placements_that_would_win_are_those_that_the_naive_game_finds() -> None:
    ways = np.zeros(tables.PLACEMENTS, dtype=np.uint8)
    for match in sampled()[10::9]:
        states = np.zeros(3, dtype=ORION.dtype)
        states[0] = match.state[0]
        for seat in range(2):
            heuristics.winning_ways(states, seat, ways)
            found = {naive_move(int(placement)) for placement in np.flatnonzero(ways)}
            assert found == winning(twin(match), seat).keys()


def test_before_the_tokens_lie_everything_looks_alike() -> None:
    match = orion("players")
    state = match.state[0]
    assert {heuristics.prior(state, action) for action in match.actions()} == {0.0}
    assert heuristics.evaluate(state, 0, POINTS) == 0.5
