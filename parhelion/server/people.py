"""People: newcomers, names, and the secrets with which their next tables are shuffled."""

import secrets

from sqlalchemy import select

from parhelion.fair_shuffle import commitment_of, new_secret
from parhelion.refusals import Refused
from parhelion.server.devices import Device
from parhelion.server.models import PersonModel
from parhelion.server.reserved_names import is_name_of_bot
from parhelion.server.row_change import RowChange, inserted, updated
from parhelion.server.secret_tokens import new_id
from parhelion.server.sessions import Sessions
from parhelion.server.settings import Settings
from parhelion.server.store import Person, Store
from parhelion.server.viewer import Viewer

STARS = (
    "Altair", "Bellatrix", "Capella", "Castor", "Deneb", "Electra", "Maia", "Mira", "Mizar",
    "Pollux", "Procyon", "Rigel", "Sirius", "Spica", "Vega",
)  # fmt: skip
"""Names for people who give none. Stars have the same name in every language."""


class People:
    """Welcomes and renames people."""

    def __init__(self, store: Store, settings: Settings, sessions: Sessions) -> None:
        self._store, self._settings, self._sessions = store, settings, sessions

    async def welcome(self, name: str | None, device: Device) -> tuple[Person, str]:
        """A new person, and the secret of their first session."""
        person = Person(new_id(), checked_name(name or secrets.choice(STARS), self._settings))
        row = inserted(
            PersonModel,
            id=person.id,
            name=person.name,
            created=self._settings.time.now(),
            next_secret=new_secret(),
        )
        return person, await self._sessions.begin(person, device, row)

    async def next_secret(self, person: Person) -> str:
        """Return the secret of the person's next shuffle. Raises Refused for a deleted person."""
        query = select(PersonModel.name, PersonModel.next_secret)
        for row in await self._store.rows(query.where(PersonModel.id == person.id)):
            if row.name:
                return str(row.next_secret)
        raise Refused("me/unknown")

    async def commitment(self, person: Person) -> str:
        """What everybody may know of that secret."""
        return commitment_of(await self.next_secret(person))

    async def rename(self, me: Viewer, name: str) -> Person:
        """The person under a new name."""
        renamed = Person(me.id, checked_name(name, self._settings))
        row = updated(PersonModel, me.id, name=renamed.name)
        await self._sessions.write_for(me.known, me.session, row)
        self._sessions.forget({me.id})
        return renamed


def secret_used(person: Person, secret: str) -> RowChange:
    """Draw the secret for the table after the next, if this one was not used meanwhile.

    So no two tables have the same. Deleting a person draws a new one too, and no table is set for
    them afterwards (M4).
    """
    return updated(
        PersonModel, person.id, expected={"next_secret": secret}, next_secret=new_secret()
    )


def checked_name(name: str, settings: Settings) -> str:
    """A name as given; refused if a bot of ours or of the host has it."""
    if is_name_of_bot(name, [bot.name for bot in settings.bots]):
        raise Refused("me/name-of-bot")
    return name
