"""The servers that are measured: ours with each of its games, and boardgame.io with each store."""

from abc import ABC, abstractmethod
from pathlib import Path

import orjson

from bench.load import boardgameio_install
from bench.load.boardgameio_client import BoardgameioMatch
from bench.load.parhelion_client import ParhelionTable
from bench.load.postgres_cluster import DURABLE, PostgresCluster
from bench.load.server_process import ServerProcess, popen, start_parhelion
from bench.load.servers import Servers
from bench.load.table_client import TableClient
from bench.load.tally import Traffic

GAMES = ("orion", "solstis", "solenia")


class Platform(ABC):
    """A server with a game, and how to sit down there."""

    name: str

    @abstractmethod
    def start(self, folder: Path) -> Servers:
        """Start the server; it keeps its tables in a folder."""

    @abstractmethod
    def table(self, connections: int, traffic: Traffic) -> TableClient:
        """A table on the server that was started last."""


class Parhelion(Platform):
    """Our server with one of our games; an acknowledged move is safe on disk. Several servers need
    PostgreSQL, which each of them uses alike; without any number there is one, with SQLite."""

    def __init__(self, game: str, nodes: int = 0) -> None:
        self.name, self._game, self._nodes = f"Parhelion {game}", game, nodes
        if nodes:
            self.name = f"{game}, PostgreSQL × {nodes}"
        self._ports: list[int] = []

    def start(self, folder: Path) -> Servers:
        """Start the servers."""
        cluster = PostgresCluster(DURABLE).__enter__() if self._nodes else None
        database = cluster.new_database() if cluster else folder / "tables.db"
        started = [start_parhelion(database) for _ in range(self._nodes or 1)]
        self._ports = [port for _, port in started]
        return Servers([server for server, _ in started], cluster)

    def table(self, connections: int, traffic: Traffic) -> TableClient:
        """A table of the game; its people come to different servers."""
        return ParhelionTable(self._ports, self._game, connections, traffic)


class Boardgameio(Platform):
    """The peer with a game like Orion Duel, which it keeps in memory or in its flat files."""

    def __init__(self, store: str) -> None:
        self.name, self._store = f"boardgame.io {store}", store
        self._port = 0
        self._placements: list[list[int]] = []

    def start(self, folder: Path) -> Servers:
        """Start the server."""
        script = boardgameio_install.FOLDER / "server.js"
        command = [boardgameio_install.program("node"), str(script), self._store, str(folder)]
        server = ServerProcess(popen(command, {"NODE_ENV": "production"}))
        told = orjson.loads(server.announcement)
        self._port, self._placements = told["port"], told["placements"]
        return Servers([server])

    def table(self, connections: int, traffic: Traffic) -> TableClient:
        """A match of the game."""
        return BoardgameioMatch(self._port, self._placements, connections, traffic)
