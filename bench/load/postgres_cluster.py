"""A PostgreSQL of our own, in a temporary folder, on a port of this machine only."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import make_url

from bench.load.server_process import is_running, limit_files, process_tree, reserved_port

USER, PASSWORD = "parhelion", "secret/word"
ADDRESS_PASSWORD = "secret%2Fword"
"""The password as an address has it."""
STARTING = 300.0
"""Seconds that it may take to start or to stop, on a busy machine."""
ROOM = 4 << 30
"""How many bytes must be free in memory to keep databases there; each takes eight million."""
DURABLE = ("max_connections=200",)
"""As anybody would run it: a commit is on disk."""
QUICK = ("fsync=off", "full_page_writes=off", "max_connections=200")
"""For tests: what was committed survives the end of the database, though not of the machine."""


class NoPostgres(Exception):
    """PostgreSQL is not installed."""


class PostgresCluster:
    """A database server that runs while this is entered. It is ended by its own process id."""

    def __init__(self, settings: tuple[str, ...] = QUICK) -> None:
        self._settings = settings
        self._programs = _programs()
        self._owner = _owner()
        self._reservation = reserved_port()

    def __enter__(self) -> "PostgresCluster":
        self.port = self._reservation.__enter__()
        place = _memory() if self._settings == QUICK else None
        self._folder = Path(tempfile.mkdtemp(prefix="parhelion-postgres-", dir=place))
        if self._owner:
            shutil.chown(self._folder, self._owner)
        try:
            self._initialise()
            self.start()
        except BaseException:
            self._clean_up()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end(signal.SIGQUIT)  # what it has in memory need not go to a folder that is deleted
        self._clean_up()

    def _clean_up(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._reservation.__exit__(None, None, None)

    def start(self) -> None:
        """Start, always on the same port."""
        self._process = self._popen(self.port)
        self.wait_until_ready()

    @property
    def pid(self) -> int:
        """The first of its processes, which starts all others."""
        return self._process.pid

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop: SIGINT hangs up on everybody, SIGQUIT and SIGKILL are crashes."""
        processes = list(process_tree(self.pid))
        self._process.send_signal(how)
        self._process.wait(STARTING)
        while any(map(is_running, processes)):  # after SIGKILL the others notice it themselves
            time.sleep(0.01)

    def wait_until_ready(self) -> None:
        """Wait until it lets people in, after it has recovered from something."""
        if not self._answers(self.port):
            raise RuntimeError((self._folder / "log").read_text("utf-8"))

    def lock_out(self, address: str) -> None:
        """Make one database unavailable: end its sessions and refuse new ones."""
        name = make_url(address).database
        self.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        self.run(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
        )

    def let_in(self, address: str) -> None:
        """Make a database available again."""
        self.run(f"ALTER DATABASE {make_url(address).database} ALLOW_CONNECTIONS true")

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop and start again."""
        self.end(how)
        self.start()

    def limit_files(self, pids: Sequence[int], size: int | None) -> None:
        """Let some of its processes write no further in files than a size; None lifts that."""
        limit_files(pids, size, **self._as_owner())

    def new_database(self, template: str = "template1") -> str:
        """The address of a new database: a copy of another one, by default an empty one."""
        name = f"tables_{secrets.token_hex(4)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.address(name)

    def address(self, name: str, port: int | None = None) -> str:
        """The address of a database here, or through another port."""
        return f"postgresql://{USER}:{ADDRESS_PASSWORD}@127.0.0.1:{port or self.port}/{name}"

    def run(self, sql: str, address: str | None = None) -> str:
        """Carry out SQL as somebody else, in a database or beside them all; what it prints."""
        command = [self._program("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c"]
        command += [sql, address or self.address("postgres")]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
        return done.stdout.strip()

    # --- processes

    def _program(self, name: str) -> str:
        return str(self._programs / name)

    def _initialise(self) -> None:
        password = self._folder / "password"
        password.write_text(PASSWORD)
        if self._owner:
            shutil.chown(password, self._owner)
        command = [self._program("initdb"), "--pgdata", str(self._folder / "data"), "--no-sync"]
        command += ["--username", USER, "--auth", "scram-sha-256", "--pwfile", str(password)]
        command += ["--encoding", "UTF8", "--locale", "C"]
        subprocess.run(  # noqa: S603
            command, cwd=self._folder, check=True, stdout=subprocess.DEVNULL, **self._as_owner()
        )

    def _popen(self, port: int) -> "subprocess.Popen[Any]":
        settings = (*self._settings, f"port={port}", "listen_addresses=127.0.0.1")
        settings += (f"unix_socket_directories={self._folder}",)
        command = [self._program("postgres"), "-D", str(self._folder / "data")]
        command += [word for setting in settings for word in ("-c", setting)]
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(  # noqa: S603
                command, cwd=self._folder, stdout=log, stderr=log, **self._as_owner()
            )

    def _as_owner(self) -> dict[str, Any]:
        if self._owner is None:
            return {}
        user = pwd.getpwnam(self._owner)
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def _answers(self, port: int) -> bool:
        """Whether it starts to answer before it ends."""
        ready = [self._program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
        until = time.monotonic() + STARTING
        while self._process.poll() is None and time.monotonic() < until:
            if subprocess.run(ready, check=False).returncode == 0:  # noqa: S603
                return self._process.poll() is None
            time.sleep(0.02)
        return False


def _programs() -> Path:
    """The folder of PostgreSQL's programs; Debian keeps it off the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not newest:
        raise NoPostgres("PostgreSQL is not installed: run scripts/install-postgres")
    return newest[-1].parent


def _memory() -> Path | None:
    """A folder in memory, if there is one with room: deleting many files from a disk is slow."""
    folder = Path("/dev/shm")  # noqa: S108
    is_roomy = folder.is_dir() and shutil.disk_usage(folder).free > ROOM
    return folder if is_roomy else None


def _owner() -> str | None:
    """Who runs it: PostgreSQL refuses to be run by root."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
