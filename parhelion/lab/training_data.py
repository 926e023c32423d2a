"""What a network learns from: positions of self-play as features, and what they were worth."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from parhelion.bots.kernels.network import MAX_FEATURES
from parhelion.kernel.dispatch import actor, apply, evaluate, features
from parhelion.lab.self_play import NO_ACTION, Chunk, SelfPlay, start

HELD_OUT = 10
"""Every so many games one is not learnt from: it measures what has been learnt."""


class Positions(NamedTuple):
    """Positions, each seen from the seat to move; arrays of one length."""

    features: Any
    """Those that hold; the number of all features stands for "no more"."""
    values: Any
    """What a search expected."""
    results: Any
    """The share of victory that the seat had in the end; NaN for moves that were only tried."""
    heuristics: Any
    """What the game's heuristics say."""
    held_out: Any
    """Whether the position measures what has been learnt."""

    def part(self, held_out: bool) -> "Positions":
        """The positions that are held out, or the others."""
        return Positions(*(column[self.held_out == held_out] for column in self))


def join(parts: Iterable[Positions]) -> Positions:
    """Several sets of positions as one, with no more columns of features than are needed."""
    joined = Positions(*map(np.concatenate, zip(*parts, strict=True)))
    used = int(
        np.count_nonzero(joined.features != joined.features.max(), axis=0).astype(bool).sum()
    )
    return joined._replace(features=np.ascontiguousarray(joined.features[:, :used]))


def read_positions(plan: SelfPlay, number: int, chunk: Chunk) -> Positions:
    """The positions of a chunk of self-play."""
    found, place = [], 0
    for index, length in enumerate(chunk.lengths.tolist()):
        game, moves = number * plan.chunk + index, slice(place, place + length)
        found += list(_positions(plan, game, chunk, moves, float(chunk.shares[index])))
        place += length
    columns = zip(*found, strict=True)
    types = (np.uint16, np.float32, np.float32, np.float32, np.bool_)
    return Positions._make(np.array(each, of) for each, of in zip(columns, types, strict=True))


def _positions(
    plan: SelfPlay, number: int, chunk: Chunk, moves: slice, share: float
) -> Iterator[tuple[Any, float, float, float, bool]]:
    """Every position of a game that a search judged, before a move or after one that it tried."""
    match = start(plan, number)
    states, held_out = match.state, number % HELD_OUT == 0
    tried_in = np.zeros(1, match.game.dtype)
    raw, raw_tried = states.view(np.uint8), tried_in.view(np.uint8)
    empty, points = match.game.features, np.zeros(2, np.int64)

    def seen(state: Any, value: float, result: float) -> tuple[Any, float, float, float, bool]:
        listed = np.full(MAX_FEATURES, empty, np.int32)
        seat = actor(state)
        n = features(state, seat, listed)
        listed[n:] = empty
        return listed, value, result, evaluate(state, seat, points), held_out

    for place in range(moves.start, moves.stop):
        seat, value = actor(states[0]), float(chunk.values[place])
        if not np.isnan(value):
            yield seen(states[0], value, share if seat == 0 else 1.0 - share)
            for line, worth in zip(chunk.tried[place], chunk.tried_values[place], strict=True):
                if not np.isnan(worth):
                    raw_tried[:] = raw
                    for action in line[line != NO_ACTION].tolist():
                        last = actor(tried_in[0])
                        apply(tried_in[0], action)
                    after = actor(tried_in[0])
                    if after >= 0:
                        yield seen(
                            tried_in[0], float(worth if after == last else 1 - worth), np.nan
                        )
        apply(states[0], int(chunk.actions[place]))
