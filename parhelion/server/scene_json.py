"""Scenes as JSON. Games reuse the parts of their scenes, so most were serialised before."""

from dataclasses import fields
from typing import Any

import orjson

from parhelion.scene import Scene
from parhelion.tables.named_text import NamedText
from parhelion.tables.player_marks import MARK_START

PARTS = ("items", "choices", "sections", "log")
"""The fields of a scene that hold many parts, most of them the same as before."""
REST = tuple(each.name for each in fields(Scene) if each.name not in PARTS)
MAX_CACHED = 100_000

MAX_NAMED = 500
"""Parts with names that are cached for a table."""
Cached = tuple[object, orjson.Fragment]

_cached: dict[int, Cached] = {}
"""JSON of parts without names, by the id of the part, which is stored, so that no other object gets
its id."""


def scene_json(scene: Scene, named: NamedText) -> dict[str, Any]:
    """Return a scene, whose sentences have names, for orjson."""
    rest = {name: named.fill(getattr(scene, name)) for name in REST}
    parts = {
        name: [serialised_part(part, named) for part in getattr(scene, name)] for name in PARTS
    }
    return rest | parts


def serialised_part(part: object, named: NamedText) -> orjson.Fragment:
    """Return a part, whose sentences have names, for orjson."""
    cached = _cached.get(id(part)) or named.parts.get(id(part))
    if cached is None:
        json = orjson.dumps(part)
        if MARK_START in json:
            cached = part, orjson.Fragment(orjson.dumps(named.fill(part)))
            _store(named.parts, MAX_NAMED, cached)
        else:
            cached = part, orjson.Fragment(json)
            _store(_cached, MAX_CACHED, cached)
    return cached[1]


def _store(cache: dict[int, Cached], limit: int, cached: Cached) -> None:
    if len(cache) >= limit:
        cache.clear()
    cache[id(cached[0])] = cached
