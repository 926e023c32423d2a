"""Two simple bots for every game: one plays at random, one looks a single move ahead."""

import secrets
from typing import NamedTuple

import numpy as np

from parhelion.kernel import below, play, stream
from parhelion.match import Match, Move

PLAYOUTS = 20_000
LEAST_PLAYOUTS = 4


class Rated(NamedTuple):
    """A move and the share of random games that it wins."""

    move: Move
    wins: float


class Bot:
    """Chooses moves, at random unless a subclass knows better."""

    character = "plays any legal move"

    def __init__(self, seed: int | str | None = None) -> None:
        self.rng = stream(secrets.randbits(64) if seed is None else seed, "bot")

    def choose(self, match: Match) -> Move:
        """A move for the player to move."""
        moves = match.moves()
        return moves[int(below(self.rng, len(moves)))]


class GreedyBot(Bot):
    """Plays each move out at random and takes the one that wins most often."""

    character = "takes the move that wins most random games"

    def choose(self, match: Match) -> Move:
        """The best move it found."""
        return self.rate(match)[0].move

    def rate(self, match: Match, playouts: int = PLAYOUTS) -> list[Rated]:
        """The most promising moves, best first, with their share of wins.

        Successive halving: all moves get a few playouts, then the better half gets twice
        as many, until eight are left.
        """
        moves = match.moves()
        order = np.arange(len(moves))
        wins, games = np.zeros(len(moves)), max(LEAST_PLAYOUTS, playouts // (8 * len(moves)))
        states = np.repeat(match.state, 2)
        scores = np.zeros(len(match.seats), dtype=np.int64)
        while True:
            for i in order:
                wins[i] = play.judge(states, self.rng, moves.actions[int(i)], games, scores)
            order = order[np.argsort(-wins[order], kind="stable")]
            if len(order) <= 8:
                return [Rated(moves[int(i)], float(wins[i])) for i in order]
            order, games = order[: (len(order) + 1) // 2], games * 2


BOTS: dict[str, type[Bot]] = {"random": Bot, "greedy": GreedyBot}
