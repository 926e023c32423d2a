"""JSON as a key of caches: what was made of it is found again by its bytes."""

import marshal
from typing import Any


class Frozen:
    """Some JSON as a key: equal if it is the same to the byte, so that what was made of it is
    found again."""

    __slots__ = ("_bytes", "_hash", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self._bytes = marshal.dumps(value, 2)
        self._hash = hash(self._bytes)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frozen) and self._bytes == other._bytes
