"""Where compiled kernels are kept between runs, and what they are named by.

Names hold a hash over every source that the compiled code was made from: a change anywhere gives
another name, never stale machine code.
"""

import getpass
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
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


def generic_kernel_files() -> list[Path]:
    """The kernels that all games share."""
    return kernel_files(PACKAGE / "kernel") + kernel_files(PACKAGE / "bots")


def digest(sources: Iterable[Path], extra: str = "") -> str:
    """Sixteen hex digits that change with any of some sources."""
    total = hashlib.sha256(extra.encode())
    for path in sources:
        total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def root() -> Path:
    """The folder that holds everything that is compiled."""
    chosen = os.environ.get("PARHELION_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    return platformdirs.user_cache_path("parhelion", appauthor=False)


def folder(name: str) -> Path:
    """A folder for compiled code, made if need be."""
    path = root() / name
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:  # a read-only home: compile once per boot instead of failing
        path = Path(tempfile.gettempdir()) / f"parhelion-{getpass.getuser()}" / name
        path.mkdir(parents=True, exist_ok=True)
    return path


def mark_used(path: Path) -> None:
    """Keep a file or folder, and remove those beside it that nobody has used for a month."""
    oldest = time.time() - UNUSED_AFTER_DAYS * 86_400
    with suppress(OSError):  # a read-only folder, or another process tidies up, too
        os.utime(path)
        for other in path.parent.iterdir():
            if other.stat().st_mtime < oldest:
                shutil.rmtree(other) if other.is_dir() else other.unlink()
