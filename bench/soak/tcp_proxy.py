"""Stands between two programs on this machine and can cut them off from each other."""

import asyncio
import contextlib


class TcpProxy:
    """Passes bytes on, from a port of its own to the port that it is told."""

    def __init__(self, target: int = 0) -> None:
        self.target = target
        self.port = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._is_cut = False
        self._flows = asyncio.Event()
        self._flows.set()

    async def __aenter__(self) -> "TcpProxy":
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self._hang_up()

    def cut(self) -> None:
        """Hang up on everybody, and on whoever comes until it is mended."""
        self._is_cut = True
        self._hang_up()

    def stall(self) -> None:
        """Keep everything that is sent until it is mended."""
        self._flows.clear()

    def mend(self) -> None:
        """Pass bytes on again."""
        self._is_cut = False
        self._flows.set()

    def _hang_up(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    async def _connected(self, near: asyncio.StreamReader, to_near: asyncio.StreamWriter) -> None:
        self._open.add(to_near)
        to_far: asyncio.StreamWriter | None = None
        try:
            if self._is_cut:
                return
            far, to_far = await asyncio.open_connection("127.0.0.1", self.target)
            self._open.add(to_far)
            await asyncio.gather(self._pass_on(near, to_far), self._pass_on(far, to_near))
        except OSError:  # one of them has hung up, or is not there
            pass
        finally:
            for writer in (to_near, to_far):
                if writer:
                    writer.transport.abort()
                    self._open.discard(writer)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            await self._flows.wait()
            sink.write(data)
            await sink.drain()
        await self._flows.wait()
        with contextlib.suppress(OSError):
            sink.write_eof()
