"""Results as tables for the terminal and as JSON."""

import platform
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson
from rich.console import Console
from rich.table import Table

from bench.load.scenarios import Latency, Result, Scenario

BUSY = 0.9
"""A generator that uses so much of its core may be what limits the result."""
NOTES = (
    "Milliseconds are p50 / p99 from when a move was sent. CPU is that of the server's processes, "
    "behind + that of PostgreSQL.\nCores are those of the server and of the players; where the "
    "players' are red, they may be the limit."
)


def show(console: Console, scenario: Scenario, results: Sequence[Result]) -> None:
    """Print a table of how all servers did in a scenario."""
    table = Table(title=scenario.title, title_justify="left", title_style="bold")
    for number, column in enumerate(_columns(scenario)):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    for result in results:
        table.add_row(*_row(result))
    console.print(table)
    for result in results:
        if result.errors:
            first = ", ".join(result.errors[:3])
            console.print(f"[red]{result.platform}: {len(result.errors)} errors: {first}")


def _columns(scenario: Scenario) -> list[str]:
    columns = ["server", "CPU ms\na move", "moves/s", "acknowledged\nms", "other player\nms"]
    if scenario.has_spectators:
        columns.append("everybody\nms")
    return [*columns, "bytes\na move", "cores"]


def _row(result: Result) -> list[str]:
    cpu, size = result.cpu_ms_per_move, result.bytes_per_move
    times = [latency(result.acknowledged), latency(result.other_player)]
    if result.scenario.has_spectators:
        times.append(latency(result.everybody))
    database = f" + {result.database_ms_per_move:.2f}" if result.database_ms_per_move else ""
    colour = "red" if result.generator_cores > BUSY else "none"
    return [
        result.platform,
        "–" if cpu is None else f"{cpu:.2f}{database}",
        f"{result.moves_per_second:,.0f}",
        *times,
        "–" if size is None else f"{size:,}",
        f"{result.server_cores:.2f} + [{colour}]{result.generator_cores:.2f}[/]",
    ]


def latency(times: Latency | None) -> str:
    """Two times in milliseconds, with a decimal where it matters."""
    if times is None:
        return "–"
    return " / ".join(f"{ms:,.1f}" if ms < 100 else f"{ms:,.0f}" for ms in (times.p50, times.p99))


def write_json(file: Path, results: list[Result]) -> None:
    """Write everything that was measured, and on what."""
    where = {"machine": platform.machine(), "python": platform.python_version()}
    content: dict[str, Any] = {**where, "results": [asdict(result) for result in results]}
    file.write_bytes(orjson.dumps(content, option=orjson.OPT_INDENT_2))
