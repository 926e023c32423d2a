"""Connections that share one view of a table. Changes are computed and serialised once per group:
three hundred spectators cost hardly more than one."""

from functools import partial
from typing import TYPE_CHECKING

import orjson

from parhelion.server.scene_json import serialised_part
from parhelion.server.viewer import Viewer
from parhelion.tables.messages import Shown, changes

if TYPE_CHECKING:
    from parhelion.server.live.live_table import LiveTable


class Audience:
    """The connections of one player, or of all spectators, in a language and a layout.

    Messages are numbered. A connection that has the one before is sent what changed. All others,
    newcomers and slow readers, are sent the whole newest state.
    """

    def __init__(self, live: "LiveTable", viewer: Viewer) -> None:
        self._live, self._viewer = live, viewer
        self._revision = -1
        self.number = 0
        """The number of the newest message."""
        self._shown: Shown | None = None
        self._changes = self._whole = b""

    def message(self, seen: int) -> bytes:
        """Return what is new after the message `seen`, 0 for none; empty if nothing is."""
        self._refresh()
        if seen == self.number:
            return b""
        return self._changes if seen == self.number - 1 and seen else self._all()

    def _refresh(self) -> None:
        """Compute what changed since the last message."""
        if self._revision == self._live.attendance.revision:
            return
        self._revision = self._live.attendance.revision
        now = self._live.views.shown(self._viewer)
        if message := self._serialised(self._shown, now):
            self._changes, self._whole, self._shown = message, b"", now
            self.number += 1

    def _all(self) -> bytes:
        """Return everything. It is serialised once, except where a clock runs."""
        has_clock = self._live.table.setup.time.kind != "none"
        if not self._whole or has_clock:
            self._whole = self._serialised(None, self._live.views.shown(self._viewer))
        return self._whole

    def _serialised(self, seen: Shown | None, now: Shown) -> bytes:
        views, chat = self._live.views, self._live.table.chat
        named = views.named_text(self._viewer.lang)
        part = partial(serialised_part, named=named)
        message = changes(seen, now, chat, views.people(), named, part)
        return orjson.dumps(message) if message else b""
