"""Routes about bots of one's own: mine, those one can ask to a table, and what they are told."""

from typing import Annotated

from fastapi import Path

from parhelion.server import schemas
from parhelion.server.departure import end_bot
from parhelion.server.problems import refusals
from parhelion.server.routes.common import ABot, Anybody, Somebody, TheLobby, new_router

BotIdPath = Annotated[str, Path(max_length=16)]

router = new_router()


@router.get("/bots", operation_id="list_bots", responses=refusals())
async def list_bots(lobby: TheLobby, me: Anybody) -> schemas.OfferedBots:
    """The bots, beside ours, that I may ask to a table."""
    return schemas.OfferedBots(bots=await lobby.own_bots.offered(me.person))


@router.get("/me/bots", operation_id="get_my_bots", responses=refusals("me/unknown", "me/is-bot"))
async def get_my_bots(lobby: TheLobby, me: Somebody) -> schemas.MyBots:
    """My bots."""
    return schemas.MyBots(bots=await lobby.own_bots.of(me.known))


@router.post(
    "/me/bots",
    operation_id="make_bot",
    status_code=201,
    responses=refusals("me/unknown", "me/is-bot", "me/name-of-bot", "bot/too-many"),
)
async def make_bot(lobby: TheLobby, me: Somebody, bot: schemas.NewBot) -> schemas.MadeBot:
    """Make a bot; the answer has the token of its program, this once."""
    id, token = await lobby.own_bots.make(me, bot)
    return schemas.MadeBot(id=id, token=token)


@router.patch(
    "/me/bots/{bot}",
    operation_id="change_bot",
    responses=refusals("me/unknown", "me/is-bot", "bot/not-yours"),
)
async def change_bot(
    lobby: TheLobby, me: Somebody, bot: BotIdPath, wanted: schemas.BotAccess
) -> schemas.MyBots:
    """Say who may ask a bot of mine to a table."""
    await lobby.own_bots.let_everybody(me, bot, wanted.everybody)
    return schemas.MyBots(bots=await lobby.own_bots.of(me.known))


@router.post(
    "/me/bots/{bot}/token",
    operation_id="renew_bot_token",
    status_code=201,
    responses=refusals("me/unknown", "me/is-bot", "bot/not-yours"),
)
async def renew_bot_token(lobby: TheLobby, me: Somebody, bot: BotIdPath) -> schemas.MadeBot:
    """Replace the token of a bot of mine. The old token is refused at once."""
    token = await lobby.own_bots.new_token(me, bot)
    await lobby.hang_up_on_ended({bot})
    return schemas.MadeBot(id=bot, token=token)


@router.delete(
    "/me/bots/{bot}",
    operation_id="delete_bot",
    responses=refusals("me/unknown", "me/is-bot", "bot/not-yours", "game/preparing"),
)
async def delete_bot(lobby: TheLobby, me: Somebody, bot: BotIdPath) -> schemas.MyBots:
    """End a bot of mine: its token is refused at once, and our bots play its games on."""
    await end_bot(lobby, await lobby.own_bots.one_of(me.known, bot))
    return schemas.MyBots(bots=await lobby.own_bots.of(me.known))


@router.get("/bot", operation_id="get_bot_work", responses=refusals("me/unknown", "me/is-no-bot"))
async def get_bot_work(lobby: TheLobby, bot: ABot) -> schemas.BotWork:
    """For a bot: where a seat is kept for it, and where it is to move."""
    return await lobby.own_bots.work(bot.known)
