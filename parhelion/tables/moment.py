"""What a decision depends on besides the table: time and presence. Neither is in the journal."""

from collections.abc import Set
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Moment:
    """The time, and who is there."""

    now: float
    """Seconds since 1970, for the entries."""
    thought: float = 0.0
    """Seconds of the current decision that no entry counts yet, by a clock that never jumps."""
    waited: float = 0.0
    """All seconds of the current decision, also those while the server was down."""
    absent: Set[str] = frozenset()
    """Ids of people who have been away so long that a bot may play for them."""
    followed: bool = True
    """True if anybody is connected to the table."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who gives a command."""

    id: str
    owner: str | None = None
    """If the person is a program: the id of its owner, empty for one of the host. Else None."""

    @property
    def is_program(self) -> bool:
        """True for a custom bot."""
        return self.owner is not None
