"""Somebody who plays in a crash test: asks any of the servers, and knows what an answer means."""

import asyncio
import hashlib
import random
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

import httpx

from bench.load.http_client import Refused
from bench.load.parhelion_client import PlayerConnection
from bench.load.tally import Traffic
from bench.soak.history import Attempt, Join, SaidLine
from bench.soak.server_node import ServerNode

Json = dict[str, Any]
Answer = TypeVar("Answer")
PATIENCE = 8.0
"""Seconds after which somebody gives up an answer and looks again."""
RETRY = (0.05, 0.3)
UNSURE = "server/unsure"
AGAIN = (
    "game/preparing",
    "move/stale",
    "server/database-away",
    "server/trouble",
    "table/not-over",
)
"""Refusals that may be otherwise in a moment, also because a server has yet to hear of something.
"""


class NotKnown(OSError):
    """No answer came, or one that says nothing: a command may or may not have been carried out."""


class SoakConnection(PlayerConnection):
    """A live connection that tells of all news, also of those that are no moves."""

    def __init__(self, game: str, traffic: Traffic) -> None:
        super().__init__(game, traffic)
        self.news = asyncio.Event()
        self.lost = False

    def read(self, message: bytes) -> int | None:
        """Take in a message."""
        self.news.set()
        return super().read(message)

    def _lose(self) -> None:
        self.lost = True
        self.news.set()
        super()._lose()


class Person:
    """Knows all servers and asks one of them at random each time."""

    def __init__(
        self, http: httpx.AsyncClient, nodes: Sequence[ServerNode], chance: random.Random
    ) -> None:
        self.chance = chance
        self.hash = ""
        """By which the database knows them."""
        self._http, self._nodes = http, nodes
        self._token = ""

    async def arrive(self) -> None:
        """Become known to the servers, once."""
        if self._token:
            return
        self._token = (await self.insist("POST", "/me"))["token"]
        self.hash = hashlib.sha256(self._token.encode()).hexdigest()

    async def ask(
        self, method: str, path: str, body: object = None, node: ServerNode | None = None
    ) -> Any:
        """What the API answers; Refused if nothing has happened, NotKnown if that is not sure."""
        port = (node or self.chance.choice(self._nodes)).front.port
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        try:
            answer = await self._http.request(
                method, f"http://127.0.0.1:{port}/api{path}", json=body, headers=headers
            )
        except httpx.HTTPError as error:
            raise NotKnown(repr(error)) from error
        if answer.is_success:
            return answer.json()
        if not answer.headers["content-type"].startswith("application/json"):
            raise NotKnown(answer.text)  # of a server that stops and waits no longer
        raise _refusal(answer.json())

    async def insist(
        self, method: str, path: str, body: object = None, node: ServerNode | None = None
    ) -> Any:
        """Ask until there is an answer; only for what may be done twice."""
        while True:
            try:
                return await self.ask(method, path, body, node)
            except NotKnown:
                pass
            except Refused as refused:
                if code_of(refused) not in AGAIN:
                    raise
            await asyncio.sleep(self.chance.uniform(*RETRY))

    async def attempt(
        self, noted: Attempt | SaidLine | Join, doing: Awaitable[Answer]
    ) -> Answer | None:
        """Send a command and note its outcome. Return the answer if it was carried out."""
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await doing
        except Refused as refused:
            if code_of(refused) != UNSURE:
                noted.outcome = "refused"
            return None
        except OSError:  # too late, hung up, or not known
            return None
        noted.outcome = "kept"
        return answer

    async def watch(self, game: str, id: str) -> SoakConnection:
        """A live connection to a table, which shows it already."""
        connection = SoakConnection(game, Traffic())
        port = self.chance.choice(self._nodes).front.port
        try:
            async with asyncio.timeout(PATIENCE):
                await connection.connect(port, f"/api/tables/{id}/live", self._token)
        except BaseException:
            connection.socket.close()
            raise
        return connection


def code_of(refused: Refused) -> str:
    """The code of a refusal."""
    return str(refused.args[0].get("code"))


def _refusal(problem: Json) -> Exception:
    return NotKnown(UNSURE) if problem.get("code") == UNSURE else Refused(problem)
