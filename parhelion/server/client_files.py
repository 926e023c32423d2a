"""Serves the built browser client at every path that is not part of the API."""

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
NOT_PAGES = ("api", "art", HASHED)
"""The first parts of paths that the client does not know as pages."""
ASK_FIRST = "no-cache"
HERE = '="./'
"""How addresses begin in the pages of the client as built."""
NOT_BUILT = mark("The client has not been built yet: run make play, or scripts/client.")


class ClientFiles(StaticFiles):
    """The files of the client; every other path is one of its pages."""

    def __init__(self, api_routes: Sequence[BaseRoute], folder: Path = CLIENT) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._api_routes, self._folder = api_routes, folder

    async def check_config(self) -> None:
        """Nothing to check: without a client the answer says so."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page that finds out itself what to show at a path."""
        if methods(Request(scope), self._api_routes):
            raise HTTPException(405)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or _first(path) in NOT_PAGES:
                raise
            response = await self._page(scope)
        response.headers["Cache-Control"] = FOR_EVER if _first(path) == HASHED else ASK_FIRST
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
        return _located(Path(full_path).read_text(encoding="utf-8"), scope, status_code)

    async def _page(self, scope: Scope) -> Response:
        if not (self._folder / PAGE).exists():
            return PlainTextResponse(Words(language_of(Request(scope)))(NOT_BUILT), 503)
        return await super().get_response(PAGE, scope)


def _located(page: str, scope: Scope, status: int) -> Response:
    """A page whose addresses begin with the path of the server: as built, they begin with a dot,
    since nobody knew that path."""
    page = page.replace(HERE, f'="{scope.get("root_path", "")}/')
    headers = {"ETag": f'"{hashlib.sha256(page.encode()).hexdigest()[:16]}"'}
    if Headers(scope=scope).get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return HTMLResponse(page, status, headers)


def _first(path: str) -> str:
    return path.split(os.sep)[0]
