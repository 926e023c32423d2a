"""How often somebody may try to log in, to open a recovery link or to choose a login: so often for
an address, and so often for a login, from wherever."""

import ipaddress
import math
import time

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from parhelion.server.problems import Refused

PER_LOGIN = RateLimitItemPerMinute(10, 15, namespace="login")
PER_ADDRESS = RateLimitItemPerMinute(30, 15, namespace="address")


class LoginAttempts:
    """Counts tries, those that succeed too. Each server counts for itself."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    async def count(self, address: str, login: str | None = None) -> None:
        """Count a try; refused if there were too many."""
        await self._count(PER_ADDRESS, network_of(address))
        if login is not None:
            await self._count(PER_LOGIN, login)

    async def _count(self, limit: RateLimitItem, key: str) -> None:
        if not await self._limiter.hit(limit, key):
            window = await self._limiter.get_window_stats(limit, key)
            wait = max(1, math.ceil(window.reset_time - time.time()))
            raise Refused("me/too-many-tries", retry_after=wait)


def network_of(address: str) -> str:
    """Whom an address stands for: of IPv6 its first half, since a household has all of the
    second."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # a socket of the system has none
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
