"""The ASGI application: routes, errors, files, and the lobby behind them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from parhelion.server import middleware, openapi_file, problems, schemas
from parhelion.server.assets import game_asset
from parhelion.server.client_files import ClientFiles
from parhelion.server.health import Health, healthz, readyz
from parhelion.server.lobby import Lobby
from parhelion.server.openapi_file import OpenApiFile
from parhelion.server.routes import ROUTES
from parhelion.server.settings import Settings

FILE: dict[str, Any] = {"methods": ["GET", "HEAD"], "include_in_schema": False}
"""How routes are added that are no part of the API."""


def live(pushed: schemas.News | schemas.Answer) -> schemas.Command:  # type: ignore[empty-body]
    """What `/api/tables/{id}/live`, a WebSocket, pushes as text: news whenever something changes,
    and answers to commands, which may be sent there instead of over HTTP."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """An app; its lobby opens when it starts."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.lobby = lobby = Lobby(settings)
        await lobby.open()
        health.lobby = lobby
        try:
            yield
        finally:
            health.stop()
            await lobby.close()

    app = FastAPI(
        title="Parhelion",
        version="1",
        summary="Sky board games at one table.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    problems.install(app, ROUTES)
    middleware.install(app, settings)
    app.state.health = health = Health()
    app.router.routes.extend(ROUTES)  # including routers would match every path twice
    app.webhooks.post("live", operation_id="live", summary="Live")(live)
    app.add_api_route("/art/{game}/{name}", game_asset, **FILE)
    openapi = OpenApiFile(app, settings.hosting.root_path)
    app.add_api_route(openapi_file.PATH, openapi.answer, **FILE)
    app.add_api_route("/healthz", healthz, **FILE)
    app.add_api_route("/readyz", readyz, **FILE)
    app.mount("/", ClientFiles(ROUTES))
    return app
