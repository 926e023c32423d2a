"""What happens next at a table without a person: a bot moves, or a clock runs out."""

from dataclasses import dataclass

from parhelion.tables.moment import Moment
from parhelion.tables.table import Table


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot is to move."""

    position: int
    seat: int
    level: int


@dataclass(frozen=True, slots=True)
class FlagFall:
    """The time of the seat to move ends."""

    seat: int
    seconds: float
    """The time it has left."""


def due(table: Table, moment: Moment) -> BotTurn | FlagFall | None:
    """Return what happens next by itself; None if a person is to act."""
    seat = table.turn
    if table.status != "playing" or seat is None:
        return None
    level = table.bot_level(seat)
    if level is not None:
        return BotTurn(table.position, seat, level) if _bots_play(table, moment) else None
    left = table.clocks.left(seat, moment.thought, moment.waited)
    return None if left is None else FlagFall(seat, left)


def continues_by_itself(table: Table) -> bool:
    """Return True if a bot or a clock acts next, even if nobody is connected."""
    if table.status != "playing" or table.turn is None:
        return False
    return table.is_moved_by_bot or table.clocks.control.kind != "none"


def needs_a_server(table: Table, moment: Moment) -> bool:
    """Return True if bots play or a clock runs, even if a person is to move now."""
    if table.status != "playing":
        return False
    has_clock = table.clocks.control.kind != "none"
    return has_clock or (bool(table.bots) and _bots_play(table, moment))


def _bots_play(table: Table, moment: Moment) -> bool:
    """Bots pause at a table of one person while nobody is connected. Where several people play, one
    of them may wait for a bot."""
    return moment.followed or len(table.humans) > 1
