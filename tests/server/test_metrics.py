"""What the server counts for Prometheus: on a port of its own, of all tables together."""

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from bench.load.server_process import ServerProcess, reserved_port
from tests.server.forked_parhelion import ForkedParhelion, run
from tests.server.running_server import ME, Guest, bot, http_client, http_get, wait_for_games
from tests.waiting import until

NOT_FOUND = "parhelion_request_seconds_count GET /api/tables/{id} 404"
LABELS = {"code", "game", "kind", "le", "level", "method", "python", "route", "status", "version"}


@contextmanager
def watched_server(folder: Path) -> Iterator[tuple[str, str]]:
    """The host of a server, and the address of its metrics."""
    words = ["serve", "--port", "0", "--pause", "0"]
    words += ["--database", str(folder / "tables.db"), "--metrics-port"]
    with reserved_port() as port:
        server = ServerProcess(ForkedParhelion([*words, str(port)]))
        try:
            host = server.announcement.split("//")[1].strip("/\n")
            yield host, f"http://127.0.0.1:{port}/metrics"
        finally:
            server.end()


def metrics(address: str) -> dict[str, float]:
    """All series by name and labels."""
    text = http_get(address).raise_for_status().text
    samples = [each for family in text_string_to_metric_families(text) for each in family.samples]
    assert {label for sample in samples for label in sample.labels} <= LABELS
    return {
        " ".join([sample.name, *(value for _, value in sorted(sample.labels.items()))]): (
            sample.value
        )
        for sample in samples
    }


def test_a_game_is_counted_and_nothing_in_it_is_named(tmp_path: Path) -> None:
    with watched_server(tmp_path) as (host, address):
        wait_for_games(host)
        ann = Guest(host)
        ann("POST", "/me", {"name": "Annabel"}, 201)
        id = ann.sets(seats=[ME, bot(1)])["table"]["id"]
        with ann.watches(id) as live:
            turn = live.until(lambda update: update["scene"] and update["scene"]["choices"])
            move = turn["scene"]["choices"][0]["move"]
            live.asks("move", version=turn["table"]["version"], move=move)
            ply = turn["table"]["ply"]
            live.until(lambda update: update["table"]["ply"] >= ply + 2)
            during = metrics(address)
        ann.refused("table/unknown", "GET", "/tables/nowhere")
        ann.http.request("PURGE", "/api/games")
        after: dict[str, float] = {}

        def all_is_counted() -> bool:
            after.update(metrics(address))
            return NOT_FOUND in after and any(" other " in name for name in after)

        until(all_is_counted)  # after the answer was sent
        exposed = http_get(address).text
    assert during["parhelion_connections"] == during["parhelion_tables"] == 1
    assert during["parhelion_moves_total orion"] >= 2
    assert during["parhelion_thinking_seconds_count 1"] >= 1
    assert 2 <= during["parhelion_commit_seconds_count"] <= during["parhelion_commit_writes_sum"]
    assert during["parhelion_database_errors_total write"] == 0
    assert during["process_resident_memory_bytes"] > 0
    assert after["parhelion_refusals_total table/unknown"] == 1
    assert after[NOT_FOUND] == 1
    for secret in (id, "Annabel", "nowhere", "PURGE", move, *ann.http.cookies.values()):
        assert secret not in exposed


def test_game_port_serves_no_metrics(tmp_path: Path) -> None:
    with watched_server(tmp_path) as (host, _), http_client(f"http://{host}") as http:
        for path in ("/metrics", "/api/metrics"):
            answer = http.get(path)
            assert answer.status_code == 404
            assert "parhelion_" not in answer.text


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = ["serve", "--port", "0", "--metrics-port", str(port)]
        tried = run(*words, "--database", str(tmp_path / "tables.db"))
    assert tried.returncode == 2
    assert re.search(rf"port {port} of 127\.0\.0\.1 is taken.*--metrics-port", tried.stderr)
