"""What lies between the players of Solstis, as items: the line, the piles and the centre."""

from collections.abc import Iterator
from functools import cache, lru_cache

from parhelion.games.position_parts import SharedDict, SharedList, shared
from parhelion.games.solstis.item_ids import kept_id, slot_id, tile_id, under_id
from parhelion.games.solstis.kernels.state import SLOTS
from parhelion.games.solstis.labels import (
    face_down_label,
    gap_label,
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
    GROUPS,
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
    slots: SharedList = shared(position["line"])
    ids = _ids(slots)
    last, came = sight.last.intersection(ids), tuple(map(sight.origins.get, ids))
    return _line(slots, last, came, sight.say, sight.layout)


@lru_cache(GROUPS)
def _ids(slots: SharedList) -> tuple[str, ...]:
    """The ids of the tiles in the line, by slot."""
    return tuple(tile_id(slot["tile"] or "") for slot in slots)


@lru_cache(GROUPS)
def _line(
    slots: SharedList,
    last: frozenset[str],
    came: tuple[str | None, ...],
    say: Words,
    layout: Layout,
) -> tuple[Item, ...]:
    """The line; `came` are the origins of its tiles, by slot."""
    grows = all(slot["tile"] for slot in slots) and len(slots) < SLOTS
    line = line_of(len(slots) + grows, layout)
    found = [_strip(line, say)]
    for number, slot in enumerate(slots):
        under, hidden = slot["under"], slot["hidden"]
        found += _slot(number, under, hidden, bool(slot["tile"]), line, say, layout)
    if grows:
        found += _slot(len(slots), False, None, False, line, say, layout)
    for number, (slot, id) in enumerate(zip(slots, _ids(slots), strict=True)):
        if slot["tile"]:
            classes = class_names("lying", "last" * (id in last))
            origin, place = came[number], slot_at(number, line)
            origin = under_id(number) if origin is None else origin
            look = line.slots.scale, classes, origin
            found.append(tile_item(slot["tile"], place, *look, say, layout))
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
    label = "" if taken else gap_label(say)
    slot = Item(slot_id(number), "slot", x, y, TILE, TILE, 0, scale, layout, label)
    if not under:
        return (slot,)
    right, down = UNDER
    below = under_id(number), "back", x + right * scale, y + down * scale
    words = face_down_label(say) if hidden is None else tile_label(hidden, say)
    return slot, Item(*below, TILE, TILE, 0, scale, class_names("under", layout), words)


def piles(position: Position, say: Words, layout: Layout) -> tuple[Item, ...]:
    """The draw pile, the rainbows and the spirits, with those that lie face up."""
    left = position["pile"], position["rainbows"]
    return _piles(*left, shared(position["spirits"]), say, layout)


@lru_cache(GROUPS)
def _piles(
    tiles: int, rainbows: int, spirits: SharedDict, say: Words, layout: Layout
) -> tuple[Item, ...]:
    row, left = LAYOUTS[layout].open, spirits["pile"]
    return (
        _pile("pile", "pile", 0, tiles, pile_label(tiles, say), layout),
        _pile("rainbows", "rainbow-pile", 1, rainbows, rainbows_label(rainbows, say), layout),
        _pile("spirits", "spirit-pile", 2, left, spirits_label(left, say), layout),
        *(
            spirit_item(name, in_row(row, number), row.scale, False, say)
            for number, name in enumerate(spirits["open"])
        ),
    )


@cache
def _pile(id: str, kind: str, number: int, left: int, label: str, layout: Layout) -> Item:
    """A pile and how much is left of it."""
    row = LAYOUTS[layout].piles
    place, kind = in_row(row, number), kind if left else "slot"
    classes = class_names("supply", layout)
    return Item(id, kind, *place, TILE, TILE, 0, row.scale, classes, label, str(left))


def centre(position: Position, sight: Sight) -> tuple[Item, ...]:
    """What lies in the centre: the tile that was played, or tiles on their way with the rainbow
    that is placed before them, or new spirits."""
    tiles = [position["centre"]] if position["centre"] else position["coming"]
    spirits = position["spirits"]
    if not (tiles or spirits["drawn"] or spirits["met"]) and sight.placing is None:
        return ()
    return *_tiles_in_centre(position, tiles, sight), *_new_spirits(spirits, sight)


def _tiles_in_centre(position: Position, tiles: list[str], sight: Sight) -> Iterator[Item]:
    placing = sight.placing
    count = len(tiles) + (placing is not None)
    scale = round(LAYOUTS[sight.layout].centre_scale * (1.05 if count == 1 else 0.84), 4)
    places = [in_centre(n, count, TILE * scale, sight.layout) for n in range(count)]
    for place, name in zip(places, tiles, strict=False):
        origin = sight.origins.get(tile_id(name), "")
        yield tile_item(name, place, scale, "lying played", origin, *sight[:2])
    if placing is not None:
        id = kept_id(placing, position["panoramas"][placing]["kept"] - 1)
        yield kept_item(id, places[-1], scale, sight.origins.get(id, ""), *sight[:2])


def _new_spirits(spirits: Spirits, sight: Sight) -> Iterator[Item]:
    """The spirits to choose from, or the one that looks for its square."""
    names = [*spirits["drawn"], *filter(None, [spirits["met"]])]
    scale = LAYOUTS[sight.layout].centre_scale
    for number, name in enumerate(names):
        place = in_centre(number, len(names), TOKEN * scale, sight.layout)
        yield spirit_item(name, place, scale, False, sight.say)
