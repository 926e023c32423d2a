"""Routes about playing: moves, why a move is illegal, hints, takebacks, resigning, chat."""

from typing import Annotated

from fastapi import Body, Response

from parhelion.server import move_help, schemas
from parhelion.server.problems import refusals
from parhelion.server.routes.common import (
    PLAYING,
    ABot,
    EncodedJson,
    Player,
    Somebody,
    TheLobby,
    TheTable,
    new_router,
    spends,
)
from parhelion.server.websocket import acknowledged
from parhelion.tables.commands import (
    Agree,
    Decline,
    Move,
    ReportFailure,
    Resign,
    Say,
    TakeBack,
)

router = new_router()


@router.post(
    "/tables/{id}/moves",
    operation_id="make_move",
    responses=refusals(*PLAYING, "move/stale", "move/not-yours", "move/illegal"),
)
async def make_move(me: Player, table: TheTable, move: schemas.MoveMade) -> schemas.Acknowledged:
    """Play a move; the answer means that it is safe on disk."""
    command = Move(move.version, move.move, me.lang)
    return acknowledged(await table.carry_out(me.known, command))


@router.get(
    "/tables/{id}/view",
    operation_id="get_view",
    response_model=schemas.SeatView,
    responses=refusals("me/unknown", "table/unknown", "seat/not-yours", "table/not-started"),
)
async def get_view(me: Player, table: TheTable) -> Response:
    """What my seat may know, as JSON, with my legal moves."""
    return EncodedJson(table.views.seat_view(me))


@router.post(
    "/tables/{id}/trouble",
    operation_id="note_trouble",
    responses=refusals(*PLAYING, "me/is-no-bot", "move/not-yours"),
)
async def note_trouble(
    me: ABot, table: TheTable, trouble: schemas.BotTrouble
) -> schemas.TroubleNoted:
    """Tell everybody at a table that I, a bot, find no move; somebody may let another one sit
    in."""
    before = table.table.failure
    after = await table.carry_out(me.known, ReportFailure(trouble.kind))
    return schemas.TroubleNoted(changed=None if before else after.changed)


@router.post(
    "/tables/{id}/why-illegal",
    operation_id="why_illegal",
    responses=refusals(*PLAYING, "move/not-yours"),
)
async def why_illegal(me: Somebody, table: TheTable, picked: schemas.Picked) -> schemas.WhyIllegal:
    """Why no legal move of mine begins with picking these items."""
    return move_help.why_illegal(table, me, picked.path)


@router.post(
    "/tables/{id}/hint",
    operation_id="give_hint",
    responses=refusals(*PLAYING, "move/not-yours", "hint/not-here"),
    dependencies=[spends("hints")],
)
async def give_hint(me: Somebody, table: TheTable) -> schemas.Hint:
    """A move that a strong bot would play for me."""
    return await move_help.hint(table, me)


@router.post(
    "/tables/{id}/takeback",
    operation_id="take_back",
    responses=refusals(*PLAYING, "proposal/waits", "takeback/nothing", "takeback/secret"),
)
async def take_back(me: Somebody, table: TheTable) -> schemas.Acknowledged:
    """Take my last move back, or propose it to the others who play."""
    return acknowledged(await table.carry_out(me.known, TakeBack()))


@router.post(
    "/tables/{id}/proposal",
    operation_id="agree",
    responses=refusals(*PLAYING, "proposal/none", "proposal/waits"),
)
async def agree(
    me: Somebody, table: TheTable, answer: schemas.ProposalAnswer
) -> schemas.Acknowledged:
    """Agree to what another proposes."""
    command = Agree(answer.kind, answer.seat, answer.ply)
    return acknowledged(await table.carry_out(me.known, command))


@router.delete(
    "/tables/{id}/proposal",
    operation_id="decline",
    responses=refusals(*PLAYING, "proposal/none"),
)
async def decline(me: Somebody, table: TheTable) -> schemas.Acknowledged:
    """Decline what another proposes, or withdraw my own proposal."""
    return acknowledged(await table.carry_out(me.known, Decline()))


@router.post(
    "/tables/{id}/resign",
    operation_id="resign",
    responses=refusals(*PLAYING),
)
async def resign(me: Somebody, table: TheTable) -> schemas.Acknowledged:
    """Give the game up."""
    return acknowledged(await table.carry_out(me.known, Resign()))


@router.post(
    "/tables/{id}/rematch",
    operation_id="rematch",
    responses=refusals("me/unknown", "table/unknown", "seat/not-yours", "table/not-over"),
    dependencies=[spends("tables")],
)
async def rematch(
    lobby: TheLobby,
    me: Somebody,
    table: TheTable,
    taken: Annotated[schemas.SeatTaken | None, Body()] = None,
) -> schemas.TableId:
    """Play again, everybody one seat further; all who ask get the same table. The first has a seat
    there at once, the others join."""
    text = taken.text if taken else ""
    return schemas.TableId(id=await lobby.rematch(me.known, table, text))


@router.post(
    "/tables/{id}/chat",
    operation_id="chat",
    responses=refusals("me/unknown", "table/unknown", "chat/players-only"),
    dependencies=[spends("chat")],
)
async def chat(me: Somebody, table: TheTable, line: schemas.NewChatLine) -> schemas.Acknowledged:
    """Say something at the table."""
    return acknowledged(await table.carry_out(me.known, Say(line.text)))
