"""The pieces that occur in several parts of the scene: cards, delivery tiles, upgrade tiles."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from parhelion.games.solenia import labels
from parhelion.games.solenia.choices import card_kind
from parhelion.games.solenia.item_origins import symbol
from parhelion.games.solenia.json_key import Frozen
from parhelion.games.solenia.layout import CARD, HALF, TILE, TOKEN, Panel, Spot, panel_at, within
from parhelion.games.solenia.notation import card_parts, tile_parts
from parhelion.scene import Item, Layout
from parhelion.words import Words

PIECES, GROUPS = 16_384, 4096
"""How many pieces, and how many groups of them, are kept: enough for hundreds of tables."""
UPGRADE = (72.0, 30.0)

piece = lru_cache(PIECES)(Item)
"""An item; the same one if everything about it is the same."""
Items = tuple[Item, ...]


class DrawingContext(NamedTuple):
    """How a viewer looks at the table."""

    say: Words
    layout: Layout
    near: int
    """The seat at the lower edge."""
    seats: int
    alone: bool
    printed: Frozen
    """The numbers of upgrades, and what slots bring, frozen."""

    def from_anywhere(self) -> "DrawingContext":
        """The same for all viewers, for what does not depend on where one sits."""
        return self._replace(near=0)

    def suit(self, seat: int) -> str:
        """The name of a player's drawings."""
        return "wind" if self.is_wind(seat) else str(seat)

    def is_wind(self, seat: int) -> bool:
        """Whether a seat is the Trade Wind's."""
        return self.alone and seat == labels.WIND

    def name(self, seat: int) -> str:
        """What a player is called."""
        return labels.player(seat, self.is_wind(seat), self.say)

    def shows_backs(self, seat: int) -> bool:
        """Whether there is room for the hidden hand of a player."""
        return seat == self.near or self.seats == 2

    def panel(self, seat: int) -> Panel:
        """Where the things of another player lie."""
        number = (seat - self.near) % self.seats - 1
        return panel_at(number, 0 if self.is_wind(seat) else self.seats - 1, self.layout)

    def source(self, seat: int) -> str:
        """The item that a newly seen card of a player comes from."""
        hidden = seat != self.near and self.shows_backs(seat) and not self.is_wind(seat)
        return f"back-{seat}-0" if hidden else f"deck-{seat}"


def put(
    id: str,
    kind: str,
    spot: Spot,
    size: tuple[float, float],
    classes: str = "",
    label: str = "",
    text: str = "",
    origin: str = "",
) -> Item:
    """Something at its spot."""
    return piece(id, kind, spot.x, spot.y, *size, 0, spot.scale, classes, label, text, origin)


def looks(*names: str) -> str:
    """Some classes for the theme; those that are empty do not count."""
    return " ".join(name for name in names if name)


@lru_cache(PIECES)
def card(context: DrawingContext, id: str, kind: str, seat: int, spot: Spot, look: str) -> Item:
    """A card that lies face up."""
    value, power = card_parts(kind)
    drawing = card_kind(context.suit(seat), power)
    label = labels.card_label(kind, context.say)
    look = looks("card", context.layout, look)
    return put(id, drawing, spot, (CARD, CARD), look, label, str(value), context.source(seat))


def tile(
    context: DrawingContext,
    id: str,
    row: str,
    name: str,
    spot: Spot,
    look: str = "",
    far: bool = False,
) -> Iterator[Item]:
    """A delivery tile and its stars, which are large far away, where no costs are shown."""
    label = labels.tile_label(row, name, context.say)
    look, origin = looks("delivery", look), f"pile-{row}"
    size = (TILE[0], TILE[1] + 10)  # for fingers
    yield put(id, f"{'laid' if far else 'delivery'}-{row}", spot, size, look, label, "", origin)
    star = within(spot, Spot(14, 0, 1.5) if far else Spot(19, -11, 0.92))
    size, stars = (TOKEN, TOKEN), str(tile_parts(name)[1])
    look = looks(context.layout, _small_look(star.scale))
    yield put(f"star-{id}", "token-star", star, size, look, "", stars, origin)


def _small_look(scale: float) -> str:
    """Of stars so small that their number is written larger, or is not written."""
    return "tiny" if scale < 0.5 else "small" if scale < 0.8 else ""


def cost(id: str, letters: str, spot: Spot) -> Iterator[Item]:
    """The resources that a tile asks for; the fewer, the larger."""
    scale = round(min(1.3, max(1, 62 / (14 * len(letters)))), 2)
    step = min(15 * scale, 64 / len(letters))
    for number, letter in enumerate(letters):
        place = within(spot, Spot((number - (len(letters) - 1) / 2) * step, 16.5, scale))
        kind = f"icon-{labels.OF_LETTER[letter]}"
        yield put(f"cost-{id}-{number}", kind, place, (14, 14), "cost")


def lasting(id: str, power: str, spot: Spot, look: str, title: str = "", label: str = "") -> Item:
    """An upgrade tile of level 1."""
    look = looks("upgrade", look)
    return put(id, f"upgrade-{symbol(power)}", spot, UPGRADE, look, label, title)


def half(
    id: str, row: str, power: str, spot: Spot, look: str, title: str = "", label: str = ""
) -> Item:
    """A half of an upgrade tile of level 3."""
    look = looks("upgrade", look)
    return put(id, f"upgrade-{symbol(power)}-{row}", spot, (HALF, UPGRADE[1]), look, label, title)
