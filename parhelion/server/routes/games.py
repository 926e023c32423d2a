"""Routes about the server, the games on offer and the words of the client."""

from typing import Annotated

from fastapi import Query, Request, Response

from parhelion.scene import Layout
from parhelion.server import assets, schemas
from parhelion.server.client_files import ASK_FIRST
from parhelion.server.problems import refusals
from parhelion.server.routes.common import (
    EncodedJson,
    GameName,
    SeatNumber,
    TheLobby,
    new_router,
)
from parhelion.server.schemas import Lang
from parhelion.words import LANGUAGES

router = new_router()


@router.get("/words/{lang}", operation_id="get_words", responses=refusals())
async def get_words(lang: Lang) -> schemas.Texts:
    """The words of the client in a language."""
    return schemas.Texts(lang=lang, languages=dict(LANGUAGES), texts=assets.texts(lang))


@router.get("/server", operation_id="get_server", responses=refusals())
async def get_server(lobby: TheLobby) -> schemas.ServerInfo:
    """Where others find the server."""
    return schemas.ServerInfo(addresses=list(lobby.settings.addresses))


@router.get("/games", operation_id="get_games", responses=refusals())
async def get_games(lobby: TheLobby, lang: Lang = "en") -> schemas.Games:
    """All games."""
    return schemas.Games(games=lobby.shelf.games(lang))


@router.get(
    "/games/{game}/choices/{seat}",
    operation_id="get_choices",
    response_model=schemas.ChoiceCatalogue,
    responses=refusals("game/unknown", "seat/unknown"),
)
async def get_choices(
    lobby: TheLobby,
    game: GameName,
    seat: SeatNumber,
    lang: Lang = "en",
    v: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    """What the choices of a seat look like in every position; kept for ever under its address."""
    content, current = await lobby.shelf.choices(game, seat, lang)
    headers = {"Cache-Control": assets.FOR_EVER} if v and v == current else {}
    return EncodedJson(content, headers=headers)


@router.get(
    "/games/{game}/rules",
    operation_id="get_rules",
    response_model=schemas.Rules,
    responses={304: {"description": "As it was"}, **refusals("game/unknown", "unknown-path")},
)
async def get_rules(
    lobby: TheLobby, request: Request, game: GameName, lang: Lang = "en"
) -> Response:
    """The rulebook of a game; a browser keeps it and asks whether it has changed."""
    content, etag = await lobby.shelf.rules(game, lang)
    headers = {"Cache-Control": ASK_FIRST, "ETag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return EncodedJson(content, headers=headers)


@router.get(
    "/games/{game}/demo",
    operation_id="get_demo",
    response_model=schemas.Demo,
    responses=refusals("game/unknown"),
)
async def get_demo(
    lobby: TheLobby, game: GameName, lang: Lang = "en", layout: Layout = "wide"
) -> Response:
    """A short game between bots to look at."""
    return EncodedJson(await lobby.shelf.demo(game, lang, layout))
