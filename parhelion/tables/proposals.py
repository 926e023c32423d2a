"""Proposals: what happens only if all other players agree."""

from dataclasses import dataclass, replace
from typing import Literal

ProposalKind = Literal["takeback", "bot"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A takeback, or a bot that is to play for somebody."""

    kind: ProposalKind
    seat: int
    """Whose move is taken back, or who is replaced by a bot."""
    ply: int
    """The number of moves that remain; for a bot, the number of moves played."""
    asker: str
    """The id of the person who proposed it."""
    agreed: tuple[str, ...] = ()
    """The ids of those who agreed."""

    def agreed_by(self, person: str) -> "Proposal":
        """Return the proposal after one more person agreed."""
        return replace(self, agreed=(*self.agreed, person))

    def is_answered_by(self, person: str | None) -> bool:
        """Return True if the person made the proposal or agreed to it."""
        return person is not None and person in (self.asker, *self.agreed)
