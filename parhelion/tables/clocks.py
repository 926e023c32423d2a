"""Time controls, the time that the seats have left, and the time of the current decision."""

from dataclasses import asdict, dataclass, replace
from typing import Literal, Self

from parhelion.games import Json

DAY = 86_400
TimeKind = Literal["none", "live", "days"]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How time is limited: not at all, minutes per game plus seconds per turn, or days per
    decision."""

    kind: TimeKind = "none"
    minutes: float = 10
    seconds: float = 5
    """Bonus for each turn, however many decisions it takes."""
    days: int = 3

    def json(self) -> Json:
        """Return the time control as JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time that each seat has spent, and the turns for which it earned a bonus.

    A bot that plays for a person earns no bonus. Takebacks return neither time nor bonus, and a
    turn that is played again brings no second one.
    """

    control: TimeControl
    spent: tuple[float, ...]
    turns: tuple[int, ...]

    @classmethod
    def new(cls, control: TimeControl, seats: int) -> "Clocks":
        """Return the clocks at the start of a game."""
        return cls(control, (0.0,) * seats, (0,) * seats)

    def after(self, seat: int, spent: float, turns: int = 0) -> "Clocks":
        """Return the clocks after a seat has spent time and ended turns."""
        if not spent and not turns:
            return self
        all_spent, all_turns = list(self.spent), list(self.turns)
        all_spent[seat] += spent
        all_turns[seat] += turns
        return replace(self, spent=tuple(all_spent), turns=tuple(all_turns))

    def left(self, seat: int, thought: float, waited: float) -> float | None:
        """Return the seconds that a seat has left; None without a limit.

        `thought` is the time since the last entry while the server was up: a live clock stands
        still while it is down. `waited` is all the time since the decision began.
        """
        if self.control.kind == "live":
            budget = self.control.minutes * 60 + self.control.seconds * self.turns[seat]
            return max(0.0, budget - self.spent[seat] - thought)
        return max(0.0, self.control.days * DAY - waited) if self.control.kind == "days" else None


@dataclass(frozen=True, slots=True)
class DecisionTime:
    """How long the current decision has taken, by a clock that never jumps (`ticks`).

    A clock of days counts all of it; a live clock only what was thought while the server was up
    and is in no entry yet.
    """

    began: float
    """When the time that no entry counts began, in ticks."""
    waited: float = 0.0
    """Seconds of the decision before that."""

    def thought(self, ticks: float) -> float:
        """Return the seconds that no entry counts yet."""
        return ticks - self.began

    def whole(self, ticks: float) -> float:
        """Return all seconds of the decision."""
        return self.waited + self.thought(ticks)

    def counted(self, ticks: float) -> Self:
        """Return the time after an entry has counted what was thought until now."""
        return replace(self, began=ticks, waited=self.whole(ticks))

    def at_least(self, seconds: float, ticks: float) -> Self:
        """Return the time if at least so many seconds are in no entry yet."""
        began = min(self.began, ticks - seconds)
        return self if began == self.began else replace(self, began=began)
