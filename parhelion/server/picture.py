"""A table as one viewer may see it: nothing else leaves the server."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import chain, islice
from operator import sub
from typing import Any

import orjson

from parhelion import bots
from parhelion.bots.advice import expectation, expected_points
from parhelion.bots.explanations import explained as reasons_for
from parhelion.games import Game
from parhelion.match import Match
from parhelion.scene import Ending, Layout, Scene
from parhelion.server import schemas
from parhelion.server.brains import middle_level
from parhelion.server.problems import Refused
from parhelion.server.room import Room
from parhelion.server.schemas import Ability, Lang, SeatKind
from parhelion.server.seating import Chair, seats_of
from parhelion.server.viewer import Viewer
from parhelion.words import Words

MAX_LINES = 200
MAX_REASONS = 2
MAX_FRAGMENTS = 100_000
PARTS = ("items", "choices", "sections", "log")
"""What a scene has many of, most of them the same as before."""
REST = tuple(each.name for each in fields(Scene) if each.name not in PARTS)


class Fragments:
    """Parts as JSON. Games keep their parts, so most have been written before."""

    def __init__(self) -> None:
        self._written: dict[int, tuple[object, bytes]] = {}
        """By id; the part is kept too, so that its id is not given to another one."""

    def of(self, part: object) -> bytes:
        """The JSON of a part."""
        kept = self._written.get(id(part))
        if kept is None:
            if len(self._written) >= MAX_FRAGMENTS:
                self._written.clear()
            kept = self._written[id(part)] = part, orjson.dumps(part)
        return kept[1]


FRAGMENTS = Fragments()


class Seen:
    """What one connection was told, so that nothing is told twice."""

    def __init__(self) -> None:
        self.scene: Scene | None = None
        self.lines = 0
        self._numbers: dict[int, int] = {}
        """By the id of a part."""
        self._kept: list[object] = []
        """The parts with these ids, so that they are not given to others."""
        self._told: dict[bytes, int] = {}
        """Numbers by what was told: a part may be made anew and yet say the same."""

    def outline(self, scene: Scene) -> tuple[dict[str, Any], list[orjson.Fragment]]:
        """A scene with numbers for its parts, and the parts that are new."""
        before = len(self._told)
        steps = {name: self._steps(getattr(scene, name)) for name in PARTS}
        fresh = [*islice(reversed(self._told), len(self._told) - before)]
        return _rest(scene) | steps, [orjson.Fragment(part) for part in reversed(fresh)]

    def _steps(self, parts: Sequence[object]) -> list[int]:
        """The numbers of some parts. Mostly they follow each other, and steps of 1 take no room."""
        try:
            places = [self._numbers[id(part)] for part in parts]
        except KeyError:
            places = [self._number(part) for part in parts]
        return list(map(sub, places, chain((0,), places)))

    def _number(self, part: object) -> int:
        number = self._numbers.get(id(part))
        if number is None:
            json = FRAGMENTS.of(part)
            number = self._told.get(json)
            if number is None:
                number = self._told[json] = self._numbers[id(part)] = len(self._told)
                self._kept.append(part)
        return number


def _rest(scene: Scene) -> dict[str, Any]:
    """A scene without its parts."""
    return {name: getattr(scene, name) for name in REST}


# --- updates -----------------------------------------------------------------------------


def whole(room: Room, viewer: Viewer) -> bytes:
    """Everything, as an `Update` in JSON."""
    table = described(room, viewer)
    scene = shown(room, table.seat, viewer.lang, viewer.layout)
    parts = {
        name: [orjson.Fragment(FRAGMENTS.of(part)) for part in getattr(scene, name)]
        for name in PARTS
    }
    chat = [line.model_dump() for line in room.chat[-MAX_LINES:]]
    return orjson.dumps({"table": table.model_dump(), "scene": _rest(scene) | parts, "chat": chat})


def news(room: Room, viewer: Viewer, seen: Seen) -> bytes:
    """What a connection was not told yet, as `News` in JSON; from now on it is seen."""
    table = described(room, viewer)
    scene = shown(room, table.seat, viewer.lang, viewer.layout)
    outline, parts = (None, []) if scene is seen.scene else seen.outline(scene)
    lines = room.chat[seen.lines :][-MAX_LINES:]
    seen.scene, seen.lines = scene, len(room.chat)
    return orjson.dumps(
        {
            "table": table.model_dump(),
            "parts": parts,
            "scene": outline,
            "chat": [line.model_dump() for line in lines],
        }
    )


# --- scenes ------------------------------------------------------------------------------


def shown(room: Room, seat: int | None, lang: Lang, layout: Layout) -> Scene:
    """The scene for a seat, made once for all who share it."""
    key = (seat, lang, layout)
    if key not in room.scenes:
        room.scenes[key] = _scene(room, seat, lang, layout)
    return room.scenes[key]


def _scene(room: Room, seat: int | None, lang: Lang, layout: Layout) -> Scene:
    match, course = room.course.match, room.course
    choosing = seat is not None and room.status == "playing" and room.bot_level(seat) is None
    scene = match.scene(seat, lang, layout, choices=choosing)
    if course.winners == list(match.winners):
        return scene
    say = room.game.words(lang)
    names = names_of(room.game, match.options, room.chairs, say)
    told = sentence(names, course.ended, course.winners, say)
    ending = scene.ending or Ending((), "", (), ())
    ending = replace(ending, winners=tuple(course.winners), sentence=told)
    return replace(scene, prompt=told, ending=ending)


def scene_at(room: Room, viewer: Viewer, ply: int, seat: int | None = None) -> bytes:
    """The scene after some of the moves, without choices, as one of the viewer's seats sees it:
    by default the one whose view they get now."""
    seat, earlier = eyes(room, viewer, seat), before(room, ply)
    return orjson.dumps(earlier.scene(seat, viewer.lang, viewer.layout, choices=False))


def eyes(room: Room, viewer: Viewer, seat: int | None) -> int | None:
    """The seat with whose eyes somebody looks back: the one asked for if it is theirs."""
    if seat is None:
        return view_of(room, viewer)
    if seat not in seats_of(room.chairs, viewer.person):
        raise Refused("seat/not-yours")
    return seat


def before(room: Room, ply: int) -> Match:
    """The match after some of its moves."""
    match = room.course.match
    if not 0 <= ply <= match.ply:
        raise Refused("unknown-path")
    earlier = match.copy()
    earlier.undo(match.ply - ply)
    return earlier


def view_of(room: Room, viewer: Viewer) -> int | None:
    """The seat whose view somebody gets: of those they play, the one to move, else the one that
    moved last, else the first."""
    mine = seats_of(room.chairs, viewer.person)
    mine = [seat for seat in mine if room.bot_level(seat) is None] or mine
    if room.course.player in mine:
        return room.course.player
    last = room.course.last_decision(set(mine))
    return (mine[0] if mine else None) if last is None else room.course.deciders[last]


# --- the table around the scene ----------------------------------------------------------


def described(room: Room, viewer: Viewer) -> schemas.Table:
    """The table without the picture."""
    course, connections = room.course, room.presence.connections
    spectators = sum(not seats_of(room.chairs, each.viewer.person) for each in connections)
    asked = room.asked
    return schemas.Table(
        id=room.id,
        game=room.game.info.name,
        title=room.game.info.title,
        options=dict(course.match.options),
        secrets=room.game.secrets,
        status=room.status,
        version=course.version,
        ply=course.match.ply,
        player=course.player,
        seat=view_of(room, viewer),
        seats=[_seat(room, viewer, seat) for seat in range(len(room.chairs))],
        clock=room.clock,
        listed=room.listed,
        can=abilities(room, viewer),
        takeback=schemas.Takeback(seat=asked.seat, ply=asked.ply) if asked else None,
        firm=room.status == "playing" and room.is_firm(set(seats_of(room.chairs, viewer.person))),
        ended=course.ended,
        winners=course.winners,
        rematch=room.rematch,
        spectators=spectators,
    )


def _seat(room: Room, viewer: Viewer, seat: int) -> schemas.Seat:
    chair, level = room.chairs[seat], room.bot_level(seat)
    say, match = room.game.words(viewer.lang), room.course.match
    title, rules = say(match.seats[seat]), seat in match.rivals
    return schemas.Seat(
        seat=seat,
        title=title,
        kind=_kind(room, seat),
        name=title if rules else name_of(room.game, chair, say),
        level=None if rules else level,
        yours=chair.belongs_to(viewer.person),
        online=chair.person is not None and room.presence.online(chair.person),
        substitute=chair.person is not None and level is not None,
        thinking=room.thinking is not None and room.thinking[1] == seat,
        seconds=None if rules else room.seconds(seat),
        resigned=seat in room.course.resigned,
    )


def _kind(room: Room, seat: int) -> SeatKind:
    if seat in room.course.match.rivals:
        return "rules"
    if room.chairs[seat].open:
        return "open"
    return "human" if room.bot_level(seat) is None else "bot"


def abilities(room: Room, viewer: Viewer) -> list[Ability]:
    """What a viewer may do now."""
    if viewer.person is None:
        return ["join"] if room.status == "open" else []
    mine = set(seats_of(room.chairs, viewer.person))
    playing = room.status == "playing" and bool(mine)
    course, asked = room.course, room.asked
    alone = not room.company(viewer.person)
    turn = playing and course.player in mine and room.bot_level(course.player or 0) is None
    can: dict[Ability, bool] = {
        "move": turn,
        "join": room.status == "open" and not mine,
        "takeback": playing and asked is None and room.may_take_back(mine),
        "agree": playing and asked is not None and asked.awaits(viewer.person, mine),
        "resign": playing and not mine <= course.resigned,
        "hint": turn and alone,
        "rematch": room.status == "over" and bool(mine) and room.rematch is None,
        "substitute": _may_substitute(room, viewer, mine),
        "return": playing and any(_may_return(room, seat) for seat in mine),
        "chat": True,
    }
    return [ability for ability, may in can.items() if may]


def _may_substitute(room: Room, viewer: Viewer, mine: set[int]) -> bool:
    """Whether there is a seat that this viewer may give to a bot."""
    if room.status == "over" or not mine:
        return False
    return any(
        chair.open
        or (
            chair.person is not None
            and room.bot_level(seat) is None
            and (chair.belongs_to(viewer.person) or room.is_absent(chair.person))
        )
        for seat, chair in enumerate(room.chairs)
    )


def _may_return(room: Room, seat: int) -> bool:
    return room.chairs[seat].level is not None and seat not in room.course.resigned


# --- sentences ---------------------------------------------------------------------------


def name_of(game: Game, chair: Chair, say: Words) -> str:
    """What the person or the bot on a chair is called."""
    if chair.person:
        return chair.person.name
    return "" if chair.level is None else bot_name(game.info.name, chair.level, say)


def bot_name(game: str, level: int, say: Words) -> str:
    """What a bot is called; one whose level there is no more, like the middle one."""
    levels = bots.levels(game)
    return say(levels.get(level, levels[middle_level(game)]).name)


def names_of(
    game: Game, options: Mapping[str, str], chairs: Sequence[Chair], say: Words
) -> list[str]:
    """What everybody at a table is called; a seat that the rules play, as the game calls it."""
    return [
        say(title) if title in game.info.rivals else name_of(game, chair, say)
        for title, chair in zip(game.seats(options), chairs, strict=True)
    ]


def sentence(names: Sequence[str], ended: str | None, winners: list[int], say: Words) -> str:
    """How a finished game ended, for any game, by the names of all who sit there."""
    won = ", ".join(names[seat] for seat in winners)
    if len(winners) > 1:
        return say("{names} share the victory.", names=won)
    if ended == "time":
        return say("{name} wins on time.", name=won)
    if ended == "resigned":
        return say("{name} wins by resignation.", name=won)
    return say("{name} wins.", name=won)


# --- questions ---------------------------------------------------------------------------


def why(room: Room, me: Viewer, path: Sequence[str]) -> schemas.Reason:
    """Why nothing legal begins with picking these items."""
    return schemas.Reason(message=room.course.match.why_illegal(room.turn(me), path, me.lang))


async def hint(room: Room, me: Viewer) -> schemas.Hint:
    """The best move that a bot finds for the viewer, who has no other people at the table."""
    seat = room.turn(me)
    if room.company(me.known):
        raise Refused("hint/not-here")
    choices, match = shown(room, seat, me.lang, me.layout).choices, room.course.match.copy()
    best = await room.means.brains.best(match)
    move = best.move
    labels = (choice.label for choice in choices if choice.move == move.text)
    return schemas.Hint(
        move=move.text,
        label=next(labels, move.text),
        chance=best.chance,
        low=best.low,
        high=best.high,
        points=list(expected_points(best)),
        words=expectation(best, seat, room.game.words(me.lang)),
        reasons=(await asyncio.to_thread(reasons_for, match, move, seat, me.lang))[:MAX_REASONS],
    )


async def reasons(room: Room, viewer: Viewer, ply: int, seat: int | None) -> schemas.Reasons:
    """What spoke for a move that was played, as far as the viewer could know at that time."""
    if ply > room.course.match.ply:
        raise Refused("unknown-path")
    seat, earlier = eyes(room, viewer, seat), before(room, ply - 1)
    move = earlier.parse(room.course.match.history[ply - 1])
    found = await asyncio.to_thread(reasons_for, earlier, move, seat, viewer.lang)
    say = room.game.words(viewer.lang)
    usual = say("Nothing stands out: looking ahead, it seemed the best.")
    return schemas.Reasons(reasons=found[:MAX_REASONS] or [usual])


def record(room: Room) -> tuple[str, dict[str, Any]]:
    """The record of a finished game and a name for its file."""
    room.must_be_over()
    return f"{room.game.info.name}-{room.id}.json", room.course.match.record()
