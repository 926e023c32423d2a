"""Routes that look back: earlier positions, explanations of moves, reviews and records."""

from typing import Annotated, Any

import orjson
from fastapi import Path, Query, Response

from parhelion.scene import Scene
from parhelion.server import move_help, schemas
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

MySeat = Annotated[int | None, Query(ge=0, le=15)]
MAX_PLY = 100_000

router = new_router()


@router.get(
    "/tables/{id}/at/{ply}",
    operation_id="get_scene_at",
    response_model=Scene,
    responses=refusals("table/unknown", "unknown-path", "seat/not-yours"),
    dependencies=[spends("scenes")],
)
async def get_scene_at(
    me: Anybody,
    table: TheTable,
    ply: Annotated[int, Path(ge=0, le=MAX_PLY)],
    seat: MySeat = None,
) -> Response:
    """The table after some of its moves, as I, or one of my seats, may see it."""
    return EncodedJson(table.views.scene_at(me, ply, seat))


@router.get(
    "/tables/{id}/moves/{ply}/explanation",
    operation_id="explain_move",
    responses=refusals("table/unknown", "unknown-path", "seat/not-yours"),
    dependencies=[spends("explanations")],
)
async def explain_move(
    me: Anybody,
    table: TheTable,
    ply: Annotated[int, Path(ge=1, le=MAX_PLY)],
    seat: MySeat = None,
) -> schemas.Explanation:
    """What spoke for a move, as far as I, or one of my seats, could know when it was played."""
    return await move_help.explanation(table, me, ply, seat)


@router.post(
    "/tables/{id}/review",
    operation_id="begin_review",
    responses=refusals("me/unknown", "table/unknown", "table/not-over", "review/busy"),
)
async def begin_review(lobby: TheLobby, me: Somebody, table: TheTable) -> schemas.ReviewWork:
    """Start the review of a finished game in the background; there is one for all who ask."""
    lobby.begin_review(table, me)
    return await lobby.review(table, me.lang)


@router.get(
    "/tables/{id}/review",
    operation_id="get_review",
    responses=refusals("table/unknown", "table/not-over"),
)
async def get_review(lobby: TheLobby, me: Anybody, table: TheTable) -> schemas.ReviewWork:
    """The review of a finished game, or how far it is."""
    return await lobby.review(table, me.lang)


@router.get(
    "/tables/{id}/record",
    operation_id="get_record",
    response_model=dict[str, Any],
    responses=refusals("table/unknown", "table/not-over"),
)
async def get_record(lobby: TheLobby, id: TableIdPath) -> Response:
    """The record of a finished game, as a file."""
    name, record = await lobby.record(id)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return EncodedJson(orjson.dumps(record, option=orjson.OPT_INDENT_2), headers=headers)
