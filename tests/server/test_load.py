"""The load test plays as people do, and counts what it should."""

import asyncio
import io
import json
import random
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvloop
from rich.console import Console
from websockets.asyncio.server import Server, ServerConnection, serve

from bench.load import parhelion_client, report
from bench.load.boardgameio_client import BoardgameioMatch, random_placement
from bench.load.boardgameio_install import FOLDER
from bench.load.http_client import HttpClient, Refused
from bench.load.parhelion_client import ParhelionTable, once_prepared
from bench.load.platforms import GAMES, Parhelion
from bench.load.player import Player
from bench.load.progress import Progress
from bench.load.scenarios import Latency, Result, Run, Scenario, measure
from bench.load.server_process import cpu_of, process_tree
from bench.load.tally import Tally, Traffic, percentile
from bench.load.websocket_client import WebSocketClient
from tests.server.running_server import RunningServer
from tests.waiting import TIMEOUT, until_async


def patiently(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, TIMEOUT))


def port_of(host: str) -> int:
    return int(host.rsplit(":", 1)[1])


def listening_port(server: Server | asyncio.Server) -> int:
    port: int = next(iter(server.sockets)).getsockname()[1]
    return port


# --- playing -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_every_game_with_one_two_or_more_connections(
    game: str, server: RunningServer
) -> None:
    for connections in (1, 2, 4):
        patiently(_plays_eight_moves(port_of(server.host), game, connections))


async def _plays_eight_moves(port: int, game: str, connections: int) -> None:
    tally = Tally()
    table = ParhelionTable([port], game, connections, tally.traffic)
    await table.new_game()
    opening = tally.traffic.received
    player = Player(table, tally, seed=1)
    for _ in range(8):
        await player.move(since=0.0)
    assert len(tally.acknowledged) == len(tally.everybody) == 8
    assert len(tally.other_player) == (0 if connections == 1 else 8)
    assert len({connection.version for connection in table.connections}) == 1
    assert tally.traffic.received > opening > 0
    await table.hang_up()


def test_a_new_game_follows_one_that_is_over(server: RunningServer) -> None:
    async def play_on(port: int) -> None:
        table = ParhelionTable([port], "orion", 2, Traffic())
        await table.new_game()
        first, player = table.id, Player(table, Tally(), seed=1)
        while table.id == first:
            await player.move_or_restart(since=0.0)
        assert not table.over
        await table.hang_up()

    patiently(play_on(port_of(server.host)))


def test_what_the_server_refuses_is_an_error(server: RunningServer) -> None:
    async def set_a_table_of_chess(port: int) -> None:
        table = ParhelionTable([port], "chess", 2, Traffic())
        with pytest.raises(Refused, match="game/unknown"):
            await table.new_game()
        await table.hang_up()

    patiently(set_a_table_of_chess(port_of(server.host)))


def test_who_was_silent_for_long_connects_again() -> None:
    """Servers close connections on which nothing is asked for some seconds."""

    async def hang_up_after_each(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        writer.close()

    async def ask_twice() -> None:
        server = await asyncio.start_server(hang_up_after_each, "127.0.0.1", 0)
        client = HttpClient(server.sockets[0].getsockname()[1], Traffic())
        for _ in range(2):
            assert await client.ask("GET", "/") == {}
            assert client._streams
            await until_async(client._streams[0].at_eof)
        await client.hang_up()
        server.close()

    patiently(ask_twice())


def test_a_game_that_is_being_prepared_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parhelion_client, "POLL", 0)
    person, answers = HttpClient(0, Traffic()), [Refused({"code": "game/preparing"}), {"id": 1}]

    async def ask(*_question: object) -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Refused):
            raise answer
        return answer

    monkeypatch.setattr(person, "ask", ask)
    assert asyncio.run(once_prepared(person, "GET", "/")) == {"id": 1}


def test_a_server_of_its_own_is_measured_without_errors() -> None:
    scenario = Scenario("Paced: two tables", tables=2, connections=3, rate=50)
    progress = Progress(Console(file=io.StringIO()), 1)
    result = measure(Parhelion("orion"), Run(scenario, 0.0, 0.3, progress))
    assert result.errors == []
    assert result.scenario is scenario


# --- the peer ----------------------------------------------------------------------------


async def _speak_like_boardgameio(socket: ServerConnection) -> None:
    """Greet, show an empty board of three cells, and take one move."""
    cells: list[int | None] = [None, None, None]
    state = {"G": {"cells": cells}, "ctx": {"currentPlayer": "0"}, "_stateID": 0}
    await socket.send('0{"sid":"x"}')
    assert await socket.recv() == "40/orion,"
    await socket.send('40/orion,{"sid":"y"}')
    event, match, *_ = json.loads(str(await socket.recv()).removeprefix("42/orion,"))
    assert event == "sync"
    await socket.send("42/orion," + json.dumps(["sync", match, {"state": state}]))
    await socket.send("2")
    assert await socket.recv() == "3"
    event, action, version, *_ = json.loads(str(await socket.recv()).removeprefix("42/orion,"))
    assert (event, version, action["payload"]["args"]) == ("update", 0, [0, 1, 2])
    over = {**state, "ctx": {"currentPlayer": "1", "gameover": {"winner": "0"}}, "_stateID": 1}
    await socket.send("42/orion," + json.dumps(["update", match, over]))
    await socket.wait_closed()


def test_it_plays_with_boardgameio() -> None:
    async def play() -> None:
        async with serve(_speak_like_boardgameio, "127.0.0.1", 0) as server:
            match, tally = (
                BoardgameioMatch(listening_port(server), [[0, 1, 2]], 1, Traffic()),
                Tally(),
            )
            await match.new_game()
            assert (match.turn, match.over) == (0, False)
            await Player(match, tally, seed=1).move(since=0.0)
            assert (match.turn, match.over, len(tally.everybody)) == (1, True, 1)
            await match.leave()

    patiently(play())


def test_the_peer_is_locked_and_no_registry_is_named() -> None:
    wanted = json.loads((FOLDER / "package.json").read_text("utf-8"))["dependencies"]
    lock = json.loads((FOLDER / "package-lock.json").read_text("utf-8"))["packages"]
    assert {name: lock[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert not any("resolved" in package for package in lock.values())


def test_tiles_are_laid_on_free_cells() -> None:
    placements, cells = [[0, 1, 2], [1, 2, 3], [3, 4, 5]], [None, 0, None, None, None, None]
    chance = random.Random(1)
    assert [random_placement(placements, cells, chance) for _ in range(9)] == [[3, 4, 5]] * 9


# --- connections -------------------------------------------------------------------------


@pytest.mark.parametrize("compression", ["deflate", None])
def test_messages_arrive_whole_and_every_byte_is_counted(compression: str | None) -> None:
    sizes = [0, 1, 125, 126, 65_535, 65_536, 200_000]
    messages = [random.Random(size).randbytes(size).hex() for size in sizes]

    async def send_all(socket: ServerConnection) -> None:
        for message in messages:
            await socket.send(message)
        await socket.send(iter(["in ", "three ", "parts"]))
        await socket.ping()
        await socket.send(await socket.recv())

    async def receive_all() -> None:
        got: list[bytes] = []
        lost, traffic = asyncio.Event(), Traffic()
        async with serve(send_all, "127.0.0.1", 0, compression=compression) as server:
            client = WebSocketClient(traffic, got.append, lost.set)
            await client.open(listening_port(server), "/")
            client.send(messages[-1].encode())
            await lost.wait()
        assert [text.decode() for text in got] == [*messages, "in three parts", messages[-1]]
        assert traffic.received > sum(map(len, messages)) / 2
        assert traffic.sent > len(messages[-1]) / 2

    patiently(receive_all())


def test_a_server_that_does_not_speak_websocket_is_an_error() -> None:
    async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 403 Forbidden\r\n\r\n")
        writer.close()

    async def connect() -> None:
        server = await asyncio.start_server(refuse, "127.0.0.1", 0)
        client = WebSocketClient(Traffic(), lambda _: None, lambda: None)
        with pytest.raises(ConnectionError):
            await client.open(server.sockets[0].getsockname()[1], "/")
        await client.closed
        server.close()

    patiently(connect())


def test_a_connection_that_was_never_opened_can_be_closed() -> None:
    async def close() -> None:
        client = WebSocketClient(Traffic(), lambda _: None, lambda: None)
        client.close()
        await client.closed

    patiently(close())


def test_connections_can_be_closed_while_they_are_being_opened() -> None:
    async def open_and_cancel(steps: int, port: int) -> None:
        client = WebSocketClient(Traffic(), lambda _: None, lambda: None)
        opening = asyncio.create_task(client.open(port, "/"))
        for _ in range(steps):
            await asyncio.sleep(0)
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)
        client.close()
        await client.closed

    async def open_some() -> None:
        async with serve(ServerConnection.wait_closed, "127.0.0.1", 0) as server:
            for steps in range(20):
                await open_and_cancel(steps, listening_port(server))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(open_some(), TIMEOUT))


# --- figures -----------------------------------------------------------------------------


def test_percentiles() -> None:
    times = [float(number) for number in range(1, 101)]
    assert (percentile(times, 0.5), percentile(times, 0.99)) == (51, 100)
    assert percentile([7.0], 0.99) == 7
    assert Latency.of([]) is None
    assert Latency.of([0.001, 0.002, 0.003]) == Latency(2, 3, 3)


def test_the_computing_of_child_processes_counts() -> None:
    start = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(1); input()'])"
    with subprocess.Popen(
        [sys.executable, "-c", start], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.readline()
        tree = list(process_tree(process.pid))
        assert tree[0] == process.pid
        assert len(tree) == 2
        assert all(cpu_of(pid) >= 0 for pid in tree)
        process.communicate(b"\n")
    assert cpu_of(process.pid) == 0  # gone


def test_a_report_has_all_figures(tmp_path: Path) -> None:
    scenario = Scenario("Spectators", tables=1, connections=9)
    times = Latency(1.25, 250.0, 300.0)
    result = Result(
        platform="Parhelion orion",
        scenario=scenario,
        seconds=2.0,
        moves=1234,
        moves_per_second=617.0,
        cpu_ms_per_move=1.62,
        database_ms_per_move=0.75,
        acknowledged=times,
        other_player=times,
        everybody=None,
        bytes_per_move=4321,
        bytes_sent=1,
        bytes_received=2,
        server_cores=1.0,
        generator_cores=0.95,
        errors=["TimeoutError()"],
    )
    console = Console(file=io.StringIO(), width=120, record=True)
    report.show(console, scenario, [result])
    text = console.export_text()
    shown = ("Parhelion orion", "1.62 + 0.75", "617", "1.2 / 250", "–", "4,321", "1.00 + 0.95")
    assert all(figure in text for figure in (*shown, "1 errors: TimeoutError()"))
    report.write_json(tmp_path / "load.json", [result])
    (kept,) = json.loads((tmp_path / "load.json").read_text())["results"]
    assert (kept["moves"], kept["acknowledged"]["p99"]) == (1234, 250.0)
