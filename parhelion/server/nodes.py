"""This server among those that share its database, and which tables are its own: the bots of a
table think, and its clocks fall, on exactly one server."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # only who has the extra can import them
    from parhelion.server.node_lease import NodeLease
    from parhelion.server.node_news import NodeNews


@dataclass(frozen=True)
class Nodes:
    """The lease of this server, and what it tells the others and hears from them."""

    lease: "NodeLease"
    news: "NodeNews"

    @property
    def me(self) -> str:
        """The id of this server."""
        return self.lease.node


@dataclass
class Ownership:
    """Whose a table is, as far as is known here. What matters is what the database says when
    something is committed."""

    nodes: Nodes | None
    """None if no other server can use the database: then everything belongs to this one."""
    owner: str | None
    """The id of the server that took the table last."""

    @property
    def mine(self) -> bool:
        """Whether this server lets bots and clocks go on."""
        if self.nodes is None:
            return True
        return self.owner == self.nodes.me and self.nodes.lease.held

    @property
    def free(self) -> bool:
        """Whether this server may take the table: it is nobody's, or of a server that is dead."""
        if self.nodes is None or not self.nodes.lease.held:
            return False
        return self.owner is None or not self.nodes.lease.is_alive(self.owner)

    def expected(self) -> dict[str, Any]:
        """What its row must hold when a bot or a clock of this server changes it."""
        return {} if self.nodes is None else {"owner": self.nodes.me}
