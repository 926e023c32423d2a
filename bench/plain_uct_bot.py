"""A bot that plays by plain UCT, to measure what the search of our bots adds."""

from typing import Any

import numpy as np

from bench.kernels.plain_uct import NODE, search
from parhelion.errors import BadOption
from parhelion.games import Move
from parhelion.kernel import stream
from parhelion.match import Match

EXPLORATION = 0.1
"""The best of 0.1, 0.25, 0.5, 0.7 and 1 in Orion Duel; see docs/benchmarks.md."""


class PlainUctBot:
    """Plays by plain UCT with a number of iterations a move."""

    def __init__(self, iterations: int, seed: int | str, exploration: float = EXPLORATION) -> None:
        self.iterations = iterations
        self.exploration = exploration
        self.rng = stream(seed, "plain")
        self._nodes: Any = np.zeros(iterations + 1, dtype=NODE)

    def choose(self, match: Match) -> Move:
        """The most visited move."""
        if match.game.secrets:
            raise BadOption(f"plain UCT would see what is hidden in {match.game.info.title}")
        actions = np.zeros(match.game.actions, dtype=np.int32)
        points = np.zeros(len(match.seats), dtype=np.int64)
        states = np.repeat(match.state, 2)
        limits = (self.iterations, self.exploration)
        action = int(search(states, self._nodes, points, actions, self.rng, *limits))
        return match.game.move(action)
