"""The OpenAPI document as a file: made once, and sent again only if it has changed.

FastAPI would write it anew for each request, which takes several milliseconds (L1).
"""

import gzip
import hashlib
from functools import cached_property
from typing import Any

import orjson
from fastapi import FastAPI, Request
from starlette.responses import Response

from parhelion.server.client_files import ASK_FIRST

PATH = "/api/openapi.json"
JSON = "application/json"


class OpenApiFile:
    """The document of an app, plain and compressed."""

    def __init__(self, app: FastAPI, root_path: str) -> None:
        self._app, self._root_path = app, root_path

    async def answer(self, request: Request) -> Response:
        """Return the document, unless the client has it."""
        headers = {"ETag": self._etag, "Cache-Control": ASK_FIRST, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self._etag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._plain, headers=headers, media_type=JSON)
        headers["Content-Encoding"] = "gzip"
        return Response(self._packed, headers=headers, media_type=JSON)

    @cached_property
    def _plain(self) -> bytes:
        document: dict[str, Any] = self._app.openapi()
        if self._root_path:
            document = document | {"servers": [{"url": self._root_path}]}
        return orjson.dumps(document)

    @cached_property
    def _packed(self) -> bytes:
        return gzip.compress(self._plain, mtime=0)

    @cached_property
    def _etag(self) -> str:
        return f'W/"{hashlib.sha256(self._plain).hexdigest()[:12]}"'
