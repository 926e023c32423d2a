"""The application: routes, errors and the hall behind them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from parhelion.server import api, art, problems, schemas, static
from parhelion.server.hall import Hall
from parhelion.server.settings import Settings


def live(news: schemas.News) -> None:
    """What `/api/tables/{id}/live`, a WebSocket, pushes as text whenever something changes."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """An app; its hall is opened when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hall = hall = Hall(settings or Settings())
        await hall.open()
        try:
            yield
        finally:
            await hall.close()

    app = FastAPI(
        title="Parhelion",
        version="1",
        summary="Sky board games at one table.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    problems.install(app, api.router.routes)
    app.router.routes.extend(api.router.routes)  # including the router would match twice
    app.webhooks.post("live", operation_id="live", summary="Live")(live)
    app.include_router(art.router)
    static.install(app, api.router.routes)
    return app
