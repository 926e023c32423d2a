"""Room for HTTP connections: the longest idle one is closed when a new one needs its place.

Without a limit, idle connections could use up all open files of the process, and nobody else could
connect. Live connections have limits of their own (see `quotas`).
"""

import logging
import sys
import time
from collections.abc import Callable
from typing import Protocol

from parhelion.server.quotas import network_of

if sys.platform != "win32":
    import resource

LOG = logging.getLogger("parhelion")
MAX_FILES = 65_536
"""Open files that a server needs at most: the limit of the process is raised up to this number."""
LOG_SECONDS = 60.0
"""Minimum interval between two log lines about closed connections."""


class IdleConnection(Protocol):
    """A connection that can be closed while it is idle."""

    @property
    def idle(self) -> bool:
        """True if no request of it is being answered."""

    def close(self) -> None:
        """Close it."""


class ConnectionRoom:
    """The HTTP connections of a server, grouped by network (see `network_of`)."""

    def __init__(
        self,
        per_address: int | None,
        in_all: int | None,
        is_proxy: Callable[[str], bool] = lambda _: False,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        """The limit per address does not apply to trusted proxies. None means no limit."""
        self._per_address, self._in_all = per_address, in_all
        self._is_proxy, self._ticks = is_proxy, ticks
        self._groups: dict[str, dict[IdleConnection, None]] = {}
        """The connections of each network, the longest unused first."""
        self._networks: dict[IdleConnection, str] = {}
        self._closed = 0
        """Connections closed since the last log line."""
        self._logged = -LOG_SECONDS

    def enter(self, connection: IdleConnection, address: str) -> None:
        """Add a connection. If there are too many, close an idle one."""
        network = self._networks[connection] = network_of(address)
        group = self._groups.setdefault(network, {})
        group[connection] = None
        limit = None if self._is_proxy(address) else self._per_address
        if limit is not None and len(group) > limit:
            self._close_one(group, connection)
        elif self._in_all is not None and len(self._networks) > self._in_all:
            self._close_one(max(self._groups.values(), key=len), connection)

    def touch(self, connection: IdleConnection) -> None:
        """Note that a connection is used."""
        network = self._networks.get(connection)
        if network is not None:
            group = self._groups[network]
            del group[connection]
            group[connection] = None

    def leave(self, connection: IdleConnection) -> None:
        """Remove a connection, if it has not been removed yet."""
        network = self._networks.pop(connection, None)
        if network is not None:
            del self._groups[network][connection]
            if not self._groups[network]:
                del self._groups[network]

    def _close_one(self, group: dict[IdleConnection, None], newest: IdleConnection) -> None:
        """Close the longest idle connection of a group; the newest if none is idle."""
        found = next((each for each in group if each.idle), newest)
        self.leave(found)
        found.close()
        self._closed += 1
        if self._ticks() - self._logged >= LOG_SECONDS:
            LOG.warning("too many connections: closed %d idle ones", self._closed)
            self._logged, self._closed = self._ticks(), 0


def raise_file_limit() -> None:
    """Raise the limit of open files of this process as far as the system lets it."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int | None:
    """Return the number of HTTP connections the process has room for; None if unlimited.

    The other half of the open files is for live connections, the database and everything else.
    """
    if sys.platform == "win32":
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else max(1, soft // 2)
