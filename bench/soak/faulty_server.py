"""Starts the server with a wall clock and a database that a crash test can break.

python -m bench.soak.faulty_server SWITCHES serve …

Only what a developer without rights over the machine cannot do from outside is done here. The clock
of the machine is `time.time` with a jump added. SQLite itself refuses to write (SQLITE_READONLY)
while `query_only` is set: permissions of files bind neither root nor a file that is open.
"""

import sqlite3
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from bench.soak.switches import Switches


class SwitchedConnection(sqlite3.Connection):
    """A connection whose transactions can be made read-only."""

    switches: Switches

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        """Carry out a statement; before a transaction, look whether it may write."""
        if sql.startswith("BEGIN"):
            super().execute(f"PRAGMA query_only={int(self.switches.read_only)}")
        return super().execute(sql, *parameters)


def install(switches: Switches) -> None:
    """Let the switches decide from now on."""
    wall = time.time
    time.time = lambda: wall() + switches.jump
    SwitchedConnection.switches = switches
    sqlite3.connect = partial(sqlite3.connect, factory=SwitchedConnection)  # type: ignore[assignment]


def main() -> None:
    """Install the switches, then do what `parhelion` does."""
    install(Switches(Path(sys.argv.pop(1))))
    from parhelion import cli  # only now: nothing may have looked at the clock before

    cli.main()


if __name__ == "__main__":
    main()
