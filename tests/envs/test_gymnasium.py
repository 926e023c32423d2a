"""Gymnasium's own suite for every game, and what it does not ask."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import parhelion as ph
from parhelion.envs.gymnasium_env import GameEnv, env_id
from parhelion.match import Match


def episode(env: Any, seed: int | None = None) -> float:
    """Random actions to the end; the reward in all."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    total, over = 0.0, False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        _, reward, over, cut, info = env.step(action)
        assert not cut
        total += reward
    return total


def test_it_passes_the_suite(name: str) -> None:
    check_env(gymnasium.make(env_id(name), opponents=0).unwrapped)
    check_env(gymnasium.make(env_id(name), opponents=0, seat=None).unwrapped)


def test_every_game_has_an_id(name: str) -> None:
    env = gymnasium.make(env_id(name), opponents=0)
    assert env_id(name) in gymnasium.registry
    assert -1 <= episode(env, 1) <= 1


@pytest.mark.parametrize("seat", [0, 1, None])
def test_bots_play_the_other_seats(seat: int | None) -> None:
    env = GameEnv("solenia", opponents=[0, 1], seat=seat, players=3)
    rewards = [episode(env, seed) for seed in range(4)]
    assert all(reward in (1.0, -0.5, pytest.approx(0.25)) for reward in rewards)
    mine = [mover for mover in env.match.movers if mover == env.seat]
    assert 0 < len(mine) < env.match.ply
    assert rewards == [episode(env, seed) for seed in range(4)]


def test_a_game_alone_has_no_opponents() -> None:
    env = GameEnv("solenia", players=1, opponents=5)
    assert episode(env, 3) in (-1.0, 1.0)
    assert set(env.match.movers) == {0}


def test_an_opponent_may_be_an_object() -> None:
    class First:
        """Always the first legal move."""

        def choose(self, match: Match) -> ph.Move:
            """The first one."""
            return match.moves()[0]

    env = GameEnv("orion", opponents=First(), seat=1, setup="symmetric-1")
    env.reset(seed=1)
    assert env.match.history[0].text == "star a1"


def test_masks_have_the_names_that_agents_expect() -> None:
    env = GameEnv("orion", opponents=0)
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), info["action_mask"])


def test_the_table_is_rendered_as_text() -> None:
    env = GameEnv("orion", render_mode="ansi")
    env.reset(seed=1)
    assert "Blue to move" in env.render()


def test_a_vector_of_gymnasium_can_hold_it() -> None:
    envs = gymnasium.make_vec("parhelion/Solstis-v0", num_envs=2, opponents=0)
    seen, info = envs.reset(seed=1)
    assert seen.shape == (2, 1012)
    assert info["action_mask"].shape == (2, ph.game("solstis").actions)


def test_custom_bot_is_an_opponent(root: Path) -> None:
    bot = root / "examples" / "own_bot" / "gatherer.py"
    env = GameEnv("solstis", opponents=f"{bot}:Gatherer", seat=0)
    assert abs(episode(env, seed=7)) == 1


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"game": "orin"}, ph.UnknownGame, "did you mean orion"),
        ({"game": "orion", "setpu": 1}, ph.BadOption, "did you mean setup"),
        ({"game": "orion", "seat": 2}, ph.BadOption, "there is no seat 2 to play; there are 2"),
        ({"game": "orion", "opponents": 9}, ph.UnknownBot, "no bot has level 9"),
        ({"game": "orion", "opponents": "x"}, ph.BadBot, "write it as path/to/file.py:Class"),
        (
            {"game": "orion", "opponents": [1, 1]},
            ph.BadOption,
            "there must be 1 opponents, one a seat, not 2",
        ),
        ({"game": "orion", "illegal": "x"}, ph.BadOption, "illegal is 'lose' or 'raise'"),
        ({"game": "orion", "render_mode": "x"}, ph.BadOption, "render_mode is 'ansi' or None"),
    ],
)
def test_bad_input_is_told(given: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        GameEnv(**given)


def test_an_illegal_action_loses_and_is_told() -> None:
    env = GameEnv("orion", setup="symmetric-1")
    env.reset(seed=1)
    covers = ph.game("orion").move("star h5").action
    _, reward, over, _, info = env.step(covers)
    assert (reward, over) == (-1.0, True)
    assert "'star h5' by Blue: blue may cover the token on h5 only" in info["illegal"]
    with pytest.raises(ph.GameOver, match="it was lost by an illegal action"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(ph.IllegalMove, match="there is no action 99999"):
        env.step(99_999)


def test_an_illegal_action_raises_on_request() -> None:
    env = GameEnv("orion", setup="symmetric-1", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ph.IllegalMove, match="'star h5' by Blue"):
        env.step(ph.game("orion").move("star h5").action)
    assert env.match.ply == 0
    episode(env, 1)
    with pytest.raises(ph.GameOver, match="the game is over"):
        env.step(0)
