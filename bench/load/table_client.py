"""A table as a player sees it, whichever server it is on: live connections, and random moves."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence

from bench.load.tally import Traffic
from bench.load.websocket_client import WebSocketClient

PLAYERS = 2
AT_ONCE = 16
"""How many connections are opened at the same time, so that a server is not flooded by them."""


class LiveConnection(ABC):
    """A live connection to a table. It knows the version of the table that it was shown last."""

    def __init__(self, traffic: Traffic) -> None:
        self.version = -1
        self.on_version: Callable[[LiveConnection, int], None] | None = None
        """Called with the version shown before, whenever a later one is shown."""
        self.on_lost: Callable[[], None] | None = None
        self._next: asyncio.Future[None] | None = None
        self.socket = WebSocketClient(traffic, self._receive, self._lose)

    @abstractmethod
    def read(self, message: bytes) -> int | None:
        """Take in a message; the version of the table that it shows, if it shows one."""

    async def connect(self, port: int, path: str, token: str | None = None) -> None:
        """Connect, and wait until the table is shown for the first time."""
        await self.socket.open(port, path, token)
        if self.version < 0:
            await self.next_view()

    def next_view(self) -> asyncio.Future[None]:
        """Is done when a later version is shown."""
        self._next = asyncio.get_running_loop().create_future()
        return self._next

    def _receive(self, message: bytes) -> None:
        version, before = self.read(message), self.version
        if version is None or version <= before:
            return
        self.version = version
        if self._next and not self._next.done():
            self._next.set_result(None)
        if self.on_version:
            self.on_version(self, before)

    def _lose(self) -> None:
        if self._next and not self._next.done():
            self._next.set_exception(ConnectionError("the server hung up"))
        if self.on_lost:
            self.on_lost()


class TableClient(ABC):
    """A table with the connections of two players first, then those of spectators. One connection
    is that of a player who has both seats."""

    def __init__(self, connections: int) -> None:
        self.size = connections
        self.connections: list[LiveConnection] = []

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """The seat to move."""

    @abstractmethod
    async def new_game(self, advance: Callable[[], None] | None = None) -> None:
        """Begin a new game, with everybody connected."""

    @abstractmethod
    async def move(self, chance: random.Random) -> None:
        """Make a random legal move; return when it is acknowledged."""

    @property
    def mover(self) -> LiveConnection:
        """The connection of the player to move."""
        return self.connections[self.turn % min(PLAYERS, self.size)]

    @property
    def other_player(self) -> LiveConnection | None:
        """The connection of the player who is not to move; None if one plays both seats."""
        return self.connections[1 - self.turn] if self.size > 1 else None

    async def leave(self) -> None:
        """Close all live connections."""
        sockets = [connection.socket for connection in self.connections]
        self.connections = []
        for socket in sockets:
            socket.close()
        await asyncio.gather(*(socket.closed for socket in sockets))

    async def hang_up(self) -> None:
        """Close all connections, of whatever kind."""
        await self.leave()


async def a_few_at_once(
    work: Sequence[Callable[[], Awaitable[None]]], advance: Callable[[], None] | None = None
) -> None:
    """Do some work, not all of it at the same time; `advance` is called after each piece."""
    free = asyncio.Semaphore(AT_ONCE)

    async def do(piece: Callable[[], Awaitable[None]]) -> None:
        async with free:
            await piece()
        if advance:
            advance()

    await asyncio.gather(*map(do, work))
