"""Has a library built in a process of its own (`parhelion.kernel.kernels_to_library`), so that this
one need not load a compiler: one build of a library at a time, with a bar or a listener."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from parhelion.errors import ParhelionError

Told = Callable[[int, int], None]
"""Is told how many steps of how many are done."""
LOOK_AGAIN = 0.3
"""Seconds between two looks at how far another process is."""


class LibraryNotBuilt(ParhelionError):
    """The kernels of a game could not be compiled."""


def is_possible() -> bool:
    """Whether the compiler is installed."""
    return find_spec("numba") is not None


def build(package: str, files: Mapping[str, Path], tell: Told | None = None) -> None:
    """Build the library of a game for those targets whose file is not there, also not by another
    process meanwhile; show a bar if nobody wants to be told."""
    if tell is None:
        with Bars() as bars:
            build(package, files, partial(bars.tell, package))
        return
    first = next(iter(files.values()))
    progress = first.with_suffix(".progress")
    with _locked(first.with_suffix(".lock"), progress, tell):
        missing = {target: path for target, path in files.items() if not path.exists()}
        if missing:
            run(package, missing, partial(_tell_all, progress, tell))
        progress.unlink(missing_ok=True)


@contextmanager
def _locked(path: Path, progress: Path, tell: Told) -> Iterator[None]:
    """Keep other processes out; until they let this one in, tell how far they are."""
    lock = FileLock(path)
    while not lock.is_locked:
        try:
            lock.acquire(timeout=LOOK_AGAIN)
        except Timeout:
            with suppress(OSError, ValueError):  # nothing is written yet, or half of it
                done, steps = map(int, progress.read_text(encoding="ascii").split())
                tell(done, steps)
    try:
        yield
    finally:
        lock.release()


def _tell_all(progress: Path, tell: Told, done: int, steps: int) -> None:
    """Tell this process, and by a file all that wait for it."""
    progress.write_text(f"{done} {steps}", encoding="ascii")
    tell(done, steps)


def run(package: str, files: Mapping[str, Path], tell: Told) -> None:
    """Run the builder; LibraryNotBuilt if it fails."""
    named = [word for target, path in files.items() for word in (target, str(path))]
    command = [sys.executable, "-m", "parhelion.kernel.kernels_to_library", package, *named]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        for line in process.stdout or ():
            done, steps = map(int, line.split())
            tell(done, steps)
        errors = process.stderr.read() if process.stderr else ""
    if process.returncode:
        raise LibraryNotBuilt(f"{package} could not be compiled:\n{errors}{_hint(errors)}")


def _hint(errors: str) -> str:
    """What to do about an error that Numba words badly."""
    if "Only accept returning of array" not in errors:
        return ""
    return "Kernels cannot make arrays. Use parhelion.kernel.scratch for memory of a fixed size."


class Bars:
    """Progress bars for libraries that are being built: on a terminal; elsewhere one line each."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._console = Console(file=sys.stderr)
        hidden = not self._console.is_terminal
        self._progress = Progress(console=self._console, transient=True, disable=hidden)
        self._tasks: dict[str, Any] = {}

    def __enter__(self) -> "Bars":
        self._progress.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._progress.stop()

    def tell(self, package: str, done: int, steps: int) -> None:
        """Show how far a library is."""
        if package not in self._tasks:
            what = f"Compiling {package.rpartition('.')[2]} (once)"
            self._tasks[package] = self._progress.add_task(what)
            if not self._console.is_terminal:
                self._console.print(f"{what} …")
        self._progress.update(self._tasks[package], completed=done, total=steps)
