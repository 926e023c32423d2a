"""Kills the server in the middle of play and starts it again: no acknowledged move is lost."""

import asyncio
import random
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.load.parhelion_client import ParhelionTable
from bench.load.platforms import GAMES
from bench.load.player import Player
from bench.load.server_process import ServerProcess, start_parhelion
from bench.load.tally import Tally

MOVES = (10, 30)
"""Between so many moves are acknowledged before each kill."""


@dataclass
class Kills:
    """What became of the moves."""

    kills: int = 0
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)


def killed_again_and_again(
    times: int,
    tables: int,
    database: Path | str,
    games: Sequence[str] = GAMES,
    advance: Callable[[], None] = lambda: None,
) -> Kills:
    """Kill a server that many times; the tables play the games in turn."""
    told, tally, chance = Kills(), Tally(), random.Random(1)
    server, port = start_parhelion(database)
    try:
        with asyncio.Runner() as runner:
            playing = runner.run(_sit_down(port, tables, games, tally))
            for _ in range(times):
                runner.run(_play_until_killed(server, playing, tally, chance.randint(*MOVES)))
                server, port = start_parhelion(database)
                told.lost += runner.run(_come_back(port, playing))
                told.kills += 1
                advance()
            runner.run(_hang_up(playing))
    finally:
        server.end()
    told.acknowledged = len(tally.acknowledged)
    return told


async def _sit_down(
    port: int, tables: int, games: Sequence[str], tally: Tally
) -> list[ParhelionTable]:
    playing = [
        ParhelionTable([port], games[number % len(games)], 2, tally.traffic)
        for number in range(tables)
    ]
    for table in playing:
        await table.new_game()
    return playing


async def _play_until_killed(
    server: ServerProcess, tables: list[ParhelionTable], tally: Tally, moves: int
) -> None:
    """Play until so many more moves are acknowledged, then kill."""
    enough = len(tally.acknowledged) + moves
    players = [Player(table, tally, enough + seed) for seed, table in enumerate(tables)]
    plays = [asyncio.create_task(player.play_fast()) for player in players]
    while len(tally.acknowledged) < enough and not any(play.done() for play in plays):
        await asyncio.sleep(0.001)
    server.end(signal.SIGKILL)
    for end in await asyncio.gather(*plays, return_exceptions=True):
        if not isinstance(end, OSError | asyncio.IncompleteReadError):
            raise AssertionError(f"play ended before the server did: {end!r}")


async def _come_back(port: int, tables: list[ParhelionTable]) -> list[str]:
    """Connect again at every table; all moves that were lost."""
    lost = []
    for table in tables:
        lost += await table.come_back(port)
        if table.over:
            await table.new_game()
    return lost


async def _hang_up(tables: list[ParhelionTable]) -> None:
    for table in tables:
        await table.hang_up()
