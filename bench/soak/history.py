"""The commands of the players of a crash test, and their outcomes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["kept", "refused", "unknown"]
"""`kept` was acknowledged. `refused` is what the server says has not happened. Of anything else
nobody knows: no answer came, or the server does not know either."""


@dataclass
class Attempt:
    """A command that adds an entry to a table's journal if it is carried out."""

    kind: str
    """The kind of the entry."""
    seat: int
    text: str = ""
    """The move."""
    version: int = 0
    """The version that a move answers."""
    outcome: Outcome = "unknown"


@dataclass
class SaidLine:
    """A line of chat; no two have the same text."""

    text: str
    outcome: Outcome = "unknown"


@dataclass
class Join:
    """An attempt to sit down, by somebody who is known to the database by a hash."""

    seat: int
    person: str
    outcome: Outcome = "unknown"


@dataclass
class TableHistory:
    """Everything that was tried at a table."""

    id: str
    game: str
    bots: frozenset[int] = frozenset()
    """The seats that bots play."""
    attempts: list[Attempt] = field(default_factory=list)
    said: list[SaidLine] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)
    rematches: set[str] = field(default_factory=set)
    """The tables of the next game that players got as an answer."""

    def trying(self, kind: str, seat: int, text: str = "", version: int = 0) -> Attempt:
        """Note a command that is about to be sent."""
        attempt = Attempt(kind, seat, text, version)
        self.attempts.append(attempt)
        return attempt

    def saying(self, text: str) -> SaidLine:
        """Note what is about to be said."""
        line = SaidLine(text)
        self.said.append(line)
        return line

    def joining(self, seat: int, person: str) -> Join:
        """Note who is about to sit down."""
        join = Join(seat, person)
        self.joins.append(join)
        return join


@dataclass
class History:
    """All tables of a crash test."""

    tables: dict[str, TableHistory] = field(default_factory=dict)

    def table(self, id: str, game: str, bots: frozenset[int] = frozenset()) -> TableHistory:
        """The history of a table, which begins when it is first asked for."""
        return self.tables.setdefault(id, TableHistory(id, game, bots))

    def outcomes(self) -> Counter[tuple[str, Outcome]]:
        """How many commands of each kind had which outcome."""
        return Counter(outcome for table in self.tables.values() for outcome in _outcomes(table))


def _outcomes(table: TableHistory) -> Iterator[tuple[str, Outcome]]:
    for attempt in table.attempts:
        yield attempt.kind, attempt.outcome
    for line in table.said:
        yield "chat", line.outcome
    for join in table.joins:
        yield "join", join.outcome
