"""The frame of the naive second games: a generator that stops wherever a player has a choice."""

from collections.abc import Generator, Iterable
from typing import NamedTuple, TypeVar


class Decision(NamedTuple):
    """Who is asked for what, and the answers in notation."""

    seat: int
    phase: str
    options: tuple[str, ...]


T = TypeVar("T")
Playing = Generator[Decision, str, T]
"""A part of a game: it gives out decisions, is sent the answers and ends with a result."""


class Asking:
    """A game that asks. `decision` is what is to be decided, None when it is over."""

    def begin(self, game: Playing[None]) -> None:
        """Play up to the first question."""
        self._game = game
        self.decision: Decision | None = next(game)

    def play(self, text: str) -> None:
        """Answer the decision."""
        if text not in self.legal():
            raise ValueError(f"{text} is not one of {self.legal()}")
        try:
            self.decision = self._game.send(text)
        except StopIteration:
            self.decision = None

    def legal(self) -> set[str]:
        """The answers that may be given now."""
        return set(self.decision.options) if self.decision else set()

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return self.decision.phase if self.decision else "over"

    @property
    def player(self) -> int | None:
        """Who is to decide."""
        return self.decision.seat if self.decision else None

    def ask(
        self, seat: int, phase: str, options: Iterable[str], even_one: bool = False
    ) -> Playing[str]:
        """The answer of a seat; a single option is taken without asking."""
        found = tuple(sorted(set(options)))
        if len(found) == 1 and not even_one:
            return found[0]
        return (yield Decision(seat, phase, found))
