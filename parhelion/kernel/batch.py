"""Generic kernels on many games at once: one array of records, stepped in one pass.

Every game has generators of its own, so it does not matter which thread steps which part.
"""

from typing import NamedTuple

import numpy as np

from parhelion.kernel.arguments import (
    Booleans,
    ByteTable,
    Float32s,
    Float32Table,
    Generator,
    Int8Table,
    Int32s,
    States,
    UInt32Table,
)
from parhelion.kernel.compiler import entry_point, kernel
from parhelion.kernel.defaults import MAX_SEATS
from parhelion.kernel.dispatch import actor, apply, deal, mask, observe, sample, share
from parhelion.kernel.memory import scratch
from parhelion.kernel.rng import split


class Batch(NamedTuple):
    """Some games, or a part of them, and all that a step writes. A row is a game."""

    states: States
    generators: UInt32Table
    """For random actions; what the rules leave to chance comes from the generator in the state."""
    actions: Int32s
    """The actions to play."""
    masks: ByteTable
    """1 for every legal action."""
    observations: Int8Table
    """What the seat to move may know."""
    rewards: Float32Table
    """Of the last step, by seat."""
    over: Booleans
    """Whether the last step ended the game before this one."""
    seats: Int32s
    """The seat to move."""


@entry_point
def seed_each(batch: Batch, rng: Generator) -> None:
    """Seed the generators of every game from one."""
    for i in range(len(batch.states)):
        split(rng, batch.states[i].rng)
        split(rng, batch.generators[i])


@entry_point
def deal_each(batch: Batch) -> None:
    """Deal every game from the options and the generator in its state."""
    batch.rewards[:] = 0
    batch.over[:] = False
    for i in range(len(batch.states)):
        deal(batch.states[i], batch.states[i].rng)
        show(batch, i)


@entry_point
def sample_each(states: States, generators: UInt32Table, actions: Int32s) -> None:
    """A random legal action for every state, from a generator for each."""
    for i in range(len(states)):
        actions[i] = sample(states[i], generators[i])


@entry_point
def first_illegal(batch: Batch) -> int:
    """The first game whose action is not legal, -1 if there is none."""
    for i in range(len(batch.actions)):
        action = batch.actions[i]
        if action < 0 or action >= batch.masks.shape[1] or batch.masks[i, action] == 0:
            return i
    return -1


@entry_point
def step_each(batch: Batch) -> None:
    """Play one action in every game. Where it ends the game, write the rewards and deal anew;
    then show the position."""
    for i in range(len(batch.states)):
        state = batch.states[i]
        apply(state, batch.actions[i])
        batch.over[i] = actor(state) < 0
        if batch.over[i]:
            reward_seats(state, batch.rewards[i])
            deal(state, state.rng)
        else:
            batch.rewards[i] = 0
        show(batch, i)


@kernel
def show(batch, i):
    """Write down the seat to move, what is legal and what that seat may know."""
    state = batch.states[i]
    batch.seats[i] = actor(state)
    mask(state, batch.masks[i])
    observe(state, batch.seats[i], batch.observations[i])


@entry_point
def settle(states: States, rewards: Float32s) -> None:
    """The rewards of the finished game states[0]."""
    reward_seats(states[0], rewards)


@kernel
def reward_seats(state, rewards):
    """Shares of victory as rewards that add up to 0: 1 for a lone winner among n seats, and
    -1 / (n - 1) for the others."""
    n = len(rewards)
    points = scratch(MAX_SEATS, np.int64)[:n]
    for seat in range(n):
        rewards[seat] = (n * share(state, seat, points) - 1) / max(n - 1, 1)
