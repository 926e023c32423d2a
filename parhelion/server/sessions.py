"""Sessions: the browsers and programs in which people are signed in. Whoever has the secret of a
session is its person."""

import asyncio
import logging
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from cachetools import LRUCache, TTLCache
from sqlalchemy import select

from parhelion.refusals import Code, Refused
from parhelion.server.devices import Device
from parhelion.server.journal_writer import Conflict
from parhelion.server.models import BotModel, PersonModel, SessionModel
from parhelion.server.row_change import RowChange, deleted, inserted, updated
from parhelion.server.secret_tokens import digest, new_id, new_token
from parhelion.server.settings import Settings
from parhelion.server.store import PROGRAM, Owner, Person, Store

MAX_REMEMBERED = 10_000
REMEMBERED_SECONDS = 60.0
"""A session that another server ended is forgotten as soon as the news of it come; this long after
it was read, should the news get lost."""
MAX_SESSIONS = 50
"""Maximum number of sessions of a person. Beyond that, the session unused for longest ends."""
DAY = 86_400.0
LOG = logging.getLogger("parhelion")


@dataclass(frozen=True)
class Session:
    """Somebody who is signed in."""

    id: str
    person: Person
    used: float
    """The day on which it was used last, in seconds since 1970."""


@dataclass(frozen=True)
class Proof:
    """Somebody who has shown that they are a person, by a secret or a password."""

    person: Person
    still_holds: RowChange
    """Changes nothing, and cannot be committed if what was shown is no longer valid."""
    refusal: Code
    """How they are refused then."""


@dataclass(eq=False)
class _Reading:
    """Whose sessions changed while one was read."""

    changed: set[str] = field(default_factory=set)
    all_changed: bool = False


class Sessions:
    """Finds sessions by their secrets, remembers those that came last, begins and ends them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._remembered: TTLCache[str, Session] = TTLCache(
            MAX_REMEMBERED, REMEMBERED_SECONDS, settings.time.ticks
        )
        """By the digest of their secret."""
        self._last_used: LRUCache[str, float] = LRUCache(MAX_REMEMBERED)
        """When sessions were last used on this server, by id. The database has the day only."""
        self._readings: set[_Reading] = set()
        self._writing: set[asyncio.Task[None]] = set()

    # --- who somebody is

    async def known(self, secret: str | None) -> Session | None:
        """The session with this secret, if there is one. It has not ended when this returns, as
        far as this server has heard."""
        if not secret:
            return None
        key = digest(secret)
        session = self._remembered.get(key) or await self._stored(key)
        if session:
            self._remembered[key] = session = self._used_now(session)
        return session

    async def _stored(self, key: str) -> Session | None:
        """Read a session, again if it was changed meanwhile: one that has just ended must not be
        remembered."""
        query = (
            select(SessionModel.__table__, PersonModel.name, *PROGRAM)
            .join(PersonModel, SessionModel.person == PersonModel.id)
            .outerjoin(BotModel, BotModel.id == PersonModel.id)
            .outerjoin(Owner, Owner.id == BotModel.owner)
            .where(SessionModel.secret == key)
        )
        while True:
            self._readings.add(reading := _Reading())
            try:
                rows = await self._store.rows(query)
            finally:
                self._readings.discard(reading)
            if not rows:
                return None
            row = rows[0]
            if not reading.all_changed and row.person not in reading.changed:
                return Session(row.id, Person.at(row.person, row), row.used)

    def forget(self, people: Set[str] | None) -> None:
        """Look the sessions of these people up again when they come; None: everybody's."""
        for reading in self._readings:
            reading.all_changed |= people is None
            reading.changed |= people or set()
        for key, session in list(self._remembered.items()):
            if people is None or session.person.id in people:
                del self._remembered[key]

    def _used_now(self, session: Session) -> Session:
        """The same session. That it is used is written once a day, so that reading stays
        reading."""
        now = self._last_used[session.id] = self._settings.time.now()
        if now - session.used < DAY:
            return session
        task = asyncio.create_task(self._write_use(session, now))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return replace(session, used=now)

    async def _write_use(self, session: Session, now: float) -> None:
        try:
            await self._store.write(updated(SessionModel, session.person.id, session.id, used=now))
        except Exception:  # a date; whoever came has been let in
            LOG.warning("the use of a session could not be written", exc_info=True)

    # --- beginning and ending

    async def begin(self, person: Person, device: Device, *changes: RowChange) -> str:
        """Sign a person in, and commit some changes with it; the secret of the new session."""
        token, now = new_token(), self._settings.time.now()
        session = inserted(
            SessionModel,
            person=person.id,
            id=new_id(),
            secret=digest(token),
            created=now,
            used=now,
            **device._asdict(),
        )
        await self._store.write(*changes, session)
        return token

    async def begin_another(self, proof: Proof, device: Device) -> str:
        """Sign a person in who has been here before; the secret of the new session. Refused if
        what they showed was revoked meanwhile."""
        person = proof.person
        surplus = sorted(await self.of(person), key=self._used, reverse=True)[MAX_SESSIONS - 1 :]
        ended = [deleted(SessionModel, person.id, row.id) for row in surplus]
        try:
            token = await self.begin(person, device, proof.still_holds, *ended)
        except Conflict as error:
            raise Refused(proof.refusal) from error
        self.forget({person.id})
        return token

    def _used(self, row: Any) -> float:
        """Return when a session was last used, as exactly as this server knows."""
        return max(float(row.used), self._last_used.get(row.id, 0.0))

    async def write_for(self, person: Person, session: str, *changes: RowChange) -> None:
        """Commit changes about a person, if the session that asks for them has not ended
        meanwhile."""
        try:
            await self._store.write(still_signed_in(person, session), *changes)
        except Conflict as error:
            raise Refused("me/unknown") from error

    async def end(self, person: Person, id: str) -> None:
        """End a session of a person."""
        await self._store.write(deleted(SessionModel, person.id, id))
        self.forget({person.id})

    async def end_others(
        self, person: Person, kept: str, *changes: RowChange, bots: bool = False
    ) -> list[Any]:
        """End all sessions of a person but one, and commit some changes with it. With `bots`, also
        end those of the person's bots. Sessions that begin meanwhile end, too.

        Returns the sessions that ended, as rows.
        """
        ended: list[Any] = []
        while (others := await self._others(person, kept, bots)) or changes:
            rows = [deleted(SessionModel, row.person, row.id) for row in others]
            await self._store.write(*changes, *rows)
            self.forget({person.id, *(row.person for row in others)})
            ended += others
            changes = ()
        return ended

    async def end_all(self, person: Person, *changes: RowChange) -> None:
        """End all sessions of a person, and commit some changes with it."""
        await self.end_others(person, "", *changes)

    async def _others(self, person: Person, kept: str, bots: bool) -> Sequence[Any]:
        theirs = SessionModel.person == person.id
        if bots:
            own_bots = select(BotModel.id).where(BotModel.owner == person.id)
            theirs |= SessionModel.person.in_(own_bots)
        query = select(SessionModel.__table__).where(theirs, SessionModel.id != kept)
        return await self._store.rows(query.order_by(SessionModel.person, SessionModel.id))

    async def of(self, person: Person) -> Sequence[Any]:
        """The sessions of a person as rows, the one used last first."""
        return await self._store.rows(
            select(SessionModel.__table__)
            .where(SessionModel.person == person.id)
            .order_by(SessionModel.used.desc(), SessionModel.created.desc())
        )

    async def going_on(self, ids: Set[str]) -> set[str]:
        """Which of these sessions have not ended."""
        query = select(SessionModel.id).where(SessionModel.id.in_(ids))
        return {row.id for row in await self._store.rows(query)}


def still_signed_in(person: Person, session: str) -> RowChange:
    """Changes nothing, and cannot be committed if the session has ended."""
    held = {"id": session}
    return updated(SessionModel, person.id, session, expected=held, **held)
