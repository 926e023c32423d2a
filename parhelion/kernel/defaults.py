"""What the functions of the contract do for a game that does not write them itself.

All of it follows from `legal`, `actor` and `scores`, for a game in which every seat sees
everything but the generator.
"""

import numpy as np

from parhelion.kernel.compiler import kernel
from parhelion.kernel.dispatch import (
    DEFAULTS,
    DEFAULTS_WITHOUT_SECRETS,
    actor,
    evaluate,
    hide,
    legal,
    prior,
    sample,
    scores,
    share,
)
from parhelion.kernel.memory import copy_fields, copy_of, scratch
from parhelion.kernel.rng import below, split

MAX_ACTIONS = 4096
"""No game has more actions."""
MAX_SEATS = 8
"""No game has more seats."""


@kernel
def mask(state, out):
    """1 for every legal action, 0 for all others."""
    listed = scratch(MAX_ACTIONS, np.int32)
    out[:] = 0
    for i in range(legal(state, listed)):
        out[listed[i]] = 1


@kernel
def uniform_sample(state, rng):
    """One uniformly random legal action."""
    listed = scratch(MAX_ACTIONS, np.int32)
    return np.int64(listed[below(rng, legal(state, listed))])


@kernel
def hide_generator(state, seat):
    """Every seat sees everything but the generator."""
    state.rng[:] = 0


@kernel
def redeal_generator(state, seat, rng):
    """Only the generator can be different from what a seat knows."""
    split(rng, state.rng)


@kernel
def observe_fields(state, seat, out):
    """The seat, the seat to decide, and the fields of the record byte by byte."""
    out[0] = seat
    out[1] = actor(state)
    copy_fields(state, out[2:])


@kernel
def observe_hidden_fields(state, seat, out):
    """The same in a game with secrets: what is hidden from the seat is blank."""
    seen = copy_of(state)
    hide(seen, seat)
    observe_fields(seen, seat, out)


@kernel
def share_of_most_points(state, seat, points):
    """The highest points win; 1/k when k seats have as many."""
    scores(state, points)
    better, equal = 0, 0
    for other in range(len(points)):
        better += points[other] > points[seat]
        equal += points[other] == points[seat]
    return 0.0 if better > 0 else 1.0 / equal


@kernel
def not_mid_turn(state):
    """Every action is a turn of its own."""
    return False


@kernel
def no_features(state, seat, out):
    """A network would see nothing."""
    return 0


@kernel
def equal_prior(state, action):
    """All actions look alike."""
    return 0.0


@kernel
def prior_of_each(state, actions, count, out):
    """Write the prior of each action separately."""
    for i in range(count):
        out[i] = prior(state, np.int64(actions[i]))


@kernel
def best_of_four_samples(state, tallies, rng):
    """Of a few random actions the one that brought most lately."""
    action = sample(state, rng)
    for _ in range(3):
        other = sample(state, rng)
        if tallies[other].worth > tallies[action].worth:
            action = other
    return action


@kernel
def equal_evaluation(state, seat, points):
    """Before the end all seats may expect the same."""
    return share(state, seat, points) if actor(state) < 0 else 1.0 / len(points)


@kernel
def evaluate_each(state, points, out):
    """Write the evaluation of each seat separately."""
    for seat in range(len(points)):
        out[seat] = evaluate(state, seat, points)


@kernel
def always_may_win(state, action):
    """Any action may win."""
    return True


@kernel
def no_parts(state, seat, out):
    """The points are of one kind."""


@kernel
def no_pieces(state, seat, out):
    """No pieces are counted."""


@kernel
def no_choice(state, action, taken, offered):
    """No pieces are counted."""


DEFAULTS.update(
    mask=mask,
    sample=uniform_sample,
    hide=hide_generator,
    redeal=redeal_generator,
    observe=observe_hidden_fields,
    share=share_of_most_points,
    mid_turn=not_mid_turn,
    features=no_features,
    prior=equal_prior,
    priors=prior_of_each,
    rollout=best_of_four_samples,
    evaluate=equal_evaluation,
    evaluate_all=evaluate_each,
    may_win_now=always_may_win,
    count_parts=no_parts,
    count_pieces=no_pieces,
    note_choice=no_choice,
)
DEFAULTS_WITHOUT_SECRETS.update(observe=observe_fields)
