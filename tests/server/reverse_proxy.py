"""A small reverse proxy with TLS: it shows a server under a path, as Caddy or nginx would."""

import asyncio
import re
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from weakref import WeakSet

CERTIFICATE = Path(__file__).with_name("loopback.pem")
ADDED = b"X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: https\r\n"
NOT_PASSED_ON = re.compile(rb"(?im)^(x-forwarded-[a-z]+|connection|keep-alive):[^\n]*\n")


def certificate() -> ssl.SSLContext:
    """A certificate for this machine that nothing trusts."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


class ReverseProxy:
    """Passes on what it is asked under a path, unchanged or without the path, and refuses the
    rest."""

    def __init__(self, target: int, path: str, strips: bool) -> None:
        self._target, self._path, self._strips = target, path.encode(), strips
        self._writers: WeakSet[asyncio.StreamWriter] = WeakSet()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one request on, or a WebSocket."""
        self._writers.add(writer)
        with suppress(OSError, asyncio.IncompleteReadError, ssl.SSLError):
            head = await reader.readuntil(b"\r\n\r\n")
            if head.split(b" ", 2)[1].startswith(self._path + b"/"):
                await self._pass_on(head, reader, writer)
            else:
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    async def _pass_on(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers.add(server_writer)
        server_writer.write(self._rewritten(head))
        ways = [
            asyncio.create_task(pipe(reader, server_writer)),
            asyncio.create_task(pipe(server_reader, writer)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        server_writer.close()

    async def end(self, server: asyncio.Server) -> None:
        """Hang up on everybody."""
        server.close()
        for writer in list(self._writers):
            writer.transport.abort()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _rewritten(self, head: bytes) -> bytes:
        is_upgrade = re.search(rb"(?im)^upgrade: *websocket", head)
        first, rest = NOT_PASSED_ON.sub(b"", head).split(b"\r\n", 1)
        if self._strips:
            first = first.replace(self._path, b"", 1)
        connection = b"Upgrade" if is_upgrade else b"close"
        return first + b"\r\n" + ADDED + b"Connection: " + connection + b"\r\n" + rest


async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy until one end is gone."""
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()


@contextmanager
def proxied(target: int, path: str, strips: bool = False) -> Iterator[str]:
    """The address, over TLS, under which a server on a port of this machine is shown."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    proxy = ReverseProxy(target, path, strips)
    starting = asyncio.start_server(proxy.serve, "127.0.0.1", 0, ssl=certificate())
    server = asyncio.run_coroutine_threadsafe(starting, loop).result()
    try:
        yield f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}{path}"
    finally:
        asyncio.run_coroutine_threadsafe(proxy.end(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
