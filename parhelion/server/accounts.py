"""Accounts, for who wants one: a login and a password, by which a person comes back anywhere."""

from typing import Any

from sqlalchemy import select

from parhelion.refusals import Refused
from parhelion.server.journal_writer import Conflict
from parhelion.server.models import PersonModel
from parhelion.server.passwords import Passwords
from parhelion.server.row_change import RowChange, updated
from parhelion.server.sessions import Proof, still_signed_in
from parhelion.server.store import Person, Store
from parhelion.server.thinking_queue import Asker
from parhelion.server.viewer import Viewer


class Accounts:
    """Gives logins to people, and finds people by them."""

    def __init__(self, store: Store, passwords: Passwords) -> None:
        self._store, self._passwords = store, passwords

    async def login(self, person: Person) -> str | None:
        """The login of a person, if they have one."""
        query = select(PersonModel.login).where(PersonModel.id == person.id)
        login: str | None = (await self._store.rows(query))[0].login
        return login

    async def register(self, me: Viewer, login: str, password: str) -> None:
        """Give a person a login; refused if they have one, or somebody else has it."""
        person = me.known
        if await self.login(person):
            raise Refused("me/has-login")
        kept = await self._passwords.hashed(password, me.asker)
        none = {"login": None}
        row = updated(PersonModel, person.id, expected=none, login=login, password=kept)
        try:
            await self._store.write(still_signed_in(person, me.session), row)
        except Conflict as error:
            raise Refused("me/login-taken") from error

    async def owner(self, login: str, password: str, asker: Asker) -> Proof:
        """The person with a login and its password. Refused in the same way, after the same work,
        whether the login or the password is wrong."""
        row = await self._row(login)
        if not await self._passwords.fits(password, row.password if row else None, asker):
            raise Refused("me/wrong-password")
        assert row is not None  # noqa: S101
        held = {"password": await self._renewed(row, password, asker)}
        still_holds = updated(PersonModel, row.id, expected=held, **held)
        return Proof(Person(row.id, row.name), still_holds, "me/wrong-password")

    async def new_password(self, me: Viewer, login: str, old: str, new: str) -> RowChange:
        """The change that gives a login a new password, if the old one is still right then; refused
        unless it is right now."""
        proof = await self.owner(login, old, me.asker)
        kept = await self._passwords.hashed(new, me.asker)
        held = proof.still_holds.expected
        return updated(PersonModel, proof.person.id, expected=held, password=kept)

    async def remove(self, me: Viewer, login: str, password: str) -> None:
        """Take a login away from its person, who stays; refused unless the password is right."""
        held = (await self.owner(login, password, me.asker)).still_holds.expected
        row = updated(PersonModel, me.id, expected=held, login=None, password=None)
        try:
            await self._store.write(still_signed_in(me.known, me.session), row)
        except Conflict as error:
            raise Refused("me/wrong-password") from error

    async def _row(self, login: str) -> Any | None:
        columns = select(PersonModel.id, PersonModel.name, PersonModel.password)
        rows = await self._store.rows(columns.where(PersonModel.login == login))
        return rows[0] if rows else None

    async def _renewed(self, row: Any, password: str, asker: Asker) -> str:
        """The hash that is kept, made anew if that is done otherwise today; not if the password was
        changed meanwhile."""
        held: str = row.password
        if not self._passwords.is_outdated(held):
            return held
        kept = await self._passwords.hashed(password, asker)
        try:
            await self._store.write(
                updated(PersonModel, row.id, expected={"password": held}, password=kept)
            )
        except Conflict:
            return held
        return kept
