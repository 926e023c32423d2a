"""Full updates: a table, its scene with all words and choices, and its chat for one viewer, as
JSON."""

import orjson

from parhelion.server.scene_json import PARTS, part_json, rest_of
from parhelion.server.table import GameTable
from parhelion.server.table_state import table_state
from parhelion.server.viewer import Viewer

MAX_LINES = 200
"""Lines of chat in an update."""


def full_update(table: GameTable, viewer: Viewer) -> bytes:
    """An `Update` for a viewer."""
    state = table_state(table, viewer)
    scene = table.scene(state["seat"], viewer.lang, viewer.layout)
    parts = {
        name: [orjson.Fragment(part_json(part)) for part in getattr(scene, name)] for name in PARTS
    }
    chat = [line.model_dump() for line in table.chat[-MAX_LINES:]]
    told = orjson.dumps({"table": state, "scene": rest_of(scene) | parts, "chat": chat})
    return table.sentences(viewer.lang).json(told)
