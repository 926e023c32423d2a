"""Routes about the person who asks: becoming known, their name and their tables."""

from typing import Annotated

from fastapi import Body, Request, Response

from parhelion.server import schemas
from parhelion.server.lobby import Lobby
from parhelion.server.problems import refusals
from parhelion.server.routes.common import Somebody, TheLobby, new_router
from parhelion.server.store import Person
from parhelion.server.viewer import COOKIE, address_of, secret_of

YEAR = 365 * 86_400

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
    if known := await lobby.people.known(secret_of(request)):
        _keep_cookie(request, response)
        return await _told(lobby, known)
    lobby.quotas.spend("people", "", address_of(request))
    known, secret = await lobby.people.welcome(person.name if person else None)
    _set_cookie(request, response, secret)
    return (await _told(lobby, known)).model_copy(update={"token": secret})


def _keep_cookie(request: Request, response: Response) -> None:
    """Let a cookie that is used last for another year."""
    if secret := request.cookies.get(COOKIE):
        _set_cookie(request, response, secret)


def _set_cookie(request: Request, response: Response, secret: str) -> None:
    safe = request.url.scheme == "https"
    response.set_cookie(COOKIE, secret, YEAR, httponly=True, samesite="lax", secure=safe)


@router.get("/me", operation_id="get_me", responses=refusals("me/unknown"))
async def get_me(request: Request, lobby: TheLobby, response: Response, me: Somebody) -> schemas.Me:
    """Who I am; the cookie lasts for another year."""
    _keep_cookie(request, response)
    return await _told(lobby, me.known)


@router.patch("/me", operation_id="rename_me", responses=refusals("me/unknown", "me/name-of-bot"))
async def rename_me(lobby: TheLobby, me: Somebody, person: schemas.PersonName) -> schemas.Me:
    """Change my name."""
    return await _told(lobby, await lobby.rename(me.known, person.name))


async def _told(lobby: Lobby, person: Person) -> schemas.Me:
    commitment = await lobby.people.commitment(person)
    return schemas.Me(name=person.name, commitment=commitment, sender=person.sender)


@router.get("/me/tables", operation_id="get_my_tables", responses=refusals("me/unknown"))
async def get_my_tables(lobby: TheLobby, me: Somebody) -> schemas.Summaries:
    """The tables where I have a seat, those that wait for me first."""
    return await lobby.tables_of(me)
