"""A server that is started again whenever it ends, as a service manager would."""

import asyncio
import contextlib
import os
import signal
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from bench.soak import faulty_server
from bench.soak.switches import Switches
from bench.soak.tcp_proxy import TcpProxy

BETWEEN_STARTS = 0.2
ENDING = 60.0


class ServerNode:
    """A server behind a proxy: its clients always find it, or its absence, at the same port."""

    def __init__(self, name: str, database: str, folder: Path) -> None:
        self.name = name
        self.front = TcpProxy()
        self.ready = asyncio.Event()
        """Whether it has said that it answers."""
        self.switches = Switches(folder / f"{name}.switches")
        self.starts = 0
        self._database, self._log = database, folder / f"{name}.log"
        self._wanted = asyncio.Event()
        self._process: ForkServerProcess | None = None

    async def __aenter__(self) -> "ServerNode":
        await self.front.__aenter__()
        self._wanted.set()
        self._keeping = asyncio.create_task(self._keep_running())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._keeping
        if self._process:
            self._process.terminate()
            await asyncio.to_thread(self._process.join, ENDING)
        await self.front.__aexit__()

    @property
    def pid(self) -> int | None:
        """The process that runs now, if one does."""
        return self._process.pid if self._process and self._process.is_alive() else None

    def signal(self, how: signal.Signals) -> None:
        """Send a signal to the process, if there is one."""
        if self.pid:
            os.kill(self.pid, how)

    async def stay_down(self) -> None:
        """Kill it, and do not start it again yet."""
        self._wanted.clear()
        self.signal(signal.SIGKILL)
        while self.pid:
            await asyncio.sleep(0.01)

    def come_back(self) -> None:
        """Start it again."""
        self._wanted.set()

    async def _keep_running(self) -> None:
        while True:
            await self._wanted.wait()
            process, output = await asyncio.to_thread(self._started)
            self._process = process
            if announcement := await asyncio.to_thread(_first_line, output):
                self.front.target = int(announcement.rstrip("/\n").rsplit(":", 1)[1])
                self.starts += 1
                self.ready.set()
            await asyncio.to_thread(process.join)
            output.close()
            self.ready.clear()
            self.front.target = 0
            await asyncio.sleep(BETWEEN_STARTS)

    def _started(self) -> tuple[ForkServerProcess, Connection]:
        arguments = ["serve", "--port", "0", "--pause", "0", "--database", self._database]
        arguments += ["--limits", "off"]  # everybody comes from one address
        return faulty_server.start(self.switches.file, self._log, *arguments)


def _first_line(output: Connection) -> str:
    """What a process prints first; nothing if it ends without a word."""
    line = b""
    while not line.endswith(b"\n") and (more := os.read(output.fileno(), 1)):
        line += more
    return line.decode()
