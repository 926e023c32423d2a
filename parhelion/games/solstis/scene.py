"""Solstis as every front end draws it: two mountains in the evening, the line between them.

Ids: a tile is `tile-4-2` wherever it lies, a spirit `spirit-bee`. Of each panorama, that of seat
0 for example, there are `place-0-3-3`, `rainbow-0-3-3`, `fire-0-4-2` and, while it can be chosen,
`square-0-2-3`. What is hidden has an id that tells nothing: `back-1-0` is a tile of a hand,
`under-3` one of the line.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from parhelion.games import Json
from parhelion.games.solstis import INFO, notation, tables, telling
from parhelion.games.solstis.notation import NUMBER, SPIRIT
from parhelion.games.solstis.shapes import (
    HEARTH,
    TABLES,
    TILE,
    TOKEN,
    UNDER,
    Line,
    Panorama,
    Place,
    in_centre,
    in_hand,
    in_row,
    line_of,
    middle,
    place_at,
    slot_at,
    square_at,
)
from parhelion.games.solstis.state import SLOTS
from parhelion.games.solstis.view import SHARED_FIRE
from parhelion.scene import Choice, Ending, Entry, Ghost, Item, Layout, Scene
from parhelion.words import Words

PIECES = 4096
"""How many pieces are kept ready: what lies where it lay is the same object."""
HAND_ORIGINS = ("played", "deer", "squirrel")
PILE_ORIGINS = ("chance", "eagle")


# --- the table ---------------------------------------------------------------------------


def scene(view: Json, legal: Sequence[int], say: Words, layout: Layout) -> Scene:
    """The table as a viewer sees it; `legal` are the actions that the viewer may choose from."""
    table = TABLES[layout]
    moves = [notation.text(action) for action in legal]
    noted = ((move, telling.note(view, move, say)) for move in moves)
    return Scene(
        table.width,
        table.height,
        tuple(_items(view, moves, say, layout)),
        telling.prompt(view, say),
        tuple(_choice(view, move, say) for move in moves),
        {move: note for move, note in noted if note},
        tuple(telling.sections(view, say)),
        tuple(_log(view, say)),
        _ending(view, say) if view["result"] else None,
    )


class Sight(NamedTuple):
    """How a viewer looks at the table: the words, the layout, and where new things come from."""

    say: Words
    layout: Layout
    origins: dict[str, str]
    last: frozenset[str]
    """The ids of what the last move brought."""


def _items(view: Json, moves: list[str], say: Words, layout: Layout) -> Iterator[Item]:
    """Everything on the table, from the sky up."""
    viewer = view["seat"] or 0
    sight = Sight(say, layout, _origins(view), _last(view))
    yield from _evening(layout)
    for seat in (1 - viewer, viewer):
        near = seat == viewer
        yield from _panorama(view, seat, near, sight)
        yield from _squares(moves, seat, near, sight)
        yield from _spirits(view, seat, near, sight)
        yield from _beside(view, seat, near, sight)
    yield from _line(view, sight)
    yield from _piles(view, say, layout)
    yield from _centre(view, sight)
    for seat in (1 - viewer, viewer):
        yield from _hand(view, seat, seat == viewer, sight)


@cache
def _evening(layout: Layout) -> tuple[Item, ...]:
    """What never changes: the sky, the hills and the two mountains."""
    table = TABLES[layout]
    x, y = table.width / 2, table.height / 2
    return (
        Item("sky", "sky", x, y, table.width, table.height),
        Item("sun", "sun", *table.sun, TILE, TILE),
        Item("clouds", "clouds", x, y, table.width, TILE),
        Item("horizon", "horizon", x, table.height, table.width, TILE),
        *(_mountain(name, where) for name, where in (("far", table.far), ("near", table.near))),
        Item("centre", "centre", *table.centre, TILE, TILE, 0, table.centre_scale),
    )


def _mountain(name: str, where: Panorama) -> Item:
    size = 10 * TILE, 6 * TILE
    return Item(f"mountain-{name}", "mountain", *middle(where), *size, 0, _scale(where))


def _where(near: bool, layout: Layout) -> Panorama:
    return TABLES[layout].near if near else TABLES[layout].far


def _scale(where: Panorama) -> float:
    return round(where.cell / TILE, 4)


def _classes(*names: str) -> str:
    return " ".join(name for name in names if name)


def _row_and_column(name: str) -> tuple[int, int]:
    row, column = name.split("-")
    return int(row), int(column)


# --- where things come from --------------------------------------------------------------


def _origins(view: Json) -> dict[str, str]:
    """For what came out of the hidden, or from elsewhere, the item from whose place it came."""
    found: dict[str, str] = {}
    waiting: tuple[list[str], list[str]] = ([], [])
    for events in view["events"]:
        for seat, rainbows in enumerate(waiting):
            rainbows[:] = [f"kept-{seat}-{i}" for i in range(len(rainbows))]
        for what, value, seat in events:
            if what in HAND_ORIGINS:
                found[f"tile-{value}"] = f"back-{seat}-0"
            elif what in PILE_ORIGINS:
                found[f"tile-{value}"] = "pile"
            elif what == "dragonfly":
                found[f"tile-{value}"] = f"back-{1 - seat}-0"
            elif what == "rainbow":
                found[f"rainbow-{seat}-{value}"] = waiting[seat].pop()
            elif what in ("took", "lifted"):
                source = f"rainbow-{seat}-{value}" if value else "rainbows"
                found[f"kept-{seat}-{len(waiting[seat])}"] = source
                waiting[seat].append(source)
    return found


def _last(view: Json) -> frozenset[str]:
    """What the last move brought to a panorama or to the line."""
    events = view["events"][-1] if view["events"] else ()
    laid = {f"rainbow-{seat}-{value}" for what, value, seat in events if what == "rainbow"}
    return frozenset(laid) | {
        f"tile-{value}" for what, value, _ in events if what in ("placed", "joined", "uncovered")
    }


# --- panoramas ---------------------------------------------------------------------------


def _panorama(view: Json, seat: int, near: bool, sight: Sight) -> Iterator[Item]:
    """The tiles and rainbows of a panorama, its places and its fires."""
    shown, lit, layout = view["panoramas"][seat], view["lit"][seat], sight.layout
    holds = dict.fromkeys(shown["tiles"], "tile") | dict.fromkeys(shown["rainbows"], "rainbow")
    largest = set(view["largest"][seat]) if view["result"] else set(holds)
    for name, kind in holds.items():
        id = f"tile-{name}" if kind == "tile" else f"rainbow-{seat}-{name}"
        look = (
            "faded"
            if kind == "tile" and name not in largest
            else "last"
            if id in sight.last
            else ""
        )
        yield _laid(id, name, near, look, sight.origins.get(id, ""), layout)
    fires = [name for name in FIRES if holds.get(name) == "tile"]
    holds |= {name: "lit" if name in lit else "fire" for name in fires}
    for name in NUMBER:
        yield _place(name, holds.get(name, ""), seat, near, sight.say, layout)
    if "6-5" in fires and "6-6" in fires:
        fires.append(SHARED_FIRE)
    for name in fires:
        yield _fire(name, name in lit, seat, near, layout)


FIRES = tuple(name for name, tile in NUMBER.items() if int(tables.FIRES) >> tile & 1)
"""The tiles with a fire of their own (T3)."""


@lru_cache(PIECES)
def _laid(id: str, name: str, near: bool, look: str, origin: str, layout: Layout) -> Item:
    """A tile or a rainbow on its place; the place has the words for it."""
    where, (row, column) = _where(near, layout), _row_and_column(name)
    is_tile = id.startswith("tile")
    return Item(
        id,
        id if is_tile else "rainbow",
        *place_at(where, row, column),
        TILE,
        TILE,
        scale=_scale(where),
        classes=_classes("tile placed", "near" if near else "far", layout, look),
        text=str(column) if is_tile else "",
        origin=origin,
    )


@cache
def _place(name: str, holds: str, seat: int, near: bool, say: Words, layout: Layout) -> Item:
    """A place of a panorama, over what lies on it."""
    where, (row, column) = _where(near, layout), _row_and_column(name)
    state = "filled" if holds else "empty"
    return Item(
        f"place-{seat}-{name}",
        "place",
        *place_at(where, row, column),
        TILE,
        TILE,
        scale=_scale(where),
        classes=_classes(state, "near" if near else "far", layout),
        label=telling.place_label(name, holds, seat, say),
        text="" if holds or not near else str(column),
    )


@cache
def _fire(name: str, lit: bool, seat: int, near: bool, layout: Layout) -> Item:
    """A fire on its tile, or between the two that it straddles."""
    where = _where(near, layout)
    x, y = place_at(where, *_row_and_column(name.split("/")[0]))
    if name == SHARED_FIRE:
        x, y = x + where.cell / 2, y + _scale(where)
    else:
        y -= HEARTH * _scale(where)
    id, classes = f"fire-{seat}-{name.replace('/', '-')}", _classes("lit" * lit, layout)
    return Item(id, "fire", round(x, 2), round(y, 2), 20, 24, scale=_scale(where), classes=classes)


def _squares(moves: list[str], seat: int, near: bool, sight: Sight) -> Iterator[Item]:
    """The squares of the viewer that can take the spirit that was met."""
    for move in moves if near else ():
        verb, *name = move.split()
        if verb == "square":
            yield _square(name[0], seat, sight.say, sight.layout)


@cache
def _square(name: str, seat: int, say: Words, layout: Layout) -> Item:
    where = _where(True, layout)
    place = square_at(where, *_row_and_column(name))
    label = telling.sentence(telling.square_label(name, say))
    id = f"square-{seat}-{name}"
    return Item(id, "square", *place, TILE, TILE, 0, _scale(where), label=label)


# --- spirits -----------------------------------------------------------------------------


def _spirits(view: Json, seat: int, near: bool, sight: Sight) -> Iterator[Item]:
    """The spirits on their squares, and the Evil one if it is here."""
    where, say = _where(near, sight.layout), sight.say
    seated = view["panoramas"][seat]["spirits"]
    for name, square in seated.items():
        place = square_at(where, *_row_and_column(square))
        yield _spirit(name, place, _scale(where), name == view["covered"], say)
    if view["evil"] == seat:
        place, scale = where.evil, max(_scale(where), 0.8)
        if view["covered"]:
            x, y = square_at(where, *_row_and_column(seated[view["covered"]]))
            place, scale = Place(x + 7 * _scale(where), y - 7 * _scale(where)), _scale(where)
        yield _spirit("evil", place, scale, False, say)


@lru_cache(PIECES)
def _spirit(name: str, place: Place, scale: float, covered: bool, say: Words) -> Item:
    """A spirit; those that lie face up or are drawn came out of the pile."""
    return Item(
        f"spirit-{name}",
        f"spirit-{name}",
        *place,
        TOKEN,
        TOKEN,
        scale=scale,
        classes=_classes("spirit", "covered" * covered),
        label=telling.spirit_label(name, say),
        origin="spirits",
    )


# --- what belongs to a player ------------------------------------------------------------


def _beside(view: Json, seat: int, near: bool, sight: Sight) -> Iterator[Item]:
    """The name of a player, the stars so far and the rainbows that wait for a place."""
    winners = view["result"]["winners"] if view["result"] else [view["turn"]]
    stars = view["points"][seat]["total"]
    yield from _title(seat, near, seat in winners, stars, sight.say, sight.layout)
    waiting = view["panoramas"][seat]["kept"] - (_rainbow_to_place(view) == seat)
    where = _where(near, sight.layout)
    for number in range(waiting):
        place = Place(where.kept.x - number * 12, where.kept.y)
        yield _kept(seat, number, place, 0.75 if near else 0.6, sight)


@cache
def _title(
    seat: int, near: bool, shining: bool, stars: int, say: Words, layout: Layout
) -> tuple[Item, Item]:
    where = _where(near, layout)
    classes = _classes("seat", layout, "shining" * shining)
    label = telling.points_label(seat, stars, say)
    name = telling.player(seat, say)
    return (
        Item(f"hand-{seat}", f"seat-{seat}", *where.title, 90, 24, classes=classes, text=name),
        Item(
            f"points-{seat}",
            "points",
            *where.points,
            40,
            24,
            classes=layout,
            label=label,
            text=str(stars),
        ),
    )


def _rainbow_to_place(view: Json) -> int:
    """The seat that is about to place a rainbow, -1 if none is."""
    return view["turn"] if view["phase"] == "rainbow" else -1


def _kept(seat: int, number: int, place: Place, scale: float, sight: Sight) -> Item:
    """A rainbow that waits for a place."""
    id = f"kept-{seat}-{number}"
    return Item(
        id,
        "rainbow",
        *place,
        TILE,
        TILE,
        scale=scale,
        classes=_classes("kept", sight.layout),
        origin=sight.origins.get(id, ""),
    )


# --- the line and the piles --------------------------------------------------------------


def _line(view: Json, sight: Sight) -> Iterator[Item]:
    """The slots of the line and one more where it can grow, with the tiles on them."""
    slots = view["line"]
    grows = all(slot["tile"] for slot in slots) and len(slots) < SLOTS
    line = line_of(len(slots) + grows, sight.layout)
    yield _strip(line)
    for number, slot in enumerate(slots):
        below = slot["under"], slot["hidden"]
        yield from _slot(number, *below, bool(slot["tile"]), line, *sight[:2])
    if grows:
        yield from _slot(len(slots), False, None, False, line, *sight[:2])
    for number, slot in enumerate(slots):
        if name := slot["tile"]:
            origin = sight.origins.get(f"tile-{name}", f"under-{number}")
            classes = _classes("lying", "last" * (f"tile-{name}" in sight.last))
            place = slot_at(number, line)
            yield _tile(name, place, line.slots.scale, classes, origin, *sight[:2])


@cache
def _strip(line: Line) -> Item:
    return Item("line", line.strip, *line.middle, TILE, TILE)


@cache
def _slot(
    number: int,
    under: bool,
    hidden: str | None,
    taken: bool,
    line: Line,
    say: Words,
    layout: Layout,
) -> tuple[Item, ...]:
    """A slot of the line, with its face-down tile."""
    (x, y), scale = slot_at(number, line), line.slots.scale
    label = "" if taken else say("Gap in the line")
    slot = Item(f"slot-{number}", "slot", x, y, TILE, TILE, 0, scale, layout, label)
    if not under:
        return (slot,)
    right, down = UNDER
    below = f"under-{number}", "back", x + right * scale, y + down * scale
    words = say("Face-down tile") if hidden is None else telling.tile_label(hidden, say)
    return slot, Item(*below, TILE, TILE, 0, scale, _classes("under", layout), words)


@lru_cache(PIECES)
def _tile(
    name: str, place: Place, scale: float, classes: str, origin: str, say: Words, layout: Layout
) -> Item:
    """A tile outside the panoramas, with its whole name."""
    return Item(
        f"tile-{name}",
        f"tile-{name}",
        *place,
        TILE,
        TILE,
        scale=scale,
        classes=_classes("tile", classes, layout),
        label=telling.tile_label(name, say),
        text=name,
        origin=origin,
    )


def _piles(view: Json, say: Words, layout: Layout) -> Iterator[Item]:
    """The draw pile, the rainbows and the spirits, with those that lie face up."""
    spirits, row = view["spirits"], TABLES[layout].open
    yield _pile("pile", "pile", 0, view["pile"], telling.pile_label(view["pile"], say), layout)
    left = view["rainbows"]
    yield _pile("rainbows", "rainbow-pile", 1, left, telling.rainbows_label(left, say), layout)
    left = spirits["pile"]
    yield _pile("spirits", "spirit-pile", 2, left, telling.spirits_label(left, say), layout)
    for number, name in enumerate(spirits["open"]):
        yield _spirit(name, in_row(row, number), row.scale, False, say)


@cache
def _pile(id: str, kind: str, number: int, left: int, label: str, layout: Layout) -> Item:
    """A pile and how much is left of it."""
    row = TABLES[layout].piles
    place, kind = in_row(row, number), kind if left else "slot"
    classes = _classes("supply", layout)
    return Item(id, kind, *place, TILE, TILE, 0, row.scale, classes, label, str(left))


def _centre(view: Json, sight: Sight) -> Iterator[Item]:
    """What lies in the centre: the tile that was played, or tiles on their way with the rainbow
    that is placed before them, or new spirits."""
    tiles = [view["centre"]] if view["centre"] else view["coming"]
    placing = _rainbow_to_place(view)
    count = len(tiles) + (placing >= 0)
    scale = round(TABLES[sight.layout].centre_scale * (1.05 if count == 1 else 0.84), 4)
    places = [in_centre(n, count, TILE * scale, sight.layout) for n in range(count)]
    for place, name in zip(places, tiles, strict=False):
        origin = sight.origins.get(f"tile-{name}", "")
        yield _tile(name, place, scale, "lying", origin, *sight[:2])
    if placing >= 0:
        number = view["panoramas"][placing]["kept"] - 1
        yield _kept(placing, number, places[-1], scale, sight)
    yield from _new_spirits(view["spirits"], sight)


def _new_spirits(spirits: Json, sight: Sight) -> Iterator[Item]:
    """The spirits to choose from, or the one that looks for its square."""
    names = [*spirits["drawn"], *filter(None, [spirits["met"]])]
    scale = TABLES[sight.layout].centre_scale
    for number, name in enumerate(names):
        place = in_centre(number, len(names), TOKEN * scale, sight.layout)
        yield _spirit(name, place, scale, False, sight.say)


# --- hands -------------------------------------------------------------------------------


def _hand(view: Json, seat: int, near: bool, sight: Sight) -> Iterator[Item]:
    """A hand: its tiles, or their backs."""
    known, held = view["hands"][seat], view["held"][seat]
    for number, name in enumerate(known):
        yield _in_hand(name, number, held, near, *sight[:2])
    for number in range(0 if known else held):
        yield _back(seat, number, held, near, *sight[:2])


@cache
def _in_hand(name: str, number: int, held: int, near: bool, say: Words, layout: Layout) -> Item:
    table = TABLES[layout]
    row = table.hand if near else table.other_hand
    place = in_hand(row, number, held) if near else in_row(row, number)
    classes = "hand" if near else "hand far"
    return _tile(name, place, row.scale, classes, "pile", say, layout)


@cache
def _back(seat: int, number: int, held: int, near: bool, say: Words, layout: Layout) -> Item:
    """A hidden tile of a hand; the first has the words for all."""
    table = TABLES[layout]
    row = table.hand if near else table.other_hand
    place = in_hand(row, number, held) if near else in_row(row, number)
    label = "" if number else telling.held_label(seat, held, say)
    return Item(
        f"back-{seat}-{number}",
        "back",
        *place,
        TILE,
        TILE,
        scale=row.scale,
        classes=layout,
        label=label,
        origin="pile",
    )


# --- choices -----------------------------------------------------------------------------


def _choice(view: Json, move: str, say: Words) -> Choice:
    """A legal move: what to pick for it, and how it would look."""
    verb, *rest = move.split()
    label = telling.move_label(move, view["spirits"]["met"], say)
    id, ghosts = _pick(view, verb, rest[0] if rest else "")
    return Choice(move, (id,), ghosts, label)


def _pick(view: Json, verb: str, what: str) -> tuple[str, tuple[Ghost, ...]]:
    """The item to pick, and the ghosts of what it would put on the table."""
    seat: int = view["turn"]
    if verb == "play":
        return f"tile-{what}", _play_ghosts(view, what)
    if verb == "capture":
        return f"tile-{what}", (_ghost(seat, what), _ghost(seat, view["centre"]))
    if verb in ("deer", "beetle"):
        return f"tile-{what}", (_ghost(seat, what),)
    if verb == "rainbow":
        id = f"place-{seat}-{what}"
        return id, (Ghost("rainbow", id),)
    if verb == "square":
        id = f"square-{seat}-{what}"
        return id, (Ghost(f"spirit-{view['spirits']['met']}", id),)
    if verb == "cover":
        return f"spirit-{what}", (Ghost("spirit-evil", f"spirit-{what}"),)
    if verb == "draw":
        return "spirits", (Ghost("spirit-back", "centre"),)
    at = "centre" if verb == "take" else f"spirit-{what}"
    return f"spirit-{what}", (Ghost(f"spirit-{what}", at),)


def _ghost(seat: int, tile: str) -> Ghost:
    """A tile on its place in a panorama."""
    return Ghost(f"tile-{tile}", f"place-{seat}-{tile}")


def _play_ghosts(view: Json, tile: str) -> tuple[Ghost, ...]:
    """The tile on its place, with what it captures if that is certain, or in the line (T11)."""
    seat, found = view["turn"], telling.matches(view, tile)
    if len(found) == 1:
        return _ghost(seat, found[0]), _ghost(seat, tile)
    if found:
        return (_ghost(seat, tile),)
    tiles = [slot["tile"] for slot in view["line"]]
    gap = tiles.index(None) if None in tiles else len(tiles)
    return (Ghost(f"tile-{tile}", f"slot-{gap}"),)


# --- the log -----------------------------------------------------------------------------


def _log(view: Json, say: Words) -> Iterator[Entry]:
    for ply, (move, events) in enumerate(zip(view["moves"], view["events"], strict=True), start=1):
        yield _entry(ply, move, tuple(map(tuple, events)), say)


@lru_cache(PIECES)
def _entry(ply: int, move: str, events: telling.Events, say: Words) -> Entry:
    first = events[0][2]
    seat = 1 - first if move.startswith("cover") else first  # T17: the other player covers
    items = dict.fromkeys(id for event in events for id in _about(*event))
    return Entry(ply, seat, move, telling.told(seat, events, say), tuple(items))


ABOUT = {
    "joined": "line",
    "took": "rainbows",
    "drew": "spirits",
    "aside": "spirits",
    "met": "spirits",
    "drawn": "pile",
}


def _about(what: str, value: str | None, seat: int) -> Iterator[str]:
    """The items that an event is about, such as are always on the table."""
    if what in ("placed", "rainbow", "gone", "played", "captured"):
        yield f"place-{seat}-{value}"
    elif what == "square" and value:
        yield from (f"place-{seat}-{name}" for name in telling.square_places(value))
    elif what == "covered":
        yield f"points-{seat}"
    elif what in ABOUT:
        yield ABOUT[what]


# --- the end -----------------------------------------------------------------------------


def _ending(view: Json, say: Words) -> Ending:
    """Who won and why: shown by the largest areas and the lit fires."""
    items = [
        f"place-{seat}-{name}" for seat in range(len(INFO.seats)) for name in view["largest"][seat]
    ]
    items += [
        f"fire-{seat}-{name.replace('/', '-')}"
        for seat in range(len(INFO.seats))
        for name in view["lit"][seat]
    ]
    winners = tuple(view["result"]["winners"])
    return Ending(winners, telling.ending(view, say), tuple(telling.rows(view, say)), tuple(items))


# --- why not -----------------------------------------------------------------------------


def why_illegal(state: Any, path: Sequence[str], say: Words) -> str:
    """Why no legal move begins with picking these items, in a sentence."""
    if state.actor < 0:
        return say("The game is over.")
    actor = int(state.actor)
    if state.held[actor] and not state.hands[actor]:
        return say("{player} is choosing.", player=telling.player(actor, say))
    kind, *rest = path[0].split("-")
    if kind == "place":
        return _why_not_there(state, int(rest[0]), "-".join(rest[1:]), say)
    action = _meant(int(state.phase), kind, "-".join(rest))
    if action >= 0:
        return telling.sentence(notation.why_illegal(state, action, say))
    return telling.to_do(state, say)


def _meant(phase: int, kind: str, name: str) -> int:
    """What picking a tile or a spirit would mean in a phase, -1 if nothing."""
    of_spirits = phase in notation.OF_SPIRITS
    if kind == "tile" and not of_spirits and phase not in (tables.RAINBOW, tables.SQUARE):
        return int(tables.ACTION[phase, NUMBER[name]])
    if kind == "spirit" and of_spirits and name in SPIRIT:
        return int(tables.ACTION[phase, SPIRIT[name]]) if name != "evil" else -1
    return -1


def _why_not_there(state: Any, seat: int, name: str, say: Words) -> str:
    """Why a place cannot be picked."""
    if state.phase != tables.RAINBOW:
        return telling.to_do(state, say)
    if seat != state.actor:
        return say("That is the panorama of {player}.", player=telling.player(seat, say))
    action = int(tables.ACTION[tables.RAINBOW, NUMBER[name]])
    return telling.sentence(notation.why_illegal(state, action, say))
