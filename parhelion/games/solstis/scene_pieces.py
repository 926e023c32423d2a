"""Pieces of Solstis that lie in several parts of the table: tiles, spirits, rainbows that wait; and
what drawing them needs."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from parhelion.games.solstis.item_ids import spirit_id, tile_id
from parhelion.games.solstis.labels import kept_label, spirit_label, tile_label
from parhelion.games.solstis.layout import LAYOUTS, TILE, TOKEN, Panorama, Place
from parhelion.games.solstis.notation import row_and_column
from parhelion.scene import Item, Layout
from parhelion.words import Words

PIECES, GROUPS = 16_384, 4096
"""How many pieces, and how many groups of them, are kept ready: what lies where it lay is the same
object."""


class Sight(NamedTuple):
    """How a viewer looks at the table."""

    say: Words
    layout: Layout
    origins: Mapping[str, str]
    """Where new things come from."""
    last: frozenset[str]
    """The ids of what the moves brought that are news to the viewer."""
    shining: frozenset[int]
    """The seats whose names shine: to move, or the winners."""
    placing: int | None
    """The seat that is about to place a rainbow."""


def where_of(near: bool, layout: Layout) -> Panorama:
    """Where the viewer's panorama lies, or the other one."""
    return LAYOUTS[layout].near if near else LAYOUTS[layout].far


def scale_of(where: Panorama) -> float:
    """The scale of what lies in a panorama."""
    return round(where.cell / TILE, 4)


def class_names(*names: str) -> str:
    """Names for the theme, the empty ones left out."""
    return " ".join(name for name in names if name)


@lru_cache(PIECES)
def spirit_item(name: str, place: Place, scale: float, covered: bool, say: Words) -> Item:
    """A spirit; those that lie face up or are drawn came out of the pile."""
    return Item(
        spirit_id(name),
        spirit_id(name),
        *place,
        TOKEN,
        TOKEN,
        scale=scale,
        classes=class_names("spirit", "covered" * covered),
        label=spirit_label(name, say),
        origin="spirits",
    )


@lru_cache(PIECES)
def tile_item(
    name: str, place: Place, scale: float, classes: str, origin: str, say: Words, layout: Layout
) -> Item:
    """A tile outside the panoramas, with its number: its colour tells the row."""
    return Item(
        tile_id(name),
        tile_id(name),
        *place,
        TILE,
        TILE,
        scale=scale,
        classes=class_names("tile", classes, layout),
        label=tile_label(name, say),
        text=str(row_and_column(name)[1]),
        origin=origin,
    )


@lru_cache(PIECES)
def kept_item(id: str, place: Place, scale: float, origin: str, say: Words, layout: Layout) -> Item:
    """A rainbow that waits for a place."""
    return Item(
        id,
        "rainbow",
        *place,
        TILE,
        TILE,
        scale=scale,
        classes=class_names("kept", layout),
        label=kept_label(say),
        origin=origin,
    )
