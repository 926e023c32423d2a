"""The bot that all bots are built on: it plays random legal moves."""

import secrets

from parhelion.bots.move_rating import MoveRating
from parhelion.errors import GameOver, UnknownBot
from parhelion.games import Game, Move
from parhelion.kernel import below, stream
from parhelion.legal_moves import LegalMoves
from parhelion.match import Match


class Bot:
    """Chooses moves and rates them. This one chooses at random and rates all moves alike."""

    def __init__(self, game: Game, seed: int | str | None = None) -> None:
        self.game = game
        self.rng = stream(secrets.randbits(64) if seed is None else seed, "bot")

    def choose(self, match: Match) -> Move:
        """Choose a move for the seat to move; GameOver if there is none."""
        moves = self._moves(match)
        return moves[int(below(self.rng, len(moves)))]

    def analyse(self, match: Match) -> list[MoveRating]:
        """Rate the moves it considers, best first."""
        even = 1 / len(match.seats)
        return [MoveRating(move, even, 0, 1, (), 0, (move,), 0) for move in self._moves(match)]

    def _moves(self, match: Match) -> LegalMoves:
        """The legal moves of a match, which has to be a match of this bot's game."""
        if match.game is not self.game:
            ours, theirs = self.game.info.title, match.game.info.title
            raise UnknownBot(f"this bot plays {ours}, not {theirs}")
        if match.turn is None:
            raise GameOver("the game is over: there is no move to choose")
        return match.moves()
