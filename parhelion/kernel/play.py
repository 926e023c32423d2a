"""Generic kernels on any game's record: one move, many moves, playouts."""

from parhelion.kernel.arguments import Generator, Int32s, Int64s, State, States
from parhelion.kernel.compiler import entry_point, kernel
from parhelion.kernel.dispatch import (
    actor,
    apply,
    deal,
    hide,
    legal,
    redeal,
    sample,
    scores,
)

SEAT, COUNT = 0, 1
"""What a `turn` holds: the seat to decide, -1 when the game is over, and how many actions are
listed as legal."""
REFUSED = -2
"""What `advance` returns for an action that is not listed."""


@entry_point
def start(states: States) -> None:
    """Deal a game from the options and the generator in states[0]."""
    deal(states[0], states[0].rng)


@entry_point
def survey(states: States, actions: Int32s, turn: Int64s) -> None:
    """List what is legal in states[0], and write down whose turn it is."""
    list_legal(states[0], actions, turn)


@kernel
def list_legal(state, actions, turn):
    """List what is legal in a state, and write down whose turn it is."""
    turn[SEAT] = actor(state)
    turn[COUNT] = legal(state, actions)


@kernel
def is_listed(actions, n, action):
    """Whether the first `n` of some ascending actions hold an action."""
    low, left = 0, n
    while left > 1:
        half = left // 2
        low += half * (actions[low + half - 1] < action)  # a branch would be guessed wrong
        left -= half
    return left == 1 and actions[low] == action


@entry_point
def advance(states: States, actions: Int32s, turn: Int64s, action: int) -> int:
    """Play an action in states[0] if it is listed, then as `survey`; the seat to decide next.

    An action that is not listed changes nothing.
    """
    if not is_listed(actions, turn[COUNT], action):
        return REFUSED
    apply(states[0], action)
    list_legal(states[0], actions, turn)
    return int(turn[SEAT])


@entry_point
def retrace(states: States, played: Int32s) -> None:
    """Play a list of actions that are known to be legal in states[0]."""
    for i in range(len(played)):
        apply(states[0], played[i])


@entry_point
def points(states: States, out: Int64s) -> None:
    """The points of every seat in states[0]."""
    scores(states[0], out)


@entry_point
def veil(states: States, seat: int) -> None:
    """Blank in states[0] what a seat may not know."""
    hide(states[0], seat)


@entry_point
def imagine(states: States, seat: int, rng: Generator, action: int) -> None:
    """Guess in states[0] what a seat cannot know, then play an action of that seat."""
    redeal(states[0], seat, rng)
    apply(states[0], action)


@entry_point
def playout(state: State, rng: Generator) -> int:
    """Play uniformly random actions to the end; how many it took."""
    plies = 0
    while actor(state) >= 0:
        apply(state, sample(state, rng))
        plies += 1
    return plies


@entry_point
def playouts(states: States, rng: Generator, games: int) -> int:
    """Random games from the position states[0], played in states[1]; the actions in all."""
    plies = 0
    for _ in range(games):
        states[1] = states[0]
        plies += playout(states[1], rng)
    return plies
