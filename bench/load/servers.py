"""One or several servers under load, and the database they share."""

import asyncio
import time
from collections.abc import Sequence

from bench.load.postgres_cluster import PostgresCluster
from bench.load.server_process import ServerProcess, cpu_of, process_tree


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
