"""What belongs to each player of Solstis, as items: the panorama with its fires and spirits, the
name and the stars, the hand."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from parhelion.games import Move
from parhelion.games.solstis.item_ids import (
    TILES,
    back_id,
    fire_id,
    place_id,
    points_id,
    rainbow_id,
    square_id,
    tile_id,
)
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.labels import (
    held_label,
    place_label,
    player,
    points_label,
    sentence,
    square_label,
)
from parhelion.games.solstis.layout import (
    HEARTH,
    LAYOUTS,
    TILE,
    Place,
    in_hand,
    in_row,
    place_at,
    square_at,
)
from parhelion.games.solstis.notation import NUMBER, row_and_column
from parhelion.games.solstis.scene_pieces import (
    PIECES,
    Sight,
    class_names,
    kept_item,
    scale_of,
    spirit_item,
    tile_item,
    where_of,
)
from parhelion.games.solstis.view import SHARED_FIRE, Position
from parhelion.scene import Item, Layout
from parhelion.words import Words

# --- panoramas ---------------------------------------------------------------------------

PANORAMAS = 1024
"""How many panoramas are kept ready: most are as they were a move before."""


Names = tuple[str, ...]


class PanoramaShown(NamedTuple):
    """All that decides how a panorama looks."""

    seat: int
    near: bool
    tiles: Names
    rainbows: Names
    lit: Names
    """The fires that burn."""
    faded: Names
    """Once the game is over, the tiles outside the largest area."""
    last: frozenset[str]
    """The ids of what the moves brought that are news to the viewer."""
    origins: tuple[str | None, ...]
    """Where its tiles and rainbows came from, in their order."""


def panorama(position: Position, seat: int, near: bool, sight: Sight) -> tuple[Item, ...]:
    """The tiles and rainbows of a panorama, its places and its fires."""
    shown = position["panoramas"][seat]
    faded: Names = ()
    tiles, rainbows = tuple(shown["tiles"]), tuple(shown["rainbows"])
    if position["phase"] == "over":
        faded = tuple(name for name in tiles if name not in position["largest"][seat])
    ids = _laid_ids(tiles, rainbows, seat)
    came, lit = tuple(map(sight.origins.get, ids)), tuple(position["lit"][seat])
    last = sight.last.intersection(ids)
    look = PanoramaShown(seat, near, tiles, rainbows, lit, faded, last, came)
    return _panorama(look, sight.say, sight.layout)


@lru_cache(PIECES)
def _laid_ids(tiles: Names, rainbows: Names, seat: int) -> tuple[str, ...]:
    return *map(tile_id, tiles), *(rainbow_id(seat, name) for name in rainbows)


@lru_cache(PANORAMAS)
def _panorama(shown: PanoramaShown, say: Words, layout: Layout) -> tuple[Item, ...]:
    names, ids = (*shown.tiles, *shown.rainbows), _laid_ids(shown.tiles, shown.rainbows, shown.seat)
    laid = [
        _laid(id, name, shown.near, _look(id, name, shown), origin or "", layout)
        for id, name, origin in zip(ids, names, shown.origins, strict=True)
    ]
    return *laid, *_places_and_fires(shown, say, layout)


def _look(id: str, name: str, shown: PanoramaShown) -> str:
    if name in shown.faded and id in TILES:
        return "faded"
    return "last" if id in shown.last else ""


def _places_and_fires(shown: PanoramaShown, say: Words, layout: Layout) -> Iterator[Item]:
    """All places of a panorama, over what lies on them, and the fires on its tiles."""
    seat, near, lit = shown.seat, shown.near, shown.lit
    fires = [name for name in FIRES if name in shown.tiles]
    holds = dict.fromkeys(shown.tiles, "tile") | dict.fromkeys(shown.rainbows, "rainbow")
    holds |= {name: "lit" if name in lit else "fire" for name in fires}
    empty = _empty_places(seat, near, say, layout)
    for name, place in empty.items():
        yield _place(name, holds[name], seat, near, say, layout) if name in holds else place
    if "6-5" in fires and "6-6" in fires:
        fires.append(SHARED_FIRE)
    yield from (_fire(name, name in lit, seat, near, layout) for name in fires)


@cache
def _empty_places(seat: int, near: bool, say: Words, layout: Layout) -> Mapping[str, Item]:
    return {name: _place(name, "", seat, near, say, layout) for name in NUMBER}


FIRES = tuple(name for name, tile in NUMBER.items() if int(constants.FIRES) >> tile & 1)
"""The tiles with a fire of their own (T3)."""


@lru_cache(PIECES)
def _laid(id: str, name: str, near: bool, look: str, origin: str, layout: Layout) -> Item:
    """A tile or a rainbow on its place; the place has the words for it."""
    where, (row, column) = where_of(near, layout), row_and_column(name)
    is_tile = id in TILES
    return Item(
        id,
        id if is_tile else "rainbow",
        *place_at(where, row, column),
        TILE,
        TILE,
        scale=scale_of(where),
        classes=class_names("tile placed", "near" if near else "far", layout, look),
        text=str(column) if is_tile else "",
        origin=origin,
    )


@cache
def _place(name: str, holds: str, seat: int, near: bool, say: Words, layout: Layout) -> Item:
    """A place of a panorama, over what lies on it."""
    where, (row, column) = where_of(near, layout), row_and_column(name)
    state = "filled" if holds else "empty"
    return Item(
        place_id(seat, name),
        "place",
        *place_at(where, row, column),
        TILE,
        TILE,
        scale=scale_of(where),
        classes=class_names(state, "near" if near else "far", layout),
        label=place_label(name, holds, seat, say),
        text="" if holds or not near else str(column),
    )


@cache
def _fire(name: str, lit: bool, seat: int, near: bool, layout: Layout) -> Item:
    """A fire on its tile, or between the two that it straddles."""
    where = where_of(near, layout)
    x, y = place_at(where, *row_and_column("6-5" if name == SHARED_FIRE else name))
    if name == SHARED_FIRE:
        x, y = x + where.cell / 2, y + scale_of(where)
    else:
        y -= HEARTH * scale_of(where)
    id, classes = fire_id(seat, name), class_names("lit" * lit, layout)
    return Item(
        id, "fire", round(x, 2), round(y, 2), 20, 24, scale=scale_of(where), classes=classes
    )


def squares(moves: Sequence[Move], seat: int, sight: Sight) -> Iterator[Item]:
    """The squares of the viewer that can take the spirit that was met."""
    for move in moves:
        if move.verb == "square":
            yield _square(move.args[0], seat, sight.say, sight.layout)


@cache
def _square(name: str, seat: int, say: Words, layout: Layout) -> Item:
    where = where_of(True, layout)
    place = square_at(where, *row_and_column(name))
    label = sentence(square_label(name, say))
    id = square_id(seat, name)
    return Item(id, "square", *place, TILE, TILE, 0, scale_of(where), label=label)


# --- spirits -----------------------------------------------------------------------------


def spirits(position: Position, seat: int, near: bool, sight: Sight) -> Iterator[Item]:
    """The spirits on their squares, and the Evil one if it is here."""
    where, say = where_of(near, sight.layout), sight.say
    seated = position["panoramas"][seat]["spirits"]
    for name, square in seated.items():
        place = square_at(where, *row_and_column(square))
        yield spirit_item(name, place, scale_of(where), name == position["covered"], say)
    if position["evil"] == seat:
        place, scale = where.evil, max(scale_of(where), 0.8)
        if position["covered"]:
            x, y = square_at(where, *row_and_column(seated[position["covered"]]))
            place, scale = Place(x + 7 * scale_of(where), y - 7 * scale_of(where)), scale_of(where)
        yield spirit_item("evil", place, scale, False, say)


# --- names, stars, waiting rainbows ------------------------------------------------------


def title(position: Position, seat: int, near: bool, sight: Sight) -> Iterator[Item]:
    """The name of a player, the stars so far and the rainbows that wait for a place."""
    stars = position["points"][seat]["total"]
    held = position["held"][seat]
    yield from _title(seat, near, seat in sight.shining, held, stars, sight.say, sight.layout)
    waiting = position["panoramas"][seat]["kept"] - (sight.placing == seat)
    where = where_of(near, sight.layout)
    for number in range(waiting):
        place = Place(where.kept.x - number * 12, where.kept.y)
        yield kept_item(seat, number, place, 0.75 if near else 0.6, sight)


@cache
def _title(
    seat: int, near: bool, shining: bool, held: int, stars: int, say: Words, layout: Layout
) -> tuple[Item, Item]:
    where = where_of(near, layout)
    classes = class_names("seat", layout, "shining" * shining)
    label, holds = points_label(seat, stars, say), held_label(seat, held, say)
    name, kind = player(seat, say), f"seat-{seat}"
    return (
        Item(f"hand-{seat}", kind, *where.title, 90, 24, 0, 1, classes, holds, name),
        Item(
            points_id(seat),
            "points",
            *where.points,
            40,
            24,
            classes=layout,
            label=label,
            text=str(stars),
        ),
    )


# --- hands -------------------------------------------------------------------------------


def hand(position: Position, seat: int, near: bool, sight: Sight) -> Iterator[Item]:
    """A hand: its tiles, or their backs."""
    known, held = position["hands"][seat], position["held"][seat]
    for number, name in enumerate(known):
        yield _in_hand(name, number, held, near, *sight[:2])
    for number in range(0 if known else held):
        yield _back(seat, number, held, near, *sight[:2])


@cache
def _in_hand(name: str, number: int, held: int, near: bool, say: Words, layout: Layout) -> Item:
    table = LAYOUTS[layout]
    row = table.hand if near else table.other_hand
    place = in_hand(row, number, held) if near else in_row(row, number)
    classes = "hand" if near else "hand far"
    return tile_item(name, place, row.scale, classes, "pile", say, layout)


@cache
def _back(seat: int, number: int, held: int, near: bool, say: Words, layout: Layout) -> Item:
    """A hidden tile of a hand."""
    table = LAYOUTS[layout]
    row = table.hand if near else table.other_hand
    place = in_hand(row, number, held) if near else in_row(row, number)
    label = held_label(seat, held, say)
    return Item(
        back_id(seat, number),
        "back",
        *place,
        TILE,
        TILE,
        scale=row.scale,
        classes=layout,
        label=label,
        origin="pile",
    )
