"""Scenes as JSON. Games reuse the parts of their scenes, so most were serialised before."""

from dataclasses import fields
from typing import Any

import orjson

from parhelion.scene import Scene
from parhelion.tables.named_text import NamedText

PARTS = ("items", "choices", "sections", "log")
"""The fields of a scene that hold many parts, most of them the same as before."""
REST = tuple(each.name for each in fields(Scene) if each.name not in PARTS)
MAX_CACHED = 100_000

_cached: dict[int, tuple[object, orjson.Fragment]] = {}
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
    cached = _cached.get(id(part))
    if cached is None:
        if len(_cached) >= MAX_CACHED:
            _cached.clear()
        filled = named.fill(part)
        json = orjson.Fragment(orjson.dumps(filled))
        if filled is not part:
            return json
        cached = _cached[id(part)] = part, json
    return cached[1]
