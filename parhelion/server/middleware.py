"""What every answer goes through: compression, security headers, the log, limits to what is
asked."""

import asyncio

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parhelion.refusals import SENTENCES, Refused
from parhelion.server.assets import NO_STORE
from parhelion.server.hosts import KnownHosts
from parhelion.server.languages import language_of
from parhelion.server.lobby import Lobby
from parhelion.server.origins import is_own_origin
from parhelion.server.problems import answer, refusal
from parhelion.server.request_log import RequestLogMiddleware
from parhelion.server.secret_tokens import digest
from parhelion.server.settings import Settings
from parhelion.server.start_queue import InTurnMiddleware, StartQueue
from parhelion.server.viewer import address_of, secret_of
from parhelion.words import Words, mark

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
ONLY_TLS = {"Strict-Transport-Security": "max-age=31536000"}
"""For who came over TLS: never come without it again."""
PRIVATE = "/api/"
"""Answers there may depend on who asks; no cache keeps them unless they say that it may."""
MAX_BYTES = 1_000_000
TOO_LARGE = mark("This is too large.")
TWO_HOSTS = SENTENCES["bad-request"]
BODY_SECONDS = 30.0
"""How long the body of a request may take."""
TOO_SLOW = "the body of the request did not come"
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing, so that any page may ask."""


class TurnsMiddleware(InTurnMiddleware):
    """Starts requests in the queue in which messages on live connections wait, too."""

    def __init__(self, app: ASGIApp, queue: StartQueue) -> None:
        super().__init__(app)
        self._queue = queue


class RootPathMiddleware:
    """Tells everything inside under which path the server is shown, whether the proxy in front
    passes that path on or leaves it out."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app, self._root_path = app, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        scope["root_path"] = self._root_path
        await self.app(scope, receive, send)


class HeadersMiddleware:
    """Adds the security headers to every answer, and waits for no body for ever."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        body = TimelyBody(receive)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS | body.headers)
                if scope["scheme"] == "https":
                    headers.update(ONLY_TLS)
                if scope["path"].removeprefix(scope["root_path"]).startswith(PRIVATE):
                    headers.setdefault("Cache-Control", NO_STORE)
            await send(message)

        await self.app(scope, body.receive, with_headers)


class TimelyBody:
    """The body of a request, which must come in time: who sends half of one must not be waited for.
    For the head of a request see `http_protocol`."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._due = asyncio.get_running_loop().time() + BODY_SECONDS
        self._complete = False
        self.headers: dict[str, str] = {}
        """What has to be said with the answer."""

    async def receive(self) -> Message:
        """The next part; HTTPException if it is late."""
        if self._complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._due):
                message = await self._receive()
        except TimeoutError:
            self.headers = {"Connection": "close"}
            raise HTTPException(408, TOO_SLOW) from None
        self._complete = not message.get("more_body")
        return message


class SecurityMiddleware:
    """Refuses large bodies, commands of foreign pages, what is asked under a foreign name, and too
    many requests."""

    def __init__(self, app: ASGIApp, hosts: KnownHosts | None) -> None:
        self.app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is refused."""
        if scope["type"] == "http" and (refused := self._refused(scope)):
            await refused(scope, receive, send)
        elif scope["type"] == "websocket" and (
            _has_two_hosts(HTTPConnection(scope)) or not self._is_for_us(HTTPConnection(scope))
        ):
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self.app(scope, receive, send)

    def _refused(self, scope: Scope) -> Response | None:
        connection = HTTPConnection(scope)
        if _has_two_hosts(connection):
            return answer(400, "bad-request", Words(language_of(connection))(TWO_HOSTS))
        if not _is_small(connection.headers):
            return answer(413, "bad-request", Words(language_of(connection))(TOO_LARGE))
        try:
            self._check(connection, scope["method"])
        except Refused as refused:
            return refusal(connection, refused)
        return None

    def _check(self, connection: HTTPConnection, method: str) -> None:
        if not self._is_for_us(connection):
            raise Refused("foreign-host")
        if method not in SAFE and not is_own_origin(connection):
            raise Refused("foreign-page")
        _count(connection)

    def _is_for_us(self, connection: HTTPConnection) -> bool:
        return self._hosts is None or self._hosts.include(connection.headers.get("host", ""))


def _has_two_hosts(connection: HTTPConnection) -> bool:
    """Return True for more than one Host header: a proxy may have checked the other one."""
    return len(connection.headers.getlist("host")) > 1


def _count(connection: HTTPConnection) -> None:
    """Count a request; refused if there are too many. Whoever asks is told by their secret, whether
    or not anybody has it: who changes it all the time still has one address."""
    lobby: Lobby = connection.app.state.lobby
    secret = secret_of(connection)
    lobby.quotas.spend("requests", digest(secret) if secret else "", address_of(connection))


def _is_small(headers: Headers) -> bool:
    """Whether a request announces a small body. One without a length must not have a body."""
    length = headers.get("content-length", "0")
    return "transfer-encoding" not in headers and length.isdigit() and int(length) <= MAX_BYTES


def install(app: FastAPI, settings: Settings) -> None:
    """Put the middleware around an app; what is added last is outermost."""
    app.state.turns = StartQueue()
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(SecurityMiddleware, hosts=settings.hosts)
    app.add_middleware(RequestLogMiddleware, with_addresses=settings.hosting.log_addresses)
    app.add_middleware(HeadersMiddleware)
    app.add_middleware(RootPathMiddleware, root_path=settings.hosting.root_path)
    app.add_middleware(TurnsMiddleware, queue=app.state.turns)
