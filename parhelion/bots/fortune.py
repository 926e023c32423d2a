"""What a position promises every seat, found by playing it to its end many times.

The kernels behind luck and skill, see `parhelion.bots.skill`. What no seat knows is dealt anew
for every game; what any seat knows stays. Quick players (`rollout`) finish it.
"""

from typing import Any

import numpy as np

from parhelion.kernel import TOGETHER, kernel, split, stream
from parhelion.kernel.dispatch import actor, apply, deal, redeal, rollout, share
from parhelion.kernel.warmup import Steps

NO_MOVE = -1

HABIT = np.dtype((np.record, np.dtype([("worth", np.float32)])))
"""What games with an action brought lately: quick players here have no memory."""


@kernel
def expect(states, action, games, habits, rng, total, squares):
    """Play some games from states[0], beginning with an action unless it is NO_MOVE; add each
    seat's shares of victory to `total` and their squares to `squares`.

    They are played in the last of `states`.
    """
    last = len(states) - 1
    points = np.zeros(len(total), dtype=np.int64)
    for _ in range(games):
        states[last] = states[0]
        redeal(states[last], TOGETHER, rng)
        if action != NO_MOVE:
            apply(states[last], action)
        finish(states[last], habits, rng)
        for seat in range(len(total)):
            won = share(states[last], seat, points)
            total[seat] += won
            squares[seat] += won * won


@kernel
def finish(state, habits, rng):
    """Let quick players play a game to its end."""
    while actor(state) >= 0:
        apply(state, rollout(state, habits, rng))


@kernel
def expect_deals(states, deals, games, habits, rng, total, squares):
    """Deal anew with the options of states[0] and play some games from each deal, in two
    states for work; add the mean shares of every deal and their squares."""
    for _ in range(deals):
        won, unused = np.zeros(len(total)), np.zeros(len(total))
        states[1] = states[0]
        deal(states[1], rng)
        split(rng, states[1].rng)
        expect(states[1:], NO_MOVE, games, habits, rng, won, unused)
        for seat in range(len(total)):
            total[seat] += won[seat] / games
            squares[seat] += (won[seat] / games) ** 2


def entry_points(dtype: Any) -> Steps:
    """What to compile before the first review of a game; see `parhelion.kernel.warmup`."""
    states, rng, shares = np.zeros(3, dtype=dtype), stream(0, "fortune"), np.zeros(1)
    habits = np.zeros(1, dtype=HABIT)
    work = (habits, rng, shares, shares)
    return [
        ("playing on", lambda: expect(states, NO_MOVE, 0, *work)),
        ("dealing anew", lambda: expect_deals(states, 0, 1, *work)),
    ]
