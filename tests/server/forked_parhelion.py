"""Processes of the command line that start quickly.

They are forked from a process that has imported everything, which takes seconds. Otherwise they are
like those of `python -m parhelion`.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any

from parhelion import cli
from tests.waiting import TIMEOUT

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [__name__, "parhelion.server.run", "parhelion.remote_bot", "asyncpg", "bench.soak.preloaded"]
)


class ForkedParhelion:
    """A process of `parhelion`, with methods like those of `subprocess.Popen`."""

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        errors_too: bool = False,
    ) -> None:
        """Start it. Its output is read from `stdout`, its errors, if wanted, from `stderr`."""
        output, to_output = FORKS.Pipe(duplex=False)
        errors, to_errors = FORKS.Pipe(duplex=False)
        self.stdout, self.stderr = _text_file(output), _text_file(errors)
        variables = {**os.environ, **(environment or {})}
        given = to_output, to_errors if errors_too else None
        arguments = list(words), variables, str(folder or Path.cwd()), given
        self._process = FORKS.Process(target=_run, args=arguments, daemon=True)
        self._process.start()
        to_output.close()
        to_errors.close()
        if not errors_too:
            self.stderr.close()

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process.pid
        return self._process.pid

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code."""
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("parhelion", timeout or 0)
        return code

    def send_signal(self, how: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, how)

    def terminate(self) -> None:
        """Ask it to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float = TIMEOUT) -> tuple[str, str]:
        """Return all that it prints until it ends."""
        with ThreadPoolExecutor(2) as threads, self.stdout, self.stderr:
            printed = [threads.submit(each.read) for each in (self.stdout, self.stderr)]
            try:
                self.wait(timeout)
            finally:
                self.kill()
            return printed[0].result(), printed[1].result()


def run(*words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, as `subprocess.run` would."""
    process = ForkedParhelion(words, None, folder, errors_too=True)
    printed, errors = process.communicate()
    return subprocess.CompletedProcess(list(words), process.wait(), printed, errors)


def _text_file(end: Connection) -> IO[Any]:
    file = os.fdopen(os.dup(end.fileno()), encoding="utf-8")
    end.close()
    return file


def _run(
    words: list[str],
    variables: Mapping[str, str],
    folder: str,
    given: tuple[Connection, Connection | None],
) -> None:
    """In the process: be `parhelion` with some words."""
    for number, end in enumerate(given, start=1):
        if end:
            os.dup2(end.fileno(), number)
            end.close()
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    sys.argv = ["parhelion", *words]
    cli.main()
