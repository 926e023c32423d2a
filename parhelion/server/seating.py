"""Who sits where, and how long they may think."""

from dataclasses import dataclass

from parhelion.server.course import Course
from parhelion.server.schemas import Clock
from parhelion.server.store import Person


@dataclass(frozen=True)
class Chair:
    """A seat: of a person, a bot, a person for whom a bot sits in, or of nobody yet."""

    person: Person | None = None
    level: int | None = None

    @property
    def open(self) -> bool:
        """Whether anybody may take it."""
        return self.person is None and self.level is None

    def belongs_to(self, person: Person | None) -> bool:
        """Whether it is this person's seat, a bot sitting in or not."""
        return self.person is not None and person is not None and self.person.id == person.id


Chairs = tuple[Chair, ...]
DAY = 86_400


def seats_of(chairs: Chairs, person: Person | None) -> list[int]:
    """The seats of a person."""
    return [seat for seat, chair in enumerate(chairs) if chair.belongs_to(person)]


def moved_on(chairs: Chairs, playing: int) -> Chairs:
    """The chairs of the next game: those of the players, who come first, moved on by one."""
    return (*chairs[playing - 1 : playing], *chairs[: playing - 1], *chairs[playing:])


def seconds_left(
    clock: Clock, course: Course, seat: int, thinking: float, waited: float
) -> float | None:
    """What a seat has on its clock: `thinking` since its turn began in this process, `waited`
    since the last change. After a stop of the server a live clock goes on from the last move."""
    if clock.kind == "live":
        budget = clock.minutes * 60 + clock.seconds * course.turns[seat]
        return max(0.0, budget - course.spent[seat] - thinking)
    return max(0.0, clock.days * DAY - waited) if clock.kind == "days" else None
