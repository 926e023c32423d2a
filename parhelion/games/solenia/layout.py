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
OFFER, HIGH_OFFER = (228.0, 118.0), (228.0, 240.0)
"""The cards of the draft: with a tile of level 1, with both halves of a tile of level 3."""
OFFER_GAP = 4.0
OFFER_COLUMNS: dict[Layout, int] = {"wide": 4, "tall": 2}
"""How many cards of the draft lie beside each other."""
FEW_COLUMNS, FEW_ZOOM = 3, 1.3
"""In the wide layout so many columns hold a few cards, which are larger then."""


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
    coming: Spot
    """A delivery that waits for a slot."""
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
    coming: Spot
    """A delivery that waits for a slot, instead of the pairs."""
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
    """The middle of the upper edge of the upgrade tiles on offer."""


NOWHERE = SpotRow(Spot(0, 0, 0), 0)

LAYOUTS: dict[Layout, TableLayout] = {
    "wide": TableLayout(
        1240,
        704,
        Turned(686, 272, 0.92, 0),
        Spot(411, 44),
        Spot(686, 272, 1.2),
        Near(
            seat=Spot(30, 462, 1.2),
            points=Spot(190, 462, 1.2),
            pair=Spot(272, 462, 1.2),
            coming=Spot(354, 461, 0.86),
            hold=Spot(166, 511, 1.2),
            capacity=Spot(360, 511, 1.2),
            summer=Spot(268, 620, 1.1),
            winter=Spot(252, 620, 0.96),
            deck=Spot(580, 622, 0.95),
            discard=Spot(664, 622, 0.85),
            hand=SpotRow(Spot(950, 622, 1.7), 142),
        ),
        {
            0: Panel(
                back=Spot(0, 0),
                seat=Spot(-164, -132, 1.3),
                points=Spot(104, -132, 1.3),
                coming=Spot(0, 0),
                summer=Spot(0, -44, 0.8),
                winter=Spot(0, -44, 0.8),
                deck=Spot(86, 84, 1.2),
                hand=NOWHERE,
                stock=NOWHERE,
                die=Spot(-80, 84, 2.6),
            ),
            1: Panel(
                back=Spot(0, 0),
                seat=Spot(-164, -132, 1.3),
                points=Spot(104, -132, 1.3),
                coming=Spot(50, -132, 0.6),
                summer=Spot(0, -46, 0.8),
                winter=Spot(0, -38, 0.75),
                deck=Spot(144, 118, 0.62),
                hand=SpotRow(Spot(-148, 118, 0.62), 40),
                stock=SpotRow(Spot(-156, 58, 2.2), 92),
                die=Spot(0, 0),
            ),
            2: Panel(
                back=Spot(0, 0),
                seat=Spot(-166, -80, 1.2),
                points=Spot(104, -80, 1.2),
                coming=Spot(56, -80, 0.55),
                summer=Spot(-26, -12, 0.69),
                winter=Spot(-26, -6, 0.65),
                deck=Spot(162, -10, 0.5),
                hand=NOWHERE,
                stock=SpotRow(Spot(-160, 76, 1.8), 88),
                die=Spot(0, 0),
            ),
            3: Panel(
                back=Spot(0, 0),
                seat=Spot(-170, -50),
                points=Spot(44, -50),
                coming=Spot(10, -50, 0.42),
                summer=Spot(-46, 16, 0.59),
                winter=Spot(-46, 16, 0.55),
                deck=Spot(116, 44, 0.42),
                hand=NOWHERE,
                stock=SpotRow(Spot(152, -44, 1.5), 0, 29),
                die=Spot(0, 0),
            ),
        },
        {
            1: SpotRow(Spot(202, 170), 0),
            2: SpotRow(Spot(202, 113), 0, 212),
            3: SpotRow(Spot(202, 78), 0, 142),
        },
        SpotRow(Spot(1037, 52, 1.15), 134),
        {
            3: (SpotRow(Spot(1037, 152, 1.75), 0, 108), SpotRow(Spot(1171, 152, 1.75), 0, 108)),
            4: (SpotRow(Spot(1037, 139, 1.4), 0, 84), SpotRow(Spot(1171, 139, 1.4), 0, 84)),
        },
        Spot(1104, 478),
        SpotRow(Spot(1014, 478, 1.4), 60),
        Spot(1196, 548, 1.2),
        Spot(620, 22, 1.28),
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
            coming=Spot(130, 540, 0.58),
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
                coming=Spot(0, 0),
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
                coming=Spot(-58, 16, 0.5),
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
                coming=Spot(84, -18, 0.36),
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
                coming=Spot(30, -25, 0.3),
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
        Spot(240, 84, 1),
    ),
}

SUMMER_X = tuple(-190 + 76 * slot for slot in range(6))
WINTER_X = (-205, -129, -38, 38, 129, 205)
SUMMER_Y, WINTER_Y = 31, 47
LEVEL_1_X, HALVES_X = -129, (187, 223)
"""Where the upgrade tiles lie on a winter board."""
HALF = 36.0
Places = list[tuple[float, float]]


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
    """A slot of a board: row 0 is the day's, above. A seventh tile lies over the sixth."""
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
def offers_at(first: int, third: int, layout: Layout) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """Where the cards of the draft lie: so many of level 1, and so many of level 3."""
    columns = -(-first // 2) + third
    if layout == "wide" and columns <= FEW_COLUMNS:
        zoom, (ones, threes) = FEW_ZOOM, _in_columns(first, third)
    else:
        zoom, (ones, threes) = 1.0, _in_lines(first, third, OFFER_COLUMNS[layout])
    upper = within(LAYOUTS[layout].offers, Spot(0, 0, zoom))
    return _spots(ones, upper), _spots(threes, upper)


def _spots(places: Places, upper: Spot) -> tuple[Spot, ...]:
    return tuple(within(upper, Spot(x, y)) for x, y in places)


def _in_columns(first: int, third: int) -> tuple[Places, Places]:
    """Two cards of level 1 above each other, beside them those of level 3."""
    width, height = OFFER
    columns = -(-first // 2) + third
    xs = [(number - (columns - 1) / 2) * (width + OFFER_GAP) for number in range(columns)]
    ys = [height / 2, height / 2 + height + OFFER_GAP]
    ones = [(xs[number // 2], ys[number % 2]) for number in range(first)]
    return ones, [(x, HIGH_OFFER[1] / 2) for x in xs[columns - third :]]


def _in_lines(first: int, third: int, columns: int) -> tuple[Places, Places]:
    """The cards of level 1 line by line, below them those of level 3."""
    _, height = OFFER
    below = -(-first // columns) * (height + OFFER_GAP)
    return _lines(first, columns, height, 0), _lines(third, columns, HIGH_OFFER[1], below)


def _lines(count: int, columns: int, height: float, top: float) -> Places:
    """Cards line by line, each line in the middle."""
    found = []
    for number in range(count):
        line, column = divmod(number, columns)
        beside = min(columns, count - line * columns)
        x = (column - (beside - 1) / 2) * (OFFER[0] + OFFER_GAP)
        found.append((x, top + line * (height + OFFER_GAP) + height / 2))
    return found


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
