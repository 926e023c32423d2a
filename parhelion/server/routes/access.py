"""Routes about the ways in which I am known: my sessions, my recovery link, coming back by it."""

from typing import Annotated

from fastapi import Path, Request, Response

from parhelion.refusals import Refused
from parhelion.server import assets, schemas
from parhelion.server.addresses import shared_address
from parhelion.server.journal_writer import Conflict
from parhelion.server.problems import refusals
from parhelion.server.recovery import PAGE
from parhelion.server.revocation import end_access_elsewhere
from parhelion.server.routes.common import Somebody, TheLobby, new_router
from parhelion.server.routes.signing_in import access, come_back, drop_cookie, remaining_access
from parhelion.server.viewer import address_of

router = new_router()


@router.get("/me/access", operation_id="get_access", responses=refusals("me/unknown"))
async def get_access(lobby: TheLobby, me: Somebody) -> schemas.Access:
    """The ways in which I am known, or become known again."""
    return await access(lobby, me)


@router.delete(
    "/me/sessions/{session}",
    operation_id="end_session",
    responses=refusals("me/unknown", "me/unknown-session"),
)
async def end_session(
    request: Request,
    response: Response,
    lobby: TheLobby,
    me: Somebody,
    session: Annotated[str, Path(max_length=32)],
) -> schemas.Access:
    """Sign out somewhere, or here; the ways that are left."""
    if session not in {row.id for row in await lobby.sessions.of(me.known)}:
        raise Refused("me/unknown-session")
    await lobby.end_session(me.known, session)
    if session == me.session:
        drop_cookie(request, response)
    return await access(lobby, me)


@router.delete("/me/sessions", operation_id="end_other_sessions", responses=refusals("me/unknown"))
async def end_other_sessions(lobby: TheLobby, me: Somebody) -> schemas.RemainingAccess:
    """Sign out everywhere else. This also ends my recovery link; my bots keep their tokens."""
    try:
        ended = await end_access_elsewhere(lobby, me, bots=False)
    except Conflict as error:  # this session has ended meanwhile
        raise Refused("me/unknown") from error
    return await remaining_access(lobby, me, ended)


@router.post(
    "/me/recovery",
    operation_id="make_recovery_link",
    status_code=201,
    responses=refusals("me/unknown"),
)
async def make_recovery_link(
    request: Request, lobby: TheLobby, me: Somebody
) -> schemas.RecoveryLink:
    """Make a link that opens my identity anywhere; an older one is no longer valid."""
    server = shared_address(str(request.base_url), lobby.settings.addresses)
    address = f"{server}{PAGE}#{await lobby.recovery.make(me)}"
    return schemas.RecoveryLink(address=address, qr=assets.qr_code(address).decode())


@router.delete(
    "/me/recovery", operation_id="revoke_recovery_link", responses=refusals("me/unknown")
)
async def revoke_recovery_link(lobby: TheLobby, me: Somebody) -> schemas.Access:
    """Let my recovery link be no longer valid."""
    await lobby.recovery.revoke(me.known)
    return await access(lobby, me)


@router.post(
    "/recovery",
    operation_id="recover",
    responses=refusals("me/unknown-link", "me/leaves-games", "me/too-many-tries"),
)
async def recover(
    request: Request, response: Response, lobby: TheLobby, link: schemas.RecoverySecret
) -> schemas.Me:
    """Become who made a recovery link; the link stays valid."""
    with lobby.quotas.attempt("", address_of(request)):
        proof = await lobby.recovery.owner(link.secret)
    return await come_back(request, response, lobby, proof, link.leave)
