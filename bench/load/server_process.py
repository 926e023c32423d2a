"""A server in a process of its own, and what it computes."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, cast

from bench.load.postgres_cluster import PostgresCluster

ENDING = 60.0
"""How many seconds a server may take to stop."""
TICKS = os.sysconf("SC_CLK_TCK")


class ServerProcess:
    """A server that has printed its first line. Its errors go where ours go."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        self.process = subprocess.Popen(  # noqa: S603
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})}
        )
        self.announcement = self.output.readline()
        if not self.announcement:
            raise RuntimeError(f"{' '.join(command)} ended with {self.process.wait()}")

    def cpu(self) -> float:
        """Seconds of computing so far, with those of its child processes."""
        return sum(map(cpu_of, process_tree(self.process.pid)))

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it, in this way or that, and wait until it is gone."""
        self.process.send_signal(how)
        try:
            self.process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.output.close()

    @property
    def output(self) -> IO[str]:
        """What it prints after its first line."""
        return cast(IO[str], self.process.stdout)


class Servers:
    """One or several servers that share a database, which may be a server, too."""

    def __init__(
        self, servers: Sequence[ServerProcess], database: PostgresCluster | None = None
    ) -> None:
        self._servers, self._database = servers, database

    def cpu(self) -> float:
        """Seconds of computing so far, without the database."""
        return sum(server.cpu() for server in self._servers)

    def database_cpu(self) -> float:
        """Seconds of computing of the database so far, if it is a server."""
        pid = self._database and self._database.pid
        return sum(map(cpu_of, process_tree(pid))) if pid else 0.0

    async def rest(self, patience: float = 60.0) -> None:
        """Wait until they have next to nothing left to do, such as preparing games, but not for
        ever."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            before = self.cpu()
            await asyncio.sleep(0.5)
            if self.cpu() - before < 0.05:
                return

    def end(self) -> None:
        """Stop them all and wait until they are gone."""
        for server in self._servers:
            server.end()
        if self._database:
            self._database.__exit__(None, None, None)


def start_parhelion(database: Path | str, *options: str) -> tuple[ServerProcess, int]:
    """A server of ours on a free port of this machine, and the port."""
    command = [sys.executable, "-m", "parhelion", "serve", "--port", "0", "--pause", "0"]
    command += ["--limits", "off"]  # all of the load comes from one address
    server = ServerProcess([*command, "--database", str(database), *options])
    return server, int(server.announcement.rstrip("/\n").rsplit(":", 1)[1])


def process_tree(pid: int) -> Iterator[int]:
    """A process and all that it started, directly or not."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            yield from process_tree(int(child))


def cpu_of(pid: int) -> float:
    """Seconds of computing of a process, with those of its children that have ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:  # it has just ended: its parent counts it
        return 0.0
    return sum(map(int, stat.rsplit(")", 1)[1].split()[11:15])) / TICKS
