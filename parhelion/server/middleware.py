"""What every answer goes through: compression, security headers, the log, limits to what is
asked."""

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parhelion.server.assets import NO_STORE
from parhelion.server.hosts import KnownHosts
from parhelion.server.languages import language_of
from parhelion.server.origins import is_own_origin
from parhelion.server.problems import SENTENCES, answer
from parhelion.server.request_log import RequestLogMiddleware
from parhelion.server.schemas import Code
from parhelion.server.settings import Settings
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
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing, so that any page may ask."""


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
    """Adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if scope["scheme"] == "https":
                    headers.update(ONLY_TLS)
                if scope["path"].removeprefix(scope["root_path"]).startswith(PRIVATE):
                    headers.setdefault("Cache-Control", NO_STORE)
            await send(message)

        await self.app(scope, receive, with_headers)


class SecurityMiddleware:
    """Refuses large bodies, commands of foreign pages and what is asked under a foreign name."""

    def __init__(self, app: ASGIApp, hosts: KnownHosts | None) -> None:
        self.app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is refused."""
        if scope["type"] == "http" and (refusal := self._refusal(scope)):
            await refusal(scope, receive, send)
        elif scope["type"] == "websocket" and not self._is_for_us(HTTPConnection(scope)):
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        connection = HTTPConnection(scope)
        if not self._is_for_us(connection):
            return _refused(connection, "foreign-host")
        if not _is_small(connection.headers):
            return answer(413, "bad-request", Words(language_of(connection))(TOO_LARGE))
        if scope["method"] not in SAFE and not is_own_origin(connection):
            return _refused(connection, "foreign-page")
        return None

    def _is_for_us(self, connection: HTTPConnection) -> bool:
        return self._hosts is None or self._hosts.include(connection.headers.get("host", ""))


def _refused(connection: HTTPConnection, code: Code) -> Response:
    status, sentence = SENTENCES[code]
    return answer(status, code, Words(language_of(connection))(sentence))


def _is_small(headers: Headers) -> bool:
    """Whether a request announces a small body. One without a length must not have a body."""
    length = headers.get("content-length", "0")
    return "transfer-encoding" not in headers and length.isdigit() and int(length) <= MAX_BYTES


def install(app: FastAPI, settings: Settings) -> None:
    """Put the middleware around an app; what is added last is outermost."""
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(SecurityMiddleware, hosts=settings.hosts)
    app.add_middleware(RequestLogMiddleware, with_addresses=settings.hosting.log_addresses)
    app.add_middleware(HeadersMiddleware)
    app.add_middleware(RootPathMiddleware, root_path=settings.hosting.root_path)
