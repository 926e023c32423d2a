"""A table with those who look on: live connections, here and through other servers, and what they
are told."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Set
from contextlib import AbstractContextManager, nullcontext
from weakref import WeakValueDictionary

from parhelion.match import Match
from parhelion.server.audience import Audience
from parhelion.server.decision_time import A_MOMENT
from parhelion.server.presence import Connection, Crowd, PresenceReport
from parhelion.server.quotas import check, network_of
from parhelion.server.store import StoredTable
from parhelion.server.table import PROGRAM_PATIENCE, GameTable, Services
from parhelion.server.thinking_queue import Asker
from parhelion.server.time_source import Timer
from parhelion.server.viewer import Viewer

COUNTING_SECONDS = 1.0
"""How long a change of the number of spectators may wait before it is told."""
ANSWERING = 2.0
"""Seconds that other servers have to tell who is connected there."""


class WatchedTable(GameTable, ABC):
    """A table and its live connections."""

    def __init__(self, services: Services, stored: StoredTable, match: Match | None = None) -> None:
        super().__init__(services, stored, match)
        self.closed = False
        """Whether it has left the memory; whoever still holds it asks the lobby again."""
        self.touched = self.ticks()
        """When somebody did something here last."""
        self.time_known = asyncio.Event()
        """Unset while other servers are asked how long the present decision has taken."""
        self.time_known.set()
        self._audiences: WeakValueDictionary[tuple[object, ...], Audience] = WeakValueDictionary()
        self._told = Crowd()
        """Who is connected here, as other servers know."""
        self._visits: Timer | None = None
        """Set while there are visits: when the next one may expire."""
        self._absence: Timer | None = None
        """When the player to move will be missed."""
        self._silence: Timer | None = None
        """When a program that is to move will have been silent for long."""
        self._counting_spectators: asyncio.TimerHandle | None = None
        """Set while a change of their number is not told at once."""
        self._spectators_told = 0

    @abstractmethod
    def wake(self) -> None:
        """Let bots and clocks go on."""

    def audience(self, viewer: Viewer) -> Audience:
        """Those who see the same as a viewer; it is kept as long as one of them looks on."""
        known = bool(viewer.person)
        who = viewer.id if self.seats_of(viewer.person) else ""
        key = who, known, viewer.lang, viewer.layout
        audience = self._audiences.get(key)
        if audience is None:
            audience = self._audiences[key] = Audience(self, viewer)
        return audience

    @property
    def attended_here(self) -> bool:
        """True if the host or a player is connected through this server."""
        here = {each.viewer.id for each in self.presence.connections} | self.presence.visits.keys()
        return bool(here & {self.maker, *self._seats})

    def room_for(self, viewer: Viewer) -> AbstractContextManager[None]:
        """Count a spectator while they watch. Raises Refused if the table, or their address, has
        too many. Players always have room."""
        if self.seats_of(viewer.person):
            return nullcontext()
        watchers = self.presence.spectators(self.chairs)
        check(watchers, self.services.settings.limits.watchers, "too-many/connections")
        return self.services.quotas.spectator(self.id, viewer.address)

    def enter(self, connection: Connection) -> None:
        """Add a live connection."""
        self.presence.enter(connection)
        self.wake()
        connection.notify()
        self._tell_of(connection)

    def _tell_of(self, connection: Connection) -> None:
        """Tell who has come or gone: people with a seat at once; the number of spectators, who may
        come by the hundred, once a second, since each time all of them are told."""
        if self.seats_of(connection.viewer.person):
            self.notify()
        elif self._counting_spectators is None:
            self._tell_spectators()

    def _tell_spectators(self) -> None:
        """Tell their number if it is new, and if so wait before it is told again."""
        self._counting_spectators = None
        if self.presence.spectators(self.chairs) != self._spectators_told:
            self.notify()
            loop = asyncio.get_running_loop()
            self._counting_spectators = loop.call_later(COUNTING_SECONDS, self._tell_spectators)

    def leave(self, connection: Connection) -> None:
        """Remove a live connection; after a while others may put a bot on its person's seat."""
        self.touched = self.ticks()
        self.presence.leave(connection, self.touched)
        if self.seats_of(connection.viewer.person):
            self.notify_of_absence()
        self._tell_of(connection)

    def visit(self, viewer: Viewer) -> None:
        """Count a request of a player as presence for a while."""
        if not self.seats_of(viewer.person) or self.closed:
            return
        self.touched = self.ticks()
        if self.presence.visit(viewer, self.touched):
            self._end_visits()
            self.wake()
            self.notify()

    def _end_visits(self) -> None:
        """End the visits that have expired; set a timer for the next one."""
        if self._visits:
            self._visits.cancel()
            self._visits = None
        if self.presence.end_visits(self.ticks()):
            self.notify_of_absence()
            self.notify()
        if self.presence.visits and not self.closed:
            until = min(each.until for each in self.presence.visits.values())
            time = self.services.settings.time
            self._visits = time.call_later(until - self.ticks() + A_MOMENT, self._end_visits)

    def asker(self) -> Asker:
        """Return the person this table's bots think for: a connected player, or else the host."""
        for chair in self.chairs:
            address = self.presence.address_of(chair.person.id) if chair.person else None
            if chair.person and address is not None:
                return Asker(chair.person.id, network_of(address), seated=True)
        spectator = next(iter(self.presence.connections), None)
        address = network_of(spectator.viewer.address) if spectator else ""
        return Asker(self.maker or self.id, address)

    def notify_of_absence(self) -> None:
        """Notify all connections when the player to move is missed, unless they come back."""
        if self._absence:
            self._absence.cancel()
            self._absence = None
        seat = self.journal.turn
        if seat is not None and (person := self.chairs[seat].person):
            seconds = max(0.0, self.seconds_until_missed(person)) + A_MOMENT
            self._absence = self.services.settings.time.call_later(seconds, self.notify)

    def notify_of_silence(self) -> None:
        """Tell everybody when the program that is to move has not answered for long."""
        if self._silence:
            self._silence.cancel()
            self._silence = None
        seat, patience = self.journal.turn, PROGRAM_PATIENCE - self.decision.thought
        waits = self.status == "playing" and seat is not None and self.chairs[seat].is_program
        if waits and self.clock.kind == "none" and patience > 0 and not self.closed:
            time = self.services.settings.time
            self._silence = time.call_later(patience + A_MOMENT, self.notify)

    # --- other servers

    def introduce(self) -> None:
        """Ask the other servers who is connected there. Until they have had time to answer, nobody
        is taken to be away for long."""
        if self.services.nodes:
            if self.services.nodes.lease.alive:
                self.presence_known.clear()
                self.time_known.clear()
                asyncio.get_running_loop().call_later(ANSWERING, self._know_presence)
            self._tell_presence(asks=True)

    def meet_again(self) -> None:
        """Ask the other servers anew: what they told meanwhile may have been lost."""
        self.without(set(self.presence.elsewhere))
        self.introduce()

    def _know_presence(self) -> None:
        self.presence_known.set()
        self.time_known.set()
        self.notify()

    def _tell_presence(self, asks: bool = False) -> None:
        """Tell the other servers who is connected here, and how long the present decision takes."""
        if nodes := self.services.nodes:
            now, runs = self.ticks(), self.clock.kind == "live"
            self._told = self.presence.here(self.chairs)
            left = self.presence.seconds_since_left(self.chairs, now)
            thought = (self.journal.version, self.decision.thought) if runs else None
            report = PresenceReport(nodes.me, self.id, self._told, left, thought, asks)
            nodes.news.send(report)

    def hear(self, report: PresenceReport) -> None:
        """Take in what another server tells about this table."""
        if self.presence.hear(report, self.ticks()):
            self.notify_of_absence()
            self.notify()
        if report.thought and report.thought[0] == self.journal.version:
            if self.decision.count(report.thought[1]):
                self.notify()
            self.time_known.set()
        if report.asks:
            self._tell_presence()
        self.wake()

    def without(self, nodes: Set[str]) -> None:
        """Go on without some servers."""
        dropped = [self.presence.drop(node, self.ticks()) for node in nodes]
        if any(dropped):
            self.notify_of_absence()
            self.notify()
        self.wake()

    def notify(self) -> None:
        """Tell all connections that something changed."""
        nodes = None if self.closed else self.services.nodes
        if nodes and self._told != self.presence.here(self.chairs):
            self._tell_presence()
        self.revision += 1
        self._spectators_told = self.presence.spectators(self.chairs)
        self.public_states.clear()
        for connection in self.presence.connections:
            connection.notify()

    def fall_silent(self) -> None:
        """Tell the other servers that nobody is connected to this object any more: the one that is
        read from the database next tells who is."""
        if nodes := None if self.closed else self.services.nodes:
            nodes.news.send(PresenceReport(nodes.me, self.id, Crowd(), {}))
        self.closed = True
        for timer in filter(None, (self._absence, self._silence, self._visits)):
            timer.cancel()
        self.notify()
