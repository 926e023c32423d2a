"""A table as one viewer sees it, without the scene: `TableState` on the wire."""

from typing import Any

from parhelion.server.permissions import abilities
from parhelion.server.player_names import player_name
from parhelion.server.schemas import SeatKind
from parhelion.server.table import GameTable
from parhelion.server.viewer import Viewer


def table_state(table: GameTable, viewer: Viewer) -> dict[str, Any]:
    """Everything that a viewer sees of a table besides the scene and the chat: a `TableState`. It
    is made for every viewer after every move, hence without the model that describes it."""
    journal, takeback, status = table.journal, table.takeback, table.status
    seats = table.seats_of(viewer.person)
    return {
        "id": table.id,
        "game": table.game.info.name,
        "title": table.game.info.title,
        "options": dict(table.match.options),
        "secrets": table.game.secrets,
        "status": status,
        "version": journal.version,
        "ply": table.match.ply,
        "turn": journal.turn,
        "seat": table.seat_shown_to(viewer),
        "seats": [_seat(table, viewer, seat) for seat in range(len(table.chairs))],
        "clock": table.clock.model_dump(),
        "listed": table.listed,
        "can": abilities(table, viewer.person),
        "takeback": {"seat": takeback.seat, "ply": takeback.ply} if takeback else None,
        "firm": status == "playing" and table.is_firm(seats),
        "ended": journal.ended,
        "winners": journal.winners,
        "rematch": table.rematch,
        "spectators": table.presence.spectators(table.chairs),
    }


def _seat(table: GameTable, viewer: Viewer, seat: int) -> dict[str, Any]:
    chair, level = table.chairs[seat], table.bot_level(seat)
    say, match = table.game.words(viewer.lang), table.match
    title, by_rules = say(match.seats[seat]), seat in match.rivals
    return {
        "seat": seat,
        "title": title,
        "kind": _kind(table, seat),
        "name": title if by_rules else player_name(table.game, chair, say),
        "level": None if by_rules else level,
        "yours": chair.belongs_to(viewer.person),
        "online": chair.person is not None and table.presence.online(chair.person),
        "substitute": chair.person is not None and level is not None,
        "thinking": table.thinking is not None and table.thinking[1] == seat,
        "seconds": None if by_rules else table.seconds(seat),
        "resigned": seat in table.journal.resigned,
    }


def _kind(table: GameTable, seat: int) -> SeatKind:
    if seat in table.match.rivals:
        return "rules"
    if table.chairs[seat].open:
        return "open"
    return "human" if table.bot_level(seat) is None else "bot"
