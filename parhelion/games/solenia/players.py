"""What each player of Solenia has on the table: board, store, piles and hand."""

from collections.abc import Iterator
from functools import lru_cache

from parhelion.games import Json
from parhelion.games.solenia import notes, picking, tables, telling
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
from parhelion.games.solenia.past import Frozen, Ids, Past, in_order
from parhelion.games.solenia.shapes import (
    CARD,
    FINGER,
    HALVES_X,
    HOLDS,
    LEVEL_1_X,
    TABLES,
    TILE,
    TOKEN,
    Panel,
    Spot,
    in_hand_row,
    in_hold,
    in_row,
    slot_at,
    within,
)
from parhelion.scene import Item
from parhelion.words import Words

SMALL = 0.65
"""A pile smaller than that has larger writing."""
MAX_FRESH = 12
"""Gains of a move that are shown coming."""
Laid = tuple[tuple[tuple[str, str, int], ...], ...]
"""The deliveries of a player by row: id, name and slot."""


def laid(view: Json, past: Past, ids: Ids, seat: int) -> Laid:
    """The deliveries of a player by row: id, name and slot."""
    return tuple(
        tuple(
            (ids[str(seat), row, str(number)], name, slot)
            for number, (name, slot) in enumerate(in_order(view, past, seat, row))
        )
        for row in ROWS
    )


def _seat(
    sight: Sight, seat: int, owner: Json, spot: Spot, points: Spot, shines: bool
) -> Iterator[Item]:
    """A player's sign and name, and the stars so far."""
    layout, name, far = sight.layout, sight.name(seat), "" if seat == sight.near else "far"
    kind = "wind" if sight.is_wind(seat) else f"seat-{seat}"
    short = layout == "tall" and (seat == sight.near or sight.seats > 3)
    look = looks("seat", layout, far, "shining" if shines else "")
    yield put(f"seat-{seat}", kind, spot, (24, 24), look, name, "" if short else name)
    total = owner["points"]["total"]
    label = telling.stars_label(name, total, sight.say)
    look = looks("points", layout, far)
    yield put(f"points-{seat}", "points", points, (24, 24), look, label, str(total))


def _winter(sight: Sight, owner: Json, seat: int) -> bool:
    """Whether a player has the winter board; the Trade Wind never has."""
    return owner["slots"] is not None and not sight.is_wind(seat)


@lru_cache(GROUPS)
def far(sight: Sight, seat: int, shown: Frozen, laid: Laid, shines: bool) -> Items:
    """Another player at a glance."""
    owner, panel = shown.value, sight.panel(seat)
    kind = f"panel-{sight.layout}-{sight.seats - 1}"
    board = panel.winter if _winter(sight, owner, seat) else panel.summer
    return (
        put(f"panel-{seat}", kind, panel.back, (150, 76), "panel"),
        *_seat(sight, seat, owner, panel.seat, panel.points, shines),
        *_board(sight, seat, owner, laid, board),
        *_stock(sight, seat, owner, panel),
        *(_backs(sight, seat, owner["held"], panel) if sight.shows_backs(seat) else ()),
        _deck(sight, seat, owner, panel.deck),
    )


def _stock(sight: Sight, seat: int, owner: Json, panel: Panel) -> Iterator[Item]:
    """What another player has in store."""
    for number, resource in enumerate(() if sight.is_wind(seat) else tables.RESOURCES):
        kept = owner["stock"][resource]
        label = telling.several(kept, resource, sight.say)
        spot, look = in_row(panel.stock, number), looks("kept", sight.layout)
        id = f"stock-{seat}-{resource}"
        yield put(id, f"icon-{resource}", spot, (14, 14), look, label, str(kept))


def _backs(sight: Sight, seat: int, held: int, panel: Panel) -> Iterator[Item]:
    """The hidden hand of another player."""
    for number in range(held):
        id, kind = f"back-{seat}-{number}", f"back-{sight.suit(seat)}"
        label = "" if number else telling.held_label(sight.name(seat), held, sight.say)
        spot = in_row(panel.hand, number)
        yield put(id, kind, spot, (CARD, CARD), "back", label, "", f"deck-{seat}")


def _deck(sight: Sight, seat: int, owner: Json, spot: Spot) -> Item:
    """A player's draw pile."""
    left = owner["deck"]
    label = telling.cards_label(owner["held"], owner["deck"], sight.say)
    suit = sight.suit(seat)
    kind = f"pile-{suit}" if left else f"back-{suit}"
    small = "far" if spot.scale < SMALL else ""
    look = looks("supply", sight.layout, small, "" if left else "faded")
    return put(f"deck-{seat}", kind, spot, (CARD, CARD), look, label, str(left))


@lru_cache(GROUPS)
def near(sight: Sight, shown: Frozen, laid: Laid, shines: bool) -> Items:
    """The viewer's own board and piles."""
    seat, place, say = sight.near, TABLES[sight.layout].near, sight.say
    owner, size = shown.value, (CARD, CARD)
    winter = _winter(sight, owner, seat)
    return (
        *_seat(sight, seat, owner, place.seat, place.points, shines),
        *(() if winter else (_pair(sight, owner),)),
        *_board(sight, seat, owner, laid, place.winter if winter else place.summer),
        _deck(sight, seat, owner, place.deck),
        put("discard", "discard", place.discard, size, "discard", say("Discard pile")),
    )


def _pair(sight: Sight, owner: Json) -> Item:
    """How many pairs of day and night the viewer has."""
    pairs = min(len(owner["deliveries"][row]) for row in ROWS)
    label = sight.say.plural("{n} pair of day and night", "{n} pairs of day and night", pairs)
    spot, look = TABLES[sight.layout].near.pair, looks("pair", sight.layout)
    return put(f"pair-{sight.near}", "pair", spot, (24, 24), look, label, str(pairs))


def _board(sight: Sight, seat: int, owner: Json, laid: Laid, board: Spot) -> Iterator[Item]:
    """A player's board with its deliveries; the viewer's own with slots and bonuses."""
    winter, own = _winter(sight, owner, seat), seat == sight.near
    kind, size = ("board-winter", (498, 164)) if winter else ("board-summer", (468, 130))
    yield put(f"board-{seat}", kind, board, size, "board")
    for row, tiles in enumerate(laid):
        if own:
            filled = frozenset(slot for _, _, slot in tiles)
            yield from _slots(sight, _upgraded(owner), row, filled, board)
        for id, name, slot in tiles:
            spot = slot_at(board, winter, row, slot)
            yield from tile(sight, id, ROWS[row], name, spot)
            if own:
                yield from cost(id, name.rstrip("0123456789"), spot)


def _upgraded(owner: Json) -> Frozen:
    """What decides what the slots of a player bring."""
    return Frozen({part: owner[part] for part in ("slots", "level 1", "level 3")})


@lru_cache(GROUPS)
def _slots(sight: Sight, shown: Frozen, row: int, filled: frozenset[int], board: Spot) -> Items:
    """The slots of a row, and what the free ones bring."""
    owner, found = shown.value, []
    seat, winter, name = sight.near, _winter(sight, owner, sight.near), ROWS[row]
    numbers, bonuses = sight.printed.value
    for slot, bonus in enumerate(bonuses[name]):
        spot = slot_at(board, winter, row, slot)
        which = tables.SLOTS[slot] if winter else str(slot + 1)
        brings = notes.slot_words(numbers, bonuses, owner, name, slot, sight.say)
        label = telling.slot_label(name, which, brings, sight.say)
        id = f"{seat}-{name}-{which}"
        found.append(put(f"slot-{id}", f"slot-{name}", spot, TILE, "slot", label))
        if slot not in filled and not (winter and telling.replaced(owner, slot)):
            kind, text = _bonus(bonus)
            look = looks("bonus", sight.layout)
            found.append(put(f"bonus-{id}", kind, spot, TILE, look, "", text))
    return tuple(found)


BONUSES = {
    *("w", "h", "s", "a", "wh", "sa", "w-or-h", "s-or-a", "hold-w-or-h", "hold-s-or-a"),
    *("any-2", "star-tile"),
}
"""The bonuses that are drawn; others are written."""


def _bonus(bonus: telling.Bonus) -> tuple[str, str]:
    """The drawing of a bonus and what is written on it."""
    name = "-".join(_bonus_parts(bonus))
    if not name and bonus["stars"]:
        return "bonus-stars", str(bonus["stars"])
    if name in BONUSES and not bonus["stars"]:
        return f"bonus-{name}", ""
    return "bonus-text", telling.bonus_signs(bonus)


def _bonus_parts(bonus: telling.Bonus) -> Iterator[str]:
    """The name of a bonus in the drawings, part by part, but for its stars."""
    among = bonus["among"].lower()
    if bonus["capacity"]:
        yield "hold" if bonus["capacity"] == 1 else f"hold{bonus['capacity']}"
    if bonus["gain"]:
        yield bonus["gain"].lower()
    if bonus["choose"]:
        anything = len(among) == len(tables.RESOURCES)
        few = "-or-".join(among) if bonus["choose"] == 1 else f"{bonus['choose']}-{among}"
        yield f"any-{bonus['choose']}" if anything else few
    if bonus["stars per tile"]:
        yield "star-tile" if bonus["stars per tile"] == 1 else f"tile{bonus['stars per tile']}"


def upgrades_of(sight: Sight, view: Json, ids: Ids, seat: int, board: Spot) -> Iterator[Item]:
    """The upgrade tiles on a winter board; those that do not work yet are faded."""
    owner = view["players"][seat]
    if owner["level 1"]:
        id, look = ids[str(seat), "level 1"], "" if owner["awake"] else "waiting"
        label = telling.effect(view["amounts"], owner["level 1"], sight.say)
        yield lasting(id, owner["level 1"], within(board, Spot(LEVEL_1_X, 0)), look, "", label)
    for row, power in enumerate(owner["level 3"] or ()):
        id = ids[str(seat), "level 3", ROWS[row]]
        look = "" if owner["crowned"][ROWS[row]] else "waiting"
        label = telling.effect(view["amounts"], power, sight.say)
        spot = within(board, Spot(HALVES_X[row], 0))
        yield half(id, ROWS[row], power, spot, look, "", label)


# --- the store and the hand --------------------------------------------------------------


def store(sight: Sight, owner: Json, past: Past) -> Iterator[Item]:
    """The viewer's store: its places, a token for each resource, how many of how many."""
    place, say, seat = TABLES[sight.layout].near, sight.say, sight.near
    stock, capacity = owner["stock"], owner["capacity"]
    count, places = sum(stock.values()), min(max(capacity, HOLDS[0]), HOLDS[-1])
    label = telling.store_label(sight.name(seat), stock, capacity, say)
    size = (31.0 * places, 38.0)
    yield put(f"hold-{seat}", f"hold-{places}", place.hold, size, "hold", label)
    look = looks("amount", sight.layout, "over" if count > capacity else "")
    yield put(f"amount-{seat}", "", place.capacity, (40, 24), look, "", f"{count}/{capacity}")
    origins = _origins(past, seat, stock)
    for number, (id, resource) in enumerate(picking.tokens(stock, seat)):
        spot = in_hold(place.hold, number, count, places)
        yield _token(id, resource, spot, origins.get(id, ""), say)


@lru_cache(PIECES)
def _token(id: str, resource: str, spot: Spot, origin: str, say: Words) -> Item:
    size = (TOKEN + 5, FINGER)
    return put(id, f"token-{resource}", spot, size, "token", say(resource), "", origin)


def _origins(past: Past, seat: int, stock: dict[str, int]) -> dict[str, str]:
    """Where the newest tokens of a store came from."""
    found: dict[str, str] = {}
    number = dict(stock)
    for gain in reversed(past.gains):
        if gain.seat == seat and number.get(gain.what):
            found[f"token-{seat}-{gain.what}-{number[gain.what]}"] = gain.origin
            number[gain.what] -= 1
    return found


def fresh(sight: Sight, past: Past) -> Iterator[Item]:
    """What the last move brought to each player, on its way to where it is kept."""
    shown = 0
    for gain in past.gains:
        spot = _kept_at(sight, gain.seat, gain.what)
        if spot and shown < MAX_FRESH:
            kind = "points" if gain.what == telling.STAR else f"icon-{gain.what}"
            id = f"fresh-{past.ply}-{shown}"
            yield put(id, kind, spot, (TOKEN, TOKEN), "fresh", "", "", gain.origin)
            shown += 1


def _kept_at(sight: Sight, seat: int, what: str) -> Spot | None:
    """Where a player's stars or resources are counted; the viewer's resources are tokens."""
    if seat == sight.near:
        return TABLES[sight.layout].near.points if what == telling.STAR else None
    panel = sight.panel(seat)
    if what == telling.STAR:
        return panel.points
    return in_row(panel.stock, tables.RESOURCES.index(what))


def hand(sight: Sight, seat: int, held: int, known: picking.Hand) -> Iterator[Item]:
    """The viewer's hand; its backs for somebody who only watches."""
    row = TABLES[sight.layout].near.hand
    for number, (id, kind) in enumerate(known):
        yield card(sight, id, kind, seat, in_hand_row(row, number, held), "hand")
    for number in range(0 if known else held):
        label = "" if number else telling.held_label(sight.name(seat), held, sight.say)
        id, kind = f"back-{seat}-{number}", f"back-{sight.suit(seat)}"
        spot = in_hand_row(row, number, held)
        yield put(id, kind, spot, (CARD, CARD), sight.layout, label, "", f"deck-{seat}")
