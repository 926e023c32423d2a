"""Routes about accounts: a login for me, logging in by it."""

from fastapi import Request, Response

from parhelion.refusals import Refused
from parhelion.server import schemas
from parhelion.server.journal_writer import Conflict
from parhelion.server.lobby import Lobby
from parhelion.server.problems import refusals
from parhelion.server.quotas import network_of
from parhelion.server.revocation import end_access_elsewhere
from parhelion.server.routes.common import Somebody, TheLobby, new_router
from parhelion.server.routes.signing_in import access, come_back, own_attempt, remaining_access
from parhelion.server.thinking_queue import Asker
from parhelion.server.viewer import Viewer, address_of

router = new_router()


@router.post(
    "/me/account",
    operation_id="register",
    status_code=201,
    responses=refusals("me/unknown", "me/has-login", "me/login-taken", "me/too-many-tries"),
)
async def register(lobby: TheLobby, me: Somebody, account: schemas.NewAccount) -> schemas.Access:
    """Choose a login and a password, by which I come back anywhere."""
    with own_attempt(lobby, me):
        await lobby.accounts.register(me, account.login, account.password)
    return await access(lobby, me)


@router.patch(
    "/me/account",
    operation_id="change_password",
    responses=refusals("me/unknown", "me/no-login", "me/wrong-password", "me/too-many-tries"),
)
async def change_password(
    lobby: TheLobby, me: Somebody, password: schemas.NewPassword
) -> schemas.RemainingAccess:
    """Change my password. This signs me out everywhere else, and ends my recovery link and the
    tokens of my bots."""
    login = await _own_login(lobby, me)
    with own_attempt(lobby, me):
        changed = await lobby.accounts.new_password(me, login, password.old, password.new)
    try:
        ended = await end_access_elsewhere(lobby, me, changed, bots=True)
    except Conflict as error:  # somebody else was quicker to change it
        raise Refused("me/wrong-password") from error
    return await remaining_access(lobby, me, ended)


@router.post(
    "/me/account/removal",
    operation_id="remove_account",
    responses=refusals("me/unknown", "me/no-login", "me/wrong-password", "me/too-many-tries"),
)
async def remove_account(lobby: TheLobby, me: Somebody, own: schemas.OwnPassword) -> schemas.Access:
    """Give my login up; I stay who I am, with all my games."""
    login = await _own_login(lobby, me)
    with own_attempt(lobby, me):
        await lobby.accounts.remove(me, login, own.password)
    return await access(lobby, me)


async def _own_login(lobby: Lobby, me: Viewer) -> str:
    """Return my login. Raises Refused if I have none."""
    login = await lobby.accounts.login(me.known)
    if login is None:
        raise Refused("me/no-login")
    return login


@router.post(
    "/login",
    operation_id="log_in",
    responses=refusals("me/wrong-password", "me/leaves-games", "me/too-many-tries"),
)
async def log_in(
    request: Request, response: Response, lobby: TheLobby, given: schemas.Credentials
) -> schemas.Me:
    """Become who has a login and its password."""
    with lobby.quotas.attempt(given.login, address_of(request)):
        asker = Asker(given.login, network_of(address_of(request)), seated=True)
        proof = await lobby.accounts.owner(given.login, given.password, asker)
    return await come_back(request, response, lobby, proof, given.leave)
