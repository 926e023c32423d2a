"""Scenes as JSON, part by part. Most parts of a scene were written before and are written once."""

from dataclasses import fields
from typing import Any

import orjson

from parhelion.scene import Scene

PARTS = ("items", "choices", "sections", "log")
"""The fields of a scene that hold many parts, most of them the same as before."""
REST = tuple(each.name for each in fields(Scene) if each.name not in PARTS)
MAX_WRITTEN = 100_000

_written: dict[int, tuple[object, bytes]] = {}
"""By the id of the part. The part is kept too, so that no other object gets its id."""


def part_json(part: object) -> bytes:
    """The JSON of a part. Games reuse their parts, so most have been written before."""
    kept = _written.get(id(part))
    if kept is None:
        if len(_written) >= MAX_WRITTEN:
            _written.clear()
        kept = _written[id(part)] = part, orjson.dumps(part)
    return kept[1]


def rest_of(scene: Scene) -> dict[str, Any]:
    """The fields of a scene that are not made of parts."""
    return {name: getattr(scene, name) for name in REST}
