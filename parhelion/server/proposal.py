"""Proposals at a table: something that happens only if everybody who is asked agrees."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from parhelion.server.schemas import ProposalKind
from parhelion.server.store import Person


@dataclass(frozen=True)
class Proposal:
    """A takeback, or a bot that is to sit in for somebody."""

    kind: ProposalKind
    seat: int
    """Whose move is taken back, or whom a bot is to sit in for."""
    ply: int
    """How many moves would remain; for a bot, how many were played."""
    asker: str
    """The id of the person who asks."""
    agreed: tuple[str, ...] = ()
    """The ids of the people who agreed."""

    @classmethod
    def from_document(cls, document: dict[str, Any] | None) -> "Proposal | None":
        """The proposal that the database keeps as JSON, if there is one."""
        if document is None:
            return None
        return cls(**(document | {"agreed": tuple(document["agreed"])}))

    def document(self) -> dict[str, Any]:
        """The proposal as JSON for the database."""
        return asdict(self) | {"agreed": list(self.agreed)}

    def agreed_by(self, person: Person) -> "Proposal":
        """The proposal with one more who agrees."""
        return replace(self, agreed=(*self.agreed, person.id))

    def has_answer_of(self, person: Person | None) -> bool:
        """Whether a person asked for it, or has agreed."""
        return person is not None and person.id in (self.asker, *self.agreed)
