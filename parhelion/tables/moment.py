"""What a decision depends on besides the table: time and presence. Neither is in the journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field

RECONNECT_GRACE = 60.0
"""Seconds that a player whose connection was lost has to return."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long players without a clock may keep the others waiting, in seconds."""

    absent: float = 86_400.0
    """After a turn of this length, a bot may replace a player who is not connected."""
    unmoved: float = 300.0
    """A player who has never moved may be replaced this long after they left."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The time, and who is there."""

    now: float
    """Seconds since 1970, for the entries."""
    thought: float = 0.0
    """Seconds of the current decision that no entry counts yet, by a clock that never jumps."""
    waited: float = 0.0
    """All seconds of the current decision, also those while the server was down."""
    away: Mapping[str, float] = field(default_factory=dict)
    """Seconds since each player without a connection was last here, within the current turn."""
    lasted: float = 0.0
    """Seconds that the current turn has lasted, for the rules about absent players."""
    patience: Patience = Patience()
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
