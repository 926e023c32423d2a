"""The journal of a table: the match it leads to, time spent, who resigned, how it ended. No I/O."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from parhelion.games import Move
from parhelion.match import Match

Trouble = Literal["failed", "slow"]
Remark = Literal["bot", "return", "hint"] | Trouble
Kind = Literal["given", "move", "takeback", "resign", "time"] | Remark
"""What an entry tells: a move from a record, a move made here, a takeback to the ply in its text,
a seat that resigned, a seat that ran out of time; and what everybody should know: a bot sits in for
the person of a seat, the person returned, somebody was given a hint; a program could not find a
move, or not in time."""
TROUBLES: tuple[Trouble, ...] = get_args(Trouble)
REMARKS: tuple[Kind, ...] = ("bot", "return", "hint", *TROUBLES)
Ended = Literal["rules", "resigned", "time"]


@dataclass(frozen=True)
class JournalEntry:
    """Who did what, when (seconds since 1970) and after how many seconds of thought."""

    kind: Kind
    seat: int
    text: str
    at: float
    spent: float = 0


class RemarkMade(NamedTuple):
    """A remark, and how many moves had been played."""

    kind: Kind
    seat: int
    ply: int


class Journal:
    """A match and everything else that follows from the entries of a journal."""

    def __init__(self, match: Match) -> None:
        seats = len(match.seats)
        self.match = match
        self.version = 0
        """The number of entries."""
        self.changed: float | None = None
        """When the present decision began: a remark changes nothing about it."""
        self.spent = [0.0] * seats
        self.turns = [0] * seats
        """How many turns each seat has ended itself, whether or not they were taken back. A turn
        earns its bonus of time once, however many decisions it took; a bot that sits in earns none.
        """
        self.moved: frozenset[int] = frozenset()
        """Seats whose player has made a move, even if it was taken back. Moves of a record or of a
        bot that sits in do not count."""
        self.remarks: tuple[RemarkMade, ...] = ()
        self.substituted: frozenset[int] = frozenset()
        """The seats of people for whom a bot sits in."""
        self.resigned: frozenset[int] = frozenset()
        """The seats that resigned or ran out of time."""
        self.ended: Ended | None = None
        self.trouble: Trouble | None = None
        """What keeps the program that is to move from it, as it says itself."""

    def copy(self) -> "Journal":
        """An independent copy."""
        twin = object.__new__(Journal)
        twin.__dict__.update(self.__dict__)
        twin.match = self.match.copy()
        twin.spent, twin.turns = self.spent[:], self.turns[:]
        return twin

    def after(self, entry: JournalEntry, move: Move | None = None) -> "Journal":
        """A journal with one more entry; see `add`."""
        journal = self.copy()
        journal.add(entry, move)
        return journal

    def with_all(self, entries: Iterable[JournalEntry]) -> "Journal":
        """A journal with some more entries."""
        journal = self.copy()
        for entry in entries:
            journal.add(entry)
        return journal

    def add(self, entry: JournalEntry, move: Move | None = None) -> None:
        """Add an entry; a ParhelionError if the rules forbid it.

        Whoever has parsed the entry's move already hands it over, so that it is parsed once.
        """
        if entry.kind in ("given", "move"):
            self._play(entry, move)
        elif entry.kind == "takeback":
            self.match.undo(self.match.ply - int(entry.text))
        elif entry.kind in REMARKS:
            self._remark(entry)
        elif entry.kind in ("resign", "time"):
            self._give_up(entry)
        else:  # a row that was garbled
            raise ValueError(f"{entry.kind!r} is no kind of entry")
        self.version += 1
        if entry.kind not in REMARKS:
            self.changed, self.trouble = entry.at, None

    def _play(self, entry: JournalEntry, move: Move | None) -> None:
        self.match.play(move or entry.text)
        self.spent[entry.seat] += entry.spent
        alone = entry.kind == "move" and entry.seat not in self.substituted
        self.turns[entry.seat] += alone and self.match.turn != entry.seat
        if alone:
            self.moved |= {entry.seat}
        if self.match.turn is None:
            self.ended = "rules"

    def _remark(self, entry: JournalEntry) -> None:
        self.remarks = (*self.remarks, RemarkMade(entry.kind, entry.seat, self.match.ply))
        self.spent[entry.seat] += entry.spent
        if entry.kind == "failed" or entry.kind == "slow":
            self.trouble = entry.kind
        elif entry.kind == "bot":
            self.substituted |= {entry.seat}
        elif entry.kind == "return":
            self.substituted -= {entry.seat}

    def _give_up(self, entry: JournalEntry) -> None:
        self.resigned |= {entry.seat}
        self.spent[entry.seat] += entry.spent
        if len(self.remaining) <= 1:
            self.ended = "time" if entry.kind == "time" else "resigned"

    @property
    def remaining(self) -> list[int]:
        """The seats that have not given up."""
        return [seat for seat in range(len(self.match.seats)) if seat not in self.resigned]

    @property
    def turn(self) -> int | None:
        """The seat to move; None once the game has ended, in whatever way."""
        return None if self.ended else self.match.turn

    @property
    def winners(self) -> list[int]:
        """The seats that won: the best of those that have not given up."""
        if self.ended != "rules":
            return self.remaining if self.ended else []
        if winners := [seat for seat in self.match.winners if seat in self.remaining]:
            return winners
        scores = self.match.scores
        best = max(scores[seat] for seat in self.remaining)
        return [seat for seat in self.remaining if scores[seat] == best]
