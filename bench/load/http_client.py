"""One kept-alive HTTP connection, as thin as can be, that counts its bytes."""

import asyncio
import contextlib
import gzip
from typing import Any

import orjson

from bench.load.tally import Traffic


class Refused(Exception):
    """An answer that is not a success."""


class HttpClient:
    """Asks a server on this machine for JSON, one question at a time."""

    def __init__(self, port: int, traffic: Traffic, token: str | None = None) -> None:
        self.port, self.token = port, token
        self._traffic = traffic
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The JSON that an address answers."""
        if self._streams and self._streams[0].at_eof():  # the server hung up on a long silence
            await self.hang_up()
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        request = self._request(method, path, b"" if body is None else orjson.dumps(body))
        writer.write(request)
        self._traffic.sent += len(request)
        head = await reader.readuntil(b"\r\n\r\n")
        content = await reader.readexactly(content_length(head))
        self._traffic.received += len(head) + len(content)
        if b"content-encoding: gzip" in head.lower():
            content = gzip.decompress(content)
        answer = orjson.loads(content)
        if not head.startswith(b"HTTP/1.1 2"):
            raise Refused(answer)
        return answer

    async def hang_up(self) -> None:
        """Close the connection; the next question opens another."""
        if self._streams:
            _, writer = self._streams
            writer.close()
            with contextlib.suppress(ConnectionError):  # the server was killed
                await writer.wait_closed()
        self._streams = None

    def _request(self, method: str, path: str, content: bytes) -> bytes:
        who = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{who}"
            "Accept-Encoding: gzip\r\n"  # as browsers do
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        return head.encode() + content


def content_length(head: bytes) -> int:
    """The length of the content that a head announces."""
    return int(head.lower().split(b"content-length:")[1].split(b"\r\n", 1)[0])
