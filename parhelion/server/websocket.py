"""Live connections over WebSocket: each is sent what is new as soon as it can take it, and may
send commands."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import ExitStack

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnected

from parhelion.refusals import Refused
from parhelion.scene import Layout
from parhelion.server.journal_writer import DatabaseAway
from parhelion.server.live.audience import Audience
from parhelion.server.live.live_table import LiveTable
from parhelion.server.lobby import Lobby
from parhelion.server.origins import is_own_origin
from parhelion.server.problems import problem
from parhelion.server.schemas import (
    Acknowledged,
    Answer,
    Command,
    Lang,
    MoveCommand,
    WordsQuestion,
)
from parhelion.server.secret_tokens import digest
from parhelion.server.viewer import Viewer, address_of, secret_of
from parhelion.server.websocket_protocol import text_sender
from parhelion.tables.commands import Move
from parhelion.tables.table import Table

COME_AGAIN, REFUSED, TOO_MANY = 1012, 1008, 4429
SIGNED_OUT = "signed out"
"""Why a connection is closed, for programs."""
MAX_ANSWERS = 8
"""Answers that wait for a slow reader before the server reads its next command."""
LOG = logging.getLogger("parhelion")
HUNG_UP = (WebSocketDisconnect, WebSocketDisconnected)
"""What sending raises when the other end has just gone, or is known to be gone."""

_COMMAND: TypeAdapter[MoveCommand | WordsQuestion] = TypeAdapter(Command)


class LiveConnection:
    """A viewer at the other end of a WebSocket. A slow one misses messages, never the newest
    state: what changes while it is busy is sent as one."""

    def __init__(
        self,
        socket: WebSocket,
        viewer: Viewer,
        table: LiveTable,
        count: Callable[[], None] = lambda: None,
    ) -> None:
        """`count` is called for each command. It raises Refused if there are too many."""
        self.viewer, self._count = viewer, count
        self._socket, self._live = socket, table
        self._send = text_sender(socket)
        self._changed = asyncio.Event()
        self._answers: list[bytes] = []
        """Answers that are to be sent."""
        self._taken = asyncio.Event()
        """Set when answers are taken from there."""
        self._audience: Audience | None = None
        self._seen = 0
        self._signed_out = False

    def notify(self) -> None:
        """Something changed."""
        self._changed.set()

    def hang_up(self) -> None:
        """The session has ended: close the connection, and carry out nothing more."""
        self._signed_out = True
        self._changed.set()

    async def send_texts(self) -> None:
        """Send answers, and what is new, until the table leaves the memory or the session ends.
        Whoever moved gets both at once."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._signed_out:
                await self._socket.close(REFUSED, SIGNED_OUT)
                return
            if self._live.closed:
                await self._socket.close(COME_AGAIN)
                return
            texts, self._answers = self._answers, []
            self._taken.set()
            if news := self._news():
                texts.append(news)
            if texts:
                await self._send(texts)

    def _news(self) -> bytes:
        audience = self._live.attendance.audience(self.viewer)
        if audience is not self._audience:  # somebody sat down: it is another view now
            self._audience, self._seen = audience, 0
        message = audience.message(self._seen)
        self._seen = audience.number
        return message

    async def listen(self) -> None:
        """Carry out commands, one after the other, until the other end is gone.

        A client that does not read its answers must not fill the memory with them.
        """
        while True:
            while len(self._answers) >= MAX_ANSWERS:
                self._taken.clear()
                await self._taken.wait()
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or ""
            answer = b"pong" if text == "ping" else await self._answer(text)
            self._answers.append(answer)  # only now: news sent meanwhile took the list away
            self._changed.set()

    async def _answer(self, text: str) -> bytes:
        """The answer to a command as JSON."""
        try:
            command = _COMMAND.validate_json(text)
        except ValidationError:
            unread = Answer(answer=None, problem=problem(Refused("bad-request"), self.viewer.lang))
            return unread.model_dump_json().encode()
        try:
            self._count()
            answer = await self._carried_out(command)
        except Refused as refused:
            answer = Answer(answer=command.id, problem=problem(refused, self.viewer.lang))
        except DatabaseAway:
            away = problem(Refused("server/database-away"), self.viewer.lang)
            answer = Answer(answer=command.id, problem=away)
        return answer.model_dump_json(exclude_none=True).encode()

    async def _carried_out(self, command: MoveCommand | WordsQuestion) -> Answer:
        if isinstance(command, WordsQuestion):
            return Answer(answer=command.id, words=self._live.views.words(self.viewer))
        if self.viewer.person is None or self._signed_out:
            raise Refused("me/unknown")
        move = Move(command.version, command.move, self.viewer.lang)
        table = await self._live.carry_out(self.viewer.person, move)
        return Answer(answer=command.id, acknowledged=acknowledged(table))


def acknowledged(table: Table) -> Acknowledged:
    """Return the acknowledgement of a command."""
    return Acknowledged(version=table.position, ply=table.ply)


async def serve_connection(
    socket: WebSocket, lobby: Lobby, id: str, lang: Lang, layout: Layout
) -> None:
    """Serve one live connection to a table until it ends."""
    if not is_own_origin(socket):
        await socket.close(REFUSED)
        return
    secret = secret_of(socket)
    key = digest(secret) if secret else ""

    def count() -> None:
        """Count a request, in the same way as over HTTP. Raises Refused if there are too many."""
        lobby.quotas.spend("requests", key, address_of(socket))

    try:
        session = await lobby.sessions.known(secret)
        viewer = Viewer.of(session, lang, layout, address_of(socket))
        with ExitStack() as counted:
            await _count(counted, viewer, lobby, id)
            count()
            table = await lobby.table(id)
            counted.enter_context(table.attendance.room_for(viewer))
            await socket.accept()

            async def has_ended() -> bool:
                return session is not None and await lobby.sessions.known(secret) is None

            connection = LiveConnection(socket, viewer, table, count)
            await _connect(connection, table, has_ended)
    except Refused as refused:
        await _turn_away(socket, refused, lang)
    except DatabaseAway:
        await socket.close(COME_AGAIN)
    except HUNG_UP:
        LOG.debug("a live connection to table %s was gone before it began", id)


async def _count(counted: ExitStack, viewer: Viewer, lobby: Lobby, id: str) -> None:
    """Count a connection. Spectators of the same address never keep a seated player out (N8)."""
    try:
        counted.enter_context(lobby.quotas.connection(viewer.id, viewer.address))
    except Refused:
        if viewer.person is None:
            raise
        counted.enter_context(lobby.quotas.connection(viewer.id, None))
        if viewer.person.id not in (await lobby.table(id)).table.people:
            raise


async def _turn_away(socket: WebSocket, refused: Refused, lang: Lang) -> None:
    """Hang up. Who is one too many is told why: browsers do not see why a connection was not
    accepted."""
    if refused.wait is None:
        await socket.close(REFUSED)
        return
    await socket.accept()
    told = Answer(answer=None, problem=problem(refused, lang))
    await socket.send_text(told.model_dump_json(exclude_none=True))
    await socket.close(TOO_MANY, refused.code)


async def _connect(
    connection: LiveConnection, table: LiveTable, has_ended: Callable[[], Awaitable[bool]]
) -> None:
    """Serve a connection whose session may have ended before it was found at the table."""
    table.attendance.enter(connection)
    tasks = [asyncio.create_task(each) for each in (connection.send_texts(), connection.listen())]
    try:
        if await has_ended():
            connection.hang_up()
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.attendance.leave(connection)
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception) and not isinstance(end, HUNG_UP):
            raise end
