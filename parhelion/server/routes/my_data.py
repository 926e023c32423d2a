"""Routes about what is kept about me: all of it as a file, and deleting it."""

from typing import Annotated

from fastapi import Body, Request, Response

from parhelion.server import schemas
from parhelion.server.departure import depart
from parhelion.server.my_data import my_data
from parhelion.server.problems import refusals
from parhelion.server.routes.common import Somebody, TheLobby, new_router
from parhelion.server.routes.signing_in import access, check_own_password, drop_cookie

FILE = "parhelion-my-data.json"

router = new_router()


@router.get(
    "/me/data", operation_id="get_my_data", responses=refusals("me/unknown", "game/preparing")
)
async def get_my_data(response: Response, lobby: TheLobby, me: Somebody) -> schemas.MyData:
    """Everything that is kept about me."""
    response.headers["Content-Disposition"] = f'attachment; filename="{FILE}"'
    return await my_data(lobby, me.known, await access(lobby, me))


@router.delete(
    "/me",
    operation_id="delete_me",
    status_code=204,
    responses=refusals(
        "me/unknown",
        "me/password-needed",
        "me/wrong-password",
        "me/too-many-tries",
        "game/preparing",
        "move/stale",
    ),
)
async def delete_me(
    request: Request,
    response: Response,
    lobby: TheLobby,
    me: Somebody,
    own: Annotated[schemas.OwnPassword | None, Body()] = None,
) -> None:
    """Delete me; if I have a login, this takes its password. Games that are going on are resigned;
    seats of finished games and lines of chat stay without a name."""
    await check_own_password(lobby, me, own.password if own else None)
    await depart(lobby, me.known)
    drop_cookie(request, response)
