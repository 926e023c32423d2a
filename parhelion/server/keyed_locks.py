"""A lock for each of many things, such as tables by their ids, as long as somebody needs it."""

import asyncio
from weakref import WeakValueDictionary


class KeyedLocks:
    """Gives out locks by key: whoever asks for the same key at the same time gets the same one."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __call__(self, key: str) -> asyncio.Lock:
        """The lock of a key."""
        return self._locks.setdefault(key, asyncio.Lock())
