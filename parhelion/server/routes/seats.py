"""Routes about the seats of a table: taking one, giving one to a bot, taking it back."""

from typing import Annotated

from fastapi import Body, Response

from parhelion.server import schemas
from parhelion.server.problems import refusals
from parhelion.server.routes.common import (
    EncodedJson,
    Player,
    SeatNumber,
    Somebody,
    TheLobby,
    TheTable,
    new_router,
)

router = new_router()


@router.post(
    "/tables/{id}/seats/{seat}",
    operation_id="join_seat",
    response_model=schemas.Update,
    responses=refusals(
        "me/unknown",
        "table/unknown",
        "seat/unknown",
        "seat/taken",
        "seat/given-deal",
        "table/over",
        "seat/one-each",
        "bot/not-invited",
    ),
)
async def join_seat(
    lobby: TheLobby,
    me: Player,
    table: TheTable,
    seat: SeatNumber,
    taken: Annotated[schemas.SeatTaken | None, Body()] = None,
) -> Response:
    """Take an open seat, or the one that is kept for me."""
    await lobby.join(me.known, table, seat, taken.text if taken else "")
    return EncodedJson(table.update_for(me))


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
        "table/not-yours",
        "table/not-started",
        "proposal/waits",
        "bot/unknown",
        "table/over",
    ),
)
async def seat_bot(
    me: Somebody, table: TheTable, seat: SeatNumber, level: schemas.BotLevel
) -> Response:
    """Let a bot play an open seat of my table; or propose that one sits in for me, or for somebody
    who has been away for long where no clock decides."""
    await table.substitute(me.known, seat, level.level)
    return EncodedJson(table.update_for(me))


@router.delete(
    "/tables/{id}/seats/{seat}/bot",
    operation_id="return_to_seat",
    response_model=schemas.Update,
    responses=refusals(
        "me/unknown",
        "table/unknown",
        "seat/unknown",
        "seat/not-yours",
        "seat/no-bot",
        "table/over",
    ),
)
async def return_to_seat(me: Somebody, table: TheTable, seat: SeatNumber) -> Response:
    """Take my seat back from the bot that sits in for me."""
    await table.return_to(me.known, seat)
    return EncodedJson(table.update_for(me))
