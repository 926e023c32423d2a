"""Keeps the files of an SQLite database private: their owner alone can read them."""

import contextlib
import logging
import os
from pathlib import Path

LOG = logging.getLogger("parhelion")
SUFFIXES = ("", "-wal", "-shm", "-journal")
"""Of the database file, and of those that SQLite keeps beside it."""
OWNER_ONLY = 0o600
OTHERS = 0o077
"""The permissions of everybody but the owner."""


def make_private(database: str) -> None:
    """Create the database file if it is missing, and withdraw other users' access to its files.

    SQLite gives each new file beside a database the mode of the database. Windows has no such
    modes: there the permissions of the folder apply.
    """
    if not Path(database).exists():
        with contextlib.suppress(OSError):  # SQLite reports it
            os.close(os.open(database, os.O_CREAT | os.O_WRONLY, OWNER_ONLY))
    for suffix in SUFFIXES:
        _withdraw_access(Path(f"{database}{suffix}"))


def _withdraw_access(file: Path) -> None:
    try:
        mode = file.stat().st_mode
        if mode & OTHERS:
            file.chmod(mode & ~OTHERS)
    except FileNotFoundError:
        pass
    except OSError as error:  # the file belongs to another user
        LOG.warning("other users may be able to read %s: %s", file, error.strerror)
