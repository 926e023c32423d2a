"""Counts and logs every request and live connection under an id, which the answer tells; and
answers where nothing else could."""

import re
import secrets
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parhelion.server import logs, metrics
from parhelion.server.logs import LOG, NOTES, RequestNotes
from parhelion.server.problems import trouble

ID_HEADER = "X-Request-ID"
SANE_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
GONE = 499
"""The status of a request whose sender did not wait for the answer, as many servers count it."""


class RequestLogMiddleware:
    """Knows a request by its route, never by its address: ids and names stay out."""

    def __init__(self, app: ASGIApp, with_addresses: bool = False) -> None:
        self.app, self._with_addresses = app, with_addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note what became of it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        notes = RequestNotes(request_id(Headers(scope=scope)))
        NOTES.set(notes)
        if scope["type"] == "http":
            await self._answer(notes, scope, receive, send)
        else:
            await self._connect(scope, receive, send)

    async def _answer(
        self, notes: RequestNotes, scope: Scope, receive: Receive, send: Send
    ) -> None:
        began, status = time.perf_counter(), GONE

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[ID_HEADER] = notes.id
            await send(message)

        try:
            await self.app(scope, receive, with_id)
        except Exception as error:
            LOG.exception("a request failed", extra={"details": {"route": route_of(scope)}})
            if status != GONE:  # it is too late for another answer
                raise
            await trouble(HTTPConnection(scope), error)(scope, receive, with_id)
        finally:
            seconds = time.perf_counter() - began
            metrics.count_request(route_of(scope), scope["method"], status, seconds)
            self._log("request", scope, seconds, method=scope["method"], status=status)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        try:
            await self.app(scope, receive, send)
        except Exception:  # the other end finds the connection closed, and comes again
            LOG.exception("a live connection failed")
        finally:
            self._log("connection ended", scope, time.perf_counter() - began)

    def _log(self, message: str, scope: Scope, seconds: float, **details: object) -> None:
        notes = NOTES.get()
        told = {"route": route_of(scope), **details, "ms": round(seconds * 1000, 1)}
        if notes and notes.code:
            told["code"] = notes.code
        if self._with_addresses and scope.get("client"):
            told["address"] = scope["client"][0]
        logs.event(message, **told)


def request_id(headers: Headers) -> str:
    """The id that a proxy gave a request, if it looks like one, else a new one."""
    given = headers.get(ID_HEADER, "")
    return given if SANE_ID.fullmatch(given) else secrets.token_hex(8)


def route_of(scope: Scope) -> str:
    """The template of the address asked for: "client" for pages and files of the client, "none" for
    what was refused before anybody looked."""
    if isinstance(scope.get("endpoint"), StaticFiles):
        return "client"
    return str(getattr(scope.get("route"), "path", "none"))
