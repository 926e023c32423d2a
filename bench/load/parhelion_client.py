"""A table on our server. All that the load test knows of our wire format is in this file."""

import asyncio
import random
import re
from base64 import b64decode
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import orjson

from bench.load.http_client import HttpClient, Refused
from bench.load.table_client import PLAYERS, LiveConnection, TableClient, a_few_at_once
from bench.load.tally import Traffic
from parhelion.games import registry

Json = dict[str, Any]
SHORT = 0.005
"""Seconds between two looks at a table that another server is about to show anew."""
POLL = 0.7
"""Seconds between two questions for a game that is being prepared."""
VERSION = re.compile(rb'"version":(\d+)')


class SpectatorConnection(LiveConnection):
    """Somebody who looks on: only the version is read, since there may be hundreds."""

    def read(self, message: bytes) -> int | None:
        """Take in a message."""
        found = VERSION.search(message)
        return int(found[1]) if found else None


class PlayerConnection(LiveConnection):
    """Somebody who plays: knows the state of the table and the legal moves."""

    def __init__(self, game: str, traffic: Traffic) -> None:
        super().__init__(traffic)
        self.table: Json = {}
        self._game = registry.load(game)
        self._offer: Json = {}
        self._acknowledged: asyncio.Future[None] | None = None

    def read(self, message: bytes) -> int | None:
        """Take in a message: news, or the answer to a move."""
        told = orjson.loads(message)
        if "answer" in told:
            self._take_answer(told)
            return None
        self.table |= told["table"]
        if not told["scene"]:
            return None
        self._offer = told["scene"]["offer"] or {}
        return int(self.table["version"])

    def _take_answer(self, told: Json) -> None:
        if self._acknowledged is None or self._acknowledged.done():
            return
        if "problem" in told:
            self._acknowledged.set_exception(Refused(told["problem"]))
        else:
            self._acknowledged.set_result(None)

    def _lose(self) -> None:
        super()._lose()
        if self._acknowledged and not self._acknowledged.done():
            self._acknowledged.set_exception(ConnectionError("the server hung up"))

    @property
    def may_choose(self) -> bool:
        """Whether it was offered any move."""
        return bool(self._offer)

    def random_move(self, chance: random.Random) -> str:
        """A legal move, in notation."""
        bits = np.frombuffer(b64decode(self._offer["legal"]), dtype=np.uint8)
        catalogued = np.flatnonzero(np.unpackbits(bits, bitorder="little"))
        others = self._offer["choices"]
        place = chance.randrange(len(catalogued) + len(others))
        if place < len(catalogued):
            return self._game.move(int(catalogued[place])).text
        move: str = others[place - len(catalogued)]["move"]
        return move

    async def move(self, move: str) -> None:
        """Make a move; return when it is acknowledged."""
        command = {"ask": "move", "id": self.version, "version": self.version, "move": move}
        self.socket.send(orjson.dumps(command))  # if this fails, nothing is to be acknowledged
        self._acknowledged = asyncio.get_running_loop().create_future()
        await self._acknowledged


class ParhelionTable(TableClient):
    """A table of one of our games."""

    def __init__(self, ports: Sequence[int], game: str, connections: int, traffic: Traffic) -> None:
        super().__init__(connections)
        self.game, self.id = game, ""
        self._traffic = traffic
        self._ports = ports
        """Of the servers; people come to them in turn."""
        self._people = [
            HttpClient(ports[number % len(ports)], traffic)
            for number in range(min(PLAYERS, connections))
        ]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._table["status"] == "over")

    @property
    def turn(self) -> int:
        """The seat to move."""
        return int(self._table["turn"])

    async def new_game(self, advance: Callable[[], None] | None = None) -> None:
        """Set a new table with the same people."""
        await self.leave()
        for person in self._people:
            if person.token is None:
                person.token = (await person.ask("POST", "/api/me"))["token"]
        seats = [{"kind": "me"}, {"kind": "me" if self.size == 1 else "open"}]
        wanted = {"game": self.game, "seats": seats}
        made = await once_prepared(self._people[0], "POST", "/api/tables", wanted)
        self.id = made["table"]["id"]
        await self._join(made["table"])
        await self._watch(advance)
        await self._dealt()

    async def _dealt(self) -> None:
        """Wait until all players see that everybody sits. Of several servers one may show the table
        as it was before the last one sat down."""
        players = [each for each in self.connections if isinstance(each, PlayerConnection)]
        while any(player.table["status"] == "open" for player in players):
            await asyncio.sleep(SHORT)

    async def move(self, chance: random.Random) -> None:
        """Make a random legal move; the answer means that it is safe on disk."""
        player = self.mover
        assert isinstance(player, PlayerConnection)  # noqa: S101
        await player.move(player.random_move(chance))

    async def hang_up(self) -> None:
        """Close all connections, of whatever kind."""
        await super().hang_up()
        for person in self._people:
            await person.hang_up()

    @property
    def _table(self) -> Json:
        # The first player is shown every change before the next move is made.
        player = self.connections[0]
        assert isinstance(player, PlayerConnection)  # noqa: S101
        return player.table

    async def _join(self, table: Json) -> None:
        """The other person takes the open seat, if it still is open."""
        if table["status"] == "open":
            await self._people[1].ask("POST", f"/api/tables/{self.id}/seats/1")

    async def _watch(self, advance: Callable[[], None] | None = None) -> None:
        """Everybody looks on live, until they see the table."""
        players = [PlayerConnection(self.game, self._traffic) for _ in self._people]
        spectators = range(self.size - len(players))
        self.connections = [*players, *(SpectatorConnection(self._traffic) for _ in spectators)]
        tokens = [person.token for person in self._people] + [None for _ in spectators]
        path, several = f"/api/tables/{self.id}/live", zip(self.connections, tokens, strict=True)
        joining = [
            partial(one.connect, self._ports[number % len(self._ports)], path, token)
            for number, (one, token) in enumerate(several)
        ]
        await a_few_at_once(joining, advance)


async def once_prepared(person: HttpClient, method: str, path: str, body: object = None) -> Any:
    """What an address answers; while its game is being prepared, it is asked again, as the page
    does."""
    while True:
        try:
            return await person.ask(method, path, body)
        except Refused as refused:
            if refused.args[0].get("code") != "game/preparing":
                raise
            await asyncio.sleep(POLL)
