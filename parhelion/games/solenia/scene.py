"""Solenia as every front end draws it: five strips of sky, the airship, boards and hands.

Ids: a strip is `strip-A` wherever it lies, its islands are `island-A-1` to `island-A-5`; a space
is `space-3-2`, as it lies now. A card is `card-0-1w-1`: its player, its kind, and its number among
those of its kind in the order they are played. A delivery tile is `tile-day-SSA5-1`. What a
player has is `board-0`, `slot-0-day-2` (in winter `slot-0-day-2a`), `token-0-wood-1` of the
viewer's store, `stock-1-wood` of the others, `deck-0`; the upgrade tiles are `upgrade-tailwind-1`,
`half-day-guild-1`, those on offer lie on `offer-1-2` or `offer-3-2`. A hidden card has an id that
tells nothing: `back-0-1`. What the last move brought is `fresh-12-0`, by the move's number.

What is drawn of a part of the table is kept by the bytes of that part: it is the same object as
long as nothing about it has changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from parhelion.games import Json
from parhelion.games.solenia import notation, notes, picking, players, reading, tables, telling
from parhelion.games.solenia.drawing import (
    GROUPS,
    PIECES,
    Items,
    Sight,
    card,
    cost,
    half,
    lasting,
    looks,
    put,
    tile,
)
from parhelion.games.solenia.notation import ROWS
from parhelion.games.solenia.past import Frozen, Ids, Past, follow, in_hand, tile_ids
from parhelion.games.solenia.picking import Hand, why_illegal
from parhelion.games.solenia.shapes import (
    FINGER,
    OFFER,
    OFFER_HEIGHTS,
    SPACE,
    TABLES,
    TILE,
    TOKEN,
    Spot,
    in_row,
    offer_at,
    offers_at,
    space_at,
    strip_at,
    within,
)
from parhelion.games.solenia.view import ending_sentence
from parhelion.scene import Ending, Entry, Item, Layout, Scene
from parhelion.words import Words

__all__ = ["scene", "why_illegal"]

Shown = tuple[tuple[tuple[str, ...], str], ...]
"""The ids of the displayed deliveries, by row and place."""
ISLANDS = {
    "W": "island-wood",
    "H": "island-wheat",
    "S": "island-stone",
    "A": "island-water",
    "D": "city-day",
    "N": "city-night",
}


# --- the table ---------------------------------------------------------------------------


def scene(view: Json, legal: Sequence[int], say: Words, layout: Layout) -> Scene:
    """The table as a viewer sees it; `legal` are the actions that the viewer may choose from."""
    table, near, solo = TABLES[layout], view["seat"] or 0, telling.alone(view)
    printed = Frozen([view["amounts"], view["bonuses"]])
    sight = Sight(say, layout, near, len(view["players"]), solo, printed)
    moves = [notation.text(action) for action in legal]
    past, voyages = follow(Frozen(view["events"])), notes.prices(view, near)
    ids, hand = tile_ids(view, past), in_hand(view, near, past)
    ended = view["result"] and ending_sentence(view["result"]["scores"], solo, say)
    return Scene(
        table.width,
        table.height,
        tuple(_items(view, sight, past, ids, hand, _paid(moves, voyages))),
        ended or telling.prompt(view, _stuck(moves), say),
        tuple(picking.choices(view, moves, near, ids, hand, say)),
        notes.all_notes(view, moves, voyages, say),
        reading.sections(view, say),
        _log(Frozen([view["moves"], view["events"]]), solo, say),
        _ending(view, ended, say) if ended else None,
    )


def _stuck(moves: Iterable[str]) -> bool:
    """S14: whether a card may be discarded."""
    return any(move.startswith("discard") for move in moves)


def _paid(moves: Iterable[str], voyages: Mapping[str, int]) -> frozenset[str]:
    """The spaces that can be reached by a voyage only."""
    spaces = {move.split()[2] for move in moves if move.startswith("play")}
    return frozenset(space for space in spaces if voyages[space])


def _items(
    view: Json, sight: Sight, past: Past, ids: Ids, hand: Hand, paid: frozenset[str]
) -> Iterator[Item]:
    """Everything on the table, from the sky up."""
    near, layout = sight.near, sight.layout
    yield from _background(layout)
    for position, strip in enumerate(view["sky"], start=1):
        yield from _strip(sight, position, Frozen(strip), _paid_on(position, paid))
    shown = Frozen([view["display"], view["left"], view["chosen"]])
    yield from _display(sight, shown, _shown(ids))
    yield from _supply(sight, view["phase"] == "give")
    for number in range(1, sight.seats):
        yield from _player(view, sight, past, ids, (near + number) % sight.seats)
    yield from _player(view, sight, past, ids, near)
    yield from players.store(sight, view["players"][near], past)
    yield from _cards(sight, view, past)
    yield _airship(sight, view)
    if view["offered"]:
        yield from _offered(sight, view, ids)
    yield from players.hand(sight, near, view["players"][near]["held"], hand)
    if sight.alone:
        yield _die(sight, past.die)
    yield from players.fresh(sight, past)


def _player(view: Json, sight: Sight, past: Past, ids: Ids, seat: int) -> Iterator[Item]:
    """What lies before a player."""
    laid, owner = players.laid(view, past, ids, seat), Frozen(view["players"][seat])
    if seat == sight.near:
        yield from players.near(sight, owner, laid, _shines(view, seat))
        board = TABLES[sight.layout].near.winter
    else:
        yield from players.far(sight, seat, owner, laid, _shines(view, seat))
        board = sight.panel(seat).winter
    yield from players.upgrades_of(sight, view, ids, seat, board)


def _shines(view: Json, seat: int) -> bool:
    """Whether it is a player's turn, or victory."""
    return seat in view["result"]["winners"] if view["result"] else view["turn"] == seat


# --- the sky -----------------------------------------------------------------------------


@cache
def _background(layout: Layout) -> Items:
    """What never changes."""
    table = TABLES[layout]
    size, (x, y, scale, turn) = (table.width, table.height), table.wheel
    return (
        Item("sky", f"sky-{layout}", table.width / 2, table.height / 2, *size, classes="sky"),
        Item("wheel", "wheel", x, y, 600, 600, turn, scale, "wheel"),
        Item("heading", "heading", *table.heading[:2], TOKEN, TOKEN, 0, table.heading.scale),
        Item("tray", f"tray-{layout}", *table.tray[:2], TOKEN, TOKEN, classes="panel"),
    )


def _paid_on(position: int, paid: frozenset[str]) -> tuple[int, ...]:
    """The lanes of a strip that can be reached by a voyage only."""
    if not paid:
        return ()
    return tuple(lane for lane in range(1, tables.LANES + 1) if f"{position}-{lane}" in paid)


@lru_cache(GROUPS)
def _strip(sight: Sight, position: int, shown: Frozen, paid: tuple[int, ...]) -> Items:
    """A strip with its islands, and over them the spaces to pick."""
    strip, spot = shown.value, strip_at(position, sight.layout)
    letter, face = strip["strip"], strip["face"]
    label = telling.strip_label(position, face, sight.say)
    size = (tables.LANES * SPACE, SPACE)
    found = [put(f"strip-{letter}", f"strip-{face}", spot, size, "strip", label)]
    for lane in range(1, tables.LANES + 1):
        found += _space(sight, strip, position, lane, lane in paid)
    return tuple(found)


def _space(sight: Sight, strip: Json, position: int, lane: int, paid: bool) -> Iterator[Item]:
    name, spot = f"{position}-{lane}", space_at(position, lane, sight.layout)
    what, lying = strip["spaces"][lane - 1], strip["cards"][lane - 1]
    owner = sight.name(lying["seat"]) if lying else ""
    label = telling.space_label(name, what, lying["card"] if lying else "", owner, sight.say)
    look = looks("space", "paid" if paid else "")
    yield put(f"space-{name}", "space", spot, (SPACE, SPACE), look, label)
    island = within(spot, Spot(0, 0, 0.94))
    id = f"island-{strip['strip']}-{lane}"
    yield put(id, ISLANDS[what], island, (SPACE, SPACE), "island")


def _cards(sight: Sight, view: Json, past: Past) -> Iterator[Item]:
    """The cards on the board."""
    for position, strip in enumerate(view["sky"], start=1):
        for lane, lying in enumerate(strip["cards"], start=1):
            if lying:
                id = past.cards.get(f"{position}-{lane}") or f"card-{position}-{lane}"
                spot = space_at(position, lane, sight.layout)
                look = "last" if id in past.last else ""
                yield card(sight, id, lying["card"], lying["seat"], spot, look)


def _airship(sight: Sight, view: Json) -> Item:
    """The giant airship; over a card it is seen through the porthole."""
    position, lane = map(int, view["airship"].split("-"))
    over = view["sky"][position - 1]["cards"][lane - 1]
    inner = Spot(3, -4, 0.52) if over else Spot(0, -20, 0.9)
    spot = within(space_at(position, lane, sight.layout), inner)
    label = sight.say("The airship is on {space}", space=view["airship"])
    return put("airship", "airship", spot, (SPACE, SPACE), "airship", label)


# --- deliveries and supplies -------------------------------------------------------------


def _shown(ids: Ids) -> Shown:
    """The ids of the displayed deliveries, by row and place."""
    return tuple((where, id) for where, id in ids.items() if where[0] in ROWS)


@lru_cache(GROUPS)
def _display(sight: Sight, shown: Frozen, ids: Shown) -> Items:
    """The delivery piles, and the tiles on display with what they ask for."""
    table, (display, left, chosen), found = TABLES[sight.layout], shown.value, []
    known = dict(ids)
    for number, row in enumerate(ROWS):
        found.append(_pile(sight, row, in_row(table.piles, number), left[row]))
        places = table.display[len(display[row])][number]
        for place, lying in enumerate(display[row], start=1):
            if lying:
                spot, id = in_row(places, place - 1), known[row, str(place)]
                look = "picked" if chosen == f"{row} {place}" else ""
                found += tile(sight, id, row, lying["tile"], spot, look)
                found += cost(id, lying["cost"], spot)
    return tuple(found)


def _pile(sight: Sight, row: str, spot: Spot, left: int) -> Item:
    label = telling.pile_label(row, left, sight.say)
    kind = f"pile-{row}" if left else f"back-{row}"
    look = looks("supply", sight.layout, "" if left else "faded")
    return put(f"pile-{row}", kind, spot, TILE, look, label, str(left))


@cache
def _supply(sight: Sight, giving: bool) -> Items:
    """The four resources to take from, and the way to stop giving."""
    table, say, found = TABLES[sight.layout], sight.say, []
    for number, resource in enumerate(tables.RESOURCES):
        label = say("Supply of {resource}", resource=say(resource))
        spot, size = in_row(table.supply, number), (FINGER, FINGER)
        found.append(put(f"supply-{resource}", f"token-{resource}", spot, size, "token", label))
    if giving:
        size = (FINGER, FINGER)
        found.append(put("stop", "stop", table.stop, size, "token", say("Give no more")))
    return tuple(found)


def _die(sight: Sight, rolled: str) -> Item:
    """The die of the Trade Wind."""
    spot = sight.panel(telling.WIND).die
    kind = f"die-{rolled}" if rolled else "die"
    return put("die", kind, spot, (36, 36), "die", sight.say("The die of the Trade Wind"))


# --- upgrade tiles -----------------------------------------------------------------------


def _offered(sight: Sight, view: Json, ids: Ids) -> Iterator[Item]:
    """The upgrade tiles on offer."""
    ones, threes = view["offered"]["level 1"], view["offered"]["level 3"]
    players, layout, say = len(ones), sight.layout, sight.say
    size = (OFFER, sum(OFFER_HEIGHTS))
    kind = "offers-2" if players < 3 else "offers-4"
    yield put("offers", kind, offers_at(players, layout), size, "panel")
    for number, power in enumerate(ones, start=1):
        if power:
            label, spot = (
                telling.effect(view["amounts"], power, say),
                offer_at(players, 0, number - 1, layout),
            )
            yield _offer(f"offer-1-{number}", 0, spot, label)
            id, at = ids["offered", "1", str(number)], within(spot, Spot(-58, 0, 1.1))
            yield lasting(id, power, at, looks("offered", layout), say(telling.TITLES[power]))
    for number, powers in enumerate(threes, start=1):
        spot = offer_at(players, 1, number - 1, layout)
        if powers:
            label = telling.pair_label(view["amounts"], powers, say)
            yield _offer(f"offer-3-{number}", 1, spot, label)
        for row, power in zip(ROWS, powers or (), strict=False):
            at = within(spot, Spot(-76, -17 if row == "day" else 17))
            title = say(telling.TITLES[power])
            id, look = ids["offered", "3", str(number), row], looks("offered", layout)
            yield half(id, row, power, at, look, title)


def _offer(id: str, level: int, spot: Spot, label: str) -> Item:
    """What a tile on offer lies on."""
    size = (OFFER, OFFER_HEIGHTS[level])
    return put(id, f"offer-{1 + 2 * level}", spot, size, "offer", label)


# --- the log and the end -----------------------------------------------------------------


@lru_cache(GROUPS)
def _log(told: Frozen, is_alone: bool, say: Words) -> tuple[Entry, ...]:
    """A line for each move; moves and events are frozen."""
    found, seat = [], 0
    moves, events = told.value
    for ply, (move, happened) in enumerate(zip(moves, events, strict=True), start=1):
        if not move.startswith(("deliver", "stop")):  # these go on with the turn of the one before
            seat = happened[0][2]
        found.append(_entry(ply, seat, move, Frozen(happened), is_alone, say))
    return tuple(found)


@lru_cache(PIECES)
def _entry(ply: int, seat: int, move: str, told: Frozen, is_alone: bool, say: Words) -> Entry:
    events = told.value
    items = dict.fromkeys([f"seat-{seat}", *(id for event in events for id in _about(*event))])
    label = telling.told(seat, events, is_alone, say) or telling.without_events(move, say)
    return Entry(ply, seat, move, label, tuple(items))


def _about(what: str, value: Any, seat: int) -> Iterator[str]:
    """The items that an event is about, such as are always on the table."""
    if what in ("played", "blew"):
        yield f"space-{value.split()[1]}"
    elif what == "turned":
        yield f"strip-{value}"
    elif what == "advanced":
        yield "airship"
    elif what in ("delivered", "slot"):
        yield f"board-{seat}"
    elif what == "stars":
        yield f"points-{seat}"
    elif what == "rolled":
        yield "die"


def _ending(view: Json, sentence: str, say: Words) -> Ending:
    """Who won and why: shown by the stars and the boards."""
    winners = tuple(view["result"]["winners"])
    items = tuple(f"{kind}-{seat}" for seat in winners for kind in ("points", "board"))
    return Ending(winners, sentence, tuple(reading.rows(view, say)), items)
