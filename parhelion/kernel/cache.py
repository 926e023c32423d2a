"""Where compiled kernels are kept between runs.

Numba's own cache looks only at the file of the function that is called, not at the
functions it calls. So the directory is named by a hash over every kernel source and the
Numba version: a change anywhere gives a fresh directory, never stale machine code.
"""

import getpass
import hashlib
import os
import shutil
import tempfile
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parents[1]
UNUSED_AFTER_DAYS = 30


def kernel_files(folder: Path) -> list[Path]:
    """Every file below a folder that holds kernels or data they read, in a fixed order: those in
    a folder called `kernel` or `kernels`, and those called `kernels.py`."""
    return sorted(
        path
        for path in folder.rglob("*.py")
        if path.name == "kernels.py" or path.parent.name in ("kernel", "kernels")
    )


def digest(sources: list[Path], numba_version: str) -> str:
    """Sixteen hex digits that change with any kernel source or with Numba."""
    total = hashlib.sha256(numba_version.encode())
    for path in sources:
        total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def root() -> Path:
    """The folder that holds one directory per version of the kernels."""
    chosen = os.environ.get("PARHELION_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    return platformdirs.user_cache_path("parhelion", appauthor=False)


@cache
def directory() -> Path:
    """The directory for the kernels as they are now, made if need be."""
    name = "kernels-" + digest(kernel_files(PACKAGE), version("numba"))
    path = root() / name
    try:
        path.mkdir(parents=True, exist_ok=True)
        os.utime(path)
        forget_unused(path)
    except OSError:  # a read-only home: compile once per boot instead of failing
        path = Path(tempfile.gettempdir()) / f"parhelion-{getpass.getuser()}" / name
        path.mkdir(parents=True, exist_ok=True)
    return path


def forget_unused(current: Path) -> None:
    """Remove sibling directories of older kernels that nobody opened for a month."""
    oldest = time.time() - UNUSED_AFTER_DAYS * 86_400
    for other in current.parent.glob("kernels-*"):
        if other != current and other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)
