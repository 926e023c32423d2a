"""People without accounts: whoever has the secret is the person."""

import hashlib
import secrets

from sqlalchemy import select

from parhelion.server.rows import PersonRow
from parhelion.server.settings import Settings
from parhelion.server.store import Person, Store, added, changed

STARS = (
    "Altair", "Bellatrix", "Capella", "Castor", "Deneb", "Electra", "Maia", "Mira", "Mizar",
    "Pollux", "Procyon", "Rigel", "Sirius", "Spica", "Vega",
)  # fmt: skip
"""What people are called who do not say: stars have the same name in every language."""
MAX_REMEMBERED = 10_000


def new_id() -> str:
    """A short random name for an address; 72 bits."""
    return secrets.token_urlsafe(9)


class People:
    """Finds people by their secret; who was seen lately is remembered."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._seen: dict[str, Person] = {}

    async def welcome(self, name: str | None) -> tuple[Person, str]:
        """Somebody new, and the secret to be known by."""
        secret = secrets.token_urlsafe(24)
        person = Person(new_id(), (name or secrets.choice(STARS)).strip())
        await self._store.write(
            added(
                PersonRow,
                id=person.id,
                secret=_digest(secret),
                name=person.name,
                created=self._settings.now(),
            )
        )
        return person, secret

    async def known(self, secret: str | None) -> Person | None:
        """The person of a secret, if there is one."""
        if not secret:
            return None
        digest = _digest(secret)
        if digest not in self._seen:
            query = select(PersonRow.id, PersonRow.name).where(PersonRow.secret == digest)
            rows = await self._store.rows(query)
            if not rows:
                return None
            if len(self._seen) >= MAX_REMEMBERED:
                self._seen.clear()
            self._seen[digest] = Person(*rows[0])
        return self._seen[digest]

    async def rename(self, person: Person, name: str) -> Person:
        """The person under another name."""
        renamed = Person(person.id, name.strip())
        await self._store.write(changed(PersonRow, person.id, name=renamed.name))
        self._seen = {
            digest: renamed if seen.id == person.id else seen for digest, seen in self._seen.items()
        }
        return renamed


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
