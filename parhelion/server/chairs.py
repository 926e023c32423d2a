"""Who sits on which seat of a table, and the time they have left."""

from dataclasses import dataclass, replace
from typing import Any

from parhelion.server.journal import Journal
from parhelion.server.schemas import Clock
from parhelion.server.store import Person


@dataclass(frozen=True)
class Chair:
    """Who has a seat: a person, a bot, a person for whom a bot sits in, or nobody yet."""

    person: Person | None = None
    level: int | None = None
    text: str | None = None
    """What its person added to the shuffle; None until they have sat down."""

    @property
    def open(self) -> bool:
        """Whether anybody may take it."""
        return self.person is None and self.level is None

    @property
    def awaited(self) -> bool:
        """Whether it is kept for a person who has not come yet."""
        return self.person is not None and self.text is None

    def belongs_to(self, person: Person | None) -> bool:
        """Whether this is the person's seat, even while a bot sits in."""
        return self.person is not None and person is not None and self.person.id == person.id

    @property
    def is_program(self) -> bool:
        """Whether it belongs to a person who is a program."""
        return self.person is not None and self.person.program is not None

    def with_renamed(self, person: Person) -> "Chair":
        """The same chair after a person got a new name, whose it is or whose program's it is."""
        if self.person is None:
            return self
        program = self.person.program
        if self.person.id == person.id:
            return replace(self, person=replace(self.person, name=person.name))
        if program and program.owner == person.id:
            named = replace(program, owner_name=person.name)
            return replace(self, person=replace(self.person, program=named))
        return self

    def columns(self) -> dict[str, Any]:
        """What the database keeps of it."""
        person = self.person.id if self.person else None
        return {"person": person, "level": self.level, "text": self.text}


Chairs = tuple[Chair, ...]


def all_here(chairs: Chairs) -> bool:
    """Whether somebody sits on every chair, so that the game can start."""
    return not any(chair.open or chair.awaited for chair in chairs)


DAY = 86_400


def seats_of(chairs: Chairs, person: Person | None) -> list[int]:
    """The seats of a person."""
    return [seat for seat, chair in enumerate(chairs) if chair.belongs_to(person)]


def rotated(chairs: Chairs, players: int) -> Chairs:
    """The chairs of a rematch: the first `players` move on by one seat, the others stay."""
    return (*chairs[players - 1 : players], *chairs[: players - 1], *chairs[players:])


def seconds_left(
    clock: Clock, journal: Journal, seat: int, thinking: float, waited: float
) -> float | None:
    """The time a seat has left; None without a clock.

    `thinking` counts from the start of its turn in this process, so that a live clock stands
    still while the server is down; `waited` counts from the last change, for a clock of days.
    """
    if clock.kind == "live":
        budget = clock.minutes * 60 + clock.seconds * journal.turns[seat]
        return max(0.0, budget - journal.spent[seat] - thinking)
    return max(0.0, clock.days * DAY - waited) if clock.kind == "days" else None
