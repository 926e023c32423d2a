"""What each seat may expect in a position, estimated by playing it to its end many times.

These kernels are behind `parhelion.bots.luck_and_skill`. For every game, what no seat
knows is dealt anew and what any seat knows stays; then rollout players (the game's `rollout`
heuristic) play to the end.
"""

import numpy as np

from parhelion.kernel import MAX_SEATS, TOGETHER, entry_point, kernel, scratch, split
from parhelion.kernel.arguments import Float64s, Generator, States
from parhelion.kernel.dispatch import actor, apply, deal, redeal, rollout, share
from parhelion.kernel.tally import Tallies

NO_MOVE = -1


@entry_point
def play_games(
    states: States,
    action: int,
    games: int,
    tallies: Tallies,
    rng: Generator,
    total: Float64s,
    squares: Float64s,
) -> None:
    """Play some games from states[0], beginning with an action unless it is NO_MOVE; add each
    seat's shares of victory to `total` and their squares to `squares`.

    They are played in the last of `states`. `tallies` are what `rollout` asks for; here they stay
    empty: these players learn nothing.
    """
    last = len(states) - 1
    points = scratch(MAX_SEATS, np.int64)[: len(total)]
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


@entry_point
def play_deals(
    states: States,
    deals: int,
    games: int,
    tallies: Tallies,
    rng: Generator,
    total: Float64s,
    squares: Float64s,
) -> None:
    """Deal anew with the options of states[0] and play some games from each deal, in two working
    states; add each deal's mean shares to `total` and their squares to `squares`."""
    won = scratch(MAX_SEATS, np.float64)[: len(total)]
    unused = scratch(MAX_SEATS, np.float64)[: len(total)]
    unused[:] = 0.0
    for _ in range(deals):
        won[:] = 0.0
        states[1] = states[0]
        deal(states[1], rng)
        split(rng, states[1].rng)
        play_games(states[1:], NO_MOVE, games, tallies, rng, won, unused)
        for seat in range(len(total)):
            total[seat] += won[seat] / games
            squares[seat] += won[seat] / games * (won[seat] / games)
