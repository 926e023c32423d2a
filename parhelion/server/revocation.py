"""Ends access elsewhere: other sessions, the recovery link, and the tokens of own bots."""

from parhelion.server import schemas
from parhelion.server.lobby import Lobby
from parhelion.server.recovery import unlinked
from parhelion.server.row_change import RowChange
from parhelion.server.sessions import still_signed_in
from parhelion.server.viewer import Viewer


async def end_access_elsewhere(
    lobby: Lobby, me: Viewer, *changes: RowChange, bots: bool
) -> schemas.EndedAccess:
    """End all access of a person but the session that asks, and commit some changes with it. With
    `bots`, also end the tokens of the person's bots.

    Raises Conflict if that session has ended or a change no longer applies. Then nothing changes.
    """
    person, linked = me.known, await lobby.recovery.made(me.known) is not None
    signed_in = still_signed_in(person, me.session)
    ended = await lobby.sessions.end_others(
        person, me.session, signed_in, unlinked(person), *changes, bots=bots
    )
    who = [row.person for row in ended]
    await lobby.hang_up_on_ended({person.id, *who})
    own_bots = await lobby.own_bots.players_of(person)
    names = [bot.name for bot in own_bots if bot.id in who]
    return schemas.EndedAccess(sessions=who.count(person.id), recovery=linked, bots=names)
