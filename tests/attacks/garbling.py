"""Garbles JSON documents and texts at random, in the ways that break programs."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

HOSTILE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 255, 2**31, 2**53 + 1, -(2**63), 10**400, 0.5, -0.0, 1e308,
    float("nan"), float("inf"), "", " ", "0", "-1", "e4", "\x00", "\ud800", "‮", "é́", "x" * 3000,
    "../../etc/passwd", "%s%n", "{}", "<script>", "1" * 400, [], {}, [[]], [None], {"": None},
    {"__proto__": 1}, [0] * 1000,
)  # fmt: skip
JUNK = ("{", "}", "[", '"', ",", ":", "\\u0000", "\\ud800", "-", "9" * 30, "null", "\x00", "é", ";")
DEEP = 5000

Place = tuple[Any, Any]
"""A list or an object, and the index or key of a part of it."""


def garbled(document: Any, rng: random.Random) -> Any:
    """A copy of a document with one to three of its parts changed."""
    root = [copy.deepcopy(document)]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        _change(rng.choice(list(_places(root))), root, rng)
    return root[0] if root else None


def _places(holder: Any) -> Iterator[Place]:
    """All parts of a list or an object, and theirs."""
    keys = range(len(holder)) if isinstance(holder, list) else list(holder)
    for key in keys:
        yield holder, key
        if isinstance(holder[key], list | dict):
            yield from _places(holder[key])


def _change(place: Place, root: list[Any], rng: random.Random) -> None:
    holder, key = place
    change: Callable[[Any, Any, list[Any], random.Random], None] = rng.choice(
        (_replace, _replace, _alter, _alter, _remove, _double, _swap, _graft)
    )
    if change is _remove and holder is root:
        return
    change(holder, key, root, rng)


def _replace(holder: Any, key: Any, _root: list[Any], rng: random.Random) -> None:
    holder[key] = copy.deepcopy(rng.choice(HOSTILE))


def _alter(holder: Any, key: Any, _root: list[Any], rng: random.Random) -> None:
    """Change a number or a text a little."""
    value = holder[key]
    if isinstance(value, str):
        holder[key] = garbled_text(value, rng)
    elif isinstance(value, int | float):
        holder[key] = value + rng.choice((-1, 1, 2, -10, 1000))
    else:
        holder[key] = [value]


def _remove(holder: Any, key: Any, _root: list[Any], _rng: random.Random) -> None:
    del holder[key]


def _double(holder: Any, key: Any, _root: list[Any], _rng: random.Random) -> None:
    """Let a part be there twice."""
    twin = copy.deepcopy(holder[key])
    if isinstance(holder, list):
        holder.insert(key, twin)
    else:
        holder[f"{key}2"] = twin


def _swap(holder: Any, key: Any, _root: list[Any], rng: random.Random) -> None:
    """Exchange two parts of the same list or object."""
    other = rng.choice(range(len(holder)) if isinstance(holder, list) else list(holder))
    holder[key], holder[other] = holder[other], holder[key]


def _graft(holder: Any, key: Any, root: list[Any], rng: random.Random) -> None:
    """Put another part of the document here."""
    other, name = rng.choice(list(_places(root)))
    holder[key] = copy.deepcopy(other[name])


def garbled_text(text: str, rng: random.Random) -> str:
    """A text with something cut, put in, doubled or changed."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 50)))
    part = text[start:end]
    middle = rng.choice(("", rng.choice(JUNK), chr(rng.randrange(1, 0x2FFF)), part * 2, part[::-1]))
    return text[:start] + middle + text[end:]


def garbled_json(document: Any, rng: random.Random) -> str:
    """A document as text, its parts or its letters changed; sometimes nested beyond reason."""
    how = rng.random()
    if how < 0.01:
        return "[" * DEEP + "]" * DEEP
    if how < 0.7:
        return json.dumps(garbled(document, rng))
    text = json.dumps(document, ensure_ascii=False)
    for _ in range(rng.choice((1, 1, 2, 4))):
        text = garbled_text(text, rng)
    return text
