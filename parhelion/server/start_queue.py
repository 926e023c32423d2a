"""Starts requests a few at a time, in turn between networks.

Hundreds of connections can send requests in the same moment. If all of them ran at once, the event
loop would accept nobody and read nothing until the last one was answered (L1).
"""

import asyncio
from collections import deque

from starlette.types import ASGIApp, Receive, Scope, Send

from parhelion.server.quotas import network_of

PER_ROUND = 8
"""Requests that start in one round of the event loop. A request takes about a millisecond."""


class StartQueue:
    """Requests that have come and not started yet."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By network (see `network_of`); the one that is next comes first."""
        self._runs = False

    async def turn(self, network: str) -> None:
        """Wait until a request of a network may start."""
        loop = asyncio.get_running_loop()
        mine = loop.create_future()
        self._waiting.setdefault(network, deque()).append(mine)
        if not self._runs:
            self._runs = True
            loop.call_soon(self._start_some)
        await mine

    def _start_some(self) -> None:
        for _ in range(PER_ROUND):
            if not self._waiting:
                self._runs = False
                return
            self._start_next()
        asyncio.get_running_loop().call_soon(self._start_some)

    def _start_next(self) -> None:
        network = next(iter(self._waiting))
        waiting = self._waiting.pop(network)
        first = waiting.popleft()
        if waiting:
            self._waiting[network] = waiting
        if not first.done():  # else it was cancelled
            first.set_result(None)


class InTurnMiddleware:
    """Passes requests and new live connections on in their turn."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self._queue = app, StartQueue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait, then pass a request on."""
        if scope["type"] != "lifespan":
            client = scope.get("client")
            await self._queue.turn(network_of(client[0]) if client else "")
        await self.app(scope, receive, send)
