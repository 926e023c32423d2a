"""JSON as a key of caches: what was made of it is found again by its bytes."""

import marshal
from functools import lru_cache
from typing import Any

KEPT = 64
"""How much shared JSON is kept frozen."""


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


@lru_cache(KEPT)
def _frozen(values: "SameObjects") -> Frozen:
    return Frozen(values.objects)


class SameObjects:
    """Some objects as a key: equal if they are the same objects."""

    __slots__ = ("objects",)

    def __init__(self, objects: list[Any]) -> None:
        self.objects = objects

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.objects)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameObjects) and all(
            mine is theirs for mine, theirs in zip(self.objects, other.objects, strict=True)
        )


def frozen_once(*values: Any) -> Frozen:
    """Some JSON that is shared and never changes, such as what an edition prints: it is frozen the
    first time only."""
    return _frozen(SameObjects(list(values)))
