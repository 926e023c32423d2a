"""What is sure to happen after an action: the events that no guess and no later choice changes.

A record that is previewed has the fields `events` and `happened` (see
`parhelion.kernel.question_steps`). What the actor cannot know is guessed several times, and in each
guess every way in which the actor may finish its turn is tried. An event is certain if it
happens in all of them. Where chance decides, a few guesses prove nothing: there a preview ends.
"""

from typing import Annotated, Any

import numpy as np

from parhelion.kernel.arguments import ArrayArgument, Generator, Int32s, Int64s, States
from parhelion.kernel.compiler import entry_point_if, kernel
from parhelion.kernel.defaults import MAX_ACTIONS
from parhelion.kernel.dispatch import actor, apply, legal, mid_turn, redeal
from parhelion.kernel.memory import scratch
from parhelion.kernel.question_steps import LUCK

MAX_DEPTH = 8
"""Choices after the action that are followed."""
MAX_WAYS = 400
"""Ways to finish the turn that are tried; with more of them only the action itself counts."""
LEVELS = MAX_DEPTH + 2
STATES = LEVELS + 1
"""The position, and one for each level; the first level is a guess at the position."""


Events = Annotated[Any, ArrayArgument(np.uint32, 2)]
Choices = Annotated[Any, ArrayArgument(np.int32, 2)]


def new_choices() -> Any:
    """Memory for the choices of all levels."""
    return np.empty((LEVELS, MAX_ACTIONS), dtype=np.int32)


def new_path(events: int) -> Any:
    """Memory for up to so many events on each level."""
    return np.empty((LEVELS, events), dtype=np.uint32)


@entry_point_if("events")
def foresee(
    states: States,
    seat: int,
    rng: Generator,
    actions: Int32s,
    guesses: int,
    certain: Events,
    counts: Int64s,
    choices: Choices,
    path: Events,
) -> None:
    """For every action the events that are certain, into `certain`, and how many, into `counts`.

    `states` has `STATES` places: the position in the last, memory in the others; `choices` and
    `path` are memory.
    """
    left, following = scratch(LEVELS, np.int64), scratch(LEVELS, np.int64)
    lengths = scratch(LEVELS, np.int64)
    lengths[0] = 0
    counts[:] = -1
    for _ in range(guesses):
        states[0] = states[LEVELS]
        redeal(states[0], seat, rng)
        for i in range(len(actions)):
            choices[0, 0], left[0], following[0] = actions[i], 1, 0
            kept = counts[i : i + 1]
            walk(states, seat, choices, left, following, path, lengths, certain[i], kept)


@kernel
def walk(states, seat, choices, left, following, path, lengths, certain, count):
    """Try every way in which a seat may go on from states[0] in its turn, depth first.

    There is one place where an action is played, on purpose: compilers copy all the rules to
    each of them.
    """
    level, ways = 0, 0
    while level >= 0:
        if following[level] < left[level] and ways < MAX_WAYS:
            states[level + 1] = states[level]
            apply(states[level + 1], choices[level, following[level]])
            following[level] += 1
            level += 1
            note_events(states[level], path, lengths, level)
            open_level(states, seat, choices, lengths, left, following, level)
        else:
            if left[level] == 0:
                ways += 1
                keep_common(path, lengths, level, certain, count)
            level -= 1
    if ways >= MAX_WAYS:
        keep_common(path, lengths, 1, certain, count)


@kernel
def open_level(states, seat, choices, lengths, left, following, level):
    """List how the seat may go on from a level; nothing if its turn is over or chance decided."""
    state = states[level]
    goes_on = level <= MAX_DEPTH and actor(state) == seat and mid_turn(state)
    goes_on = goes_on and lengths[level] == state.happened
    left[level] = legal(state, choices[level]) if goes_on else 0
    following[level] = 0


@kernel
def note_events(state, path, lengths, level):
    """Write down the events of the last action of a level, up to LUCK or TURN_OVER."""
    n = 0
    while n < min(state.happened, path.shape[1]) and state.events[n] >> 24 < LUCK:
        path[level, n] = state.events[n]
        n += 1
    lengths[level] = n


@kernel
def keep_common(path, lengths, level, certain, count):
    """Keep of the certain events those of the levels up to this one; the first time all of
    them are certain."""
    if count[0] < 0:
        count[0] = 0
        for i in range(1, level + 1):
            for j in range(lengths[i]):
                if count[0] < len(certain):
                    certain[count[0]] = path[i, j]
                    count[0] += 1
        return
    kept = 0
    for i in range(count[0]):
        if occurs(path, lengths, level, certain[i]) > occurs_in(certain, kept, certain[i]):
            certain[kept] = certain[i]
            kept += 1
    count[0] = kept


@kernel
def occurs(path, lengths, level, event):
    """How often an event happens on the levels up to this one."""
    found = 0
    for i in range(1, level + 1):
        found += occurs_in(path[i], lengths[i], event)
    return found


@kernel
def occurs_in(events, n, event):
    """How often an event is among the first `n`."""
    found = 0
    for i in range(n):
        found += events[i] == event
    return found
