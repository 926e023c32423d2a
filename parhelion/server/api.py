"""The routes. Each finds out who asks, hands over to the hall and answers with bytes."""

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response, WebSocket
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from parhelion.scene import Layout, Scene
from parhelion.server import art, live, picture, schemas
from parhelion.server.hall import Hall
from parhelion.server.problems import Refused, refusals
from parhelion.server.schemas import Code, Lang
from parhelion.server.viewer import COOKIE, Viewer, secret_of
from parhelion.words import LANGUAGES

YEAR = 365 * 86_400

router = APIRouter(prefix="/api")


class Json(Response):
    """An answer that is JSON already."""

    media_type = "application/json"


# --- who asks ----------------------------------------------------------------------------


async def hall_of(request: Request) -> Hall:
    """The hall that the app was made for."""
    hall: Hall = request.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(hall_of)]
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]
Cookie = Annotated[str | None, Depends(APIKeyCookie(name=COOKIE, auto_error=False))]


async def anybody(
    request: Request, hall: InHall, lang: Lang = "en", layout: Layout = "wide"
) -> Viewer:
    """Who asks, known or not."""
    return Viewer(await hall.people.known(secret_of(request)), lang, layout)


async def somebody(
    hall: InHall, cookie: Cookie, bearer: Bearer, lang: Lang = "en", layout: Layout = "wide"
) -> Viewer:
    """Who asks; refused unless known."""
    person = await hall.people.known(bearer.credentials if bearer else cookie)
    if person is None:
        raise Refused("me/unknown")
    return Viewer(person, lang, layout)


Anybody = Annotated[Viewer, Depends(anybody)]
Somebody = Annotated[Viewer, Depends(somebody)]
TableName = Annotated[str, Path(alias="id", max_length=32)]
SeatNumber = Annotated[int, Path(ge=0, le=15)]


# --- words, people, games ----------------------------------------------------------------


@router.get("/words/{lang}", operation_id="get_words", responses=refusals())
async def get_words(lang: Lang) -> schemas.Texts:
    """The words of the client in a language."""
    return schemas.Texts(lang=lang, languages=dict(LANGUAGES), texts=art.texts(lang))


@router.get("/games", operation_id="get_games", responses=refusals())
async def get_games(hall: InHall, lang: Lang = "en") -> schemas.Games:
    """All games."""
    return schemas.Games(games=hall.games(lang))


@router.get(
    "/games/{game}/demo",
    operation_id="get_demo",
    response_model=schemas.Demo,
    responses=refusals("game/unknown"),
)
async def get_demo(hall: InHall, game: str, lang: Lang = "en", layout: Layout = "wide") -> Response:
    """A short game between bots to look at."""
    return Json(await hall.demo(game, lang, layout))


@router.post("/me", operation_id="create_me", status_code=201, responses=refusals())
async def create_me(
    request: Request,
    hall: InHall,
    response: Response,
    person: Annotated[schemas.Person | None, Body()] = None,
) -> schemas.Me:
    """Become known: the answer sets a cookie; programs send the token as bearer instead."""
    known, secret = await hall.people.welcome(person.name if person else None)
    safe = request.url.scheme == "https"
    response.set_cookie(COOKIE, secret, YEAR, httponly=True, samesite="lax", secure=safe)
    return schemas.Me(name=known.name, token=secret)


@router.get("/me", operation_id="get_me", responses=refusals("me/unknown"))
async def get_me(me: Somebody) -> schemas.Me:
    """Who I am."""
    return schemas.Me(name=me.known.name)


@router.patch("/me", operation_id="rename_me", responses=refusals("me/unknown"))
async def rename_me(hall: InHall, me: Somebody, person: schemas.Person) -> schemas.Me:
    """Be called otherwise."""
    return schemas.Me(name=(await hall.rename(me.known, person.name)).name)


@router.get("/me/tables", operation_id="get_my_tables", responses=refusals("me/unknown"))
async def get_my_tables(hall: InHall, me: Somebody) -> schemas.Summaries:
    """The tables I sit at, those waiting for me first."""
    return await hall.tables_of(me)


# --- tables ------------------------------------------------------------------------------


@router.get("/tables", operation_id="list_tables", responses=refusals())
async def list_tables(
    hall: InHall, me: Anybody, status: schemas.Status = "open"
) -> schemas.Summaries:
    """The tables that anybody may see."""
    return await hall.listed(me, status)


@router.post(
    "/tables",
    operation_id="create_table",
    status_code=201,
    response_model=schemas.Update,
    responses=refusals("me/unknown", "game/unknown", "option/bad", "bot/unknown", "record/bad"),
)
async def create_table(hall: InHall, me: Somebody, table: schemas.NewTable) -> Response:
    """Set a table."""
    room = await hall.create(me, table)
    return Json(picture.whole(room, me), 201)


@router.get(
    "/tables/{id}",
    operation_id="get_table",
    response_model=schemas.Update,
    responses=refusals("table/unknown"),
)
async def get_table(hall: InHall, me: Anybody, table: TableName) -> Response:
    """A table as I may see it."""
    return Json(picture.whole(await hall.room(table), me))


@router.websocket("/tables/{id}/live")
async def live_table(
    socket: WebSocket, id: str, lang: Lang = "en", layout: Layout = "wide"
) -> None:
    """Every `Update` of a table as it happens; "ping" is answered by "pong"."""
    hall: Hall = socket.app.state.hall
    viewer = Viewer(await hall.people.known(secret_of(socket)), lang, layout)
    await live.attend(socket, hall, id, viewer)


@router.post(
    "/tables/{id}/seats/{seat}",
    operation_id="join_seat",
    response_model=schemas.Update,
    responses=refusals("me/unknown", "table/unknown", "seat/unknown", "seat/taken", "table/over"),
)
async def join_seat(hall: InHall, me: Somebody, table: TableName, seat: SeatNumber) -> Response:
    """Sit down on an open seat."""
    room = await hall.room(table)
    await room.join(me.known, seat)
    return Json(picture.whole(room, me))


@router.put(
    "/tables/{id}/seats/{seat}/bot",
    operation_id="seat_bot",
    response_model=schemas.Update,
    responses=refusals(
        "me/unknown",
        "table/unknown",
        "seat/unknown",
        "seat/taken",
        "seat/not-yours",
        "seat/not-absent",
        "bot/unknown",
        "table/over",
    ),
)
async def seat_bot(
    hall: InHall, me: Somebody, table: TableName, seat: SeatNumber, level: schemas.Level
) -> Response:
    """Let a bot play an open seat, my own, or that of somebody who is away."""
    room = await hall.room(table)
    await room.substitute(me.known, seat, level.level)
    return Json(picture.whole(room, me))


@router.delete(
    "/tables/{id}/seats/{seat}/bot",
    operation_id="return_to_seat",
    response_model=schemas.Update,
    responses=refusals(
        "me/unknown", "table/unknown", "seat/unknown", "seat/not-yours", "table/over"
    ),
)
async def return_to_seat(
    hall: InHall, me: Somebody, table: TableName, seat: SeatNumber
) -> Response:
    """Take my seat back from the bot that sat in for me."""
    room = await hall.room(table)
    await room.take_back_seat(me.known, seat)
    return Json(picture.whole(room, me))


# --- play --------------------------------------------------------------------------------

AT_PLAY: tuple[Code, ...] = (
    "me/unknown",
    "table/unknown",
    "seat/not-yours",
    "table/not-started",
    "table/over",
)


@router.post(
    "/tables/{id}/moves",
    operation_id="make_move",
    responses=refusals(*AT_PLAY, "move/stale", "move/not-yours", "move/illegal"),
)
async def make_move(
    hall: InHall, me: Somebody, table: TableName, move: schemas.MoveMade
) -> schemas.Acknowledged:
    """Play a move; the answer means that it is kept."""
    return await (await hall.room(table)).move(me, move.version, move.move)


@router.post(
    "/tables/{id}/why",
    operation_id="why_not",
    responses=refusals(*AT_PLAY, "move/not-yours"),
)
async def why_not(
    hall: InHall, me: Somebody, table: TableName, picked: schemas.Picked
) -> schemas.Reason:
    """Why nothing legal begins with picking these items."""
    return picture.why(await hall.room(table), me, picked.path)


@router.post(
    "/tables/{id}/hint",
    operation_id="give_hint",
    responses=refusals(*AT_PLAY, "move/not-yours", "hint/not-here"),
)
async def give_hint(hall: InHall, me: Somebody, table: TableName) -> schemas.Hint:
    """A move that a strong bot would play for me."""
    return await picture.hint(await hall.room(table), me)


@router.post(
    "/tables/{id}/takeback",
    operation_id="take_back",
    response_model=schemas.Update,
    responses=refusals(*AT_PLAY, "takeback/nothing", "takeback/secret"),
)
async def take_back(hall: InHall, me: Somebody, table: TableName) -> Response:
    """Go back to my last decision, or ask for it, or agree if somebody else asked."""
    room = await hall.room(table)
    await room.take_back(me.known)
    return Json(picture.whole(room, me))


@router.delete(
    "/tables/{id}/takeback",
    operation_id="decline_takeback",
    response_model=schemas.Update,
    responses=refusals(*AT_PLAY, "takeback/nothing"),
)
async def decline_takeback(hall: InHall, me: Somebody, table: TableName) -> Response:
    """Decline what another asked, or withdraw what I asked."""
    room = await hall.room(table)
    await room.decline(me.known)
    return Json(picture.whole(room, me))


@router.post(
    "/tables/{id}/resign",
    operation_id="resign",
    response_model=schemas.Update,
    responses=refusals(*AT_PLAY),
)
async def resign(hall: InHall, me: Somebody, table: TableName) -> Response:
    """Give the game up."""
    room = await hall.room(table)
    await room.resign(me.known)
    return Json(picture.whole(room, me))


@router.post(
    "/tables/{id}/rematch",
    operation_id="rematch",
    responses=refusals("me/unknown", "table/unknown", "seat/not-yours", "table/not-over"),
)
async def rematch(hall: InHall, me: Somebody, table: TableName) -> schemas.TableId:
    """Once more, the seats moved on by one; asked twice it is the same table."""
    return schemas.TableId(id=await hall.rematch(me.known, table))


@router.post(
    "/tables/{id}/chat",
    operation_id="chat",
    responses=refusals("me/unknown", "table/unknown"),
)
async def chat(
    hall: InHall, me: Somebody, table: TableName, said: schemas.Said
) -> schemas.ChatLine:
    """Say something at the table."""
    return await (await hall.room(table)).say(me.known, said.text)


# --- looking back ------------------------------------------------------------------------

MySeat = Annotated[int | None, Query(ge=0, le=15)]


@router.get(
    "/tables/{id}/at/{ply}",
    operation_id="get_scene_at",
    response_model=Scene,
    responses=refusals("table/unknown", "unknown-path", "seat/not-yours"),
)
async def get_scene_at(
    hall: InHall,
    me: Anybody,
    table: TableName,
    ply: Annotated[int, Path(ge=0, le=100_000)],
    seat: MySeat = None,
) -> Response:
    """The table as I, or one of my seats, may see it after some of its moves."""
    return Json(picture.scene_at(await hall.room(table), me, ply, seat))


@router.get(
    "/tables/{id}/moves/{ply}/why",
    operation_id="explain_move",
    responses=refusals("table/unknown", "unknown-path", "seat/not-yours"),
)
async def explain_move(
    hall: InHall,
    me: Anybody,
    table: TableName,
    ply: Annotated[int, Path(ge=1, le=100_000)],
    seat: MySeat = None,
) -> schemas.Reasons:
    """What spoke for a move, as I, or one of my seats, could know when it was played."""
    return await picture.reasons(await hall.room(table), me, ply, seat)


@router.post(
    "/tables/{id}/review",
    operation_id="begin_review",
    responses=refusals("me/unknown", "table/unknown", "table/not-over", "review/busy"),
)
async def begin_review(hall: InHall, me: Somebody, table: TableName) -> schemas.ReviewWork:
    """Let a finished game be reviewed, in the background; asked twice it is the same review."""
    room = await hall.room(table)
    room.must_be_over()
    room.means.reviews.begin(room.id, room.course.match)
    return await room.means.reviews.of(room.id, me.lang)


@router.get(
    "/tables/{id}/review",
    operation_id="get_review",
    responses=refusals("table/unknown", "table/not-over"),
)
async def get_review(hall: InHall, me: Anybody, table: TableName) -> schemas.ReviewWork:
    """The review of a finished game, or how far it is."""
    room = await hall.room(table)
    room.must_be_over()
    return await room.means.reviews.of(room.id, me.lang)


@router.get(
    "/tables/{id}/record",
    operation_id="get_record",
    response_model=dict[str, Any],
    responses=refusals("table/unknown", "table/not-over"),
)
async def get_record(hall: InHall, table: TableName) -> Response:
    """The record of a finished game, as a file."""
    name, record = picture.record(await hall.room(table))
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Json(orjson.dumps(record, option=orjson.OPT_INDENT_2), headers=headers)


@router.get(
    "/tables/{id}/qr.svg",
    operation_id="get_qr_code",
    response_class=Response,
    responses=refusals("table/unknown") | {200: {"content": {"image/svg+xml": {}}}},
)
async def get_qr_code(request: Request, hall: InHall, table: TableName) -> Response:
    """The address of the table as a QR code."""
    room = await hall.room(table)
    return Response(art.qr_code(f"{request.base_url}t/{room.id}"), media_type="image/svg+xml")
