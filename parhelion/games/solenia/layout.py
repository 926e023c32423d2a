"""Where everything lies on the table of Solenia.

The airship sails up: the front strip lies on top, the rear one at the bottom. Below it are the
viewer's board, store and hand; the other players have a panel each.
"""

from functools import cache
from typing import Any, NamedTuple

from parhelion.scene import Layout

SPACE = 86.0
"""The width of a space."""
STRIP_STEP = 88.0
"""From one strip to the next."""
CARD = 78.0
TILE = (72.0, 56.0)
"""The width and the height of a delivery tile."""
TOKEN = 26.0
FINGER = 46.0
"""What a finger can hit."""
HOLDS = range(6, 13)
"""The stores that are drawn, by their places."""
HOLD_STEP, HOLD_WIDTH = 31.0, 248.0
"""From place to place of a store, and how long a store can be at most."""
OFFER = 206.0
OFFER_HEIGHTS = (52.0, 74.0)
"""The size of what a tile of level 1 and one of level 3 lie on during the draft."""
OFFER_GAP = 6.0


class Spot(NamedTuple):
    """A place on the table and the scale of what lies there."""

    x: float
    y: float
    scale: float = 1


class Turned(NamedTuple):
    """A spot of something that lies turned."""

    x: float
    y: float
    scale: float
    turn: float


class SpotRow(NamedTuple):
    """Things in a row or a column: the first, and the way to the next."""

    first: Spot
    right: float
    down: float = 0


class Panel(NamedTuple):
    """Where the things of a player who is not the viewer lie."""

    back: Spot
    seat: Spot
    points: Spot
    summer: Spot
    winter: Spot
    deck: Spot
    hand: SpotRow
    """The hidden cards of the hand, if there is room for them."""
    stock: SpotRow
    die: Spot
    """The Trade Wind's."""


class Near(NamedTuple):
    """Where the viewer's own things lie."""

    seat: Spot
    points: Spot
    pair: Spot
    hold: Spot
    capacity: Spot
    summer: Spot
    winter: Spot
    deck: Spot
    discard: Spot
    hand: SpotRow
    """The middle of the hand, and the way from card to card."""


class TableLayout(NamedTuple):
    """Where everything lies in a layout."""

    width: float
    height: float
    wheel: Turned
    heading: Spot
    strips: Spot
    """The middle of the middle strip."""
    near: Near
    panels: dict[int, Panel]
    """A panel by the number of other players, measured from its middle; 0: the Trade Wind's."""
    others: dict[int, SpotRow]
    """Where the panels are, by the number of other players."""
    piles: SpotRow
    """The delivery piles of the day and of the night."""
    display: dict[int, tuple[SpotRow, SpotRow]]
    """The displayed tiles of the day and of the night, by the number of places."""
    tray: Spot
    supply: SpotRow
    stop: Spot
    offers: Spot
    """The middle of the lower edge of the upgrade tiles on offer."""


NOWHERE = SpotRow(Spot(0, 0, 0), 0)

LAYOUTS: dict[Layout, TableLayout] = {
    "wide": TableLayout(
        1200,
        700,
        Turned(600, 250, 0.8, 0),
        Spot(366, 40),
        Spot(600, 236),
        Near(
            seat=Spot(30, 498),
            points=Spot(150, 498),
            pair=Spot(216, 498),
            hold=Spot(396, 498, 0.94),
            capacity=Spot(548, 498),
            summer=Spot(262, 600, 1.05),
            winter=Spot(266, 606, 1),
            deck=Spot(588, 622, 0.95),
            discard=Spot(588, 546, 0.7),
            hand=SpotRow(Spot(900, 616, 1.6), 136),
        ),
        {
            0: Panel(
                back=Spot(0, 0),
                seat=Spot(-136, -182, 1.3),
                points=Spot(84, -182, 1.3),
                summer=Spot(0, -90, 0.68),
                winter=Spot(0, -90, 0.68),
                deck=Spot(78, 88, 1.5),
                hand=NOWHERE,
                stock=NOWHERE,
                die=Spot(-72, 88, 3),
            ),
            1: Panel(
                back=Spot(0, 0),
                seat=Spot(-136, -182, 1.3),
                points=Spot(84, -182, 1.3),
                summer=Spot(0, -104, 0.68),
                winter=Spot(0, -96, 0.63),
                deck=Spot(104, 130, 1.15),
                hand=SpotRow(Spot(-104, 130, 1.2), 38),
                stock=SpotRow(Spot(-140, 14, 2.2), 78),
                die=Spot(0, 0),
            ),
            2: Panel(
                back=Spot(0, 0),
                seat=Spot(-140, -78, 1.2),
                points=Spot(84, -78, 1.2),
                summer=Spot(-28, -6, 0.55),
                winter=Spot(-28, -2, 0.52),
                deck=Spot(132, -4, 0.62),
                hand=NOWHERE,
                stock=SpotRow(Spot(-140, 76, 1.8), 78),
                die=Spot(0, 0),
            ),
            3: Panel(
                back=Spot(0, 0),
                seat=Spot(-144, -50),
                points=Spot(76, -50),
                summer=Spot(-44, 20, 0.5),
                winter=Spot(-41, 20, 0.47),
                deck=Spot(98, -2, 0.46),
                hand=NOWHERE,
                stock=SpotRow(Spot(128, -26, 1.4), 0, 26),
                die=Spot(0, 0),
            ),
        },
        {
            1: SpotRow(Spot(182, 244), 0),
            2: SpotRow(Spot(182, 132), 0, 222),
            3: SpotRow(Spot(182, 98), 0, 150),
        },
        SpotRow(Spot(940, 64, 1.15), 130),
        {
            3: (SpotRow(Spot(940, 164, 1.6), 0, 104), SpotRow(Spot(1070, 164, 1.6), 0, 104)),
            4: (SpotRow(Spot(940, 148, 1.36), 0, 82), SpotRow(Spot(1070, 148, 1.36), 0, 82)),
        },
        Spot(784, 498),
        SpotRow(Spot(700, 498, 1.3), 56),
        Spot(952, 498, 1.2),
        Spot(600, 452, 0.98),
    ),
    "tall": TableLayout(
        480,
        820,
        Turned(240, 430, 0.74, 12.2),
        Spot(24, 166),
        Spot(240, 326, 0.86),
        Near(
            seat=Spot(24, 540, 1.2),
            points=Spot(62, 540),
            pair=Spot(124, 540),
            hold=Spot(346, 540, 1),
            capacity=Spot(189, 540),
            summer=Spot(240, 630, 1),
            winter=Spot(240, 634, 0.93),
            deck=Spot(36, 768, 0.7),
            discard=Spot(446, 768, 0.7),
            hand=SpotRow(Spot(240, 764, 1.25), 108),
        ),
        {
            0: Panel(
                back=Spot(0, 0),
                seat=Spot(-210, -19),
                points=Spot(-72, -19),
                summer=Spot(82, 0, 0.46),
                winter=Spot(82, 0, 0.46),
                deck=Spot(210, 0, 0.46),
                hand=NOWHERE,
                stock=NOWHERE,
                die=Spot(-208, 18, 0.8),
            ),
            1: Panel(
                back=Spot(0, 0),
                seat=Spot(-212, -20),
                points=Spot(-72, -20),
                summer=Spot(82, 0, 0.46),
                winter=Spot(84, 0, 0.42),
                deck=Spot(211, 13, 0.42),
                hand=SpotRow(Spot(200, -20, 0.24), 9),
                stock=SpotRow(Spot(-212, 18, 1.25), 48),
                die=Spot(0, 0),
            ),
            2: Panel(
                back=Spot(0, 0),
                seat=Spot(-97, -22),
                points=Spot(46, -22),
                summer=Spot(-42, 22, 0.25),
                winter=Spot(-42, 21, 0.22),
                deck=Spot(76, 20, 0.4),
                hand=NOWHERE,
                stock=SpotRow(Spot(-99, -2, 1.1), 48),
                die=Spot(0, 0),
            ),
            3: Panel(
                back=Spot(0, 0),
                seat=Spot(-65, -23),
                points=Spot(-1, -23, 0.95),
                summer=Spot(0, 23, 0.25),
                winter=Spot(0, 24, 0.2),
                deck=Spot(58, -24, 0.3),
                hand=NOWHERE,
                stock=SpotRow(Spot(-62, -2, 1.05), 36),
                die=Spot(0, 0),
            ),
        },
        {
            1: SpotRow(Spot(240, 41), 0),
            2: SpotRow(Spot(123, 41), 234),
            3: SpotRow(Spot(84, 41), 156),
        },
        SpotRow(Spot(25, 232, 0.52), 0, 60),
        {
            3: (SpotRow(Spot(42, 109, 0.97), 79), SpotRow(Spot(280, 109, 0.97), 79)),
            4: (SpotRow(Spot(32, 109, 0.8), 59), SpotRow(Spot(271, 109, 0.8), 59)),
        },
        Spot(452, 254),
        SpotRow(Spot(452, 173, 1.2), 0, 54),
        Spot(452, 394, 1.2),
        Spot(240, 512, 1.06),
    ),
}

SUMMER_X = tuple(-190 + 76 * slot for slot in range(6))
WINTER_X = (-205, -129, -38, 38, 129, 205)
SUMMER_Y, WINTER_Y = 31, 47
LEVEL_1_X, HALVES_X = -129, (187, 223)
"""Where the upgrade tiles lie on a winter board."""
HALF = 36.0


@cache
def within(outer: Spot, inner: Spot) -> Spot:
    """A spot that is measured from another one, as a spot on the table."""
    x, y = outer.x + inner.x * outer.scale, outer.y + inner.y * outer.scale
    return Spot(round(x, 2), round(y, 2), round(outer.scale * inner.scale, 4))


def in_row(row: SpotRow, number: int) -> Spot:
    """The place of something in a row."""
    x, y, scale = row.first
    return Spot(x + number * row.right, y + number * row.down, scale)


@cache
def in_hand_row(row: SpotRow, number: int, count: int) -> Spot:
    """The place of a card in a hand of so many, around the middle."""
    x, y, scale = row.first
    step, scale = (row.right, scale) if count < 4 else (0.78 * row.right, round(0.8 * scale, 4))
    return Spot(round(x + (number - (count - 1) / 2) * step, 2), y, scale)


@cache
def strip_at(strip: int, layout: Layout) -> Spot:
    """The middle of a strip, 1 in the rear to 5 in front."""
    return within(LAYOUTS[layout].strips, Spot(0, (3 - strip) * STRIP_STEP))


@cache
def space_at(strip: int, lane: int, layout: Layout) -> Spot:
    """The middle of a space."""
    return within(LAYOUTS[layout].strips, Spot((lane - 3) * SPACE, (3 - strip) * STRIP_STEP))


@cache
def slot_at(board: Spot, winter: bool, row: int, slot: int) -> Spot:
    """A slot of a board: row 0 is the day's, above. A seventh tile lies over the sixth, one that
    waits for a slot, -1, between the rows."""
    if slot < 0:
        return within(board, Spot(0, 0, 1.1))
    xs, y = (WINTER_X, WINTER_Y) if winter else (SUMMER_X, SUMMER_Y)
    over = max(0, slot - 5)
    x = xs[min(slot, 5)] + 6 * over
    return within(board, Spot(x, (y if row else -y) - 6 * over))


@cache
def in_hold(hold: Spot, number: int, count: int, places: int) -> Spot:
    """A token in a store of so many places; if there are more tokens, they lie closer."""
    step = min(HOLD_STEP, HOLD_WIDTH / places)
    first = -step * (places - 1) / 2
    close = step if count <= places else step * (places - 1) / (count - 1)
    scale = min(1, round(step / 29, 3))
    return within(hold, Spot(first + number * close, 0, scale))


@cache
def offer_at(players: int, level: int, number: int, layout: Layout) -> Spot:
    """A place for a tile on offer, in two columns: level 0 is the first, 1 the third."""
    lines = (players + 1) // 2
    first, third = OFFER_HEIGHTS
    height = lines * (first + third + 2 * OFFER_GAP) + OFFER_GAP
    line, column = divmod(number, 2)
    tall = OFFER_HEIGHTS[level]
    top = lines * (first + OFFER_GAP) * level + line * (tall + OFFER_GAP) + OFFER_GAP - height
    return within(LAYOUTS[layout].offers, Spot((column - 0.5) * (OFFER + 8), top + tall / 2))


@cache
def offers_at(players: int, layout: Layout) -> Spot:
    """The middle of all tiles on offer."""
    lines = (players + 1) // 2
    height = lines * (sum(OFFER_HEIGHTS) + 2 * OFFER_GAP) + OFFER_GAP
    return within(LAYOUTS[layout].offers, Spot(0, -height / 2))


@cache
def panel_at(number: int, others: int, layout: Layout) -> Panel:
    """Where the things of another player lie, by the number of others; 0: the Trade Wind's."""
    table = LAYOUTS[layout]
    outer, inner = in_row(table.others[others or 1], number), table.panels[others]
    return Panel(*(_moved(part, outer) for part in inner))


def _moved(part: Spot | SpotRow, outer: Spot) -> Any:
    """A part of a panel where the panel lies."""
    return (
        part._replace(first=within(outer, part.first))
        if isinstance(part, SpotRow)
        else within(outer, part)
    )
