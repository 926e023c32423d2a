"""What each seat may expect in a position, estimated by playing it to its end many times.

These kernels are behind `parhelion.bots.luck_and_skill`. For every game, what no seat
knows is dealt anew and what any seat knows stays; then rollout players (the game's `rollout`
heuristic) play to the end.
"""

from typing import Any

import numpy as np

from parhelion.kernel import TOGETHER, kernel, split, stream
from parhelion.kernel.dispatch import actor, apply, deal, redeal, rollout, share
from parhelion.kernel.warmup import Steps

NO_MOVE = -1

EMPTY_TALLY = np.dtype((np.record, np.dtype([("worth", np.float32)])))
"""The tallies that `rollout` asks for. Here they stay empty: these players learn nothing."""


@kernel
def play_games(states, action, games, tallies, rng, total, squares):
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
        roll_out(states[last], tallies, rng)
        for seat in range(len(total)):
            won = share(states[last], seat, points)
            total[seat] += won
            squares[seat] += won * won


@kernel
def roll_out(state, tallies, rng):
    """Let rollout players play a game to its end."""
    while actor(state) >= 0:
        apply(state, rollout(state, tallies, rng))


@kernel
def play_deals(states, deals, games, tallies, rng, total, squares):
    """Deal anew with the options of states[0] and play some games from each deal, in two working
    states; add each deal's mean shares to `total` and their squares to `squares`."""
    for _ in range(deals):
        won, unused = np.zeros(len(total)), np.zeros(len(total))
        states[1] = states[0]
        deal(states[1], rng)
        split(rng, states[1].rng)
        play_games(states[1:], NO_MOVE, games, tallies, rng, won, unused)
        for seat in range(len(total)):
            total[seat] += won[seat] / games
            squares[seat] += (won[seat] / games) ** 2


def entry_points(dtype: Any) -> Steps:
    """What to compile before the first review of a game; see `parhelion.kernel.warmup`."""
    states, rng, shares = np.zeros(3, dtype=dtype), stream(0, "playouts"), np.zeros(1)
    tallies = np.zeros(1, dtype=EMPTY_TALLY)
    work = (tallies, rng, shares, shares)
    return [
        ("games from a position", lambda: play_games(states, NO_MOVE, 0, *work)),
        ("games from new deals", lambda: play_deals(states, 0, 1, *work)),
    ]
