"""What brings most stars in Solstis, at a glance: the largest area and the lit fires of each player
as they would score now (T18)."""

from functools import cache

from parhelion.games.solstis.item_ids import meter_id
from parhelion.games.solstis.labels import area_label, fires_label
from parhelion.games.solstis.layout import Place
from parhelion.games.solstis.scene_pieces import Sight, where_of
from parhelion.games.solstis.view import Position
from parhelion.scene import Item, Layout
from parhelion.words import Words

FROM_POINTS: dict[tuple[Layout, bool], tuple[Place, Place]] = {
    ("wide", True): (Place(0, 28), Place(0, 56)),
    ("wide", False): (Place(0, 28), Place(0, 56)),
    ("tall", True): (Place(345, -34), Place(400, -34)),
    ("tall", False): (Place(51, 0), Place(101, 0)),
}
"""From the stars of a player, near or far, to the largest area and to the lit fires."""


def meters(position: Position, seat: int, near: bool, sight: Sight) -> tuple[Item, Item]:
    """The largest area and the lit fires of a player."""
    points = position["points"][seat]
    return _meters(points["area"], points["fires"], seat, near, sight.say, sight.layout)


@cache
def _meters(
    area: int, fires: int, seat: int, near: bool, say: Words, layout: Layout
) -> tuple[Item, Item]:
    (right, down), (far_right, far_down) = FROM_POINTS[layout, near]
    x, y = where_of(near, layout).points
    tiles, lit = area_label(seat, area, say), fires_label(seat, fires, say)
    return (
        _meter("area", area, seat, Place(x + right, y + down), tiles, layout),
        _meter("fires", fires, seat, Place(x + far_right, y + far_down), lit, layout),
    )


def _meter(kind: str, count: int, seat: int, place: Place, label: str, layout: Layout) -> Item:
    id, size = meter_id(kind, seat), (44, 24)
    return Item(id, kind, *place, *size, classes=layout, label=label, text=str(count))
