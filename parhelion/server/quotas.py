"""How much one person and one address may do and have: all limits of the server, and their count.

The table in docs/server.md says the same for people; a test compares the two.
"""

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, fields, replace
from functools import cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Literal

from cachetools import LRUCache
from limits import RateLimitItem, parse
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from parhelion.errors import CannotServe
from parhelion.refusals import Code, Refused
from parhelion.server.time_source import TimeSource

MAX_COUNTED = 100_000
"""How many counts are kept; the ones used longest ago are forgotten first."""
SOON = 60
"""Seconds after which somebody may try again who has too much of something, not too often."""

Budget = Literal[
    "requests",
    "people",
    "tables",
    "records",
    "hints",
    "explanations",
    "scenes",
    "reviews",
    "chat",
    "lessons",
    "proposals",
    "logins",
    "passwords",
]
Rate = str | None
"""Such as 60/hour, as `limits` reads it; None: no limit."""
CODES: dict[Budget, Code] = {
    "people": "too-many/people",
    "tables": "too-many/tables",
    "hints": "too-many/hints",
    "reviews": "too-many/reviews",
    "chat": "too-many/lines",
    "logins": "me/too-many-tries",
    "passwords": "me/too-many-tries",
}
"""What is said to who has used up a budget; else that it was too much."""


@dataclass(frozen=True)
class Each:
    """A limit for one person and one for all who share an address. A club of a hundred people may
    have one address."""

    person: Rate = None
    address: Rate = None


@dataclass(frozen=True)
class Limits:
    """All limits: how often something may be done, and how much of it there may be at once (None:
    any number)."""

    requests: Each = Each("1200/minute", "12000/minute")
    people: Each = Each(None, "300/hour")
    """Who become known."""
    tables: Each = Each("60/hour", "1000/hour")
    records: Each = Each("30/hour", "300/hour")
    """Tables that go on from an uploaded record; they count as tables, too."""
    hints: Each = Each("30/minute", "300/minute")
    explanations: Each = Each("60/minute", "600/minute")
    scenes: Each = Each("600/minute", "3000/minute")
    """Earlier positions, which are drawn anew each time."""
    reviews: Each = Each("30/hour", "300/hour")
    chat: Each = Each("20/minute", "600/minute")
    lessons: Each = Each("120/minute", "3000/minute")
    """Tries."""
    proposals: Each = Each("20/10 minutes")
    """Takebacks and substitutes that another player has to agree to."""
    logins: Each = Each("10/15 minutes", "100/15 minutes")
    """Failed attempts to sign in or to open a recovery link, per login and address, and per
    address. Never off."""
    passwords: Each = Each("20/hour", "300/hour")
    """Logins chosen and given up, passwords changed, people with a password who delete themselves:
    each takes one or two slow hashes."""
    open_tables: int | None = 20
    """Tables that wait for others where a person is the host or has a seat."""
    listed_tables: int | None = 3
    """Tables of a host among the open tables that everybody sees."""
    unmoved_games: int | None = 20
    """Games that have started where a person has not moved yet, for those who want to join one."""
    bot_tables: int | None = 100
    """Tables of a person where a game with bots is going on."""
    own_bots: int | None = 5
    """Bots that a person has made."""
    waiting_reviews: int | None = 3
    """Reviews that a person waits for."""
    address_reviews: int | None = 50
    """Reviews that people of one address wait for."""
    person_connections: int | None = 20
    """Live connections of a person."""
    address_connections: int | None = 500
    """Live connections of an address."""
    address_sockets: int | None = 1000
    """HTTP connections of an address; beyond that the longest idle one is closed."""
    watchers: int | None = 500
    """Live connections to a table of people who do not sit there."""
    address_watchers: int | None = 100
    """Of these, the connections of one address."""
    messages_at_once: int | None = 100
    """Messages and other frames on a live connection at once, and then every second a fifth."""
    bytes_at_once: int | None = 65_536
    """Bytes on a live connection at once, and then every second a fifth."""

    @classmethod
    def off(cls) -> "Limits":
        """No limits but those against guessing passwords."""
        none: dict[str, Any] = {
            each.name: Each() if each.type is Each else None
            for each in fields(cls)
            if each.name != "logins"
        }
        return cls(**none)

    def times(self, factor: float) -> "Limits":
        """Limits that are so many times as generous."""
        more: dict[str, Any] = {
            each.name: _times(getattr(self, each.name), factor) for each in fields(self)
        }
        return replace(self, **more)


def chosen_limits(text: str) -> Limits:
    """The limits that a host asks for: off, or so many times the usual ones; CannotServe if it is
    anything else."""
    if text == "off":
        return Limits.off()
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if not 0 < factor < math.inf:
        raise CannotServe(f"--limits is off or a number above 0, not {text!r}")
    return Limits().times(factor)


def _times(limit: Each | int | None, factor: float) -> Each | int | None:
    if isinstance(limit, Each):
        return Each(_rate_times(limit.person, factor), _rate_times(limit.address, factor))
    return None if limit is None else max(1, round(limit * factor))


def _rate_times(rate: Rate, factor: float) -> Rate:
    if rate is None:
        return None
    amount, _, period = rate.partition("/")
    return f"{max(1, round(int(amount) * factor))}/{period}"


class CountedInMemory(Storage):
    """Where `limits` counts. Its own storage in memory has no bound, goes by a clock that may be
    set, and looks through all its counts at every count, in a thread or a task of its own."""

    STORAGE_SCHEME = None

    def __init__(self, time: TimeSource) -> None:
        super().__init__()
        self._time = time
        self._counts: LRUCache[str, tuple[int, float]] = LRUCache(MAX_COUNTED)
        """How often, and when it is forgotten."""

    @property
    def base_exceptions(self) -> type[Exception]:
        """What may go wrong here: nothing."""
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count."""
        count, until = self._counts.get(key, (0, 0.0))
        if until <= self._time.ticks():
            count, until = 0, self._time.ticks() + expiry
        self._counts[key] = count + amount, until
        return count + amount

    def get(self, key: str) -> int:
        """How often something was counted."""
        count, until = self._counts.get(key, (0, 0.0))
        return count if until > self._time.ticks() else 0

    def get_expiry(self, key: str) -> float:
        """When it is forgotten, on the clock of this server."""
        return self._counts.get(key, (0, self._time.ticks()))[1]

    def check(self) -> bool:
        """Whether it works."""
        return True

    def reset(self) -> int:
        """Forget everything."""
        forgotten = len(self._counts)
        self._counts.clear()
        return forgotten

    def clear(self, key: str) -> None:
        """Forget something."""
        self._counts.pop(key, None)


class Quotas:
    """Counts what people and addresses do, and refuses what is too much."""

    def __init__(self, limits: Limits, time: TimeSource) -> None:
        self.limits, self._time = limits, time
        self._requests = FixedWindowRateLimiter(CountedInMemory(time))
        """Apart from the others: made-up secrets can push counts out of it."""
        self._deeds = FixedWindowRateLimiter(CountedInMemory(time))
        self._connected: Counter[str] = Counter()
        self._trying: Counter[tuple[str, ...]] = Counter()
        """Attempts to sign in that have not ended yet, by who is counted."""

    def spend(self, budget: Budget, person: str, address: str) -> None:
        """Count something that a person does, if they are known (else the id is empty), from an
        address; refused if it is too often."""
        each: Each = getattr(self.limits, budget)
        code = CODES.get(budget, "too-many/requests")
        if each.address:  # first: who is refused by it uses up nobody's budget
            self._count(each.address, code, budget, "address", network_of(address))
        if person and each.person:
            self._count(each.person, code, budget, "person", person)

    @contextmanager
    def attempt(self, login: str, address: str) -> Iterator[None]:
        """Count an attempt to sign in if it fails. Raises Refused if too many have failed.

        Failures are counted per login and address: a stranger who guesses elsewhere locks nobody
        out (N8). An attempt takes a place while it runs, so that parallel guesses gain nothing. An
        attempt that finds no place is refused for a moment, and does not count.
        """
        each, network = self.limits.logins, network_of(address)
        counted: dict[tuple[str, ...], RateLimitItem] = {
            ("address", network): _parsed(str(each.address))
        }
        if login:
            counted["person", login, network] = _parsed(str(each.person))
        for key, item in counted.items():
            self._check_attempt(item, key)
        self._trying.update(counted.keys())
        try:
            yield
        except Refused:
            for key, item in counted.items():
                self._deeds.hit(item, "logins", *key)
            raise
        finally:
            self._trying.subtract(counted.keys())
            self._trying = +self._trying

    def _check_attempt(self, item: RateLimitItem, key: tuple[str, ...]) -> None:
        """Refuse an attempt to sign in if too many have failed, or may fail at this moment."""
        left = self._deeds.get_window_stats(item, "logins", *key)
        if left.remaining <= 0:
            raise Refused("me/too-many-tries", wait=self._wait(left.reset_time))
        if left.remaining <= self._trying[key]:
            raise Refused("me/too-many-tries", wait=1)

    def _count(self, rate: str, code: Code, budget: Budget, *key: str) -> None:
        item = _parsed(rate)
        limiter = self._requests if budget == "requests" else self._deeds
        if not limiter.hit(item, budget, *key):
            reset_time = limiter.get_window_stats(item, budget, *key).reset_time
            raise Refused(code, wait=self._wait(reset_time))

    def _wait(self, reset_time: float) -> int:
        """Return the whole seconds until a limit is reset."""
        return max(1, math.ceil(reset_time - self._time.ticks()))

    @contextmanager
    def connection(self, person: str, address: str | None) -> Iterator[None]:
        """Count a live connection while it lasts, for its address only if one is given. Raises
        Refused if there are too many."""
        limits = self.limits
        held = []
        if address is not None:
            held.append((f"address {network_of(address)}", limits.address_connections))
        if person:
            held.append((f"person {person}", limits.person_connections))
        with self._held(held):
            yield

    def spectator(self, table: str, address: str) -> AbstractContextManager[None]:
        """Count a spectator of a table while they watch. Raises Refused if their address has too
        many there."""
        key = f"spectators {table} {network_of(address)}"
        return self._held([(key, self.limits.address_watchers)])

    @contextmanager
    def _held(self, held: list[tuple[str, int | None]]) -> Iterator[None]:
        """Count connections by their keys while they last. Raises Refused at a limit."""
        for key, limit in held:
            check(self._connected[key], limit, "too-many/connections")
        self._connected.update(key for key, _ in held)
        try:
            yield
        finally:
            self._connected.subtract(key for key, _ in held)
            for key, _ in held:
                if not self._connected[key]:
                    del self._connected[key]


def check(count: int, limit: int | None, code: Code) -> None:
    """Refuse one more if there are as many as there may be."""
    if limit is not None and count >= limit:
        raise Refused(code, wait=SOON)


@cache
def _parsed(rate: str) -> RateLimitItem:
    return parse(rate)


def network_of(address: str) -> str:
    """What one household has: an address, of IPv6 the first 64 bits."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))
