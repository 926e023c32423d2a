"""Who is connected to a table, through this server or another one.

A player who only sends requests, as programs do, counts as connected for a while after each.
"""

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Protocol

import orjson

from parhelion.server.viewer import Viewer

VISIT_SECONDS = 60.0
"""Seconds for which a request of a player counts as presence."""


class Connection(Protocol):
    """A live connection to a table."""

    viewer: Viewer

    def notify(self) -> None:
        """Send what changed, or close if the table left the memory."""

    def hang_up(self) -> None:
        """Close it: the session of its viewer has ended."""


@dataclass(frozen=True)
class Visit:
    """Presence of a player without a live connection, because of their latest request."""

    address: str
    until: float


@dataclass(frozen=True)
class Crowd:
    """People who are connected to a table through one server."""

    seated: Mapping[str, str] = field(default_factory=dict)
    """Addresses of the players, by their ids."""
    others: int = 0
    """How many connections belong to nobody of them."""

    def __bool__(self) -> bool:
        return bool(self.seated or self.others)


@dataclass(frozen=True)
class PresenceReport:
    """What a server reports to the others about a table in its memory."""

    node: str
    table: str
    crowd: Crowd
    left: dict[str, float]
    """How many seconds ago the last connection of each person with a seat ended, by their id."""
    thought: tuple[int, float] | None = None
    """The position and how many seconds its decision has taken, where a live clock runs."""
    asks: bool = False
    """True if the others are to report, too."""

    def text(self) -> str:
        """The report as it is sent."""
        seated, others = self.crowd.seated, self.crowd.others
        values = [self.node, self.table, seated, others, self.left, self.thought, self.asks]
        return orjson.dumps(values).decode()

    @classmethod
    def read(cls, text: str) -> "PresenceReport":
        """A report as it was sent."""
        node, table, seated, others, left, thought, asks = orjson.loads(text)
        crowd = Crowd(seated, others)
        return cls(node, table, crowd, left, tuple(thought) if thought else None, asks)


@dataclass
class Presence:
    """Who is connected, and since when the others are not."""

    since: float
    """When the current turn began: nobody has been away for longer."""
    connections: set[Connection] = field(default_factory=set)
    visits: dict[str, Visit] = field(default_factory=dict)
    """The visits of players without a live connection here, by their ids."""
    left: dict[str, float] = field(default_factory=dict)
    """When each person's last connection ended or their last request came, by their id."""
    elsewhere: dict[str, Crowd] = field(default_factory=dict)
    """Who is connected through other servers, by their ids."""
    _people: Counter[str] = field(default_factory=Counter)
    """How many connections each person has, by their id; people who are not known share one."""

    def enter(self, connection: Connection) -> None:
        """Add a connection. It replaces a visit of the same person."""
        self.connections.add(connection)
        self.visits.pop(connection.viewer.id, None)
        self._people[connection.viewer.id] += 1

    def leave(self, connection: Connection, now: float) -> None:
        """Remove a connection."""
        self.connections.discard(connection)
        self._people[connection.viewer.id] -= 1
        if not self._people[connection.viewer.id]:
            del self._people[connection.viewer.id]
        if connection.viewer.person:
            self.left[connection.viewer.id] = now

    def visit(self, player: Viewer, now: float) -> bool:
        """Note a request of a player. Return True if they were not connected through this server.

        A live connection makes visits unnecessary: its end is known at once.
        """
        if self._people[player.id] > 0:
            return False
        new = player.id not in self.visits
        self.visits[player.id] = Visit(player.address, now + VISIT_SECONDS)
        return new

    def end_visits(self, now: float) -> bool:
        """Remove the visits that have expired. Return True if there were any."""
        expired = [id for id, visit in self.visits.items() if visit.until <= now]
        for id in expired:
            self.left[id] = self.visits.pop(id).until - VISIT_SECONDS
        return bool(expired)

    @property
    def followed_here(self) -> bool:
        """True if anybody is connected through this server."""
        return bool(self.connections or self.visits)

    @property
    def followed(self) -> bool:
        """True if anybody is connected through any server."""
        return bool(self.followed_here or self.elsewhere)

    def is_online(self, id: str) -> bool:
        """Return True if a person is connected."""
        if self._people[id] > 0 or id in self.visits:
            return True
        return any(id in crowd.seated for crowd in self.elsewhere.values())

    def address_of(self, id: str) -> str | None:
        """Return the address of a person who is connected; None if they are not."""
        if self._people[id] > 0:
            return min(each.viewer.address for each in self.connections if each.viewer.id == id)
        if visit := self.visits.get(id):
            return visit.address
        return next((here[id] for here in self._seated_elsewhere() if id in here), None)

    def _seated_elsewhere(self) -> list[Mapping[str, str]]:
        return [crowd.seated for crowd in self.elsewhere.values()]

    def away(self, id: str, now: float) -> float:
        """Return for how many seconds a person has not been here, within the current turn."""
        if self.is_online(id):
            return 0.0
        return now - max(self.left.get(id, self.since), self.since)

    def spectators(self, players: Set[str]) -> int:
        """Return the number of connections that belong to none of the players."""
        return self.here(players).others + sum(crowd.others for crowd in self.elsewhere.values())

    # --- between servers

    def here(self, players: Set[str]) -> Crowd:
        """Return the people who are connected through this server."""
        here = {id for id in players if self._people[id] > 0 or id in self.visits}
        seated = {id: str(self.address_of(id)) for id in sorted(here)}
        return Crowd(seated, len(self.connections) - sum(self._people[id] for id in seated))

    def seconds_since_left(self, players: Set[str], now: float) -> dict[str, float]:
        """Return how long ago players were last connected, if they were while the table was in
        memory."""
        return {id: now - self.left[id] for id in sorted(players & self.left.keys())}

    def receive(self, report: PresenceReport, now: float) -> bool:
        """Store who is connected through another server. Return True if that has changed."""
        for id, seconds in report.left.items():
            self.left[id] = max(self.left.get(id, self.since), now - seconds)
        return self._replace(report.node, report.crowd, now)

    def drop(self, node: str, now: float) -> bool:
        """Forget the connections of a node. Return True if it had any."""
        return self._replace(node, Crowd(), now)

    def _replace(self, node: str, crowd: Crowd, now: float) -> bool:
        before = self.elsewhere.pop(node, Crowd())
        if crowd:
            self.elsewhere[node] = crowd
        for id in before.seated.keys() - crowd.seated.keys():
            self.left[id] = now
        return before != crowd
