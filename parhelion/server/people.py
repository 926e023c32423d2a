"""People without accounts: whoever has the secret is the person."""

import hashlib
import secrets
from collections.abc import Set

from cachetools import LRUCache
from sqlalchemy import select

from parhelion.fair_shuffle import commitment_of, new_secret
from parhelion.server.models import PersonModel
from parhelion.server.problems import Refused
from parhelion.server.row_change import RowChange, inserted, updated
from parhelion.server.settings import Settings
from parhelion.server.store import Person, Store
from parhelion.server.visible_text import is_name_of_bot

STARS = (
    "Altair", "Bellatrix", "Capella", "Castor", "Deneb", "Electra", "Maia", "Mira", "Mizar",
    "Pollux", "Procyon", "Rigel", "Sirius", "Spica", "Vega",
)  # fmt: skip
"""Names for people who give none. Stars have the same name in every language."""
MAX_REMEMBERED = 10_000


def new_id() -> str:
    """A short random id that fits into an address; 72 bits."""
    return secrets.token_urlsafe(9)


class People:
    """Finds people by their secret and remembers those who came last."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._remembered: LRUCache[str, Person] = LRUCache(MAX_REMEMBERED)
        """By the digest of their secret."""

    async def welcome(self, name: str | None) -> tuple[Person, str]:
        """A new person, and the secret by which they are known from now on."""
        secret = secrets.token_urlsafe(24)
        person = Person(new_id(), _checked(name or secrets.choice(STARS)))
        await self._store.write(
            inserted(
                PersonModel,
                id=person.id,
                secret=digest_of(secret),
                name=person.name,
                created=self._settings.time.now(),
                next_secret=new_secret(),
            )
        )
        return person, secret

    async def known(self, secret: str | None) -> Person | None:
        """The person with this secret, if there is one."""
        if not secret:
            return None
        digest = digest_of(secret)
        person = self._remembered.get(digest) or await self._stored(digest)
        if person:
            self._remembered[digest] = person
        return person

    async def _stored(self, digest: str) -> Person | None:
        query = select(PersonModel.id, PersonModel.name).where(PersonModel.secret == digest)
        rows = await self._store.rows(query)
        return Person(*rows[0]) if rows else None

    async def next_secret(self, person: Person) -> str:
        """The secret with which the person's next table is shuffled."""
        query = select(PersonModel.next_secret).where(PersonModel.id == person.id)
        return str((await self._store.rows(query))[0].next_secret)

    async def commitment(self, person: Person) -> str:
        """What everybody may know of that secret."""
        return commitment_of(await self.next_secret(person))

    def forget(self, ids: Set[str] | None) -> None:
        """Look these people up again when they come; None: everybody."""
        for digest, person in list(self._remembered.items()):
            if ids is None or person.id in ids:
                del self._remembered[digest]

    async def rename(self, person: Person, name: str) -> Person:
        """The person under a new name."""
        renamed = Person(person.id, _checked(name))
        await self._store.write(updated(PersonModel, person.id, name=renamed.name))
        for digest, remembered in list(self._remembered.items()):
            if remembered.id == person.id:
                self._remembered[digest] = renamed
        return renamed


def secret_used(person: Person, secret: str) -> RowChange:
    """Draw the secret for the table after the next, if nobody used this one meanwhile: no two
    tables have the same."""
    return updated(
        PersonModel, person.id, expected={"next_secret": secret}, next_secret=new_secret()
    )


def _checked(name: str) -> str:
    """A name as given; refused if a bot has it."""
    if is_name_of_bot(name):
        raise Refused("me/name-of-bot")
    return name


def digest_of(secret: str) -> str:
    """By what a secret is known: it is kept nowhere itself."""
    return hashlib.sha256(secret.encode()).hexdigest()
