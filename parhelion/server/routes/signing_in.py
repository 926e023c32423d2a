"""What the routes by which somebody becomes known share: the cookie, and changing who one is."""

from contextlib import AbstractContextManager

from fastapi import Request, Response

from parhelion.refusals import Refused
from parhelion.server import schemas
from parhelion.server.devices import Device, device_of
from parhelion.server.lobby import Lobby
from parhelion.server.sessions import Proof
from parhelion.server.store import Person
from parhelion.server.viewer import COOKIE, Viewer, secret_of
from parhelion.tables.messages import iso

YEAR = 365 * 86_400


def set_cookie(request: Request, response: Response, token: str) -> None:
    """Let a browser be known by a secret for a year."""
    safe, path = request.url.scheme == "https", _path_of(request)
    response.set_cookie(COOKIE, token, YEAR, path=path, httponly=True, samesite="lax", secure=safe)


def keep_cookie(request: Request, response: Response) -> None:
    """Let a cookie that is used last for another year."""
    if token := request.cookies.get(COOKIE):
        set_cookie(request, response, token)


def drop_cookie(request: Request, response: Response) -> None:
    """Let a browser forget its secret."""
    safe, path = request.url.scheme == "https", _path_of(request)
    response.delete_cookie(COOKIE, path=path, httponly=True, samesite="lax", secure=safe)


def _path_of(request: Request) -> str:
    """The path below which everything of this server is."""
    return request.scope["root_path"] or "/"


def device_at(request: Request) -> Device:
    """What a request tells about the browser it comes from."""
    return device_of(request.headers.get("user-agent", ""))


async def told(lobby: Lobby, person: Person, token: str | None = None) -> schemas.Me:
    """What people are told of themselves."""
    commitment = await lobby.people.commitment(person)
    return schemas.Me(name=person.name, commitment=commitment, sender=person.sender, token=token)


async def access(lobby: Lobby, me: Viewer) -> schemas.Access:
    """The ways in which somebody is known."""
    made = await lobby.recovery.made(me.known)
    return schemas.Access(
        sessions=[
            schemas.SessionInfo(
                id=row.id,
                browser=row.browser,
                system=row.system,
                created=iso(row.created),
                used=iso(row.used),
                here=row.id == me.session,
            )
            for row in await lobby.sessions.of(me.known)
        ],
        recovery=None if made is None else iso(made),
        login=await lobby.accounts.login(me.known),
    )


async def remaining_access(
    lobby: Lobby, me: Viewer, ended: schemas.EndedAccess
) -> schemas.RemainingAccess:
    """The ways in which somebody is still known, and what has ended."""
    return schemas.RemainingAccess(**dict(await access(lobby, me)), ended=ended)


async def check_own_password(lobby: Lobby, me: Viewer, password: str | None) -> None:
    """Check the password of somebody who has a login. A wrong one is a failed attempt to sign in.
    Raises Refused if it is wrong or missing."""
    login = await lobby.accounts.login(me.known)
    if login is None:
        return
    if password is None:
        raise Refused("me/password-needed")
    with own_attempt(lobby, me):
        await lobby.accounts.owner(login, password, me.asker)


def own_attempt(lobby: Lobby, me: Viewer) -> AbstractContextManager[None]:
    """Count something I do with my password: it takes a hash even if it succeeds (M5). Failures
    count apart from those of people who aren't signed in. Raises Refused if it is too often."""
    lobby.quotas.spend("passwords", me.id, me.address)
    return lobby.quotas.attempt(f"me {me.id}", me.address)


async def come_back(
    request: Request, response: Response, lobby: Lobby, proof: Proof, leave: bool
) -> schemas.Me:
    """Sign somebody in here, in the place of whoever was until now; refused if that one has games
    and did not say that they want to leave them."""
    person = proof.person
    present = await lobby.sessions.known(secret_of(request))
    if present and present.person.id == person.id:
        keep_cookie(request, response)
        return await told(lobby, person)
    if present and not leave and await lobby.has_games(present.person):
        raise Refused("me/leaves-games")
    token = await lobby.sessions.begin_another(proof, device_at(request))
    await lobby.hang_up_on_ended({person.id})  # one session too many may have ended
    if present and secret_of(request) == request.cookies.get(COOKIE):
        await lobby.end_session(present.person, present.id)  # its cookie is replaced
    set_cookie(request, response, token)
    return await told(lobby, person, token)
