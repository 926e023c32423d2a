"""Routes about the seats of a table: taking one, giving one to a bot, taking it back."""

from typing import Annotated

from fastapi import Body

from parhelion.server import schemas
from parhelion.server.problems import refusals
from parhelion.server.routes.common import (
    Player,
    SeatNumber,
    Somebody,
    TheLobby,
    TheTable,
    new_router,
)
from parhelion.server.websocket import acknowledged
from parhelion.tables.commands import Return, Substitute

router = new_router()


@router.post(
    "/tables/{id}/seats/{seat}",
    operation_id="join_seat",
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
) -> schemas.Acknowledged:
    """Take an open seat, or the one that is kept for me."""
    text = taken.text if taken else ""
    return acknowledged(await lobby.join(me.known, table, seat, text))


@router.put(
    "/tables/{id}/seats/{seat}/bot",
    operation_id="seat_bot",
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
) -> schemas.Acknowledged:
    """Let a bot play an open seat of my table; or propose that one sits in for me, or for somebody
    who has been away for long where no clock decides."""
    return acknowledged(await table.carry_out(me.known, Substitute(seat, level.level)))


@router.delete(
    "/tables/{id}/seats/{seat}/bot",
    operation_id="return_to_seat",
    responses=refusals(
        "me/unknown",
        "table/unknown",
        "seat/unknown",
        "seat/not-yours",
        "seat/no-bot",
        "table/over",
    ),
)
async def return_to_seat(me: Somebody, table: TheTable, seat: SeatNumber) -> schemas.Acknowledged:
    """Take my seat back from the bot that sits in for me."""
    return acknowledged(await table.carry_out(me.known, Return(seat)))
