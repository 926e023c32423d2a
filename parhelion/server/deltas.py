"""Deltas: what a live connection has not been sent yet, as JSON (`News` on the wire)."""

from collections.abc import Sequence
from itertools import chain, islice
from operator import sub
from typing import Any

import orjson

from parhelion.scene import Scene
from parhelion.server.full_update import MAX_LINES
from parhelion.server.scene_json import PARTS, part_json, rest_of
from parhelion.server.table import GameTable
from parhelion.server.table_state import table_state
from parhelion.server.viewer import Viewer


class DeltaWriter:
    """Remembers what one connection was sent, so that nothing is sent twice."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._scene: Scene | None = None
        self._lines = 0
        self._sent: dict[bytes, int] = {}
        """The numbers of the parts by their JSON: a new object may say the same as an old one."""
        self._numbers: dict[int, int] = {}
        """The numbers of the parts by their id, which is faster to look up."""
        self._kept: list[object] = []
        """The parts in `_numbers`, so that no other object gets their id."""

    def delta(self, table: GameTable) -> bytes:
        """What has not been sent yet; from now on it counts as sent."""
        state = table_state(table, self._viewer)
        scene = table.scene(state.seat, self._viewer.lang, self._viewer.layout)
        outline, parts = (None, []) if scene is self._scene else self._outline(scene)
        lines = table.chat[self._lines :][-MAX_LINES:]
        self._scene, self._lines = scene, len(table.chat)
        return orjson.dumps(
            {
                "table": state.model_dump(),
                "parts": parts,
                "scene": outline,
                "chat": [line.model_dump() for line in lines],
            }
        )

    def _outline(self, scene: Scene) -> tuple[dict[str, Any], list[orjson.Fragment]]:
        """A scene with numbers for its parts, and the parts that are new."""
        before = len(self._sent)
        steps = {name: self._steps(getattr(scene, name)) for name in PARTS}
        new = [*islice(reversed(self._sent), len(self._sent) - before)]
        return rest_of(scene) | steps, [orjson.Fragment(part) for part in reversed(new)]

    def _steps(self, parts: Sequence[object]) -> list[int]:
        """The numbers of some parts as differences: mostly 1, which compresses well."""
        try:
            numbers = [self._numbers[id(part)] for part in parts]
        except KeyError:
            numbers = [self._number(part) for part in parts]
        return list(map(sub, numbers, chain((0,), numbers)))

    def _number(self, part: object) -> int:
        number = self._numbers.get(id(part))
        if number is None:
            json = part_json(part)
            number = self._sent.get(json)
            if number is None:
                number = self._sent[json] = self._numbers[id(part)] = len(self._sent)
                self._kept.append(part)
        return number
