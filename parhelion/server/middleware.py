"""What every answer goes through: compression, security headers, limits to what is asked."""

import asyncio

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parhelion.server.languages import language_of
from parhelion.server.lobby import Lobby
from parhelion.server.origins import is_own_origin
from parhelion.server.people import digest_of
from parhelion.server.problems import Refused, answer, refusal_answer
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
MAX_BYTES = 1_000_000
TOO_LARGE = mark("This is too large.")
BODY_SECONDS = 30.0
"""How long the body of a request may take."""
TOO_SLOW = "the body of the request did not come"
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing, so that any page may ask."""


class SecurityMiddleware:
    """Refuses large bodies, commands of foreign pages and too many requests, and adds the security
    headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is refused."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if refusal := _refusal(scope):
            await refusal(scope, receive, send)
            return

        body = TimelyBody(receive)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS | body.headers)
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


def _refusal(scope: Scope) -> Response | None:
    connection = HTTPConnection(scope)
    lang = language_of(connection)
    if not _is_small(connection.headers):
        return answer(413, "bad-request", Words(lang)(TOO_LARGE))
    try:
        if scope["method"] not in SAFE and not is_own_origin(connection):
            raise Refused("foreign-page")
        _count(connection)
    except Refused as refused:
        return refusal_answer(refused, lang)
    return None


def _count(connection: HTTPConnection) -> None:
    """Count a request; refused if there are too many. Whoever asks is told by their secret, whether
    or not anybody has it: who changes it all the time still has one address."""
    lobby: Lobby = connection.app.state.lobby
    secret = secret_of(connection)
    lobby.quotas.spend("requests", digest_of(secret) if secret else "", address_of(connection))


def _is_small(headers: Headers) -> bool:
    """Whether a request announces a small body. One without a length must not have a body."""
    length = headers.get("content-length", "0")
    return "transfer-encoding" not in headers and length.isdigit() and int(length) <= MAX_BYTES


def install(app: FastAPI) -> None:
    """Put the middleware around an app."""
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(SecurityMiddleware)
