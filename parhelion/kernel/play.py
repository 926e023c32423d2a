"""Generic kernels on any game's record: one move, many moves, playouts, many games at once.

Python hands over states as arrays, never as single records: looking up the compiled code for
an array takes half a microsecond, for a lone record ten times that.
"""

import numpy as np

from parhelion.kernel.compiler import kernel
from parhelion.kernel.dispatch import (
    actor,
    apply,
    deal,
    hide,
    legal,
    mask,
    redeal,
    sample,
    scores,
)

ILLEGAL = -2
"""What `advance` returns instead of a seat when it refuses an action."""


@kernel
def start(states, rng):
    """Deal a game from the options in states[0]."""
    deal(states[0], rng)


@kernel
def begin(states, rng, actions):
    """Give a dealt game the generator for whatever chance follows; then as `survey`."""
    for i in range(4):
        states[0].rng[i] = rng[i]
    return actor(states[0]), legal(states[0], actions)


@kernel
def survey(states, actions):
    """List what is legal in states[0]; the seat to decide and how many actions it has."""
    return actor(states[0]), legal(states[0], actions)


@kernel
def listed(actions, n, action):
    """Whether the first `n` of some ascending actions hold an action."""
    place = np.searchsorted(actions[:n], action)
    return place < n and actions[place] == action


@kernel
def advance(states, actions, n, action):
    """Play an action in states[0] if it is among the `n` listed ones; then as `survey`.

    An action that is not listed changes nothing and returns (ILLEGAL, n).
    """
    if not listed(actions, n, action):
        return ILLEGAL, n
    apply(states[0], action)
    return actor(states[0]), legal(states[0], actions)


@kernel
def retrace(states, played):
    """Play a list of actions that are known to be legal in states[0]."""
    for i in range(len(played)):
        apply(states[0], played[i])


@kernel
def points(states, out):
    """The points of every seat in states[0]."""
    scores(states[0], out)


@kernel
def veil(states, seat):
    """Blank in states[0] what a seat may not know."""
    hide(states[0], seat)


@kernel
def imagine(states, seat, rng, action):
    """Guess in states[0] what a seat cannot know, then play an action of that seat."""
    redeal(states[0], seat, rng)
    apply(states[0], action)


@kernel
def playout(state, rng):
    """Play uniformly random actions to the end; how many it took."""
    plies = 0
    while actor(state) >= 0:
        apply(state, sample(state, rng))
        plies += 1
    return plies


@kernel
def playouts(states, rng, games):
    """Random games from the position states[0], played in states[1]; the actions in all."""
    plies = 0
    for _ in range(games):
        states[1] = states[0]
        plies += playout(states[1], rng)
    return plies


@kernel
def sample_each(states, rng, actions):
    """A random legal action for every state."""
    for i in range(len(states)):
        actions[i] = sample(states[i], rng)


@kernel
def step_each(states, actions, masks, over):
    """Play one action in every state: note which games it ended, deal those anew from the
    generator inside the state, and write the mask of what is legal next."""
    for i in range(len(states)):
        apply(states[i], actions[i])
        over[i] = actor(states[i]) < 0
        if over[i]:
            deal(states[i], states[i].rng)
        mask(states[i], masks[i])
