"""What lies between the players of Solstis, as items: the line, the piles and the centre."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from parhelion.games.solstis.item_ids import slot_id, tile_id, under_id
from parhelion.games.solstis.kernels.state import SLOTS
from parhelion.games.solstis.labels import (
    line_label,
    pile_label,
    rainbows_label,
    spirits_label,
    tile_label,
)
from parhelion.games.solstis.layout import (
    LAYOUTS,
    TILE,
    TOKEN,
    UNDER,
    Line,
    in_centre,
    in_row,
    line_of,
    slot_at,
)
from parhelion.games.solstis.scene_pieces import (
    PIECES,
    Sight,
    class_names,
    kept_item,
    spirit_item,
    tile_item,
)
from parhelion.games.solstis.view import Position, Spirits
from parhelion.scene import Item, Layout
from parhelion.words import Words


def line(position: Position, sight: Sight) -> tuple[Item, ...]:
    """The slots of the line and one more where it can grow, with the tiles on them."""
    slots = tuple(
        SlotShown(
            slot["tile"],
            slot["under"],
            slot["hidden"],
            sight.origins.get(tile_id(slot["tile"] or "")),
            tile_id(slot["tile"] or "") in sight.last,
        )
        for slot in position["line"]
    )
    return _line(slots, sight.say, sight.layout)


class SlotShown(NamedTuple):
    """All that decides how a slot looks."""

    tile: str | None
    under: bool
    hidden: str | None
    origin: str | None
    is_last: bool


@lru_cache(PIECES)
def _line(slots: tuple[SlotShown, ...], say: Words, layout: Layout) -> tuple[Item, ...]:
    grows = all(slot.tile for slot in slots) and len(slots) < SLOTS
    line = line_of(len(slots) + grows, layout)
    found = [_strip(line, say)]
    for number, slot in enumerate(slots):
        found += _slot(number, slot.under, slot.hidden, bool(slot.tile), line, say, layout)
    if grows:
        found += _slot(len(slots), False, None, False, line, say, layout)
    for number, slot in enumerate(slots):
        if slot.tile:
            classes = class_names("lying", "last" * slot.is_last)
            origin = under_id(number) if slot.origin is None else slot.origin
            place = slot_at(number, line)
            found.append(
                tile_item(slot.tile, place, line.slots.scale, classes, origin, say, layout)
            )
    return tuple(found)


@cache
def _strip(line: Line, say: Words) -> Item:
    return Item("line", line.strip, *line.middle, TILE, TILE, label=line_label(say))


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
    slot = Item(slot_id(number), "slot", x, y, TILE, TILE, 0, scale, layout, label)
    if not under:
        return (slot,)
    right, down = UNDER
    below = under_id(number), "back", x + right * scale, y + down * scale
    words = say("Face-down tile") if hidden is None else tile_label(hidden, say)
    return slot, Item(*below, TILE, TILE, 0, scale, class_names("under", layout), words)


def piles(position: Position, say: Words, layout: Layout) -> Iterator[Item]:
    """The draw pile, the rainbows and the spirits, with those that lie face up."""
    spirits, row = position["spirits"], LAYOUTS[layout].open
    yield _pile("pile", "pile", 0, position["pile"], pile_label(position["pile"], say), layout)
    left = position["rainbows"]
    yield _pile("rainbows", "rainbow-pile", 1, left, rainbows_label(left, say), layout)
    left = spirits["pile"]
    yield _pile("spirits", "spirit-pile", 2, left, spirits_label(left, say), layout)
    for number, name in enumerate(spirits["open"]):
        yield spirit_item(name, in_row(row, number), row.scale, False, say)


@cache
def _pile(id: str, kind: str, number: int, left: int, label: str, layout: Layout) -> Item:
    """A pile and how much is left of it."""
    row = LAYOUTS[layout].piles
    place, kind = in_row(row, number), kind if left else "slot"
    classes = class_names("supply", layout)
    return Item(id, kind, *place, TILE, TILE, 0, row.scale, classes, label, str(left))


def centre(position: Position, sight: Sight) -> Iterator[Item]:
    """What lies in the centre: the tile that was played, or tiles on their way with the rainbow
    that is placed before them, or new spirits."""
    tiles = [position["centre"]] if position["centre"] else position["coming"]
    placing = sight.placing
    count = len(tiles) + (placing is not None)
    scale = round(LAYOUTS[sight.layout].centre_scale * (1.05 if count == 1 else 0.84), 4)
    places = [in_centre(n, count, TILE * scale, sight.layout) for n in range(count)]
    for place, name in zip(places, tiles, strict=False):
        origin = sight.origins.get(tile_id(name), "")
        yield tile_item(name, place, scale, "lying played", origin, *sight[:2])
    if placing is not None:
        number = position["panoramas"][placing]["kept"] - 1
        yield kept_item(placing, number, places[-1], scale, sight)
    yield from _new_spirits(position["spirits"], sight)


def _new_spirits(spirits: Spirits, sight: Sight) -> Iterator[Item]:
    """The spirits to choose from, or the one that looks for its square."""
    names = [*spirits["drawn"], *filter(None, [spirits["met"]])]
    scale = LAYOUTS[sight.layout].centre_scale
    for number, name in enumerate(names):
        place = in_centre(number, len(names), TOKEN * scale, sight.layout)
        yield spirit_item(name, place, scale, False, sight.say)
