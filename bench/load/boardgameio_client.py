"""A match on boardgame.io. All that the load test knows of its wire format is in this file.

Its messages are those of Socket.IO over a WebSocket: digits for the kind, then JSON.
"""

import random
import re
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import orjson

from bench.load.table_client import PLAYERS, LiveConnection, TableClient, a_few_at_once
from bench.load.tally import Traffic

Json = dict[str, Any]
Placement = list[int]

PATH = "/socket.io/?EIO=4&transport=websocket"
OPENED, PING, PONG = b"0", b"2", b"3"
JOIN, JOINED, EVENT = b"40/orion,", b"40/orion,", b"42/orion,"
STATE_EVENTS = (EVENT + b'["sync"', EVENT + b'["update"')
VERSION = re.compile(rb'"_stateID":(\d+)')


class MatchConnection(LiveConnection):
    """A player, or without a seat a spectator, of a match."""

    def __init__(self, traffic: Traffic, match: str, seat: str | None) -> None:
        super().__init__(traffic)
        self.match, self.seat = match, seat
        self.state: Json = {}

    def read(self, message: bytes) -> int | None:
        """Take in a message; answer those that keep the connection up."""
        if message == PING:
            self.socket.send(PONG)
        elif message.startswith(OPENED):
            self.socket.send(JOIN)
        elif message.startswith(JOINED):  # the match is made by the first who asks for it
            self.emit("sync", self.match, self.seat, None, PLAYERS)
        elif message.startswith(STATE_EVENTS):
            return self._read_state(message)
        return None

    def emit(self, *event: object) -> None:
        """Send an event."""
        self.socket.send(EVENT + orjson.dumps(event))

    def _read_state(self, message: bytes) -> int | None:
        if self.seat is None:  # there may be hundreds of spectators
            found = VERSION.search(message)
            return int(found[1]) if found else None
        _, _, told, *_ = orjson.loads(message[len(EVENT) :])
        self.state = told.get("state", told)
        return int(self.state["_stateID"])


class BoardgameioMatch(TableClient):
    """A match of the peer's game."""

    def __init__(
        self, port: int, placements: list[Placement], connections: int, traffic: Traffic
    ) -> None:
        super().__init__(connections)
        self._port, self._placements, self._traffic = port, placements, traffic

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._state["ctx"].get("gameover") is not None

    @property
    def turn(self) -> int:
        """The seat to move."""
        return int(self._state["ctx"]["currentPlayer"])

    async def new_game(self, advance: Callable[[], None] | None = None) -> None:
        """Begin a new match. Nobody needs a password, which saves the peer looking it up."""
        await self.leave()
        match = uuid.uuid4().hex[:11]
        seats = [str(seat) if seat < PLAYERS else None for seat in range(self.size)]
        self.connections = [MatchConnection(self._traffic, match, seat) for seat in seats]
        first, *others = [partial(one.connect, self._port, PATH) for one in self.connections]
        await first()  # two at once would both make the match
        await a_few_at_once(others, advance)

    async def move(self, chance: random.Random) -> None:
        """Lay a random tile. The acknowledgement is the new state, sent to the player."""
        player, seat = self.mover, str(self.turn)
        assert isinstance(player, MatchConnection)  # noqa: S101
        placement = random_placement(self._placements, self._state["G"]["cells"], chance)
        payload = {"type": "place", "args": placement, "playerID": seat, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        shown = player.next_view()
        player.emit("update", action, player.version, player.match, seat)
        await shown

    @property
    def _state(self) -> Json:
        player = self.connections[0]
        assert isinstance(player, MatchConnection)  # noqa: S101
        return player.state


def random_placement(
    placements: list[Placement], cells: list[int | None], chance: random.Random
) -> Placement:
    """Three free cells for a tile. There are some, or the game would be over."""
    while True:
        placement = chance.choice(placements)
        if all(cells[cell] is None for cell in placement):
            return placement
