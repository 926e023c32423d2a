"""What the routes share: who asks, the table asked for, and answers that are JSON already."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from parhelion.scene import Layout
from parhelion.server.live_table import LiveTable
from parhelion.server.lobby import Lobby
from parhelion.server.problems import Refused
from parhelion.server.schemas import Code, Lang
from parhelion.server.viewer import COOKIE, Viewer, secret_of

PLAYING: tuple[Code, ...] = (
    "me/unknown",
    "table/unknown",
    "seat/not-yours",
    "table/not-started",
    "table/over",
)
"""The refusals of all actions of a player."""


def new_router() -> APIRouter:
    """A router for some of the API's routes."""
    return APIRouter(prefix="/api")


class EncodedJson(Response):
    """An answer whose body is JSON already."""

    media_type = "application/json"


async def lobby_of(request: Request) -> Lobby:
    """The lobby of the app."""
    lobby: Lobby = request.app.state.lobby
    return lobby


TheLobby = Annotated[Lobby, Depends(lobby_of)]
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]
Cookie = Annotated[str | None, Depends(APIKeyCookie(name=COOKIE, auto_error=False))]


async def anybody(
    request: Request, lobby: TheLobby, lang: Lang = "en", layout: Layout = "wide"
) -> Viewer:
    """Who asks, known or not."""
    return Viewer.of(await lobby.sessions.known(secret_of(request)), lang, layout)


async def somebody(
    lobby: TheLobby, cookie: Cookie, bearer: Bearer, lang: Lang = "en", layout: Layout = "wide"
) -> Viewer:
    """Who asks; refused unless they are known."""
    session = await lobby.sessions.known(bearer.credentials if bearer else cookie)
    if session is None:
        raise Refused("me/unknown")
    return Viewer.of(session, lang, layout)


TableIdPath = Annotated[str, Path(max_length=32)]


async def table_of(lobby: TheLobby, id: TableIdPath) -> LiveTable:
    """The table asked for; refused if there is none."""
    return await lobby.table(id)


Anybody = Annotated[Viewer, Depends(anybody)]
Somebody = Annotated[Viewer, Depends(somebody)]
TheTable = Annotated[LiveTable, Depends(table_of)]
SeatNumber = Annotated[int, Path(ge=0, le=15)]
