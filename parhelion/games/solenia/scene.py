"""Solenia as every front end draws it: five strips of sky, the airship, boards and hands.

Ids: a strip is `strip-A` wherever it lies, its islands are `island-A-1` to `island-A-5`; a space
is `space-3-2`, as it lies now. A card is `card-0-1w-1`: its player, its kind, and its number among
those of its kind in the order they are played. A delivery tile is `tile-day-SSA5-1`. What a
player has is `board-0`, `slot-0-day-2` (in winter `slot-0-day-2a`), `token-0-wood-1` of the
viewer's store, `stock-1-wood` of the others, `deck-0`; the upgrade tiles are `upgrade-tailwind-1`,
`half-day-guild-1`, those on offer lie on `offer-1-2` or `offer-3-2`. A hidden card has an id that
tells nothing: `back-0-1`. What the last move brought is `fresh-12-0`, by the move's number.

What is drawn of a part of the table is kept by that part, which is the same object as long as
nothing about it has changed.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from textwrap import wrap
from typing import NamedTuple, cast

from parhelion.games import Event, Move, PlayedMove, View
from parhelion.games.position_parts import SharedDict, shared
from parhelion.games.solenia import choices as table_choices
from parhelion.games.solenia import event_words, labels, scene_players, text_summary
from parhelion.games.solenia.choices import Hand, why_illegal
from parhelion.games.solenia.event_words import label
from parhelion.games.solenia.item_ids import space_id, supply_id
from parhelion.games.solenia.item_origins import (
    Ids,
    Past,
    Rows,
    delivered,
    in_hand,
    past_of,
    recent_cards,
    symbol,
    tile_ids,
)
from parhelion.games.solenia.json_key import frozen_once
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.layout import (
    FINGER,
    HALF,
    HIGH_OFFER,
    LAYOUTS,
    OFFER,
    SPACE,
    STRIP_STEP,
    TILE,
    TOKEN,
    Spot,
    in_row,
    offers_at,
    strip_at,
    within,
)
from parhelion.games.solenia.layout import space_at as spot_of_space
from parhelion.games.solenia.notation import PLACES, ROWS, space_at
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
from parhelion.games.solenia.view import ending_sentence
from parhelion.games.solenia.view_events import SoleniaEvent
from parhelion.games.solenia.view_position import Position
from parhelion.games.solenia.view_printed import Amounts
from parhelion.games.star_count import count_told, star_rows
from parhelion.scene import Box, Choice, Ending, Item, ItemGroups, Layout, Scene, Section
from parhelion.words import Words

__all__ = [
    "board_box",
    "catalogue",
    "choices",
    "items",
    "label",
    "roles",
    "scene",
    "sections",
    "tell",
    "why_illegal",
]

ISLANDS = {
    "W": "island-wood",
    "H": "island-wheat",
    "S": "island-stone",
    "A": "island-water",
    "D": "city-day",
    "N": "city-night",
}
LETTERS_IN_A_LINE = 25
"""Of the words on a card of the draft."""


# --- the table ---------------------------------------------------------------------------


def scene(view: View[Position], legal: Sequence[Move], say: Words, layout: Layout) -> Scene:
    """The table as a viewer sees it; `legal` are the moves that the viewer may choose from."""
    table, position, near = LAYOUTS[layout], view["position"], view["seat"] or 0
    printed = frozen_once(position["amounts"], position["bonuses"])
    seats = len(position["players"])
    context = DrawingContext(say, layout, near, seats, labels.alone(view), printed)
    past = past_of(view)
    laid, hand = delivered(view, past), in_hand(position, near, past)
    return Scene(
        width=table.width,
        height=table.height,
        items=_items(view, context, past, laid, hand, _paid(position, legal)),
        prompt=labels.prompt(view, any(move.verb == "discard" for move in legal), say),
        ending=_ending(view, say),
    )


def board_box(layout: Layout) -> Box:
    """The five strips."""
    x, y, scale = LAYOUTS[layout].strips
    width, height = 5.2 * SPACE * scale, 5.1 * STRIP_STEP * scale
    return x - width / 2, y - height / 2, width, height


def sections(view: View[Position], say: Words) -> Sequence[Section]:
    """The table as text."""
    return text_summary.sections(view, say)


def catalogue(moves: Sequence[Move], seat: int, say: Words) -> list[tuple[int, Choice]]:
    """The moves with cards and resources."""
    return list(table_choices.catalogue(moves, seat, say))


def roles(view: View[Position]) -> dict[str, list[str]]:
    """The cards and tokens that the viewer may pick for these."""
    near, position = view["seat"] or 0, view["position"]
    return table_choices.roles(position, near, in_hand(position, near, past_of(view)))


def choices(view: View[Position], legal: Sequence[Move], say: Words) -> list[Choice]:
    """The moves with deliveries, slots and upgrade tiles."""
    ids = tile_ids(view, delivered(view, past_of(view)))
    return list(table_choices.choices(view["position"], legal, view["seat"] or 0, ids, say))


def tell(view: View[Position], events: Sequence[Event], say: Words) -> str:
    """What events of the seat to move cost and bring, in words."""
    return event_words.preview(view, cast(Sequence[SoleniaEvent], events), say)


def _paid(position: Position, legal: Sequence[Move]) -> frozenset[str]:
    """The spaces that can be reached by a voyage only."""
    spaces = {move.args[1] for move in legal if move.verb == "play"}
    return frozenset(spaces - set(position["free"]))


def _items(
    view: View[Position],
    context: DrawingContext,
    past: Past,
    laid: tuple[Rows, ...],
    hand: Hand,
    paid: frozenset[str],
) -> ItemGroups:
    """Everything on the table, from the sky up."""
    near, position, ids = context.near, view["position"], tile_ids(view, laid)
    chosen = position["chosen"]
    picked = (chosen["row"], chosen["place"]) if chosen else None
    shown = shared(position["display"]), shared(position["left"]), picked
    anywhere = context.from_anywhere()
    others = ((near + number) % context.seats for number in range(1, context.seats))
    return ItemGroups(
        _background(context.say, context.layout),
        *(
            _strip(anywhere, number, shared(strip), _paid_on(number, paid))
            for number, strip in enumerate(position["sky"], start=1)
        ),
        _display(anywhere, *shown, ids),
        _supply(anywhere, position["phase"] == "give"),
        *(
            group
            for seat in (*others, near)
            for group in _player(view, context, laid[seat], ids, seat)
        ),
        scene_players.store(context, position["players"][near], past),
        (*_cards(context, position, past.cards, recent_cards(view)), _airship(context, position)),
        scene_players.hand(context, near, position["players"][near]["held"], hand),
        (_die(context, past.die),) if context.alone else (),
        tuple(scene_players.fresh(context, past)),
        tuple(_offered(context, position, ids)),
    )


def _player(
    view: View[Position], context: DrawingContext, rows: Rows, ids: Ids, seat: int
) -> tuple[Items, Items]:
    """What lies before a player, and the upgrade tiles there."""
    position, laid = view["position"], scene_players.laid(rows, ids, seat)
    owner, shines = shared(position["players"][seat]), _shines(view, seat)
    if seat == context.near:
        drawn = scene_players.near(context, owner, laid, shines)
        board = LAYOUTS[context.layout].near.winter
    else:
        drawn = scene_players.far(context, seat, owner, laid, shines)
        board = context.panel(seat).winter
    return drawn, tuple(scene_players.upgrades_of(context, position, ids, seat, board))


def _shines(view: View[Position], seat: int) -> bool:
    """Whether it is a player's turn, or victory."""
    return seat in view["result"]["winners"] if view["result"] else view["turn"] == seat


# --- the sky -----------------------------------------------------------------------------


@cache
def _background(say: Words, layout: Layout) -> Items:
    """What never changes."""
    table = LAYOUTS[layout]
    size, (x, y, scale, turn) = (table.width, table.height), table.wheel
    return (
        Item("sky", f"sky-{layout}", table.width / 2, table.height / 2, *size, classes="sky"),
        Item("wheel", "wheel", x, y, 600, 600, turn, scale, "wheel"),
        put(
            "heading",
            "heading",
            table.heading,
            (TOKEN, TOKEN),
            "heading",
            labels.heading_label(say),
        ),
        Item("tray", f"tray-{layout}", *table.tray[:2], TOKEN, TOKEN, classes="panel"),
    )


def _paid_on(strip: int, paid: frozenset[str]) -> tuple[int, ...]:
    """The lanes of a strip that can be reached by a voyage only."""
    if not paid:
        return ()
    return tuple(lane for lane in range(1, constants.LANES + 1) if space_at(strip, lane) in paid)


@lru_cache(GROUPS)
def _strip(
    context: DrawingContext, position: int, strip: SharedDict, paid: tuple[int, ...]
) -> Items:
    """A strip with its islands, and over them the spaces to pick."""
    say, layout, letter = context.say, context.layout, strip["strip"]
    found = [_sky_strip(position, letter, strip["face"], say, layout)]
    each = zip(strip["spaces"], strip["cards"], strict=True)
    for lane, (what, lying) in enumerate(each, start=1):
        card, owner = (lying["card"], context.name(lying["seat"])) if lying else ("", "")
        space = Space(letter, position, lane, what, card, owner, lane in paid)
        found += _space(space, say, layout)
    return tuple(found)


@cache
def _sky_strip(position: int, letter: str, face: str, say: Words, layout: Layout) -> Item:
    spot, label = strip_at(position, layout), labels.strip_label(position, face, say)
    size = (constants.LANES * SPACE, SPACE)
    return put(f"strip-{letter}", f"strip-{face}", spot, size, "strip", label)


class Space(NamedTuple):
    """All that decides how a space looks."""

    strip: str
    position: int
    lane: int
    what: str
    card: str
    owner: str
    paid: bool
    """Whether it can be reached by a voyage only."""


@lru_cache(PIECES)
def _space(space: Space, say: Words, layout: Layout) -> Items:
    name = space_at(space.position, space.lane)
    spot = spot_of_space(space.position, space.lane, layout)
    label = labels.space_label(name, space.what, space.card, space.owner, say)
    look = looks("space", "paid" if space.paid else "")
    island = within(spot, Spot(0, 0, 0.94))
    return (
        put(space_id(name), "space", spot, (SPACE, SPACE), look, label),
        put(
            f"island-{space.strip}-{space.lane}",
            ISLANDS[space.what],
            island,
            (SPACE, SPACE),
            "island",
        ),
    )


def _cards(
    context: DrawingContext, position: Position, ids: dict[str, str], recent: frozenset[str]
) -> Iterator[Item]:
    """The cards on the board; those that are news to the viewer stand out."""
    for number, strip in enumerate(position["sky"], start=1):
        for lane, lying in enumerate(strip["cards"], start=1):
            if lying:
                space = space_at(number, lane)
                id = ids.get(space) or f"card-{space}"
                spot = spot_of_space(number, lane, context.layout)
                look = "last" if id in recent else ""
                yield card(context, id, lying["card"], lying["seat"], spot, look)


def _airship(context: DrawingContext, position: Position) -> Item:
    """The giant airship; over a card it is seen through the porthole."""
    strip, lane = PLACES[position["airship"]]
    over = position["sky"][strip - 1]["cards"][lane - 1]
    inner = Spot(3, -4, 0.52) if over else Spot(0, -20, 0.9)
    spot = within(spot_of_space(strip, lane, context.layout), inner)
    label = labels.airship_label(position["airship"], context.say)
    return put("airship", "airship", spot, (SPACE, SPACE), "airship", label)


# --- deliveries and supplies -------------------------------------------------------------


@lru_cache(GROUPS)
def _display(
    context: DrawingContext,
    display: SharedDict,
    left: SharedDict,
    picked: tuple[str, int] | None,
    ids: Ids,
) -> Items:
    """The delivery piles, and the tiles on display with what they ask for."""
    table = LAYOUTS[context.layout]
    found: list[Item] = []
    for number, row in enumerate(ROWS):
        found.append(_pile(context, row, in_row(table.piles, number), left[row]))
        places = table.display[len(display[row])][number]
        for place, lying in enumerate(display[row], start=1):
            if lying:
                spot, id = in_row(places, place - 1), ids[row, str(place)]
                look = "picked" if picked == (row, place) else ""
                found += tile(context, id, row, lying["tile"], spot, look)
                found += cost(id, lying["cost"], spot)
    return tuple(found)


def _pile(context: DrawingContext, row: str, spot: Spot, left: int) -> Item:
    label = labels.pile_label(row, left, context.say)
    kind = f"pile-{row}" if left else f"back-{row}"
    look = looks("supply", context.layout, "" if left else "faded")
    return put(f"pile-{row}", kind, spot, TILE, look, label, str(left))


@cache
def _supply(context: DrawingContext, giving: bool) -> Items:
    """The four resources to take from, and the way to stop giving."""
    table, say, found = LAYOUTS[context.layout], context.say, []
    for number, resource in enumerate(constants.RESOURCES):
        label = labels.supply_label(resource, say)
        spot, size = in_row(table.supply, number), (FINGER, FINGER)
        found.append(put(supply_id(resource), f"token-{resource}", spot, size, "token", label))
    if giving:
        size = (FINGER, FINGER)
        found.append(put("stop", "stop", table.stop, size, "token", labels.stop_label(say)))
    return tuple(found)


def _die(context: DrawingContext, rolled: str) -> Item:
    """The die of the Trade Wind."""
    spot = context.panel(labels.WIND).die
    kind = f"die-{rolled}" if rolled else "die"
    return put("die", kind, spot, (36, 36), "die", labels.die_label(context.say))


# --- upgrade tiles -----------------------------------------------------------------------


def _offered(context: DrawingContext, position: Position, ids: Ids) -> Iterator[Item]:
    """The upgrade tiles on offer, each on a card that says what it does."""
    offered, numbers = position["offered"], position["amounts"]
    if not offered:
        return
    left_1 = [(number, power) for number, power in enumerate(offered["level_1"], start=1) if power]
    left_3 = [(number, pair) for number, pair in enumerate(offered["level_3"], start=1) if pair]
    ones, threes = offers_at(len(left_1), len(left_3), context.layout)
    yield Item("offers", "offers", *_middle(context.layout), 0, 0, classes="panel")
    for spot, (number, power) in zip(ones, left_1, strict=True):
        yield _offer(f"offer-1-{number}", 1, spot, labels.effect(numbers, power, context.say))
        at = within(spot, Spot(-70, -39))
        yield lasting(ids["offered", "1", str(number)], power, at, *_title(context, power))
        yield from _explained(context, f"offer-1-{number}", numbers, power, spot)
    for spot, (number, powers) in zip(threes, left_3, strict=True):
        label = labels.pair_label(numbers, powers, context.say)
        yield _offer(f"offer-3-{number}", 3, spot, label)
        yield from _offered_halves(context, numbers, powers, number, spot, ids)


def _middle(layout: Layout) -> tuple[float, float]:
    return LAYOUTS[layout].width / 2, LAYOUTS[layout].height / 2


def _offered_halves(
    context: DrawingContext,
    numbers: Amounts,
    powers: list[str],
    number: int,
    spot: Spot,
    ids: Ids,
) -> Iterator[Item]:
    """Both halves of a tile of level 3 on offer."""
    for row, power in zip(ROWS, powers, strict=True):
        block = within(spot, Spot(0, (-0.25 if row == "day" else 0.25) * HIGH_OFFER[1]))
        id, at = ids["offered", "3", str(number), row], within(block, Spot(-90, -40))
        yield half(id, row, power, at, *_title(context, power))
        yield from _explained(context, f"offer-3-{number}-{row}", numbers, power, block)


def _title(context: DrawingContext, power: str) -> tuple[str, str]:
    """How an upgrade tile on offer looks, and its name."""
    return looks("offered", context.layout), context.say(labels.TITLES[power])


def _explained(
    context: DrawingContext, id: str, numbers: Amounts, power: str, block: Spot
) -> Iterator[Item]:
    """What an upgrade does, below its tile and its name, before a large faint drawing of it."""
    mark = within(block, Spot(76, 24, 2.4))
    yield put(f"mark-{id}", f"mark-{symbol(power)}", mark, (HALF, HALF), "faint-mark offered")
    lines = wrap(labels.effect_sentence(numbers, power, context.say), LETTERS_IN_A_LINE)
    spot = within(block, Spot(8 - OFFER[0] / 2, 10 * len(lines) - 19))
    look, text = looks("effect", context.layout), "\n".join(lines)
    yield put(f"words-{id}", "", spot, (0, 0), look, "", text)


def _offer(id: str, level: int, spot: Spot, label: str) -> Item:
    """The card that a tile on offer lies on."""
    size = OFFER if level == 1 else HIGH_OFFER
    return put(id, f"offer-{level}", spot, size, "offer", label)


# --- the log and the end -----------------------------------------------------------------


def items(view: View[Position], move: PlayedMove) -> tuple[str, ...]:
    """The items that a played move is about, such as are always on the table."""
    about = [_ABOUT[event["what"]](event) for event in move["events"] if event["what"] in _ABOUT]
    return tuple(dict.fromkeys([f"seat-{move['seat']}", *about]))


_ABOUT: dict[str, Callable[[Event], str]] = {
    "played": lambda event: space_id(event["space"]),
    "blew": lambda event: space_id(event["space"]),
    "turned": lambda event: f"strip-{event['strip']}",
    "advanced": lambda _: "airship",
    "delivered": lambda event: f"board-{event['seat']}",
    "slot": lambda event: f"board-{event['seat']}",
    "stars": lambda event: f"points-{event['seat']}",
    "rolled": lambda _: "die",
}
"""The item that an event is about, by its kind; every scene asks this for the whole log."""


def _ending(view: View[Position], say: Words) -> Ending | None:
    """Who won and why: shown by the stars and the boards."""
    result = view["result"]
    if result is None:
        return None
    sentence = ending_sentence(result["scores"], labels.alone(view), say)
    winners = tuple(result["winners"])
    shown = tuple(f"{kind}-{seat}" for seat in winners for kind in ("points", "board"))
    parts = list(text_summary.star_parts(view["position"], say))
    players = [labels.name(view, seat, say) for seat in range(len(view["seats"]))]
    rows = tuple(star_rows(parts, say("Total")))
    return Ending(winners, sentence, rows, shown, count_told(players, parts, say))
