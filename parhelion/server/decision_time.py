"""How long the seat to move has taken, by a clock that never jumps."""

from collections.abc import Callable

A_MOMENT = 0.05
"""Seconds by which timers and the clocks of two servers may differ."""


class DecisionTime:
    """The time of the present decision. A clock of days counts all of it; a live clock what was
    thought in this process and is in no entry of the journal yet."""

    def __init__(self, ticks: Callable[[], float], waited: float) -> None:
        """`waited` is how long it had taken when the table was read from the database."""
        self._ticks = ticks
        self._waited_before = waited
        self.began = ticks()
        """When what is in no entry began."""

    @property
    def thought(self) -> float:
        """The seconds that are in no entry of the journal yet."""
        return self._ticks() - self.began

    @property
    def waited(self) -> float:
        """All seconds of the decision."""
        return self._waited_before + self.thought

    def begin(self) -> None:
        """The next decision begins."""
        self.began, self._waited_before = self._ticks(), 0.0

    def note(self) -> None:
        """What was thought until now is in an entry."""
        self._waited_before, self.began = self.waited, self._ticks()

    def count(self, seconds: float) -> bool:
        """Another server knows how much was thought; whether that is more than is known here, where
        the table may have been read in the middle of the decision."""
        if seconds <= self.thought + A_MOMENT:
            return False
        self.began = self._ticks() - seconds
        return True
