"""Messages: what a viewer is sent of a table besides its picture."""

from collections.abc import Callable, Sequence, Set
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from parhelion.fair_shuffle import commitment_of
from parhelion.games import Json
from parhelion.scene import Item, Scene
from parhelion.tables.moment import Actor, Moment
from parhelion.tables.named_text import NamedText
from parhelion.tables.names import UNKNOWN, People, player_names, sender_of
from parhelion.tables.permissions import abilities, facts, seat_abilities, trouble
from parhelion.tables.pictures import shown_match
from parhelion.tables.scene_changes import scene_changes
from parhelion.tables.table import ChatLine, Setup, Table
from parhelion.words import Lang

SeatKind = Literal["human", "bot", "open", "rules"]
MAX_LINES = 200
"""Maximum number of lines of chat in a message."""
MAX_REMARKS = 200
"""Maximum number of remarks in a message."""


@dataclass(frozen=True, slots=True)
class Company:
    """Names and presence of the people at a table. Neither is in the journal."""

    people: People
    online: Set[str] = frozenset()
    """Ids of the players who are connected."""
    spectators: int = 0
    thinking: bool = False
    """True if one of our bots computes its move."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a viewer has been sent of a table."""

    state: Json
    scene: Scene
    offer: Json | None
    """The choices, if the viewer is to move."""
    lines: int
    """The number of lines of chat."""


def changes(
    seen: Shown | None,
    now: Shown,
    chat: Sequence[ChatLine],
    people: People,
    named: NamedText,
    part: Callable[[Item], object] | None = None,
) -> Json | None:
    """Return what turns what a viewer has seen into what is shown now, or all of it; None if
    nothing has changed. It is `News` on the wire.

    `part` may return items of the scene serialised, if the caller has cached them.
    """
    known, first = seen.state if seen else {}, seen.lines if seen else 0
    state = {name: value for name, value in now.state.items() if known.get(name, ...) != value}
    before = seen.scene if seen else None
    if now.scene is before and not state and first == now.lines:
        return None
    is_new = now.scene is not before
    first = max(first, now.lines - MAX_LINES)
    return {
        "table": state,
        "scene": scene_changes(before, now.scene, now.offer, named, part or named.fill)
        if is_new
        else None,
        "chat": chat_json(chat[first : now.lines], first, people),
    }


def seat_shown(table: Table, person: str | None) -> int | None:
    """Return the seat whose view a person gets; None for a spectator.

    Of the seats they play it is the one to move, else the one that moved last, else the first.
    """
    mine: Set[int] = table.seats_of(person)
    mine = {seat for seat in mine if table.bot_level(seat) is None} or mine
    if table.turn in mine or len(mine) <= 1:
        return table.turn if table.turn in mine else next(iter(mine), None)
    match = table.match
    last = match.last_move_of(mine) if match else None
    return min(mine) if match is None or last is None else match.movers[last]


def state(
    table: Table,
    actor: Actor | None,
    lang: Lang,
    company: Company,
    moment: Moment,
    public: Json | None = None,
) -> Json:
    """Return what a viewer is sent of a table besides scene and chat.

    `public` is the part that is the same for everybody, if the caller has cached it.
    """
    known = facts(table, actor, moment)
    public = public or public_state(table, lang, company, moment)
    return public | {
        "seat": seat_shown(table, actor.id if actor else None),
        "seats": [
            shown | {"yours": seat.mine, "can": can, "seconds": seconds(table, number, moment)}
            for number, (seat, can, shown) in enumerate(
                zip(known.seats, seat_abilities(known), public["seats"], strict=True)
            )
        ],
        "can": abilities(known),
        "firm": known.status == "playing" and known.firm,
    }


def public_state(table: Table, lang: Lang, company: Company, moment: Moment) -> Json:
    """Return the part of the state that is the same for everybody. Clocks are not in it."""
    return setup_json(table.setup) | {
        "status": table.status,
        "version": table.position,
        "entries": table.version,
        "ply": table.ply,
        "turn": table.turn,
        "seats": _seats(table, lang, company, moment),
        "proposal": _proposal(table),
        "remarks": [remark._asdict() for remark in table.remarks[-MAX_REMARKS:]],
        "ended": table.ended,
        "winners": table.winners,
        "rematch": table.rematch,
        "spectators": company.spectators,
    }


def setup_json(setup: Setup) -> Json:
    """Return the part of the state that never changes."""
    return {
        "id": setup.id,
        "game": setup.game.info.name,
        "title": setup.game.info.title,
        "options": dict(setup.options),
        "secrets": setup.game.secrets,
        "clock": asdict(setup.time),
        "listed": setup.listed,
        "spectators_chat": setup.spectators_chat,
        "given": setup.given,
        "commitment": commitment_of(setup.secret) if setup.secret else None,
    }


def seconds(table: Table, seat: int, moment: Moment) -> float | None:
    """Return the time a seat has left; None without a clock."""
    if seat in shown_match(table).rivals:
        return None
    runs = table.status == "playing" and seat == table.turn and table.bot_level(seat) is None
    thought, waited = (moment.thought, moment.waited) if runs else (0.0, 0.0)
    return table.clocks.left(seat, thought, waited)


def chat_json(lines: Sequence[ChatLine], number: int, people: People) -> list[dict[str, Any]]:
    """Return lines of chat as JSON. `number` is the number of the first one."""
    return [_line(line, each, people) for each, line in enumerate(lines, start=number)]


def _line(line: ChatLine, number: int, people: People) -> dict[str, Any]:
    profile = people.get(line.person, UNKNOWN) if line.person else UNKNOWN
    return {
        "number": number,
        "at": iso(line.at),
        "name": profile.name if line.person else line.name or "",
        "sender": sender_of(line.person) if line.person else "",
        "seat": line.seat,
        "text": line.text,
    }


def iso(at: float) -> str:
    """Return a time in seconds since 1970 as ISO 8601 text."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _proposal(table: Table) -> Json | None:
    if (proposal := table.proposal) is None:
        return None
    asker = min(table.seats_of(proposal.asker))
    return {"kind": proposal.kind, "seat": proposal.seat, "ply": proposal.ply, "asker": asker}


def _seats(table: Table, lang: Lang, company: Company, moment: Moment) -> list[Json]:
    say, shown = table.game.words(lang), shown_match(table)
    names = player_names(table.game, table.setup.options, table.seats, company.people, say)
    return [
        _seat(table, seat, say(shown.seats[seat]), name, company, moment)
        for seat, name in enumerate(names)
    ]


def _seat(
    table: Table, number: int, title: str, name: str, company: Company, moment: Moment
) -> Json:
    seat, level = table.seats[number], table.bot_level(number)
    is_rival = number in shown_match(table).rivals
    return {
        "seat": number,
        "title": title,
        "kind": "rules" if is_rival else _kind(table, number),
        "name": name,
        "level": None if is_rival else level,
        "online": seat.person in company.online,
        "substitute": seat.person is not None and level is not None,
        "program": _program(table, number, company, moment),
        "thinking": _is_thinking(table, number, company, moment),
        "resigned": number in table.resigned,
        "awaited": seat.is_reserved,
    }


def _kind(table: Table, number: int) -> SeatKind:
    seat = table.seats[number]
    if seat.is_open:
        return "open"
    return "bot" if seat.is_program or table.bot_level(number) is not None else "human"


def _program(table: Table, number: int, company: Company, moment: Moment) -> Json | None:
    seat = table.seats[number]
    if seat.person is None or not seat.is_program:
        return None
    owner = company.people.get(seat.person, UNKNOWN).owner_name
    return {"owner": owner, "trouble": trouble(table, number, moment)}


def _is_thinking(table: Table, number: int, company: Company, moment: Moment) -> bool:
    """Return True if one of our bots computes its move, or a program is to move."""
    if table.status != "playing" or table.turn != number:
        return False
    if table.bot_level(number) is not None:
        return company.thinking
    return table.seats[number].is_program and trouble(table, number, moment) is None
