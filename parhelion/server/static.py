"""The built client, and what every answer carries: compression and security headers."""

from collections.abc import Sequence
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, PlainTextResponse
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parhelion.server.art import FOR_EVER
from parhelion.server.problems import Refused, answer, methods
from parhelion.words import Words, mark

CLIENT = Path(__file__).parent / "static"
ASK_FIRST = "no-cache"
NOT_BUILT = mark("The client has not been built yet: run make play, or scripts/client.")
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


class Guard:
    """Refuses bodies that are too large, and adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""
        if scope["type"] == "http" and not _small(Headers(scope=scope)):
            await answer(413, "bad-request", TOO_LARGE)(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, with_headers)


def _small(headers: Headers) -> bool:
    """Whether a request says that its body is small; one that does not say has none here."""
    length = headers.get("content-length", "0")
    return "transfer-encoding" not in headers and length.isdigit() and int(length) <= MAX_BYTES


def install(app: FastAPI, routes: Sequence[BaseRoute]) -> None:
    """Serve the client at every path that is not of the API, which has these routes."""
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guard)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def client(request: Request, path: str) -> Response:
        """A file of the client; any other path is one that the client itself knows."""
        if methods(request, routes):
            raise HTTPException(405)
        if path.split("/")[0] in ("api", "art", "assets") and not _file(path):
            raise Refused("unknown-path")
        file = _file(path) or CLIENT / "index.html"
        if not file.exists():
            lang = request.query_params.get("lang", "en")
            return PlainTextResponse(Words(lang)(NOT_BUILT), 503)
        cached = FOR_EVER if path.startswith("assets/") else ASK_FIRST
        return FileResponse(file, headers={"Cache-Control": cached})


def _file(path: str) -> Path | None:
    """The file of the client at a path, if there is one and it is inside."""
    file = (CLIENT / path).resolve()
    return file if file.is_file() and file.is_relative_to(CLIENT.resolve()) else None
