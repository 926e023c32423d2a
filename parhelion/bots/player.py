"""Players that are programs: one that plays anything legal, one that searches."""

import secrets
from typing import Any, NamedTuple

import numpy as np

from parhelion.bots.search import NODE, TALLY, entry_points, search
from parhelion.errors import GameOver, UnknownBot
from parhelion.games import Game
from parhelion.kernel import below, stream
from parhelion.kernel.warmup import ensure_compiled
from parhelion.match import Match, Move, Moves


class Rated(NamedTuple):
    """A move and the share of victory that the seat to move may expect of it."""

    move: Move
    chance: float


class Bot:
    """Chooses moves and rates them; without a search, at random and all alike."""

    def __init__(self, game: Game, seed: int | str | None = None) -> None:
        self.game = game
        self.rng = stream(secrets.randbits(64) if seed is None else seed, "bot")

    def choose(self, match: Match) -> Move:
        """A move for the seat to move; GameOver if there is none."""
        moves = self._moves(match)
        return moves[int(below(self.rng, len(moves)))]

    def analyse(self, match: Match) -> list[Rated]:
        """The moves it considered, best first."""
        return [Rated(move, 1 / len(match.seats)) for move in self._moves(match)]

    def _moves(self, match: Match) -> Moves:
        """The legal moves of a match that this bot can play."""
        if match.game is not self.game:
            ours, theirs = self.game.info.title, match.game.info.title
            raise UnknownBot(f"this bot plays {ours}, not {theirs}")
        if match.player is None:
            raise GameOver("the game is over: there is no move to choose")
        return match.moves()


class SearchBot(Bot):
    """Searches a tree of so many iterations; a forced move is played at once."""

    def __init__(self, game: Game, iterations: int, seed: int | str | None = None) -> None:
        super().__init__(game, seed)
        ensure_compiled(f"{game.info.name} bots", game.dtype, entry_points)
        self.iterations = iterations
        actions = game.rules.ACTIONS
        self._nodes = np.zeros(actions + iterations + 1, dtype=NODE)
        self._tallies = np.zeros((0, actions), dtype=TALLY)

    def choose(self, match: Match) -> Move:
        """The best move it finds; GameOver if there is none."""
        moves = self._moves(match)
        return moves[0] if len(moves) == 1 else self.analyse(match)[0].move

    def analyse(self, match: Match) -> list[Rated]:
        """The moves it looked into, best first; a move that wins on the spot stands alone."""
        self._moves(match)
        if len(self._tallies) != len(match.seats):
            self._tallies = np.zeros((len(match.seats), self.game.rules.ACTIONS), dtype=TALLY)
        states = np.repeat(match.state, 3)
        order = search(states, self._nodes, self._tallies, self.rng, self.iterations)
        return [self._rated(node) for node in self._nodes[order] if node.visits > 0]

    def _rated(self, node: Any) -> Rated:
        action = int(node.action)
        move = Move(action, self.game.notation.text(action))
        return Rated(move, float(node.won / node.visits))
