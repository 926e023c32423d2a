"""What the server counts, for Prometheus. Counts are of the whole process, never of a table or a
person: no label holds an id, a name, an address or a move.

They are served on a port of their own, which is off unless asked for, so that no proxy in front of
the game shows them by mistake.
"""

import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from parhelion.errors import CannotServe
from parhelion.refusals import Code

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OTHER = "other"
"""Stands for methods that somebody made up, each of which would be a series of its own."""
BRIEF = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
LONG = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200)

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry(auto_describe=True)
ProcessCollector(registry=REGISTRY)
Info("parhelion_build", "What is running", registry=REGISTRY).info(
    {"version": version("parhelion"), "python": platform.python_version()}
)

REQUESTS = Histogram(
    "parhelion_request_seconds",
    "Requests over HTTP by route, and how long their answers took",
    ("route", "method", "status"),
    buckets=BRIEF,
    registry=REGISTRY,
)
REFUSALS = Counter("parhelion_refusals", "Problems told, by code", ("code",), registry=REGISTRY)
MOVES = Counter("parhelion_moves", "Moves committed", ("game",), registry=REGISTRY)
COMMIT_SECONDS = Histogram(
    "parhelion_commit_seconds", "How long commits took", buckets=BRIEF, registry=REGISTRY
)
COMMIT_WRITES = Histogram(
    "parhelion_commit_writes", "Writes that shared a commit", buckets=SIZES, registry=REGISTRY
)
CONFLICTS = Counter(
    "parhelion_write_conflicts", "Writes that came second to another", registry=REGISTRY
)
DATABASE_ERRORS = Counter(
    "parhelion_database_errors", "Reads and writes that failed", ("kind",), registry=REGISTRY
)
THINKING = Histogram(
    "parhelion_thinking_seconds",
    "How long bots thought about a move",
    ("level",),
    buckets=LONG,
    registry=REGISTRY,
)
REVIEWS = Counter("parhelion_reviews", "Reviews of games that were made", registry=REGISTRY)

for _code in get_args(Code):
    REFUSALS.labels(_code)  # so that each begins at 0
READ_ERRORS, WRITE_ERRORS = DATABASE_ERRORS.labels("read"), DATABASE_ERRORS.labels("write")


@dataclass(frozen=True)
class Load:
    """What a server has to do at the moment."""

    tables: int = 0
    connections: int = 0
    bots_thinking: int = 0
    bots_waiting: int = 0
    reviews_pending: int = 0


GAUGES = {
    "tables": "Tables in memory",
    "connections": "Live connections",
    "bots_thinking": "Bots and hints that are being thought about",
    "bots_waiting": "Bots and hints that wait for a core",
    "reviews_pending": "Reviews that wait or are being made",
}


class LoadCollector(Collector):
    """Looks at the load when somebody asks, so that counting costs nothing meanwhile."""

    def __init__(self, load: Callable[[], Load]) -> None:
        self._load = load

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The gauges as they are now."""
        for name, value in vars(self._load()).items():
            yield GaugeMetricFamily(f"parhelion_{name}", GAUGES[name], value)

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The gauges without values."""
        for name, meaning in GAUGES.items():
            yield GaugeMetricFamily(f"parhelion_{name}", meaning)


def count_request(route: str, method: str, status: int, seconds: float) -> None:
    """Count an answer."""
    known = method if method in METHODS else OTHER
    REQUESTS.labels(route, known, status).observe(seconds)


@contextmanager
def commit(writes: int) -> Iterator[None]:
    """Count a commit of so many writes."""
    COMMIT_WRITES.observe(writes)
    with COMMIT_SECONDS.time():
        yield


@contextmanager
def serving(host: str, port: int | None, load: Callable[[], Load]) -> Iterator[None]:
    """Serve the metrics on a port of their own, if one is given; CannotServe if it is taken."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, host, REGISTRY)
    except OSError as error:
        why = f"port {port} of {host} is taken; choose another with --metrics-port"
        raise CannotServe(why) from error
    collector = LoadCollector(load)
    REGISTRY.register(collector)
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        REGISTRY.unregister(collector)
