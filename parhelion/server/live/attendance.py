"""Live connections of a table, here and through other servers, and when players are missed."""

import asyncio
from collections.abc import Set
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from parhelion.server.live.audience import Audience
from parhelion.server.live.presence import Connection, Crowd, Presence, PresenceReport
from parhelion.server.quotas import check, network_of
from parhelion.server.thinking_queue import Asker
from parhelion.server.time_source import Timer
from parhelion.server.viewer import Viewer
from parhelion.tables.absence import seconds_until_missed
from parhelion.tables.commands import Agree, Command, Move, Substitute
from parhelion.tables.permissions import seconds_until_silent
from parhelion.tables.seats import Seats

if TYPE_CHECKING:
    from parhelion.server.live.live_table import LiveTable

COUNTING_SECONDS = 1.0
"""Minimum time between two messages about the number of spectators."""
REPORT_SECONDS = 2.0
"""Time that other servers have to report who is connected there."""
CLOCK_TOLERANCE = 0.05
"""Seconds by which timers and the clocks of two servers may differ."""


class Attendance:
    """The connections of a table, and the timers of its absent players."""

    def __init__(self, live: "LiveTable", since: float) -> None:
        """`since`, in ticks, is when the current turn began."""
        self._live, self._services = live, live.services
        self.presence = Presence(since)
        self.presence_known = asyncio.Event()
        """Set once other servers have had time to report who is connected there."""
        self.presence_known.set()
        self.time_known = asyncio.Event()
        """Unset while other servers are asked how long the current decision has taken."""
        self.time_known.set()
        self.revision = 0
        """Grows whenever anybody at the table may see something else than before."""
        self._audiences: WeakValueDictionary[tuple[object, ...], Audience] = WeakValueDictionary()
        self._seats: Seats = ()
        """The seats of `_players`, which are computed once for them."""
        self._players: Set[str] = frozenset()
        self._reported = Crowd()
        """The connections here that other servers know of."""
        self._visits: Timer | None = None
        """Set while there are visits: when the next one may expire."""
        self._absence: Timer | None = None
        """When the player to move will be missed, or a program will have been silent for long."""
        self._counting_spectators: asyncio.TimerHandle | None = None
        """Set while a change of their number waits to be sent."""
        self._spectators_sent = 0

    @property
    def players(self) -> Set[str]:
        """Ids of everyone who has a seat."""
        seats = self._live.table.seats
        if seats is not self._seats:
            self._seats, self._players = seats, self._live.table.people
        return self._players

    @property
    def spectators(self) -> int:
        """The number of spectators."""
        return self.presence.spectators(self.players)

    @property
    def is_followed(self) -> bool:
        """True if anybody is connected through any server."""
        return self.presence.followed

    @property
    def is_followed_here(self) -> bool:
        """True if anybody is connected through this server."""
        return self.presence.followed_here

    @property
    def is_attended_here(self) -> bool:
        """True if the host or a player is connected through this server."""
        here = {each.viewer.id for each in self.presence.connections} | self.presence.visits.keys()
        return bool(here & {self._live.table.setup.host, *self.players})

    def online(self) -> Set[str]:
        """Return the ids of the players who are connected."""
        return {id for id in self.players if self.presence.is_online(id)}

    def away(self, ticks: float) -> dict[str, float]:
        """Return for how many seconds players without a connection have been away. Empty as long
        as other servers may know of connections."""
        if not self.presence_known.is_set():
            return {}
        seconds = {id: self.presence.away(id, ticks) for id in self.players}
        return {id: away for id, away in seconds.items() if away}

    def lasted(self, ticks: float) -> float:
        """Return the seconds that the current turn has lasted."""
        return ticks - self.presence.since if self.presence_known.is_set() else 0.0

    def begin_turn(self, ticks: float) -> None:
        """Count absences from now on."""
        self.presence.since = ticks

    async def wait_for_reports(self, command: Command) -> None:
        """Wait until other servers have reported what a command depends on."""
        if isinstance(command, Substitute | Agree):
            await self.presence_known.wait()
        elif isinstance(command, Move) and self._live.table.setup.time.kind == "live":
            await self.time_known.wait()

    # --- connections

    def audience(self, viewer: Viewer) -> Audience:
        """Return the audience of a viewer. It is kept as long as one of them is connected."""
        is_player = viewer.id in self.players
        key = viewer.id if is_player else "", bool(viewer.person), viewer.lang, viewer.layout
        audience = self._audiences.get(key)
        if audience is None:
            audience = self._audiences[key] = Audience(self._live, viewer)
        return audience

    def room_for(self, viewer: Viewer) -> AbstractContextManager[None]:
        """Count a spectator while they watch. Raises Refused if the table, or their address, has
        too many. Players always have room."""
        if viewer.id in self.players:
            return nullcontext()
        check(self.spectators, self._services.settings.limits.watchers, "too-many/connections")
        return self._services.quotas.spectator(self._live.id, viewer.address)

    def enter(self, connection: Connection) -> None:
        """Add a live connection."""
        self.presence.enter(connection)
        self._live.wake()
        connection.notify()
        self._announce(connection)

    def leave(self, connection: Connection) -> None:
        """Remove a live connection. After a while a bot may replace its player."""
        self._live.touched = self._live.ticks()
        self.presence.leave(connection, self._live.touched)
        if connection.viewer.id in self.players:
            self.set_timers()
        self._announce(connection)

    def _announce(self, connection: Connection) -> None:
        """Send that somebody came or went: players at once, the number of spectators once a second,
        since everybody is sent each change."""
        if connection.viewer.id in self.players:
            self.notify()
        elif self._counting_spectators is None:
            self._send_spectators()

    def _send_spectators(self) -> None:
        """Send their number if it is new, and if so wait before it is sent again."""
        self._counting_spectators = None
        if self.spectators != self._spectators_sent:
            self.notify()
            loop = asyncio.get_running_loop()
            self._counting_spectators = loop.call_later(COUNTING_SECONDS, self._send_spectators)

    def visit(self, viewer: Viewer) -> None:
        """Count a request of a player as presence for a while."""
        if viewer.id not in self.players or self._live.closed:
            return
        self._live.touched = self._live.ticks()
        if self.presence.visit(viewer, self._live.touched):
            self._end_visits()
            self._live.wake()
            self.notify()

    def _end_visits(self) -> None:
        """End the visits that have expired, and set a timer for the next one."""
        _cancel(self._visits)
        self._visits = None
        if self.presence.end_visits(self._live.ticks()):
            self.set_timers()
            self.notify()
        if self.presence.visits and not self._live.closed:
            until = min(each.until for each in self.presence.visits.values())
            seconds = until - self._live.ticks() + CLOCK_TOLERANCE
            self._visits = self._services.time.call_later(seconds, self._end_visits)

    def asker(self) -> Asker:
        """Return the person this table's bots think for: a connected player, or else the host."""
        for seat in self._live.table.seats:
            address = self.presence.address_of(seat.person) if seat.person else None
            if seat.person and address is not None:
                return Asker(seat.person, network_of(address), seated=True)
        spectator = next(iter(self.presence.connections), None)
        address = network_of(spectator.viewer.address) if spectator else ""
        return Asker(self._live.table.setup.host or self._live.id, address)

    def set_timers(self) -> None:
        """Set the timer that notifies everybody when a bot may replace the player to move."""
        _cancel(self._absence)
        self._absence = None
        table, moment = self._live.table, self._live.moment()
        if self._live.closed or table.status != "playing" or table.turn is None:
            return
        missed = seconds_until_missed(table, table.turn, moment)
        silent = seconds_until_silent(table, table.turn, moment)
        seconds = missed if silent is None else silent
        if seconds is not None and seconds > 0:
            time = self._services.time
            self._absence = time.call_later(seconds + CLOCK_TOLERANCE, self.notify)

    def notify(self) -> None:
        """Let all connections send what changed."""
        nodes = None if self._live.closed else self._services.nodes
        if nodes and self._reported != self.presence.here(self.players):
            self._report()
        self.revision += 1
        self._spectators_sent = self.spectators
        self._live.views.clear_states()
        for connection in self.presence.connections:
            connection.notify()

    # --- other servers

    def ask_others(self) -> None:
        """Ask the other servers who is connected there. Until they have had time to answer, nobody
        counts as absent."""
        if self._services.nodes:
            if self._services.nodes.lease.alive:
                self.presence_known.clear()
                self.time_known.clear()
                asyncio.get_running_loop().call_later(REPORT_SECONDS, self._stop_asking)
            self._report(asks=True)

    def resync(self) -> None:
        """Ask the other servers again: reports may have been lost."""
        self.forget_nodes(set(self.presence.elsewhere))
        self.ask_others()

    def _stop_asking(self) -> None:
        self.presence_known.set()
        self.time_known.set()
        self.set_timers()
        self.notify()

    def _report(self, asks: bool = False) -> None:
        """Report to the other servers who is connected here, and how long the decision takes."""
        if nodes := self._services.nodes:
            live, now = self._live, self._live.ticks()
            self._reported = self.presence.here(self.players)
            left = self.presence.seconds_since_left(self.players, now)
            runs = live.table.setup.time.kind == "live"
            thought = (live.table.position, live.time.thought(now)) if runs else None
            report = PresenceReport(nodes.me, live.id, self._reported, left, thought, asks)
            nodes.news.send(report)

    def receive(self, report: PresenceReport) -> None:
        """Process the report of another server."""
        live, now = self._live, self._live.ticks()
        if self.presence.receive(report, now):
            self.set_timers()
            self.notify()
        if report.thought and report.thought[0] == live.table.position:
            if report.thought[1] > live.time.thought(now) + CLOCK_TOLERANCE:
                live.time = live.time.at_least(report.thought[1], now)
                self.notify()
            self.time_known.set()
        if report.asks:
            self._report()
        live.wake()

    def forget_nodes(self, nodes: Set[str]) -> None:
        """Forget the connections of some nodes."""
        dropped = [self.presence.drop(node, self._live.ticks()) for node in nodes]
        if any(dropped):
            self.notify()
        self._live.wake()

    def close(self) -> None:
        """Stop all timers, and report that nobody is connected to this object any more: the one
        that is read from the database next reports who is."""
        if nodes := self._services.nodes:
            nodes.news.send(PresenceReport(nodes.me, self._live.id, Crowd(), {}))
        for timer in (self._absence, self._visits):
            _cancel(timer)


def _cancel(timer: Timer | None) -> None:
    if timer:
        timer.cancel()
