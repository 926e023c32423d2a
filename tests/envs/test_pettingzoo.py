"""PettingZoo's own suite for every game, and what it does not ask."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import parhelion as ph
from parhelion.envs import pettingzoo_env
from tests.positions import option_sets

pytestmark = pytest.mark.filterwarnings(
    # an agent that is not to act has no legal actions
    "ignore:Action mask numpy array is all zeros:UserWarning",
    # the suite knows by name those of its own environments that observe a mask, too
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


def play_out(env: Any, seed: int) -> dict[str, float]:
    """Random actions to the end; what each agent was rewarded in all."""
    env.reset(seed=seed)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        total[agent] += reward
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        env.step(None if over or cut else env.action_space(agent).sample(info["action_mask"]))
    return total


def test_it_passes_the_suite(name: str) -> None:
    api_test(pettingzoo_env.env(name), num_cycles=150)
    seed_test(lambda: pettingzoo_env.env(name), num_cycles=30)


def test_games_end_and_rewards_are_those_of_the_result(name: str) -> None:
    for options in option_sets(ph.game(name))[-3:]:
        env = pettingzoo_env.env(name, **options)
        total = play_out(env, 5)
        match = env.unwrapped.match
        assert len(total) == len(match.seats) - len(match.rivals)
        best = max(total.values())
        winners = {seat for seat in range(len(match.seats)) if seat in match.winners}
        assert {int(agent[-1]) for agent, won in total.items() if won == best > -1} <= winners


def test_the_table_is_rendered_as_text() -> None:
    env = pettingzoo_env.env("solstis", render_mode="ansi")
    env.reset(seed=1)
    assert "Dawn" in env.render()


def test_bad_input_is_told() -> None:
    with pytest.raises(ph.UnknownGame, match="did you mean solstis"):
        pettingzoo_env.env("solstice")
    with pytest.raises(ph.BadOption, match="has no option 'devil'"):
        pettingzoo_env.env("solstis", devil=True)
    with pytest.raises(ph.BadOption, match="render_mode is 'ansi' or None, not 'human'"):
        pettingzoo_env.env("solstis", render_mode="human")
    env = pettingzoo_env.env("orion", setup="symmetric-1")
    env.reset(seed=1)
    with pytest.raises(ph.IllegalMove, match="move 1 'star h5' by Blue"):
        env.step(ph.game("orion").move("star h5").action)
    with pytest.raises(ph.BadNotation, match="a move is a Move, a text or an action id"):
        env.step(None)
    assert env.unwrapped.match.ply == 0
