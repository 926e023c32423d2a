"""The kernels that OpenSpiel's bots call through the adapter: one move, and the result."""

from parhelion.kernel import jit
from parhelion.kernel.dispatch import actor, apply, legal, share


@jit
def step(states, action):
    """Play an action in states[0]; return the seat to move next."""
    apply(states[0], action)
    return actor(states[0])


@jit
def survey(states, actions):
    """List the legal actions in states[0]; return how many."""
    return legal(states[0], actions)


@jit
def first_share(states, points):
    """The share of victory of seat 0 in the finished game states[0]."""
    return share(states[0], 0, points)
