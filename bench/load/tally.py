"""What the players count and time while they play."""

from dataclasses import dataclass, field


@dataclass
class Traffic:
    """Bytes over all connections, as TCP carries them: heads, frames and compression included."""

    sent: int = 0
    received: int = 0


@dataclass
class Tally:
    """What was seen. Times are in seconds from when a move was sent."""

    acknowledged: list[float] = field(default_factory=list)
    """Until the server said that the move is made."""
    other_player: list[float] = field(default_factory=list)
    """Until the other player was shown it."""
    everybody: list[float] = field(default_factory=list)
    """Until the last connection at the table was shown it, spectators included."""
    setting_up: list[tuple[float, float]] = field(default_factory=list)
    """Seconds that went by, and seconds of the server's computing, while a new game was begun; only
    where these are left out."""
    errors: list[str] = field(default_factory=list)
    traffic: Traffic = field(default_factory=Traffic)

    def clear(self) -> None:
        """Begin anew; errors are kept."""
        self.acknowledged, self.other_player, self.everybody, self.setting_up = [], [], [], []
        self.traffic.sent = self.traffic.received = 0


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of all values lie."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
