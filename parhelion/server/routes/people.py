"""Routes about the person who asks: becoming known, their name and their tables."""

from typing import Annotated

from fastapi import Body, Request, Response

from parhelion.refusals import Refused
from parhelion.server import schemas
from parhelion.server.problems import refusals
from parhelion.server.routes.common import Somebody, TheLobby, new_router
from parhelion.server.routes.signing_in import device_at, keep_cookie, set_cookie, told
from parhelion.server.viewer import address_of, secret_of

router = new_router()


@router.post("/me", operation_id="create_me", status_code=201, responses=refusals("me/name-of-bot"))
async def create_me(
    request: Request,
    lobby: TheLobby,
    response: Response,
    person: Annotated[schemas.PersonName | None, Body()] = None,
) -> schemas.Me:
    """Become known: the answer sets a cookie; programs send the token as a bearer instead. Who is
    known already stays who they are."""
    if session := await lobby.sessions.known(secret_of(request)):
        if session.person.program:
            raise Refused("me/is-bot")
        keep_cookie(request, response)
        return await told(lobby, session.person)
    lobby.quotas.spend("people", "", address_of(request))
    name = person.name if person else None
    newcomer, token = await lobby.people.welcome(name, device_at(request))
    set_cookie(request, response, token)
    return await told(lobby, newcomer, token)


@router.get("/me", operation_id="get_me", responses=refusals("me/unknown"))
async def get_me(request: Request, lobby: TheLobby, response: Response, me: Somebody) -> schemas.Me:
    """Who I am; the cookie lasts for another year."""
    keep_cookie(request, response)
    return await told(lobby, me.known)


@router.patch("/me", operation_id="rename_me", responses=refusals("me/unknown", "me/name-of-bot"))
async def rename_me(lobby: TheLobby, me: Somebody, person: schemas.PersonName) -> schemas.Me:
    """Change my name."""
    return await told(lobby, await lobby.rename(me, person.name))


@router.get("/me/tables", operation_id="get_my_tables", responses=refusals("me/unknown"))
async def get_my_tables(lobby: TheLobby, me: Somebody) -> schemas.Summaries:
    """The tables where I have a seat, those that wait for me first."""
    return await lobby.tables_of(me)
