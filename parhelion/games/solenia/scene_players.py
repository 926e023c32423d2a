"""What each player of Solenia has on the table: board, store, piles and hand."""

from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from parhelion.games.position_parts import SharedDict
from parhelion.games.solenia import choices, labels
from parhelion.games.solenia.item_ids import slot_id, token_id
from parhelion.games.solenia.item_origins import Ids, Past, Rows
from parhelion.games.solenia.json_key import Frozen
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.layout import (
    CARD,
    FINGER,
    HALVES_X,
    HOLDS,
    LAYOUTS,
    LEVEL_1_X,
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
from parhelion.games.solenia.notation import ROWS, tile_parts
from parhelion.games.solenia.scene_pieces import (
    GROUPS,
    PIECES,
    DrawingContext,
    Items,
    card,
    cost,
    half,
    lasting,
    looks,
    put,
    tile,
)
from parhelion.games.solenia.view_position import Player, Position
from parhelion.games.solenia.view_printed import Bonus
from parhelion.scene import Item, Layout
from parhelion.words import Words

SMALL = 0.65
"""A pile drawn smaller than this has larger writing."""
MAX_FRESH = 12
"""How many gains of a move are shown on their way."""
Laid = tuple[tuple[tuple[str, str, int], ...], ...]
"""The deliveries of a player by row: id, name and slot."""


@lru_cache(GROUPS)
def laid(rows: Rows, ids: Ids, seat: int) -> Laid:
    """The deliveries of a player by row: id, name and slot."""
    return tuple(
        tuple(
            (ids[str(seat), row, str(number)], name, slot)
            for number, (name, slot) in enumerate(tiles)
        )
        for row, tiles in zip(ROWS, rows, strict=True)
    )


def _seat(
    context: DrawingContext, seat: int, owner: Player, spot: Spot, points: Spot, shines: bool
) -> Iterator[Item]:
    """A player's sign and name, and the stars so far."""
    layout, name, far = context.layout, context.name(seat), "" if seat == context.near else "far"
    kind = "wind" if context.is_wind(seat) else f"seat-{seat}"
    short = layout == "tall"  # the plates beside the picture have the names
    look = looks("seat", layout, far, "shining" if shines else "")
    label = labels.seat_label(name, context.is_wind(seat))
    yield put(f"seat-{seat}", kind, spot, (24, 24), look, label, "" if short else name)
    total = owner["points"]["total"]
    label = labels.stars_label(name, total, context.say)
    look = looks("points", layout, far)
    yield put(f"points-{seat}", "points", points, (24, 24), look, label, str(total))


def _winter(context: DrawingContext, owner: Player, seat: int) -> bool:
    """Whether a player has the winter board; the Trade Wind never has."""
    return owner["slots"] is not None and not context.is_wind(seat)


@lru_cache(GROUPS)
def far(context: DrawingContext, seat: int, shown: SharedDict, laid: Laid, shines: bool) -> Items:
    """Another player at a glance."""
    owner = cast(Player, shown)
    panel = context.panel(seat)
    kind = f"panel-{context.layout}-{context.seats - 1}"
    winter = _winter(context, owner, seat)
    board = panel.winter if winter else panel.summer
    return (
        put(f"panel-{seat}", kind, panel.back, (150, 76), "panel"),
        *_seat(context, seat, owner, panel.seat, panel.points, shines),
        *(() if winter else (_pair(context, seat, owner, _beside(panel.points)),)),
        *_board(context, seat, owner, laid, board, panel.coming),
        *_stock(context, seat, owner, panel),
        *(_backs(context, seat, owner["held"], panel) if context.shows_backs(seat) else ()),
        _deck(context, seat, owner, panel.deck),
    )


def _stock(context: DrawingContext, seat: int, owner: Player, panel: Panel) -> Iterator[Item]:
    """What another player has in store; each of it tells how full the store is."""
    if context.is_wind(seat):
        return
    filled = sum(owner["stock"].values())
    for number, resource in enumerate(constants.RESOURCES):
        spot, kept = in_row(panel.stock, number), owner["stock"][resource]
        label = labels.stock_label(
            context.name(seat), kept, resource, filled, owner["capacity"], context.say
        )
        yield _in_stock(f"stock-{seat}-{resource}", resource, kept, spot, label, context.layout)


@lru_cache(PIECES)
def _in_stock(id: str, resource: str, kept: int, spot: Spot, label: str, layout: Layout) -> Item:
    look = looks("kept", layout)
    return put(id, f"icon-{resource}", spot, (14, 14), look, label, str(kept))


def _backs(context: DrawingContext, seat: int, held: int, panel: Panel) -> Iterator[Item]:
    """The hidden hand of another player."""
    for number in range(held):
        id, kind = f"back-{seat}-{number}", f"back-{context.suit(seat)}"
        label = labels.held_label(context.name(seat), held, context.say)
        spot = in_row(panel.hand, number)
        yield put(id, kind, spot, (CARD, CARD), "back", label, "", f"deck-{seat}")


def _deck(context: DrawingContext, seat: int, owner: Player, spot: Spot) -> Item:
    """A player's draw pile."""
    left = owner["deck"]
    label = labels.cards_label(owner["held"], owner["deck"], context.say)
    suit = context.suit(seat)
    kind = f"pile-{suit}" if left else f"back-{suit}"
    small = "far" if spot.scale < SMALL else ""
    look = looks("supply", context.layout, small, "" if left else "faded")
    return put(f"deck-{seat}", kind, spot, (CARD, CARD), look, label, str(left))


@lru_cache(GROUPS)
def near(context: DrawingContext, shown: SharedDict, laid: Laid, shines: bool) -> Items:
    """The viewer's own board and piles."""
    seat, place, say = context.near, LAYOUTS[context.layout].near, context.say
    owner = cast(Player, shown)
    size = (CARD, CARD)
    winter = _winter(context, owner, seat)
    return (
        *_seat(context, seat, owner, place.seat, place.points, shines),
        *(() if winter else (_pair(context, seat, owner, place.pair),)),
        *_board(context, seat, owner, laid, place.winter if winter else place.summer, place.coming),
        _deck(context, seat, owner, place.deck),
        put("discard", "discard", place.discard, size, "discard", labels.discard_label(say)),
    )


def _pair(context: DrawingContext, seat: int, owner: Player, spot: Spot) -> Item:
    """How many pairs of day and night a player has."""
    pairs = min(len(owner["deliveries"][row]) for row in ROWS)
    label = labels.pairs_label(context.name(seat), pairs, owner["points"]["pairs"], context.say)
    far = "" if seat == context.near else "far"
    look = looks("pair", context.layout, far)
    return put(f"pair-{seat}", "pair", spot, (24, 24), look, label, str(pairs))


def _beside(points: Spot) -> Spot:
    """Where the pairs of another player are: left of the stars."""
    return within(points, Spot(-45, 0))


def _board(
    context: DrawingContext, seat: int, owner: Player, laid: Laid, board: Spot, coming: Spot
) -> Items:
    """A player's board with its deliveries; the viewer's own with slots and bonuses. What waits for
    a slot lies beside it."""
    return _board_items(context, seat, _of_slots(owner), laid, board, coming)


@lru_cache(GROUPS)
def _board_items(
    context: DrawingContext, seat: int, shown: Frozen, laid: Laid, board: Spot, coming: Spot
) -> Items:
    winter, own = _winter(context, shown.value, seat), seat == context.near
    kind, size = ("board-winter", (498, 164)) if winter else ("board-summer", (468, 130))
    label = labels.board_label(context.name(seat), *map(len, laid), context.say)
    found = [put(f"board-{seat}", kind, board, size, "board", label)]
    for row, tiles in enumerate(laid):
        if own:
            filled = frozenset(slot for _, _, slot in tiles)
            found += _slots(context, shown, row, filled, board)
        for id, name, slot in tiles:
            spot = slot_at(board, winter, row, slot) if slot >= 0 else coming
            found += tile(context, id, ROWS[row], name, spot, far=not own)
            if own:
                found += cost(id, tile_parts(name)[0], spot)
    return tuple(found)


def _of_slots(owner: Player) -> Frozen:
    """What decides what the slots of a player bring."""
    return Frozen({name: owner[name] for name in ("slots", "level_1", "level_3")})


@lru_cache(GROUPS)
def _slots(
    context: DrawingContext, shown: Frozen, row: int, filled: frozenset[int], board: Spot
) -> Items:
    """The slots of a row, and what the free ones bring."""
    owner, found = cast(Player, shown.value), []
    seat, winter, name = context.near, _winter(context, owner, context.near), ROWS[row]
    numbers, bonuses = context.printed.value
    for slot, bonus in enumerate(bonuses[name]):
        spot = slot_at(board, winter, row, slot)
        which = constants.SLOTS[slot] if winter else str(slot + 1)
        brings = labels.slot_words(numbers, bonuses, owner, name, slot, context.say)
        label = labels.slot_label(name, which, brings, context.say)
        id = slot_id(seat, name, which)
        found.append(put(id, f"slot-{name}", spot, TILE, "slot", label))
        if slot not in filled and not (winter and labels.replaced(owner, slot)):
            kind, text = _bonus(bonus)
            look = looks("bonus", context.layout)
            found.append(put(f"bonus-{seat}-{name}-{which}", kind, spot, TILE, look, "", text))
    return tuple(found)


BONUSES = {
    *("w", "h", "s", "a", "wh", "sa", "w-or-h", "s-or-a", "hold-w-or-h", "hold-s-or-a"),
    *("any-2", "star-tile"),
}
"""The bonuses that are drawn; others are written."""


def _bonus(bonus: Bonus) -> tuple[str, str]:
    """The drawing of a bonus and what is written on it."""
    name = "-".join(_bonus_parts(bonus))
    if not name and bonus["stars"]:
        return "bonus-stars", str(bonus["stars"])
    if name in BONUSES and not bonus["stars"]:
        return f"bonus-{name}", ""
    return "bonus-text", labels.bonus_signs(bonus)


def _bonus_parts(bonus: Bonus) -> Iterator[str]:
    """The name of a bonus in the drawings, part by part, but for its stars."""
    among = bonus["among"].lower()
    if bonus["capacity"]:
        yield "hold" if bonus["capacity"] == 1 else f"hold{bonus['capacity']}"
    if bonus["gain"]:
        yield bonus["gain"].lower()
    if bonus["choose"]:
        anything = len(among) == len(constants.RESOURCES)
        few = "-or-".join(among) if bonus["choose"] == 1 else f"{bonus['choose']}-{among}"
        yield f"any-{bonus['choose']}" if anything else few
    if bonus["stars_per_tile"]:
        yield "star-tile" if bonus["stars_per_tile"] == 1 else f"tile{bonus['stars_per_tile']}"


def upgrades_of(
    context: DrawingContext, position: Position, ids: Ids, seat: int, board: Spot
) -> Iterator[Item]:
    """The upgrade tiles on a winter board; those that do not work yet are faded."""
    owner = position["players"][seat]
    if owner["level_1"]:
        id, look = ids[str(seat), "level_1"], "" if owner["awake"] else "waiting"
        label = labels.effect(position["amounts"], owner["level_1"], context.say)
        yield lasting(id, owner["level_1"], within(board, Spot(LEVEL_1_X, 0)), look, "", label)
    for row, power in enumerate(owner["level_3"] or ()):
        id = ids[str(seat), "level_3", ROWS[row]]
        look = "" if owner["crowned"][ROWS[row]] else "waiting"
        label = labels.effect(position["amounts"], power, context.say)
        spot = within(board, Spot(HALVES_X[row], 0))
        yield half(id, ROWS[row], power, spot, look, "", label)


# --- the store and the hand --------------------------------------------------------------


def store(context: DrawingContext, owner: Player, past: Past) -> Items:
    """The viewer's store: its places, a token for each resource, how many of how many."""
    stock, seat = owner["stock"], context.near
    origins = tuple(_origins(past, seat, stock).items())
    return _store(context, tuple(stock.items()), owner["capacity"], origins)


Pairs = tuple[tuple[str, str], ...]


@lru_cache(GROUPS)
def _store(
    context: DrawingContext, held: tuple[tuple[str, int], ...], capacity: int, origins: Pairs
) -> Items:
    place, say, seat = LAYOUTS[context.layout].near, context.say, context.near
    stock, came_from = dict(held), dict(origins)
    count, places = sum(stock.values()), min(max(capacity, HOLDS[0]), HOLDS[-1])
    label = labels.store_label(context.name(seat), stock, capacity, say)
    look = looks("amount", context.layout, "over" if count > capacity else "")
    full = labels.capacity_label(count, capacity, say)
    found = [
        put(f"hold-{seat}", f"hold-{places}", place.hold, (31.0 * places, 38.0), "hold", label),
        put(f"amount-{seat}", "", place.capacity, (40, 24), look, full, f"{count}/{capacity}"),
    ]
    for number, (id, resource) in enumerate(choices.tokens(stock, seat)):
        spot = in_hold(place.hold, number, count, places)
        found.append(_token(id, resource, spot, came_from.get(id, ""), say))
    return tuple(found)


@lru_cache(PIECES)
def _token(id: str, resource: str, spot: Spot, origin: str, say: Words) -> Item:
    size = (TOKEN + 5, FINGER)
    label = labels.token_label(resource, say)
    return put(id, f"token-{resource}", spot, size, "token", label, "", origin)


def _origins(past: Past, seat: int, stock: dict[str, int]) -> dict[str, str]:
    """Where the newest tokens of a store came from."""
    found: dict[str, str] = {}
    number = dict(stock)
    for gain in reversed(past.gains):
        if gain.seat == seat and number.get(gain.what):
            found[token_id(seat, gain.what, number[gain.what])] = gain.origin
            number[gain.what] -= 1
    return found


def fresh(context: DrawingContext, past: Past) -> Iterator[Item]:
    """What the last move brought to each player, on its way to where it is kept."""
    shown = 0
    for gain in past.gains:
        spot = _kept_at(context, gain.seat, gain.what)
        if spot and shown < MAX_FRESH:
            kind = "points" if gain.what == labels.STAR else f"icon-{gain.what}"
            id = f"fresh-{past.ply}-{shown}"
            yield put(id, kind, spot, (TOKEN, TOKEN), "fresh", "", "", gain.origin)
            shown += 1


def _kept_at(context: DrawingContext, seat: int, what: str) -> Spot | None:
    """Where a player's stars or resources are counted; the viewer's resources are tokens."""
    if seat == context.near:
        return LAYOUTS[context.layout].near.points if what == labels.STAR else None
    panel = context.panel(seat)
    if what == labels.STAR:
        return panel.points
    return in_row(panel.stock, constants.RESOURCES.index(what))


@lru_cache(GROUPS)
def hand(context: DrawingContext, seat: int, held: int, known: choices.Hand) -> Items:
    """The viewer's hand; its backs for somebody who only watches."""
    row, found = LAYOUTS[context.layout].near.hand, []
    for number, (id, kind) in enumerate(known):
        found.append(card(context, id, kind, seat, in_hand_row(row, number, held), "hand"))
    for number in range(0 if known else held):
        label = labels.held_label(context.name(seat), held, context.say)
        id, kind = f"back-{seat}-{number}", f"back-{context.suit(seat)}"
        spot = in_hand_row(row, number, held)
        found.append(put(id, kind, spot, (CARD, CARD), context.layout, label, "", f"deck-{seat}"))
    return tuple(found)
