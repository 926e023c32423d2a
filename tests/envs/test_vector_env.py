"""Many games at once: the same as one by one, on any number of threads."""

from typing import Any

import numpy as np
import pytest

import parhelion as ph
from parhelion.envs import VectorEnv
from parhelion.envs.rewards import rewards
from parhelion.kernel import dispatch

GAMES, STEPS = 70, 60


def shot(env: VectorEnv) -> list[bytes]:
    """All that an environment tells, and its states."""
    return [array.tobytes() for array in env.now] + fields(env.states)


def fields(states: Any) -> list[bytes]:
    """Some states field by field, without what lies between fields."""
    return [states[name].tobytes() for name in states.dtype.names]


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(name: str) -> None:
    one, two = (VectorEnv(name, GAMES, seed="a", threads=threads) for threads in (1, 2))
    other = VectorEnv(name, GAMES, seed="b", threads=2)
    for _ in range(STEPS):
        actions = one.sample()
        assert np.array_equal(actions, two.sample())
        one.step(actions)
        two.step(actions)
        other.step(other.sample())
        assert shot(one) == shot(two)
    assert shot(one) != shot(other)
    first = shot(two)
    one.reset("a")
    for _ in range(STEPS):
        one.step(one.sample())
    assert shot(one) == first


def test_every_row_tells_what_its_state_tells(name: str) -> None:
    """Step by step with the kernels of the rules, a game at a time."""
    env = VectorEnv(name, 6, seed=1)
    seats = len(env.seat_names)
    ended = 0
    for _ in range(120):
        alone = [env.states[i : i + 1].copy() for i in range(len(env))]
        actions = env.sample()
        now = env.step(actions)
        for i, states in enumerate(alone):
            dispatch.apply(states[0], actions[i])
            over = dispatch.actor(states[0]) < 0
            ended += over
            assert now.over[i] == over
            expected = rewards(states, seats) if over else [0.0] * seats
            assert now.rewards[i].tolist() == pytest.approx(expected)
            assert abs(now.rewards[i].sum()) < 1e-6
            if over:
                dispatch.deal(states[0], states[0].rng)
            assert fields(states) == fields(env.states[i : i + 1])
            assert now.seats[i] == dispatch.actor(states[0])
            mask, seen = np.zeros_like(now.masks[i]), np.zeros_like(now.observations[i])
            dispatch.mask(states[0], mask)
            dispatch.observe(states[0], int(now.seats[i]), seen)
            assert np.array_equal(mask, now.masks[i])
            assert np.array_equal(seen, now.observations[i])
    assert ended


def test_the_arrays_stay_the_same_and_only_the_environment_writes_to_them(name: str) -> None:
    env = VectorEnv(name, 3, seed=1)
    before = env.now
    after = env.step(env.sample())
    assert after is before
    for array in after:
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


def test_it_writes_into_arrays_of_the_caller() -> None:
    layout = VectorEnv("orion", 1).observation
    seen = np.zeros((5, layout.size), np.int8)
    masks = np.zeros((5, layout.game.actions), np.uint8)
    env = VectorEnv("orion", 5, seed=1, observations=seen, masks=masks)
    env.step(env.sample())
    assert np.shares_memory(env.now.observations, seen)
    assert np.shares_memory(env.now.masks, masks)
    assert masks.any(axis=1).all()


def test_options_are_those_of_the_game() -> None:
    env = VectorEnv("solenia", 2, seed=1, players=4, board="winter")
    assert env.now.rewards.shape == (2, 4)
    assert env.observation.part(env.now.observations, "winter").tolist() == [1, 1]
    assert repr(env) == "<2 games of Solenia>"


def test_without_a_seed_games_differ() -> None:
    one, two = (VectorEnv("solstis", 40) for _ in range(2))
    assert shot(one) != shot(two)
    before = shot(one)
    assert shot(one) == before
    one.reset()
    assert shot(one) != before


BAD: list[tuple[Any, str]] = [
    (lambda: VectorEnv("orion", 0), "there must be at least one game, not 0"),
    (lambda: VectorEnv("orion", 1, threads=0), "there must be at least one thread, not 0"),
    (lambda: VectorEnv("orin", 1), "no game is called 'orin'; did you mean orion?"),
    (lambda: VectorEnv("orion", 1, setpu="x"), "orion has no option 'setpu'; did you mean setup?"),
    (lambda: VectorEnv("orion", 1, setup="x"), "option setup cannot be 'x'"),
    (
        lambda: VectorEnv("orion", 2, masks=np.zeros((2, 3), np.uint8)),
        r"masks must be a contiguous, writeable array of uint8 with shape \(2, 2493\), "
        r"not uint8 with shape \(2, 3\)",
    ),
    (
        lambda: VectorEnv("orion", 2, observations=np.zeros((2, 514), np.float32)),
        r"observations must be .* of int8 with shape \(2, 514\), not float32",
    ),
    (lambda: VectorEnv("orion", 2).step([0]), r"actions must be 2 whole numbers, one a game"),
    (lambda: VectorEnv("orion", 2).step([0.5, 1]), r"actions must be 2 whole numbers.*float64"),
    (lambda: VectorEnv("noughts", 2).step([0, 9]), "game 1: there is no action 9"),
    (
        lambda: VectorEnv("noughts", 2).step([0, -(2**40)]),
        "game 1: there is no action -1099511627776",
    ),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_bad_input_is_told(call: Any, message: str, plugin_games: None) -> None:
    with pytest.raises(ph.ParhelionError, match=message):
        call()


def test_an_illegal_action_is_told_and_nothing_is_played(name: str) -> None:
    env = VectorEnv(name, 4, seed=3, threads=1)
    env.step(env.sample())
    while env.now.masks[2].all():
        env.step(env.sample())
    actions = env.sample()
    actions[2] = int(np.flatnonzero(env.now.masks[2] == 0)[0])
    before = shot(env)
    text = env.game.move(int(actions[2])).text
    with pytest.raises(ph.IllegalMove, match="game 2: ") as refused:
        env.step(actions)
    assert repr(text) in str(refused.value)
    assert shot(env) == before
