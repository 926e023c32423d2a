"""One process at a time uses an SQLite file: two would show each other stale tables."""

import os
from pathlib import Path

from filelock import FileLock, Timeout

from parhelion.errors import CannotServe


class DatabaseTaken(CannotServe):
    """Another process uses the database."""


class DatabaseLock:
    """A lock file beside a database; the system releases it when its process ends, in whatever
    way. Locks of the same file in one process are one lock."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._file = Path(f"{database}.lock")
        self._lock = FileLock(self._file, thread_local=False, is_singleton=True)

    def acquire(self) -> None:
        """Hold the lock; DatabaseTaken says who else does. Raises CannotServe for a file with
        several names: each of them would have a lock of its own (L6)."""
        database = Path(self._database)
        if database.exists() and database.stat().st_nlink > 1:
            raise CannotServe(
                f"{self._database} has several names (hard links), and another server could use it "
                "by another one; delete the other names, or give this server a copy of the file"
            )
        try:
            self._lock.acquire(blocking=False)
        except Timeout as error:
            raise DatabaseTaken(
                f"another Parhelion server ({self._holder()}) uses {self._database}; "
                "stop that one, or give this one a file of its own with --database"
            ) from error
        self._file.write_text(str(os.getpid()), encoding="ascii")

    def release(self) -> None:
        """Let go of the lock."""
        self._lock.release()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()

    def _holder(self) -> str:
        number = self._file.read_text(encoding="ascii", errors="replace")
        return f"process {number}" if number.isdigit() else "its process is not known"
