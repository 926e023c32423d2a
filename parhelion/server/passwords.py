"""Hashes of passwords by Argon2id, made in threads. Each takes 64 MiB, so few are made at once."""

import asyncio
import secrets
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2


class Passwords:
    """Hashes and checks passwords. Its settings are those that argon2-cffi recommends, the second
    profile of RFC 9106."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def hashed(self, password: str) -> str:
        """What is kept of a password."""
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether a password is the one of which this was kept. If there is nothing to compare
        with, it takes as long as if there were."""
        async with self._turn:
            return await asyncio.to_thread(self._fits, password, kept)

    def is_outdated(self, kept: str) -> bool:
        """Whether a hash was made with other settings than today's."""
        return self._hasher.check_needs_rehash(kept)

    def _fits(self, password: str, kept: str | None) -> bool:
        nobodys = self._nobodys  # made before it is known whether it is needed
        try:
            return self._hasher.verify(kept or nobodys, password) and kept is not None
        except (VerificationError, InvalidHashError):
            return False

    @cached_property
    def _nobodys(self) -> str:
        """The hash of a password that nobody has."""
        return self._hasher.hash(secrets.token_urlsafe())
