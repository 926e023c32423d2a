"""Many games played at once by kernels, and what statistics know of each of them.

What is counted is the same whoever chooses: `play_randomly` chooses at random, `play_again` plays
games again that somebody else has played.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from parhelion.kernel.arguments import (
    ArrayArgument,
    Float64Table,
    Int32s,
    Int64s,
    Int64Table,
    States,
)
from parhelion.kernel.compiler import entry_point, kernel
from parhelion.kernel.dispatch import (
    actor,
    apply,
    count_parts,
    count_pieces,
    deal,
    hide,
    legal,
    note_choice,
    scores,
    share,
)
from parhelion.kernel.rng import below

TENTHS = 10
SHARED = -1
"""Instead of a seat: several lead."""
Int8s = Annotated[Any, ArrayArgument(np.int8)]
Int8Table = Annotated[Any, ArrayArgument(np.int8, 2)]
ByteTable = Annotated[Any, ArrayArgument(np.uint8, 2)]
Generators = Annotated[Any, ArrayArgument(np.uint32, 3)]
Int32Cube = Annotated[Any, ArrayArgument(np.int32, 3)]
Int64Cube = Annotated[Any, ArrayArgument(np.int64, 3)]


class Batch(NamedTuple):
    """Games, and what is counted of them; the first index of a table is the game."""

    states: States
    """The games as dealt, and one more as memory."""
    record_bytes: ByteTable
    """The same memory, byte by byte."""
    secrets: bool
    """Whether anything is hidden from anybody."""
    generators: Generators
    """By game and seat: what a seat that plays at random chooses by."""
    plies: Int32s
    choices: Int64s
    """Legal actions, added up over all decisions."""
    most_choices: Int32s
    hidden: Int64s
    """Bytes of the record that the seat to move may not know, added up over all decisions."""
    leaders: Int8Table
    """After each tenth of the game the seat with the most points."""
    points: Int64Table
    shares: Float64Table
    """Of victory, by seat."""
    parts: Int64Cube
    """By seat and part: what points consist of."""
    held: Int32Cube
    """By seat and piece: how many it has in the end. No pieces: they are not counted."""
    taken: Int32Cube
    """How often it was taken when there was a choice."""
    offered: Int32Cube
    """How often it could be taken when there was a choice."""
    listed: Int32s
    """Memory for legal actions."""
    led: Int8s
    """Memory for who leads after each ply. A ply beyond its length counts as the last."""


@entry_point
def deal_each(states: States) -> None:
    """Deal every game from the options and the generator in its state."""
    for game in range(len(states)):
        deal(states[game], states[game].rng)


@entry_point
def play_randomly(batch: Batch) -> None:
    """Play every game with uniformly random actions, and count."""
    for game in range(len(batch.plies)):
        state = batch.states[game]
        begin(batch, game)
        while actor(state) >= 0:
            seat, n = actor(state), legal(state, batch.listed)
            action = batch.listed[below(batch.generators[game, seat], n)]
            take(batch, game, n, np.int64(action))
        finish(batch, game)


@entry_point
def play_again(batch: Batch, actions: Int32s) -> None:
    """Play every game with given actions, those of all games one after the other, and count."""
    played = 0
    for game in range(len(batch.plies)):
        begin(batch, game)
        while actor(batch.states[game]) >= 0:
            n = legal(batch.states[game], batch.listed)
            take(batch, game, n, np.int64(actions[played]))
            played += 1
        finish(batch, game)


@kernel
def begin(batch, game):
    """A game as dealt: nothing is counted yet."""
    batch.plies[game] = 0
    batch.led[0] = leader(batch, game)


@kernel
def take(batch, game, n, action):
    """Play one of `n` legal actions, and count what there is to say of it."""
    state = batch.states[game]
    seat = actor(state)
    batch.choices[game] += n
    batch.most_choices[game] = max(batch.most_choices[game], n)
    if batch.secrets:
        batch.hidden[game] += hidden_bytes(batch, game, seat)
    if batch.taken.shape[2] > 0:
        note_choice(state, action, batch.taken[game, seat], batch.offered[game, seat])
    apply(state, action)
    batch.plies[game] += 1
    batch.led[min(batch.plies[game], len(batch.led) - 1)] = leader(batch, game)


@kernel
def hidden_bytes(batch, game, seat):
    """How many bytes of the record differ from what a seat may know, but for the generator."""
    spare = len(batch.states) - 1
    batch.states[spare] = batch.states[game]
    hide(batch.states[spare], seat)
    for word in range(4):
        batch.states[spare].rng[word] = batch.states[game].rng[word]
    changed, there, known = 0, batch.record_bytes[game], batch.record_bytes[spare]
    for i in range(len(there)):
        changed += there[i] != known[i]
    return changed


@kernel
def leader(batch, game):
    """The seat with the most points as they stand, SHARED if several have as many."""
    points, found = batch.points[game], 0
    scores(batch.states[game], points)
    for seat in range(1, len(points)):
        if points[seat] > points[found]:
            found = seat
    for seat in range(len(points)):
        if seat != found and points[seat] == points[found]:
            return SHARED
    return found


@kernel
def finish(batch, game):
    """Count what a finished game tells."""
    state, plies = batch.states[game], batch.plies[game]
    for tenth in range(TENTHS):
        ply = ((tenth + 1) * plies + TENTHS - 1) // TENTHS
        batch.leaders[game, tenth] = batch.led[min(ply, len(batch.led) - 1)]
    for seat in range(batch.points.shape[1]):
        batch.shares[game, seat] = share(state, seat, batch.points[game])
        if batch.parts.shape[2] > 0:
            count_parts(state, seat, batch.parts[game, seat])
        if batch.held.shape[2] > 0:
            count_pieces(state, seat, batch.held[game, seat])
    scores(state, batch.points[game])
