"""The ASGI application: routes, errors, files, and the lobby behind them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from parhelion.server import middleware, problems, schemas
from parhelion.server.assets import game_asset
from parhelion.server.client_files import ClientFiles
from parhelion.server.lobby import Lobby
from parhelion.server.routes import ROUTES
from parhelion.server.settings import Settings


def live(pushed: schemas.News | schemas.Answer) -> schemas.Command:  # type: ignore[empty-body]
    """What `/api/tables/{id}/live`, a WebSocket, pushes as text: news whenever something changes,
    and answers to commands, which may be sent there instead of over HTTP."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """An app; its lobby opens when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.lobby = lobby = Lobby(settings or Settings())
        await lobby.open()
        try:
            yield
        finally:
            await lobby.close()

    app = FastAPI(
        title="Parhelion",
        version="1",
        summary="Sky board games at one table.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    problems.install(app, ROUTES)
    middleware.install(app)
    app.router.routes.extend(ROUTES)  # including routers would match every path twice
    app.webhooks.post("live", operation_id="live", summary="Live")(live)
    app.add_route("/art/{game}/{name}", game_asset)
    app.mount("/", ClientFiles(ROUTES))
    return app
