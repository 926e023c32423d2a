"""The course of a game at a table: the fold of its journal over its deal. No I/O here."""

from dataclasses import dataclass
from typing import Literal

from parhelion.match import Match

Kind = Literal["given", "move", "takeback", "resign", "time"]
"""Of an entry: a move from a record, a move made here, back to the ply in the text, a seat
gives up, a seat has no time left."""
Ended = Literal["rules", "resigned", "time"]


@dataclass(frozen=True)
class Entry:
    """A line of the journal: who did what, when (seconds since 1970), after how much thought."""

    kind: Kind
    seat: int
    text: str
    at: float
    spent: float = 0


class Course:
    """A match and what its journal says besides: time spent, who gave up, how it ended."""

    def __init__(self, match: Match) -> None:
        seats = len(match.seats)
        self.match = match
        self.version = 0
        self.changed: float | None = None
        self.deciders: list[int] = []
        """The seat that made each of the moves."""
        self.spent = [0.0] * seats
        self.turns = [0] * seats
        """How many turns each seat ever ended; every one brings its bonus of time, however many
        decisions it took."""
        self.resigned: frozenset[int] = frozenset()
        self.ended: Ended | None = None

    def copy(self) -> "Course":
        """A course that goes its own way from here."""
        twin = object.__new__(Course)
        twin.__dict__.update(self.__dict__)
        twin.match = self.match.copy()
        twin.deciders, twin.spent, twin.turns = self.deciders[:], self.spent[:], self.turns[:]
        return twin

    def after(self, entry: Entry) -> "Course":
        """The course with one more entry; a ParhelionError if the rules forbid it."""
        course = self.copy()
        course.apply(entry)
        return course

    def apply(self, entry: Entry) -> None:
        """Add an entry."""
        if entry.kind in ("given", "move"):
            self._move(entry)
        elif entry.kind == "takeback":
            self._go_back(int(entry.text))
        else:
            self._give_up(entry)
        self.version += 1
        self.changed = entry.at

    def _move(self, entry: Entry) -> None:
        self.match.play(entry.text)
        self.deciders.append(entry.seat)
        self.spent[entry.seat] += entry.spent
        self.turns[entry.seat] += entry.kind == "move" and self.match.turn != entry.seat
        if self.match.turn is None:
            self.ended = "rules"

    def _go_back(self, ply: int) -> None:
        self.match.undo(self.match.ply - ply)
        del self.deciders[ply:]

    def _give_up(self, entry: Entry) -> None:
        self.resigned |= {entry.seat}
        self.spent[entry.seat] += entry.spent
        if len(self.remaining) <= 1:
            self.ended = "time" if entry.kind == "time" else "resigned"

    @property
    def remaining(self) -> list[int]:
        """The seats that did not give up."""
        return [seat for seat in range(len(self.match.seats)) if seat not in self.resigned]

    @property
    def player(self) -> int | None:
        """The seat to decide; None once the game has ended in whatever way."""
        return None if self.ended else self.match.turn

    @property
    def winners(self) -> list[int]:
        """The seats that won: of those that did not give up, the best."""
        if self.ended != "rules":
            return self.remaining if self.ended else []
        if judged := [seat for seat in self.match.winners if seat in self.remaining]:
            return judged
        scores = self.match.scores
        best = max(scores[seat] for seat in self.remaining)
        return [seat for seat in self.remaining if scores[seat] == best]

    def last_decision(self, seats: set[int]) -> int | None:
        """The ply of the last move that one of some seats made."""
        mine = (ply for ply in reversed(range(len(self.deciders))) if self.deciders[ply] in seats)
        return next(mine, None)
