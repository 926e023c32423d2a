"""What can go wrong for a user. Every message names the value and the place."""

from typing import Any


class ParhelionError(ValueError):
    """The common base: catch this to catch everything below."""


class UnknownGame(ParhelionError):
    """There is no game of that name."""


class UnknownBot(ParhelionError):
    """There is no bot of that name."""


class BadBot(ParhelionError):
    """A bot of one's own cannot be loaded: no such file, no such class, no `choose`."""


class BotFailed(ParhelionError):
    """A bot of one's own raised an error, or answered what is no legal move."""


class BadOption(ParhelionError):
    """An option does not exist or has a value it cannot have."""


class BadDeal(ParhelionError):
    """An explicit deal is not one the rules allow."""


class BadPosition(ParhelionError):
    """A position that was set up contradicts itself or the rules."""


class BadEdition(ParhelionError):
    """A file that says what a game's pieces print does not say it, or cannot be read."""


class BadRulebook(ParhelionError):
    """A game's rulebook, or the list of its pictures, is not written as it must be."""


class BadLesson(ParhelionError):
    """The file of a lesson cannot be read, or contradicts the rules."""


class BadNetwork(ParhelionError):
    """The file of a network does not hold the weights of one for this game."""


class BadNotation(ParhelionError):
    """A text is not a move of this game, legal or not."""


class IllegalMove(ParhelionError):
    """A move that the rules do not allow now.

    >>> import parhelion as ph
    >>> try:
    ...     ph.new("orion", seed=7, setup="symmetric-1").play("star h5")
    ... except ph.IllegalMove as error:
    ...     print(error.ply, error.move, "|", error.why, "|", error.rule)
    1 star h5 | blue may cover the token on h5 only from another blue hex | O9
    """

    def __init__(
        self, message: str, ply: int = 0, move: str = "", why: str = "", rule: str = ""
    ) -> None:
        super().__init__(message)
        self.ply = ply
        """The number of the move, from 1."""
        self.move = move
        """In notation."""
        self.why = why
        """Why it is illegal, in a few words."""
        self.rule = rule
        """The id of the rule that forbids it, such as O9; empty if the game does not tell."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.ply, self.move, self.why, self.rule)


class GameOver(IllegalMove):
    """A move after the end."""


class BadRecord(ParhelionError):
    """A game record is broken, altered, truncated or of another version."""


class BadBackup(ParhelionError):
    """A backup cannot be made, read or restored."""


class BadArray(ParhelionError):
    """An array handed over has another shape or type than it must have."""


class MissingExtra(ParhelionError):
    """A part of Parhelion needs a library that is not installed."""


class CannotReach(ParhelionError):
    """A bot of one's own cannot play at a server: its address or its token is wrong."""


class CannotServe(ParhelionError):
    """The server cannot start as asked: the port is taken, the database is not ours."""
