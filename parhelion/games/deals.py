"""Explicit deals are JSON that people type in: its shape, checked part by part."""

from collections.abc import Mapping
from typing import Any

from parhelion.errors import BadDeal


def checked_object(value: Any, where: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    """A JSON object with just these keys."""
    if not isinstance(value, Mapping):
        raise BadDeal(f"{where}: expected an object with {', '.join(keys)}, found {value!r}")
    if unknown := sorted(set(map(str, value)) - set(keys)):
        raise BadDeal(f"{where}.{unknown[0]}: unknown; it has {', '.join(keys)}")
    if missing := [key for key in keys if key not in value]:
        raise BadDeal(f"{where}.{missing[0]}: missing")
    return value


def checked_list(value: Any, where: str, count: int, what: str) -> list[Any]:
    """A JSON list of so many things."""
    if not isinstance(value, list):
        raise BadDeal(f"{where}: expected a list of {count} {what}, found {value!r}")
    if len(value) != count:
        raise BadDeal(f"{where}: expected {count} {what}, found {len(value)}")
    return value
