"""What the routes share: who asks, the table asked for, and answers that are JSON already."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from parhelion.refusals import Code, Refused
from parhelion.scene import Layout
from parhelion.server.live.live_table import LiveTable
from parhelion.server.lobby import Lobby
from parhelion.server.quotas import Budget
from parhelion.server.schemas import MAX_WORD, Lang
from parhelion.server.viewer import COOKIE, Viewer, address_of, secret_of

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
    session = await lobby.sessions.known(secret_of(request))
    return Viewer.of(session, lang, layout, address_of(request))


async def player(
    request: Request,
    lobby: TheLobby,
    _cookie: Cookie,
    _bearer: Bearer,
    lang: Lang = "en",
    layout: Layout = "wide",
) -> Viewer:
    """Who asks; refused unless they are known. Cookie and bearer are named for OpenAPI: who it is,
    is read in one way only."""
    session = await lobby.sessions.known(secret_of(request))
    if session is None:
        raise Refused("me/unknown")
    return Viewer.of(session, lang, layout, address_of(request))


async def human(player: Annotated[Viewer, Depends(player)]) -> Viewer:
    """Who asks; refused unless they are known and no bot: the token of a bot is for its seats."""
    if player.known.program:
        raise Refused("me/is-bot")
    return player


async def own_bot(player: Annotated[Viewer, Depends(player)]) -> Viewer:
    """The bot that asks; refused to people."""
    if not player.known.program:
        raise Refused("me/is-no-bot")
    return player


TableIdPath = Annotated[str, Path(max_length=32)]


Anybody = Annotated[Viewer, Depends(anybody)]


async def table_of(lobby: TheLobby, me: Anybody, id: TableIdPath) -> LiveTable:
    """Return the table asked for, and note the visit of a player. Raises Refused if unknown."""
    table = await lobby.table(id)
    table.attendance.visit(me)
    return table


Somebody = Annotated[Viewer, Depends(human)]
"""A person. What a bot may do, too, takes a `Player`."""
Player = Annotated[Viewer, Depends(player)]
ABot = Annotated[Viewer, Depends(own_bot)]
TheTable = Annotated[LiveTable, Depends(table_of)]
GameName = Annotated[str, Path(max_length=MAX_WORD)]
SeatNumber = Annotated[int, Path(ge=0, le=15)]


def spends(budget: Budget) -> Any:
    """A dependency of routes that may be used so often only, by one person and one address."""

    async def spend(lobby: TheLobby, me: Anybody) -> None:
        lobby.quotas.spend(budget, me.id, me.address)

    return Depends(spend)
