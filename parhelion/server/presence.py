"""Who is connected to a table, here or through another server, and since when the others are
not."""

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, field
from typing import Protocol

import orjson

from parhelion.server.chairs import Chairs
from parhelion.server.store import Person
from parhelion.server.viewer import Viewer


class Connection(Protocol):
    """A live connection to a table."""

    viewer: Viewer

    def notify(self) -> None:
        """Tell that something changed, or that the table left the memory."""

    def hang_up(self) -> None:
        """Close it: the session of its viewer has ended."""


@dataclass(frozen=True)
class Crowd:
    """Those who are connected to a table through one server."""

    seated: Set[str] = frozenset()
    """The ids of people who have a seat."""
    others: int = 0
    """How many connections belong to nobody of them."""

    def __bool__(self) -> bool:
        return bool(self.seated or self.others)


@dataclass(frozen=True)
class PresenceReport:
    """What a server tells the others about a table that it has in memory."""

    node: str
    table: str
    crowd: Crowd
    left: dict[str, float]
    """How many seconds ago the last connection of each person with a seat ended, by their id."""
    thought: tuple[int, float] | None = None
    """The version of the table and how many seconds its present decision has taken, where a live
    clock runs."""
    asks: bool = False
    """Whether the others are to tell the same."""

    def text(self) -> str:
        """The report as it is sent."""
        seated, others = sorted(self.crowd.seated), self.crowd.others
        told = [self.node, self.table, seated, others, self.left, self.thought, self.asks]
        return orjson.dumps(told).decode()

    @classmethod
    def read(cls, text: str) -> "PresenceReport":
        """A report as it was sent."""
        node, table, seated, others, left, thought, asks = orjson.loads(text)
        crowd = Crowd(frozenset(seated), others)
        return cls(node, table, crowd, left, tuple(thought) if thought else None, asks)


@dataclass
class Presence:
    """Who is connected, and since when the others are not."""

    since: float
    """When the present decision began: nobody has been away for longer."""
    connections: set[Connection] = field(default_factory=set)
    left: dict[str, float] = field(default_factory=dict)
    """When each person's last connection ended, by their id."""
    elsewhere: dict[str, Crowd] = field(default_factory=dict)
    """Who is connected through other servers, by their ids."""
    _people: Counter[str] = field(default_factory=Counter)
    """How many connections each person has, by their id; people who are not known share one."""

    def enter(self, connection: Connection) -> None:
        """Add a connection."""
        self.connections.add(connection)
        self._people[connection.viewer.id] += 1

    def leave(self, connection: Connection, now: float) -> None:
        """Remove a connection."""
        self.connections.discard(connection)
        self._people[connection.viewer.id] -= 1
        if not self._people[connection.viewer.id]:
            del self._people[connection.viewer.id]
        if connection.viewer.person:
            self.left[connection.viewer.id] = now

    @property
    def followed(self) -> bool:
        """Whether somebody looks on, through whichever server."""
        return bool(self.connections or self.elsewhere)

    def online(self, person: Person) -> bool:
        """Whether a person has a connection."""
        if self._people[person.id] > 0:
            return True
        return any(person.id in crowd.seated for crowd in self.elsewhere.values())

    def away(self, person: Person, now: float) -> float:
        """For how many seconds a person has had no connection."""
        if self.online(person):
            return 0
        return now - max(self.left.get(person.id, self.since), self.since)

    def spectators(self, chairs: Chairs) -> int:
        """How many connections belong to nobody who has one of these chairs."""
        return self.here(chairs).others + sum(crowd.others for crowd in self.elsewhere.values())

    # --- between servers

    def here(self, chairs: Chairs) -> Crowd:
        """Who is connected through this server."""
        ids = {chair.person.id for chair in chairs if chair.person}
        seated = frozenset(id for id in ids if self._people[id] > 0)
        return Crowd(seated, len(self.connections) - sum(self._people[id] for id in seated))

    def seconds_since_left(self, chairs: Chairs, now: float) -> dict[str, float]:
        """How long ago the people of these chairs were last connected here or elsewhere, as far as
        they were while the table was in memory."""
        ids = {chair.person.id for chair in chairs if chair.person}
        return {id: now - self.left[id] for id in sorted(ids & self.left.keys())}

    def hear(self, report: PresenceReport, now: float) -> bool:
        """Take in who is connected through another server; whether that has changed."""
        for id, seconds in report.left.items():
            self.left[id] = max(self.left.get(id, self.since), now - seconds)
        return self._replace(report.node, report.crowd, now)

    def drop(self, node: str, now: float) -> bool:
        """Take it that nobody is connected through a server any more; whether anybody was."""
        return self._replace(node, Crowd(), now)

    def _replace(self, node: str, crowd: Crowd, now: float) -> bool:
        before = self.elsewhere.pop(node, Crowd())
        if crowd:
            self.elsewhere[node] = crowd
        for id in before.seated - crowd.seated:
            self.left[id] = now
        return before != crowd
