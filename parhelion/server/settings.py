"""What can be set about a server."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from parhelion.bots.review import PLAYOUTS


def default_database() -> str:
    """A file among the data of the user."""
    return str(platformdirs.user_data_path("parhelion", appauthor=False) / "tables.db")


def url_of(database: str) -> str:
    """The address of a database, given as such or as the path of an SQLite file."""
    if "://" in database:
        return database
    path = Path(database).expanduser().resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{path}"


@dataclass(frozen=True)
class Settings:
    """Times are in seconds."""

    database: str | None = None
    """A path or a URL; None: a file among the data of the user."""
    pause: float = 0.6
    """A bot moves no sooner, so that people can follow."""
    absent_after: float = 30
    """Without a connection for so long somebody may be replaced by a bot."""
    idle_after: float = 300
    """A table that nobody looks at for so long leaves the memory."""
    review_iterations: int | None = None
    """Of the search for each move of a game that is reviewed; None: as many as usual."""
    review_playouts: int = PLAYOUTS
    """For each number of the curve of a game that is reviewed."""
    now: Callable[[], float] = time.time
