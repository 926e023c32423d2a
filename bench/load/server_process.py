"""A server in a process of its own, and what it computes."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, cast

ENDING = 60.0
"""How many seconds a server may take to stop."""
TICKS = os.sysconf("SC_CLK_TCK")


Environment = Mapping[str, str] | None


def popen(
    command: Sequence[str], environment: Environment = None, folder: Path | None = None
) -> "subprocess.Popen[str]":
    """Start a process whose output is read. Its errors go where ours go."""
    variables = {**os.environ, **(environment or {})}
    return subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, text=True, env=variables, cwd=folder
    )


def popen_parhelion(
    words: Sequence[str], environment: Environment = None, folder: Path | None = None
) -> "subprocess.Popen[str]":
    """Start a command of Parhelion."""
    return popen([sys.executable, "-m", "parhelion", *words], environment, folder)


class ServerProcess:
    """A server process that has printed its first line."""

    def __init__(self, process: Any) -> None:
        """`process` is a `subprocess.Popen` or has its methods."""
        self.process = process
        self.announcement = self.output.readline()
        if not self.announcement:
            raise RuntimeError(f"the server ended with {self.process.wait()}")

    def cpu(self) -> float:
        """Seconds of computing so far, with those of its child processes."""
        return sum(map(cpu_of, process_tree(self.process.pid)))

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it, in this way or that, and wait until it is gone."""
        self.process.send_signal(how)
        try:
            self.process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.output.close()

    @property
    def output(self) -> IO[str]:
        """What it prints after its first line."""
        return cast(IO[str], self.process.stdout)


def start_parhelion(
    database: Path | str, *options: str, start: Callable[[Sequence[str]], Any] = popen_parhelion
) -> tuple[ServerProcess, int]:
    """A server of ours on a free port of this machine, and the port."""
    words = ["serve", "--port", "0", "--pause", "0"]
    words += ["--limits", "off"]  # all of the load comes from one address
    server = ServerProcess(start([*words, "--database", str(database), *options]))
    return server, int(server.announcement.rstrip("/\n").rsplit(":", 1)[1])


@contextlib.contextmanager
def reserved_port() -> Iterator[int]:
    """Reserve a free port of this machine for one server at a time, also while it is down.

    A socket is bound to it and does not listen. With SO_REUSEADDR, which servers set, Linux lets
    one of them listen there, and gives the port to nobody else.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield int(holder.getsockname()[1])


def process_tree(pid: int) -> Iterator[int]:
    """A process and all that it started, directly or not."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            for child in children.read_text().split():
                yield from process_tree(int(child))


def is_running(pid: int) -> bool:
    """Whether a process has not ended yet, also if nobody has asked how it did."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rsplit(")", 1)[1].split()[0] != "Z"


def limit_files(pids: Sequence[int], size: int | None, **who: Any) -> None:
    """Let no file grow past a size that one of these processes writes, or, with None, lift that.
    The system then refuses writes (EFBIG) as on a full disk, which needs no rights over the
    machine. `who` are words of subprocess for somebody else's processes."""
    limit = "unlimited" if size is None else str(size)
    for pid in pids:
        command = ["prlimit", f"--pid={pid}", f"--fsize={limit}:"]
        done = subprocess.run(  # noqa: S603
            command, check=False, capture_output=True, text=True, **who
        )
        if done.returncode and is_running(pid):
            raise RuntimeError(done.stderr)


def cpu_of(pid: int) -> float:
    """Seconds of computing of a process, with those of its children that have ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:  # it has just ended: its parent counts it
        return 0.0
    return sum(map(int, stat.rsplit(")", 1)[1].split()[11:15])) / TICKS
