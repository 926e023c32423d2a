"""The settings of a server, and the address of its database."""

import re
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from parhelion.bots.review import PLAYOUTS
from parhelion.errors import BadOption, CannotServe, MissingExtra
from parhelion.server.hosts import KnownHosts
from parhelion.server.logs import LogFormat, LogLevel
from parhelion.server.quotas import Limits
from parhelion.server.time_source import TimeSource

SQLITE = ("sqlite", "sqlite+aiosqlite")
ROOT_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
POSTGRES = ("postgresql", "postgres", "postgresql+asyncpg")


def default_database() -> str:
    """A file in the user's data folder."""
    return str(platformdirs.user_data_path("parhelion", appauthor=False) / "tables.db")


def database_url(database: str) -> URL:
    """The URL of a database given as people type it: the path of an SQLite file, whose folder is
    created, sqlite:///path, or postgresql://user:password@host/name.

    CannotServe if it is anything else.
    """
    scheme, is_url, rest = database.partition("://")
    if is_url and scheme in POSTGRES:
        return _postgres_url(database)
    if is_url and (scheme not in SQLITE or not rest.startswith("/") or rest == "/"):
        raise CannotServe(
            f"cannot keep tables in {shown(database)}: give the path of an SQLite file, "
            "sqlite:///path, or postgresql://user:password@host/name"
        )
    path = Path(rest[1:] if is_url else database).expanduser().resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    return URL.create("sqlite+aiosqlite", database=str(path))


def _postgres_url(database: str) -> URL:
    if find_spec("asyncpg") is None:
        raise MissingExtra("PostgreSQL needs asyncpg: pip install 'parhelion[server,postgres]'")
    try:
        url = make_url(database)
    except (ArgumentError, ValueError) as error:
        why = "this is not an address like postgresql://user:password@host/name"
        raise CannotServe(f"cannot keep tables in {shown(database)}: {why}") from error
    if "@" in (url.host or ""):
        why = "write an @ in the password as %40"
        raise CannotServe(f"cannot keep tables in {shown(database)}: {why}")
    return url.set(drivername="postgresql+asyncpg")


def shown(database: str) -> str:
    """A database as it may be printed: without its password."""
    scheme, is_url, rest = database.partition("://")
    if not is_url:
        return database
    login, at, place = rest.rpartition("@")
    user, colon, _ = login.partition(":")
    place = re.sub(r"(?<=password=)[^&]*", "***", place)
    return f"{scheme}://{user}{':***' if colon else ''}{at}{place}"


@dataclass(frozen=True)
class Hosting:
    """How a server is reached and watched."""

    root_path: str = ""
    """The path under which a proxy shows the server, such as /play; empty: all of the address."""
    public_hosts: tuple[str, ...] = ()
    """Names of the server in addresses, besides those of its machine."""
    forwarded_allow_ips: str = ""
    """Addresses of proxies that are believed what they say about who asks, with commas."""
    metrics_port: int | None = None
    metrics_host: str = "127.0.0.1"
    log_format: LogFormat = "text"
    log_level: LogLevel = "warning"
    log_addresses: bool = False
    """Whether the log tells the addresses that requests come from."""

    def __post_init__(self) -> None:
        if not ROOT_PATH.fullmatch(self.root_path):
            raise BadOption(f"root path {self.root_path!r}: write it like /play")


class HostBot(NamedTuple):
    """A bot that the host brings along."""

    spec: str
    """Its class, as `file.py:Class` or `module:Class`."""
    name: str


@dataclass(frozen=True)
class Settings:
    """What can be set about a server. Durations are in seconds."""

    database: str | None = None
    """A path, sqlite:///path or postgresql://…; None: a file in the user's data folder."""
    pause: float = 0.6
    """A bot takes at least this long for a move, so that people can follow."""
    absent_after: float = 86_400
    """After this long without a connection a bot may sit in for a person, if no clock decides."""
    unmoved_absent_after: float = 300
    """The same for a person who has not made a single move: they joined and went away."""
    idle_after: float = 300
    """After this long without connections and commands a table leaves the memory."""
    lease: float = 10
    """After this long without a sign of life of a server, others on the same database take over its
    bots and clocks."""
    host_away_after: float = 3600
    """After this long without its host or a player, a table that has not started leaves the public
    list."""
    open_table_days: float = 7
    """After so many days without anybody a table that has not started is deleted."""
    unused_person_days: float = 180
    """After so many days people are forgotten who have no table."""
    review_iterations: int | None = None
    """Search iterations for each move of a reviewed game; None: the default of reviews."""
    review_playouts: int = PLAYOUTS
    """Playouts for each number on the curve of a reviewed game."""
    limits: Limits = field(default_factory=Limits)
    """How much one person and one address may do and have."""
    addresses: tuple[str, ...] = ()
    """Where other machines reach the server, the best address first; empty if it is not known that
    they can."""
    hosts: KnownHosts | None = None
    """The names under which the server may be asked; None: any."""
    hosting: Hosting = Hosting()
    bots: tuple[HostBot, ...] = ()
    """The bots of the host."""
    time: TimeSource = field(default_factory=TimeSource)
