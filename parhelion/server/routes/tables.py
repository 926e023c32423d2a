"""Routes about whole tables: lists, a new table, one table, its live connection, its QR code."""

from fastapi import Request, Response, WebSocket

from parhelion.scene import Layout
from parhelion.server import assets, schemas
from parhelion.server.addresses import shared_address
from parhelion.server.lobby import Lobby
from parhelion.server.problems import refusals
from parhelion.server.routes.common import (
    Anybody,
    EncodedJson,
    Somebody,
    TableIdPath,
    TheLobby,
    TheTable,
    new_router,
    spends,
)
from parhelion.server.schemas import Lang
from parhelion.server.websocket import serve_connection
from parhelion.tables.table import Status

router = new_router()


@router.get("/tables", operation_id="list_tables", responses=refusals())
async def list_tables(lobby: TheLobby, me: Anybody, status: Status = "open") -> schemas.Summaries:
    """The tables that everybody may see."""
    return await lobby.listed_tables(me, status)


@router.post(
    "/tables",
    operation_id="create_table",
    status_code=201,
    response_model=schemas.Update,
    responses=refusals(
        "me/unknown", "game/unknown", "option/bad", "bot/unknown", "bot/not-invited", "record/bad"
    ),
    dependencies=[spends("tables")],
)
async def create_table(lobby: TheLobby, me: Somebody, table: schemas.NewTable) -> Response:
    """Set a table."""
    live = await lobby.create(me, table.wanted())
    return EncodedJson(live.views.whole(me), 201)


@router.get(
    "/tables/{id}",
    operation_id="get_table",
    response_model=schemas.Update,
    responses=refusals("table/unknown"),
)
async def get_table(me: Anybody, table: TheTable) -> Response:
    """A table as I may see it."""
    return EncodedJson(table.views.whole(me))


@router.delete(
    "/tables/{id}",
    operation_id="withdraw_table",
    status_code=204,
    responses=refusals("me/unknown", "table/unknown", "table/not-yours", "table/started"),
)
async def withdraw_table(lobby: TheLobby, me: Somebody, table: TheTable) -> None:
    """Delete a table of mine that has not started, for everybody."""
    await lobby.withdraw(me.known, table)


@router.get(
    "/tables/{id}/adjourned",
    operation_id="get_adjourned_table",
    responses=refusals("table/unknown", "unknown-path"),
)
async def get_adjourned_table(
    lobby: TheLobby, me: Anybody, id: TableIdPath
) -> schemas.AdjournedTable:
    """What can be told of a table that cannot go on here."""
    return await lobby.adjourned(me, id)


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: str, lang: Lang = "en", layout: Layout = "wide") -> None:
    """The `News` of a table as they happen; "ping" is answered by "pong"."""
    lobby: Lobby = socket.app.state.lobby
    await serve_connection(socket, lobby, id, lang, layout)


@router.get(
    "/tables/{id}/qr.svg",
    operation_id="get_qr_code",
    response_class=Response,
    responses=refusals("table/unknown") | {200: {"content": {"image/svg+xml": {}}}},
)
async def get_qr_code(lobby: TheLobby, request: Request, table: TheTable) -> Response:
    """The address of the table, for another machine, as a QR code."""
    address = shared_address(str(request.base_url), lobby.settings.addresses)
    return Response(assets.qr_code(f"{address}t/{table.id}"), media_type="image/svg+xml")
