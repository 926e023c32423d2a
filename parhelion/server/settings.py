"""The settings of a server, and the address of its database."""

from dataclasses import dataclass, field
from pathlib import Path

import platformdirs
from sqlalchemy import URL

from parhelion.bots.review import PLAYOUTS
from parhelion.errors import CannotServe
from parhelion.server.time_source import TimeSource

SQLITE = ("sqlite", "sqlite+aiosqlite")


def default_database() -> str:
    """A file in the user's data folder."""
    return str(platformdirs.user_data_path("parhelion", appauthor=False) / "tables.db")


def database_url(database: str) -> URL:
    """The URL of an SQLite file given as a path or as sqlite:///path; its folder is created.

    CannotServe if it is anything else.
    """
    path = Path(_path(database)).expanduser().resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    return URL.create("sqlite+aiosqlite", database=str(path))


def _path(database: str) -> str:
    scheme, is_url, rest = database.partition("://")
    if not is_url:
        return database
    if scheme not in SQLITE or not rest.startswith("/") or rest == "/":
        raise CannotServe(
            f"cannot keep tables in {database}: give the path of an SQLite file, or sqlite:///path"
        )
    return rest[1:]


@dataclass(frozen=True)
class Settings:
    """What can be set about a server. Durations are in seconds."""

    database: str | None = None
    """A path or an sqlite:/// URL; None: a file in the user's data folder."""
    pause: float = 0.6
    """A bot takes at least this long for a move, so that people can follow."""
    absent_after: float = 86_400
    """After this long without a connection a bot may sit in for a person, if no clock decides."""
    idle_after: float = 300
    """After this long without connections and commands a table leaves the memory."""
    review_iterations: int | None = None
    """Search iterations for each move of a reviewed game; None: the default of reviews."""
    review_playouts: int = PLAYOUTS
    """Playouts for each number on the curve of a reviewed game."""
    addresses: tuple[str, ...] = ()
    """Where other machines reach the server, the best address first; empty if it is not known that
    they can."""
    time: TimeSource = field(default_factory=TimeSource)
