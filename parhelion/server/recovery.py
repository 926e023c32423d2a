"""Recovery links: whoever opens one is the person who made it. Each person has at most one."""

from sqlalchemy import select

from parhelion.refusals import Refused
from parhelion.server.models import PersonModel
from parhelion.server.row_change import RowChange, updated
from parhelion.server.secret_tokens import digest, new_token
from parhelion.server.sessions import Proof, Sessions
from parhelion.server.settings import Settings
from parhelion.server.store import Person, Store
from parhelion.server.viewer import Viewer

PAGE = "recover"
"""The page of the client that opens a link. The secret follows after a #, which browsers send to
nobody, so that it is in no log."""


class RecoveryLinks:
    """Makes, revokes and recognises the secrets of links."""

    def __init__(self, store: Store, settings: Settings, sessions: Sessions) -> None:
        self._store, self._settings, self._sessions = store, settings, sessions

    async def make(self, me: Viewer) -> str:
        """The secret of a new link; an older one is no longer valid."""
        token = new_token()
        made = self._settings.time.now()
        row = updated(PersonModel, me.id, recovery=digest(token), recovery_made=made)
        await self._sessions.write_for(me.known, me.session, row)
        return token

    async def revoke(self, person: Person) -> None:
        """Let the link of a person be no longer valid."""
        await self._store.write(unlinked(person))

    async def made(self, person: Person) -> float | None:
        """When the valid link of a person was made; None if there is none."""
        query = select(PersonModel.recovery_made).where(PersonModel.id == person.id)
        made: float | None = (await self._store.rows(query))[0].recovery_made
        return made

    async def owner(self, token: str) -> Proof:
        """Who made a link; refused if it is not valid."""
        held = {"recovery": digest(token)}
        columns = select(PersonModel.id, PersonModel.name)
        rows = await self._store.rows(columns.where(PersonModel.recovery == held["recovery"]))
        if not rows:
            raise Refused("me/unknown-link")
        person = Person(*rows[0])
        still_holds = updated(PersonModel, person.id, expected=held, **held)
        return Proof(person, still_holds, "me/unknown-link")


def unlinked(person: Person) -> RowChange:
    """The change by which a person has no valid link."""
    return updated(PersonModel, person.id, recovery=None, recovery_made=None)
