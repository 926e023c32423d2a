"""What bots see at a glance in Orion Duel."""

import numpy as np
import pytest

from parhelion.games.orion.kernels import constants, heuristics, threats
from parhelion.games.orion.kernels.link_distance import least_distance
from parhelion.kernel import COMPILED, stream
from parhelion.match import Match
from tests.orion.matches import ORION, naive_move, orion, position
from tests.orion.naive_explanations import link_distance, twin, winning
from tests.positions import positions

pytestmark = pytest.mark.uncompiled

GAMES = 5 if COMPILED else 1
POINTS = np.zeros(2, dtype=np.int64)
TALLIES = np.zeros(constants.ACTIONS, dtype=[("worth", np.float32)]).view(np.recarray)


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
            assert least_distance(match.state[0], colour) == counted


def test_rollouts_are_legal() -> None:
    rng = stream(1, "rollout")
    for match in sampled():
        assert heuristics.rollout(match.state[0], TALLIES, rng) in match.actions()


def test_evaluations_add_up_and_give_the_result_at_the_end() -> None:
    for match in sampled():
        state = match.state[0]
        both = [heuristics.evaluate(state, seat, POINTS) for seat in range(2)]
        assert all(0 < each < 1 for each in both)
        assert sum(both) == pytest.approx(1)
    over = position(blue="a2 b3 c4 d4 e5 f4 g5 h4 i4 j3 k1").state[0]
    assert [heuristics.evaluate(over, seat, POINTS) for seat in range(2)] == [1.0, 0.0]


def test_the_prior_prefers_a_move_that_wins_or_keeps_the_other_from_winning() -> None:
    for seat in range(2):
        match = position(blue="a1 b3 c4 d5 e6 f6 g6 h6 i6 j5", first=seat)
        assert heuristics.prior(match.state[0], match.parse("star k4").action) > 5
        assert heuristics.prior(match.state[0], match.parse("star e9").action) < 0


def test_placements_that_would_win_are_those_that_the_naive_game_finds() -> None:
    ways = np.zeros(constants.PLACEMENTS, dtype=np.uint8)
    for match in sampled()[10::9]:
        states = np.zeros(3, dtype=ORION.dtype)
        states[0] = match.state[0]
        for seat in range(2):
            threats.winning_ways(states, seat, ways)
            found = {naive_move(int(placement)) for placement in np.flatnonzero(ways)}
            assert found == winning(twin(match), seat).keys()


STARS = {"blue": {"star": 1}, "orange": {"star": 1}}
DOWN = "b3 c4 d4 e5 f4 g5 h4 i4 j3 k1"
"""A chain from beside a1 and a2 down to Taurus."""


@pytest.mark.parametrize(
    ("orange", "wins"),
    [
        ("", True),  # a1 and a2 both link, and Orange can take only one
        ("a1", False),  # Orange takes a2
        ("b5 c5 d6 e6 f6 g6 h6 i5 j5 k3", False),  # Orange links first
    ],
)
def test_a_win_is_unstoppable_if_no_reply_stops_it(orange: str, wins: bool) -> None:
    states = np.zeros(4, dtype=ORION.dtype)
    states[0] = position(DOWN, orange, first=1, tiles=STARS).state[0]
    ways = np.zeros(constants.PLACEMENTS, dtype=np.uint8)
    assert threats.unstoppable(states, 0, ways) == wins


def test_before_the_tokens_lie_everything_looks_alike() -> None:
    match = orion("players")
    state = match.state[0]
    assert {heuristics.prior(state, action) for action in match.actions()} == {0.0}
    assert heuristics.evaluate(state, 0, POINTS) == 0.5
    assert heuristics.rollout(state, TALLIES, stream(1, "rollout")) in match.actions()
