"""What is asked of a server (tables, connections, how often they move), and how it did."""

import asyncio
import gc
import resource
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import uvloop

from bench.load.platforms import Platform
from bench.load.player import Player
from bench.load.progress import Progress
from bench.load.servers import Servers
from bench.load.table_client import PLAYERS, TableClient, a_few_at_once
from bench.load.tally import Tally, percentile


@dataclass(frozen=True)
class Scenario:
    """A load. Without a rate every table moves as often as it goes, which shows what a server can
    do at most; with a rate it moves so many times a second, whether the server keeps up or not."""

    title: str
    tables: int
    connections: int
    """At each table: two players, one for both seats, or with spectators."""
    rate: float | None = None

    @property
    def has_spectators(self) -> bool:
        """Whether others look on beside the players."""
        return self.connections > PLAYERS


@dataclass(frozen=True)
class Latency:
    """Times in milliseconds."""

    p50: float
    p99: float
    max: float

    @classmethod
    def of(cls, seconds: list[float]) -> "Latency | None":
        """The latency that some times show; None without any."""
        if not seconds:
            return None
        shares = (percentile(seconds, 0.5), percentile(seconds, 0.99), max(seconds))
        return cls(*(round(1000 * share, 2) for share in shares))


@dataclass(frozen=True)
class Result:
    """How a server did under a load."""

    platform: str
    scenario: Scenario
    seconds: float
    moves: int
    """Acknowledged."""
    moves_per_second: float
    cpu_ms_per_move: float | None
    """Computing of the servers and their child processes; of no player."""
    database_ms_per_move: float
    """Computing of PostgreSQL, if that is used."""
    acknowledged: Latency | None
    other_player: Latency | None
    everybody: Latency | None
    bytes_per_move: int | None
    """In both directions, over all connections of a table."""
    bytes_sent: int
    bytes_received: int
    server_cores: float
    generator_cores: float
    """Near 1 the generator is the limit, and the server could do more."""
    errors: list[str]


@dataclass(frozen=True)
class Run:
    """A scenario, how long it is played, and where that is shown."""

    scenario: Scenario
    warm_up: float
    seconds: float
    progress: Progress


def measure(platform: Platform, run: Run) -> Result:
    """Start a server, load it, and stop it."""
    run.progress.begin(f"{platform.name}, {run.scenario.title.split(':')[0].lower()}")
    allow_many_connections()
    gc.disable()  # looking for garbage would show as latency
    with tempfile.TemporaryDirectory() as folder:
        run.progress.stage("starting the server")
        server = platform.start(Path(folder))
        try:
            return uvloop.run(_loaded(platform, server, run))
        finally:
            server.end()
            gc.enable()
            run.progress.end()


def allow_many_connections() -> None:
    """Lift the limit of open files as far as this user may: two connections a player need many.
    Servers that are started from here inherit it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _loaded(platform: Platform, server: Servers, run: Run) -> Result:
    scenario, tally = run.scenario, Tally()
    tables = [platform.table(scenario.connections, tally.traffic) for _ in range(scenario.tables)]
    await server.rest()
    await _open(tables, scenario, run.progress)
    await server.rest()
    plays = _start_playing(tables, scenario, tally, server)
    await run.progress.wait("warming up", run.warm_up)
    tally.clear()
    used = await _use(server, run, tally)
    result = _result(platform.name, scenario, tally, used)
    for play in plays:
        play.cancel()
    await asyncio.gather(*plays, return_exceptions=True)
    await asyncio.gather(*(table.hang_up() for table in tables))
    return result


async def _open(tables: list[TableClient], scenario: Scenario, progress: Progress) -> None:
    """Begin a game at every table; spectators come a few at once."""
    if len(tables) == 1:
        progress.stage("connecting", scenario.connections)
        await tables[0].new_game(progress.advance)
    else:
        progress.stage("setting tables", len(tables))
        await a_few_at_once([table.new_game for table in tables], progress.advance)


def _start_playing(
    tables: list[TableClient], scenario: Scenario, tally: Tally, server: Servers
) -> list[asyncio.Task[None]]:
    """Play at all tables; paced moves are spread evenly. At a lone table new games are left out:
    hundreds of spectators who come again would cost more than the moves."""
    server_cpu = server.cpu if len(tables) == 1 else None
    start, rate = time.monotonic(), scenario.rate
    step = 1 / (rate * len(tables)) if rate else 0.0
    players = [Player(table, tally, seed, server_cpu) for seed, table in enumerate(tables)]
    return [
        asyncio.create_task(player.play(start + step * number, rate))
        for number, player in enumerate(players)
    ]


@dataclass(frozen=True)
class Used:
    """Seconds that went by, and seconds of computing in them."""

    elapsed: float
    server: float
    database: float
    generator: float


async def _use(server: Servers, run: Run, tally: Tally) -> Used:
    """Let the players play for a while."""
    before = _clocks(server)
    await run.progress.wait("measuring", run.seconds)
    spent = [late - early for early, late in zip(before, _clocks(server), strict=True)]
    everything, cpu, database, generator = spent
    elapsed = everything - sum(seconds for seconds, _ in tally.setting_up)
    cpu -= sum(computing for _, computing in tally.setting_up)
    return Used(elapsed, cpu, database, generator * elapsed / everything)


def _clocks(server: Servers) -> tuple[float, ...]:
    return time.monotonic(), server.cpu(), server.database_cpu(), time.process_time()


def _result(platform: str, scenario: Scenario, tally: Tally, used: Used) -> Result:
    moves, traffic = len(tally.acknowledged), tally.traffic
    return Result(
        platform=platform,
        scenario=scenario,
        seconds=round(used.elapsed, 2),
        moves=moves,
        moves_per_second=round(moves / used.elapsed, 1),
        cpu_ms_per_move=round(1000 * used.server / moves, 3) if moves else None,
        database_ms_per_move=round(1000 * used.database / max(1, moves), 3),
        acknowledged=Latency.of(tally.acknowledged),
        other_player=Latency.of(tally.other_player),
        everybody=Latency.of(tally.everybody),
        bytes_per_move=round((traffic.sent + traffic.received) / moves) if moves else None,
        bytes_sent=traffic.sent,
        bytes_received=traffic.received,
        server_cores=round(used.server / used.elapsed, 2),
        generator_cores=round(used.generator / used.elapsed, 2),
        errors=list(tally.errors),
    )
