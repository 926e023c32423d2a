"""Everybody at a table who sees the same. What changes is worked out and written once for all of
them: three hundred spectators cost hardly more than one."""

from typing import Any

import orjson

from parhelion.scene import Scene
from parhelion.server.full_update import MAX_LINES
from parhelion.server.scene_changes import scene_changes
from parhelion.server.table import GameTable
from parhelion.server.table_state import table_state
from parhelion.server.viewer import Viewer


class Audience:
    """The connections of one person with a seat, or of all spectators, in a language and a layout.

    Messages are numbered. Who has the one before is sent what changed; everybody else, newcomers
    and slow readers, the newest state as a whole.
    """

    def __init__(self, table: GameTable, viewer: Viewer) -> None:
        self._table, self._viewer = table, viewer
        self._revision = -1
        self.number = 0
        """Of the newest message."""
        self._state: dict[str, Any] = {}
        self._scene: Scene | None = None
        self._lines = 0
        self._changes = self._whole = b""

    def message(self, seen: int) -> bytes:
        """What somebody has to be sent who has seen a message, 0 for none; empty if nothing."""
        self._refresh()
        if seen == self.number:
            return b""
        return self._changes if seen == self.number - 1 and seen else self._all()

    def _refresh(self) -> None:
        """Work out what changed since the last time anybody here was told something."""
        table, viewer = self._table, self._viewer
        if self._revision == table.revision:
            return
        self._revision = table.revision
        state = table_state(table, viewer)
        picture = table.picture(state["seat"], viewer.lang, viewer.layout)
        before, lines = self._state, table.chat[self._lines :]
        told = {name: value for name, value in state.items() if before.get(name, ...) != value}
        if picture.scene is self._scene and not told and not lines:
            return
        scene = None
        if picture.scene is not self._scene:
            scene = scene_changes(self._scene, picture.scene, picture.offer)
        self._changes, self._whole = self._written(told, scene, lines), b""
        self._state, self._scene, self._lines = state, picture.scene, len(table.chat)
        self.number += 1

    def _all(self) -> bytes:
        """Everything, written once until something changes; but clocks go on all the time."""
        clocked = self._table.clock.kind != "none"
        if not self._whole or clocked:
            viewer = self._viewer
            state = table_state(self._table, viewer) if clocked else self._state
            picture = self._table.picture(state["seat"], viewer.lang, viewer.layout)
            scene = scene_changes(None, picture.scene, picture.offer)
            self._whole = self._written(state, scene, self._table.chat)
        return self._whole

    def _written(
        self, table: dict[str, Any], scene: dict[str, Any] | None, chat: list[Any]
    ) -> bytes:
        lines = [line.model_dump() for line in chat[-MAX_LINES:]]
        told = orjson.dumps({"table": table, "scene": scene, "chat": lines})
        return self._table.sentences(self._viewer.lang).json(told)
