"""A table as one viewer sees it, without the scene: `TableState` on the wire."""

from typing import Any

from parhelion.server.permissions import abilities, facts, seat_abilities
from parhelion.server.schemas import Lang, SeatKind
from parhelion.server.table import GameTable
from parhelion.server.viewer import Viewer


def table_state(table: GameTable, viewer: Viewer) -> dict[str, Any]:
    """Everything that a viewer sees of a table besides the scene and the chat: a `TableState`. It
    is made for every viewer after every move, hence without the model that describes it."""
    known, public = facts(table, viewer.person), _public(table, viewer.lang)
    return public | {
        "seat": table.seat_shown_to(viewer),
        "seats": [
            each | {"yours": seat.mine, "can": can, "seconds": _seconds(table, number)}
            for number, (seat, can, each) in enumerate(
                zip(known.seats, seat_abilities(known), public["seats"], strict=True)
            )
        ],
        "can": abilities(known),
        "firm": known.status == "playing" and known.firm,
    }


def _public(table: GameTable, lang: Lang) -> dict[str, Any]:
    """What everybody sees alike, made once until something changes; the clocks change always."""
    if lang not in table.public_states:
        journal = table.journal
        table.public_states[lang] = table.facts | {
            "status": table.status,
            "version": journal.version,
            "ply": table.match.ply,
            "turn": journal.turn,
            "seats": _seats(table, lang),
            "proposal": _proposal(table),
            "remarks": [remark._asdict() for remark in journal.remarks],
            "ended": journal.ended,
            "winners": journal.winners,
            "rematch": table.rematch,
            "spectators": table.presence.spectators(table.chairs),
        }
    return table.public_states[lang]


def _proposal(table: GameTable) -> dict[str, Any] | None:
    if (proposal := table.proposal) is None:
        return None
    asker = min(table.seats_held_by(proposal.asker))
    return {"kind": proposal.kind, "seat": proposal.seat, "ply": proposal.ply, "asker": asker}


def _seats(table: GameTable, lang: Lang) -> list[dict[str, Any]]:
    say, titles = table.game.words(lang), table.match.seats
    return [
        _seat(table, seat, say(titles[seat]), name) for seat, name in enumerate(table.names(lang))
    ]


def _seat(table: GameTable, seat: int, title: str, name: str) -> dict[str, Any]:
    chair, level = table.chairs[seat], table.bot_level(seat)
    return {
        "seat": seat,
        "title": title,
        "kind": _kind(table, seat),
        "name": name,
        "level": None if seat in table.match.rivals else level,
        "online": chair.person is not None and table.presence.online(chair.person),
        "substitute": chair.person is not None and level is not None,
        "program": _program(table, seat),
        "thinking": _is_thinking(table, seat),
        "resigned": seat in table.journal.resigned,
        "awaited": chair.awaited,
    }


def _program(table: GameTable, seat: int) -> dict[str, Any] | None:
    person = table.chairs[seat].person
    if person is None or person.program is None:
        return None
    return {"owner": person.program.owner_name, "trouble": table.trouble(seat)}


def _is_thinking(table: GameTable, seat: int) -> bool:
    """Whether a bot of ours thinks, or a program of which nothing else is known."""
    if table.bot_level(seat) is None and table.chairs[seat].is_program:
        to_move = table.status == "playing" and table.journal.turn == seat
        return to_move and table.trouble(seat) is None
    return table.thinking is not None and table.thinking[1] == seat


def _seconds(table: GameTable, seat: int) -> float | None:
    return None if seat in table.match.rivals else table.seconds(seat)


def _kind(table: GameTable, seat: int) -> SeatKind:
    if seat in table.match.rivals:
        return "rules"
    if table.chairs[seat].open:
        return "open"
    is_bot = table.chairs[seat].is_program or table.bot_level(seat) is not None
    return "bot" if is_bot else "human"
