"""Many tables at once on a real server: `python -m bench.load --tables 200 --seconds 30`.

Two people at every table look on live and make a move a second, picked at random from what the
server pushes to them. `--kill 50` kills the server in the middle of play so many times instead.
"""

import argparse
import asyncio
import gc
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

import orjson
from websockets.asyncio.client import ClientConnection, connect

from parhelion.server.websocket_compression import DEFLATE, WINDOW

GAME = "orion"
SEATS = [{"kind": "me"}, {"kind": "open"}]
SAMPLE = 20  # one update in so many is compressed to see how large it is
PATIENCE = 60.0
Json = dict[str, Any]


class Server:
    """A server in a process of its own."""

    def __init__(self, database: Path) -> None:
        command = [sys.executable, "-m", "parhelion", "serve", "--port", "0", "--pause", "0"]
        self.process = subprocess.Popen(  # noqa: S603
            [*command, "--database", str(database)], stdout=subprocess.PIPE, text=True
        )
        address = self._output().readline().split()[-1]
        self.port = int(address.rstrip("/").rsplit(":", 1)[1])

    def cpu(self) -> float:
        """Seconds of computing so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, how: signal.Signals) -> None:
        """Stop it, in this way or that, and wait until it is gone."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self._output().close()

    def _output(self) -> IO[str]:
        return cast(IO[str], self.process.stdout)


class Refused(Exception):
    """An answer that is not a success."""


class Wire:
    """One kept-alive HTTP connection, as thin as can be so that it does not count itself."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.port, self.token = port, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The JSON that an address of the API answers."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        content = b"" if body is None else orjson.dumps(body)
        who = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head = (
            f"{method} /api{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{who}"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        writer.write(head.encode() + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(answer.split("content-length: ")[1].split("\r\n")[0])
        told = orjson.loads(await reader.readexactly(length))
        if not answer.startswith("http/1.1 2"):
            raise Refused(told)
        return told

    def hang_up(self, port: int) -> None:
        """Close the connection; the next one goes to another port."""
        if self._streams:
            self._streams[1].close()
        self._streams, self.port = None, port


@dataclass
class Tally:
    """What was seen."""

    acknowledged: list[float] = field(default_factory=list)
    """Seconds from each move to its acknowledgement."""
    pushed: list[float] = field(default_factory=list)
    """Seconds from each move until its picture is with the other player."""
    texts: list[int] = field(default_factory=list)
    compressed: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Seen(NamedTuple):
    """What a player knows: the table, and the moves to choose from."""

    table: Json
    moves: list[str]


class Table:
    """Two people at a table, and what they were told."""

    def __init__(self, port: int, tally: Tally, seed: int) -> None:
        self.people = [Wire(port), Wire(port)]
        self.tally, self.chance = tally, random.Random(seed)
        self.id = ""
        self.moves: list[str] = []
        """Acknowledged."""
        self._sockets: list[ClientConnection] = []
        self._parts: list[list[Json]] = []
        self._known: list[Seen] = []
        self._updates = 0

    async def come(self) -> None:
        """Two people become known and sit down."""
        for wire in self.people:
            wire.token = (await wire.ask("POST", "/me"))["token"]
        await self.sit_down()

    async def sit_down(self) -> None:
        """A new table."""
        made = await self.people[0].ask("POST", "/tables", {"game": GAME, "seats": SEATS})
        self.id, self.moves = made["table"]["id"], []
        await self.join()

    async def join(self) -> None:
        """The other person takes the open seat."""
        await self.people[1].ask("POST", f"/tables/{self.id}/seats/1")

    async def watch(self) -> None:
        """Both look on live, until they see the table."""
        self._parts = [[], []]
        for wire in self.people:
            url = f"ws://127.0.0.1:{wire.port}/api/tables/{self.id}/live"
            headers = {"Authorization": f"Bearer {wire.token}"}
            self._sockets.append(await connect(url, additional_headers=headers, max_size=None))
        self._known = [await self.seen(seat, 0) for seat in (0, 1)]

    async def leave(self) -> None:
        """Both look away."""
        for socket in self._sockets:
            await socket.close()
        self._sockets = []

    async def seen(self, seat: int, version: int) -> Seen:
        """The first update for a seat that tells of a version and shows the table."""
        while True:
            text = await asyncio.wait_for(self._sockets[seat].recv(decode=False), PATIENCE)
            self._measure(text)
            news, parts = orjson.loads(text), self._parts[seat]
            parts.extend(news["parts"])
            if news["table"]["version"] >= version and news["scene"]:
                places = accumulate(news["scene"]["choices"])
                return Seen(news["table"], [parts[place]["move"] for place in places])

    def _measure(self, text: bytes) -> None:
        self.tally.texts.append(len(text))
        self._updates += 1
        if self._updates % SAMPLE == 1:
            packed = zlib.compressobj(DEFLATE["level"], zlib.DEFLATED, -WINDOW, DEFLATE["memLevel"])
            self.tally.compressed.append(len(packed.compress(text) + packed.flush()))

    async def play(self, start: float, seconds: float) -> None:
        """A move every second, from game to game, until time is up."""
        loop, due = asyncio.get_running_loop(), start
        try:
            while due < start + seconds:
                await asyncio.sleep(max(0, due - loop.time()))
                await self._move()
                due += 1
                if self._known[0].table["status"] == "over":
                    await self.leave()
                    await self.sit_down()
                    await self.watch()
        except Exception as error:
            self.tally.errors.append(repr(error))
        finally:
            await self.leave()

    async def _move(self) -> None:
        """The player makes a random move; both see what became of it."""
        table = self._known[0].table
        seat, version = table["turn"], table["version"]
        move = self.chance.choice(self._known[seat].moves)
        began = time.perf_counter()
        body = {"version": version, "move": move}
        await self.people[seat].ask("POST", f"/tables/{self.id}/moves", body)
        self.tally.acknowledged.append(time.perf_counter() - began)
        other = await self.seen(1 - seat, version + 1)
        self.tally.pushed.append(time.perf_counter() - began)
        mine = await self.seen(seat, version + 1)
        self._known = [mine, other] if seat == 0 else [other, mine]

    # --- while the server is killed

    async def play_blindly(self) -> None:
        """Move after move as fast as it goes, until the connection breaks."""
        while True:
            shown = await self.people[len(self.moves) % 2].ask("GET", f"/tables/{self.id}")
            table = shown["table"]
            if table["status"] != "playing":  # open: the server was killed before the other came
                await (self.sit_down() if table["status"] == "over" else self.join())
                continue
            move = self.chance.choice(shown["scene"]["choices"])["move"]
            body = {"version": table["version"], "move": move}
            await self.people[table["turn"]].ask("POST", f"/tables/{self.id}/moves", body)
            self.moves.append(move)
            self.tally.acknowledged.append(0)

    async def missing(self) -> list[str]:
        """The acknowledged moves that the table does not know; one more it may know."""
        log = (await self.people[0].ask("GET", f"/tables/{self.id}"))["scene"]["log"]
        kept = [entry["move"] for entry in log]
        if kept[: len(self.moves)] != self.moves:
            return [move for move in self.moves if move not in kept] or ["another order"]
        self.moves = kept
        return []


# --- a move a second ---------------------------------------------------------------------


@dataclass(frozen=True)
class Load:
    """How the server did."""

    tally: Tally
    cpu: float
    """Cores that it kept busy."""
    cpu_each: float
    """Seconds of computing for each move."""


async def loaded(port: int, server: Server, tables: int, seconds: float) -> Load:
    """Play at many tables, their moves spread over the second."""
    tally = Tally()
    gc.disable()
    playing = [Table(port, tally, seed) for seed in range(tables)]
    for table in playing:
        await table.come()
        await table.watch()
    start, cpu = asyncio.get_running_loop().time() + 1, server.cpu()
    began = time.monotonic()
    await asyncio.gather(
        *(table.play(start + i / tables, seconds) for i, table in enumerate(playing))
    )
    used = server.cpu() - cpu
    each = used / max(1, len(tally.acknowledged))
    return Load(tally, used / (time.monotonic() - began), each)


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of all values lie."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def measure(tables: int, seconds: float) -> Load:
    """Start a server, load it, and stop it."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "tables.db")
        try:
            return asyncio.run(loaded(server.port, server, tables, seconds))
        finally:
            server.end(signal.SIGINT)


def report(load: Load) -> None:
    """Print what was measured."""
    tally = load.tally
    for name, times in (("acknowledged", tally.acknowledged), ("seen by all", tally.pushed)):
        p50, p99 = percentile(times, 0.5) * 1000, percentile(times, 0.99) * 1000
        worst = max(times) * 1000
        print(f"{len(times)} moves {name}: p50 {p50:.1f} ms, p99 {p99:.1f} ms, max {worst:.1f} ms")
    print(f"updates pushed: {len(tally.texts)}, mean {statistics.mean(tally.texts):,.0f} bytes")
    print(
        f"compressed: mean {statistics.mean(tally.compressed):,.0f}, "
        f"largest {max(tally.compressed):,} bytes"
    )
    print(f"server: {load.cpu:.2f} cores, {load.cpu_each * 1000:.1f} ms a move")
    print(f"errors: {len(tally.errors)} {tally.errors[:3]}")


# --- killing -----------------------------------------------------------------------------


@dataclass
class Kills:
    """What became of the moves."""

    kills: int = 0
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)


def killed_again_and_again(times: int, tables: int, database: Path) -> Kills:
    """Kill the server in the middle of play, start it again and look for every move."""
    told, tally, chance = Kills(), Tally(), random.Random(1)
    server = Server(database)
    playing = [Table(server.port, tally, seed) for seed in range(tables)]
    try:
        with asyncio.Runner() as runner:
            for table in playing:
                runner.run(table.come())
            for _ in range(times):
                runner.run(_until_killed(server, playing, tally, chance.randint(10, 30)))
                told.kills += 1
                server = Server(database)
                for table in playing:
                    for wire in table.people:
                        wire.hang_up(server.port)
                    told.lost += runner.run(table.missing())
            for table in playing:
                for wire in table.people:
                    wire.hang_up(server.port)
            runner.run(asyncio.sleep(0))
    finally:
        server.end(signal.SIGINT)
    told.acknowledged = len(tally.acknowledged)
    return told


async def _until_killed(server: Server, tables: list[Table], tally: Tally, moves: int) -> None:
    """Play until so many more moves are acknowledged, then kill."""
    plays = [asyncio.create_task(table.play_blindly()) for table in tables]
    enough = len(tally.acknowledged) + moves
    while len(tally.acknowledged) < enough and not any(play.done() for play in plays):
        await asyncio.sleep(0.001)
    server.end(signal.SIGKILL)
    ends = await asyncio.gather(*plays, return_exceptions=True)
    for end in ends:
        if not isinstance(end, OSError | asyncio.IncompleteReadError):
            raise AssertionError(f"play ended before the server did: {end!r}")


def main() -> None:
    """Read the arguments, measure and print."""
    parser = argparse.ArgumentParser(prog="bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--kill", type=int, default=0, help="kill the server so many times")
    given = parser.parse_args()
    if not given.kill:
        report(measure(given.tables, given.seconds))
        return
    with tempfile.TemporaryDirectory() as folder:
        told = killed_again_and_again(given.kill, min(given.tables, 8), Path(folder) / "tables.db")
    print(f"{told.kills} kills, {told.acknowledged} moves acknowledged, {len(told.lost)} lost")


if __name__ == "__main__":
    main()
