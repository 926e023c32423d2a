"""Serves the built browser client: its files, its pages, and a page for unknown addresses."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from parhelion.server.assets import FOR_EVER
from parhelion.server.languages import language_of
from parhelion.server.problems import methods
from parhelion.words import Words, mark

CLIENT = Path(__file__).parent / "static"
PAGE = "index.html"
HASHED = "assets"
"""The folder of files whose names change with their content."""
PAGES = {
    "": (0,),
    "games": (0,),
    "learn": (2,),
    "login": (0,),
    "new": (1,),
    "recover": (0,),
    "rules": (0, 1),
    "settings": (0,),
    "t": (1,),
    "verify": (0, 1),
}
"""The pages of the client, as in `web/src/App.svelte`: the first part of the path, and how many
parts may follow it."""
NEVER_PAGES = ("api", "art", HASHED)
"""First parts of paths that only programs and pages request."""
ASK_FIRST = "no-cache"
HERE = '="./'
"""How addresses begin in the pages of the client as built."""
NOT_BUILT = mark("The client has not been built yet: run make play, or scripts/client.")


class ClientFiles(StaticFiles):
    """The client's files and pages. Unknown paths return 404."""

    def __init__(self, api_routes: Sequence[BaseRoute], folder: Path = CLIENT) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._api_routes, self._folder = api_routes, folder

    async def check_config(self) -> None:
        """Nothing to check: without a client the answer says so."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file or a page. Raises HTTPException if there is neither."""
        if methods(Request(scope), self._api_routes):
            raise HTTPException(405)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            response = await self._page_at(_parts(path), scope)
        hashed = _parts(path)[0] == HASHED
        response.headers["Cache-Control"] = FOR_EVER if hashed else ASK_FIRST
        return response

    def file_response(
        self,
        full_path: PathLike,
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file as it is, and pages with the path under which the client is shown."""
        if not str(full_path).endswith(".html"):
            return super().file_response(full_path, stat_result, scope, status_code)
        page = _located(Path(full_path), scope)
        headers = {"ETag": f'"{hashlib.sha256(page.encode()).hexdigest()[:16]}"'}
        if Headers(scope=scope).get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        return HTMLResponse(page, status_code, headers)

    async def _page_at(self, parts: list[str], scope: Scope) -> Response:
        """Return the page of an address. Browsers also get it for unknown addresses, with status
        404: it says that there is nothing here. For programs, raises HTTPException."""
        first, *rest = parts
        if len(rest) in PAGES.get(first, ()):
            return await self._page(scope)
        if first in NEVER_PAGES or not self._is_built or not _accepts_html(scope):
            raise HTTPException(404)
        return self._not_found(scope)

    async def _page(self, scope: Scope) -> Response:
        if not self._is_built:
            return PlainTextResponse(Words(language_of(Request(scope)))(NOT_BUILT), 503)
        return await super().get_response(PAGE, scope)

    def _not_found(self, scope: Scope) -> Response:
        """Return the page with status 404, and without an ETag: a 304 would hide the status."""
        return HTMLResponse(_located(self._folder / PAGE, scope), 404)

    @property
    def _is_built(self) -> bool:
        return (self._folder / PAGE).exists()


def _located(page: Path, scope: Scope) -> str:
    """A page whose addresses begin with the path of the server: as built, they begin with a dot,
    since nobody knew that path."""
    text = page.read_text(encoding="utf-8")
    return text.replace(HERE, f'="{scope.get("root_path", "")}/')


def _parts(path: str) -> list[str]:
    """Split a path as Starlette passes it: normalised, and a dot for the root."""
    return ("" if path == os.curdir else path).split(os.sep)


def _accepts_html(scope: Scope) -> bool:
    """Return True if a browser asks for a page, rather than a program for data."""
    return "text/html" in Headers(scope=scope).get("accept", "")
