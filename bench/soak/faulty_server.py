"""A server with a wall clock and a database that a crash test can break.

Only what a developer without rights over the machine cannot do from outside is done here. The clock
of the machine is `time.time` with a jump added. SQLite itself refuses to write (SQLITE_READONLY)
while `query_only` is set: permissions of files bind neither root nor a file that is open.

The processes are forked from one that has imported everything and waits: most of the time that a
server takes to start would go into that.
"""

import multiprocessing
import os
import sqlite3
import sys
import time
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from bench.soak.switches import Switches
from parhelion import cli

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([__name__, "parhelion.server.run", "asyncpg", "bench.soak.preloaded"])


class SwitchedConnection(sqlite3.Connection):
    """A connection whose transactions can be made read-only."""

    switches: Switches

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        """Carry out a statement; before a transaction, look whether it may write."""
        if sql.startswith("BEGIN"):
            super().execute(f"PRAGMA query_only={int(self.switches.read_only)}")
        return super().execute(sql, *parameters)


def start(switches: Path, log: Path, *arguments: str) -> tuple[ForkServerProcess, Connection]:
    """Start `parhelion` with some arguments; the process, and a pipe with what it prints. Its
    errors go to a file."""
    output, to_output = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=_run, args=(switches, log, to_output, arguments), daemon=True)
    process.start()
    to_output.close()
    return process, output


def _run(switches: Path, log: Path, output: Connection, arguments: tuple[str, ...]) -> None:
    os.dup2(output.fileno(), 1)
    with log.open("ab") as errors:
        os.dup2(errors.fileno(), 2)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    _install(Switches(switches))
    sys.argv = ["parhelion", *arguments]
    cli.main()


def _install(switches: Switches) -> None:
    """Let the switches decide from now on."""
    wall = time.time
    at_start = switches.jump  # it starts with the right time; only a jump while it runs is harmless
    time.time = lambda: wall() + switches.jump - at_start
    SwitchedConnection.switches = switches
    sqlite3.connect = partial(sqlite3.connect, factory=SwitchedConnection)  # type: ignore[assignment]
