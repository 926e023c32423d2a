"""Players who keep the others waiting where no clock decides: when a bot may replace them."""

from parhelion.tables.moment import RECONNECT_GRACE, Moment
from parhelion.tables.table import Table


def is_missed(table: Table, seat: int, moment: Moment) -> bool:
    """Return True if the seat to move belongs to a person whom a bot may replace."""
    seconds = seconds_until_missed(table, seat, moment)
    return seconds is not None and seconds <= 0


def seconds_until_missed(table: Table, seat: int, moment: Moment) -> float | None:
    """Return after how many seconds a bot may replace the person of a seat if they stay away.

    None if they never keep anybody waiting: they are not to move, or a clock decides. Their turn
    must have lasted a day, because looking at the table without moving must not block it (M3). A
    player who has never moved can be replaced minutes after they left (M2). A player whose
    connection was lost has a minute to return.
    """
    player = table.seats[seat]
    if player.person is None or player.is_program:
        return None
    if table.status != "playing" or seat != table.turn or table.is_moved_by_bot:
        return None
    if table.clocks.control.kind != "none":
        return None
    away = moment.away.get(player.person, 0.0)
    seconds = moment.patience.absent - moment.lasted
    if not table.seats_of(player.person) & table.moved:
        seconds = min(seconds, moment.patience.unmoved - away)
    return max(seconds, RECONNECT_GRACE - away)


def is_absent(person: str, moment: Moment) -> bool:
    """Return True if nobody waits for a person's consent: they have been away for so long."""
    return moment.away.get(person, 0.0) >= moment.patience.absent
