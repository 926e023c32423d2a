"""Hashes of passwords by Argon2id, made in threads. Each takes 64 MiB, so few are made at once.

Everybody who needs one waits in a fair queue: the address that used the least time lately is first,
so that a flood from one address does not slow down sign-ins from others.
"""

import asyncio
import secrets
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from parhelion.server.thinking_queue import Asker, ThinkingQueue

AT_ONCE = 2
QUICK = 0
"""The level of all hashes in the queue: none is slower than another."""


class Passwords:
    """Hashes and checks passwords. Its settings are those that argon2-cffi recommends, the second
    profile of RFC 9106."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self.queue = ThinkingQueue(AT_ONCE)

    async def hashed(self, password: str, asker: Asker) -> str:
        """Return what is kept of a password."""
        async with self.queue.turn(asker, QUICK):
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, password: str, kept: str | None, asker: Asker) -> bool:
        """Return True if a password is the one of which this was kept. If there is nothing to
        compare with, it takes as long as if there were."""
        async with self.queue.turn(asker, QUICK):
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
