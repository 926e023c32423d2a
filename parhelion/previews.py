"""What is certain to happen after a move: the events that its player can count on.

The rules themselves are asked, in several guesses at what the player cannot know and in every
way the player may finish the turn; see `parhelion.kernel.preview`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from parhelion.games import Game
from parhelion.kernel import preview, stream

GUESSES = 6
"""At what the player cannot know."""


def certain_events(
    game: Game, state: Any, seat: int, actions: Sequence[int], seed: int
) -> dict[int, tuple[int, ...]]:
    """By action the events, as in the record, that are certain to the seat to move; actions
    without any are left out."""
    if "events" not in game.dtype.names:
        return {}
    states = np.zeros(preview.STATES, dtype=game.dtype)
    states[-1] = state
    room = 2 * state.events.shape[0]
    certain = np.zeros((len(actions), room), dtype=np.uint32)
    counts = np.zeros(len(actions), dtype=np.int64)
    guesses = GUESSES if game.secrets else 1
    wanted = np.asarray(actions, dtype=np.int32)
    memory = preview.new_choices(), preview.new_path(room)
    rng = stream(seed, "preview")
    preview.foresee(states, seat, rng, wanted, guesses, certain, counts, *memory)
    found, most = np.flatnonzero(counts), counts.max(initial=0)
    lists = zip(certain[found, :most].tolist(), counts[found].tolist(), strict=True)
    events = [tuple(codes[:count]) for codes, count in lists]
    return dict(zip(wanted[found].tolist(), events, strict=True))
