"""Live connections over WebSocket: each is sent what is new as soon as it can take it, and may
send commands."""

import asyncio
import time

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnected

from parhelion.scene import Layout
from parhelion.server.audience import Audience
from parhelion.server.journal_writer import DatabaseAway
from parhelion.server.live_table import LiveTable
from parhelion.server.lobby import Lobby
from parhelion.server.origins import is_own_origin
from parhelion.server.problems import Refused, problem
from parhelion.server.schemas import Answer, Command, Lang, MoveCommand, WordsQuestion
from parhelion.server.viewer import Viewer, secret_of
from parhelion.server.websocket_protocol import text_sender

COME_AGAIN, REFUSED = 1012, 1008
TOO_MANY = "too many messages"
"""Why a connection is closed, for programs."""
HUNG_UP = (WebSocketDisconnect, WebSocketDisconnected)
"""What sending raises when the other end has just gone, or is known to be gone."""

_COMMAND: TypeAdapter[MoveCommand | WordsQuestion] = TypeAdapter(Command)


class Allowance:
    """How much a connection may send: so many messages at once, and then so many a second."""

    AT_ONCE, A_SECOND = 200, 100

    def __init__(self) -> None:
        self._left, self._at = float(self.AT_ONCE), time.monotonic()

    def spend(self) -> bool:
        """Whether one more message may be sent now."""
        now = time.monotonic()
        earned = (now - self._at) * self.A_SECOND
        self._left, self._at = min(self.AT_ONCE, self._left + earned) - 1, now
        return self._left >= 0


class LiveConnection:
    """A viewer at the other end of a WebSocket. A slow one misses messages, never the newest
    state: what changes while it is busy is sent as one."""

    def __init__(self, socket: WebSocket, viewer: Viewer, table: LiveTable) -> None:
        self.viewer = viewer
        self._socket, self._table = socket, table
        self._send = text_sender(socket)
        self._changed = asyncio.Event()
        self._answers: list[bytes] = []
        """Answers that are to be sent."""
        self._audience: Audience | None = None
        self._seen = 0
        self._allowance = Allowance()

    def notify(self) -> None:
        """Something changed."""
        self._changed.set()

    async def send_texts(self) -> None:
        """Send answers, and what is new, until the table leaves the memory. Whoever moved gets both
        at once."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._table.closed:
                await self._socket.close(COME_AGAIN)
                return
            texts, self._answers = self._answers, []
            if news := self._news():
                texts.append(news)
            if texts:
                await self._send(texts)

    def _news(self) -> bytes:
        audience = self._table.audience(self.viewer)
        if audience is not self._audience:  # somebody sat down: it is another view now
            self._audience, self._seen = audience, 0
        message = audience.message(self._seen)
        self._seen = audience.number
        return message

    async def listen(self) -> None:
        """Carry out commands, one after the other, until the other end is gone."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not self._allowance.spend():
                await self._socket.close(REFUSED, TOO_MANY)
                return
            text = message.get("text") or ""
            self._answers.append(b"pong" if text == "ping" else await self._answer(text))
            self._changed.set()

    async def _answer(self, text: str) -> bytes:
        """The answer to a command as JSON."""
        try:
            command = _COMMAND.validate_json(text)
        except ValidationError:
            unread = Answer(answer=None, problem=problem(Refused("bad-request"), self.viewer.lang))
            return unread.model_dump_json().encode()
        try:
            answer = await self._carried_out(command)
        except Refused as refused:
            answer = Answer(answer=command.id, problem=problem(refused, self.viewer.lang))
        except DatabaseAway:
            away = problem(Refused("server/database-away"), self.viewer.lang)
            answer = Answer(answer=command.id, problem=away)
        return answer.model_dump_json(exclude_none=True).encode()

    async def _carried_out(self, command: MoveCommand | WordsQuestion) -> Answer:
        if isinstance(command, WordsQuestion):
            return Answer(answer=command.id, words=self._table.words_for(self.viewer))
        if self.viewer.person is None:
            raise Refused("me/unknown")
        made = await self._table.move(self.viewer, command.version, command.move)
        return Answer(answer=command.id, acknowledged=made)


async def serve_connection(
    socket: WebSocket, lobby: Lobby, id: str, lang: Lang, layout: Layout
) -> None:
    """Serve one live connection to a table until it ends."""
    if not is_own_origin(socket):
        await socket.close(REFUSED)
        return
    try:
        viewer = Viewer(await lobby.people.known(secret_of(socket)), lang, layout)
        table = await lobby.table(id)
    except Refused:
        await socket.close(REFUSED)
        return
    except DatabaseAway:
        await socket.close(COME_AGAIN)
        return
    await socket.accept()
    await _connect(LiveConnection(socket, viewer, table), table)


async def _connect(connection: LiveConnection, table: LiveTable) -> None:
    table.enter(connection)
    tasks = [asyncio.create_task(each) for each in (connection.send_texts(), connection.listen())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.leave(connection)
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception) and not isinstance(end, HUNG_UP):
            raise end
