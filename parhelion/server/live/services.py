"""What all tables share."""

from dataclasses import dataclass

from parhelion.server.bot_pool import BotPool
from parhelion.server.nodes import Nodes
from parhelion.server.quotas import Quotas
from parhelion.server.reviews import Reviews
from parhelion.server.settings import Settings
from parhelion.server.store import Store
from parhelion.server.time_source import TimeSource


@dataclass(frozen=True)
class Services:
    """The database, settings, bots, reviews, limits and other servers."""

    store: Store
    settings: Settings
    bot_pool: BotPool
    reviews: Reviews
    quotas: Quotas
    nodes: Nodes | None = None
    """The other servers on the database; None if there can be none."""

    @property
    def time(self) -> TimeSource:
        """The clock and the timers."""
        return self.settings.time
