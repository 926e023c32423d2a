"""The speed of OpenSpiel and Pgx, for comparison with `parhelion.lab.speed`. Each function returns
a piece of work, which in turn returns how many plies it has played."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
import pyspiel
from pgx.experimental.wrappers import auto_reset

SIMULATIONS = 2_000


def mean_length(game: Any, games: int = 400) -> float:
    """The mean number of plies of a random game."""
    rng = random.Random(1)
    plies = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
    return plies / games


def openspiel_rollouts(name: str) -> Callable[[], float]:
    """C++ `MCTSBot` with one random rollout per simulation, from the opening.

    A simulation counts as a whole random game: its tree part is played as well."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, 7, False)
    length = mean_length(game)

    def run() -> float:
        bot.step(game.new_initial_state())
        return SIMULATIONS * length

    return run


def openspiel_search(name: str, simulations: int) -> Callable[[], float]:
    """C++ `MCTSBot` from the opening, one random rollout per simulation; counts simulations."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 7, False)

    def run() -> float:
        bot.step(game.new_initial_state())
        return simulations

    return run


def openspiel_python(name: str) -> Callable[[], float]:
    """Random games through OpenSpiel's Python API, choosing among the list of legal actions."""
    game = pyspiel.load_game(name)

    def run() -> float:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            plies += 1
        return plies

    return run


def pgx_hex(states: int, steps: int = 10) -> Callable[[], float]:
    """Pgx Hex 11 on the CPU: sample from the masks, step, reset where over, all jitted."""
    env = pgx.make("hex")
    step = auto_reset(env.step, env.init)
    init = jax.jit(jax.vmap(env.init))

    def one(carry: Any, key: Any) -> Any:
        state = carry
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(key, logits, axis=-1)
        keys = jax.random.split(key, states)
        return jax.vmap(step)(state, action, keys), None

    @partial(jax.jit, donate_argnums=0)
    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, state, jax.random.split(key, steps))[0]

    wait: Any = jax.block_until_ready
    held = {"state": init(jax.random.split(jax.random.PRNGKey(0), states)), "round": 0}

    def run() -> float:
        held["round"] += 1
        held["state"] = many(held["state"], jax.random.PRNGKey(held["round"]))
        wait(held["state"])
        return states * steps

    return run
