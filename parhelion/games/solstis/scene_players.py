"""What belongs to each player of Solstis, as items: the panorama with its fires and spirits, the
name and the stars, the hand."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from parhelion.games import Move
from parhelion.games.position_parts import SharedDict, SharedList, shared
from parhelion.games.solstis.item_ids import (
    TILES,
    back_id,
    fire_id,
    kept_id,
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
    square_label,
)
from parhelion.games.solstis.layout import (
    HEARTH,
    LAYOUTS,
    TILE,
    Panorama,
    Place,
    in_hand,
    in_row,
    place_at,
    square_at,
)
from parhelion.games.solstis.notation import NUMBER, row_and_column
from parhelion.games.solstis.scene_pieces import (
    GROUPS,
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

Names = tuple[str, ...]


class LaidShown(NamedTuple):
    """All that decides how the tiles and rainbows of a panorama look."""

    seat: int
    near: bool
    panorama: SharedDict
    """As the view tells it."""
    faded: Names
    """Once the game is over, the tiles outside the largest area."""
    last: frozenset[str]
    """The ids of what the moves brought that are news to the viewer."""
    origins: tuple[str | None, ...]
    """Where its tiles and rainbows came from, in their order."""


def panorama(
    position: Position, seat: int, near: bool, sight: Sight
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """The tiles and rainbows of a panorama; its places and its fires."""
    laid, lit = shared(position["panoramas"][seat]), shared(position["lit"][seat])
    faded: Names = ()
    if position["phase"] == "over":
        faded = tuple(name for name in laid["tiles"] if name not in position["largest"][seat])
    ids = _laid_ids(laid, seat)
    last, came = sight.last.intersection(ids), tuple(map(sight.origins.get, ids))
    return (
        _all_laid(LaidShown(seat, near, laid, faded, last, came), sight.layout),
        _places_and_fires(laid, lit, seat, near, sight.say, sight.layout),
    )


@lru_cache(GROUPS)
def _laid_ids(laid: SharedDict, seat: int) -> tuple[str, ...]:
    return *map(tile_id, laid["tiles"]), *(rainbow_id(seat, name) for name in laid["rainbows"])


@lru_cache(GROUPS)
def _all_laid(shown: LaidShown, layout: Layout) -> tuple[Item, ...]:
    ids = _laid_ids(shown.panorama, shown.seat)
    names = (*shown.panorama["tiles"], *shown.panorama["rainbows"])
    return tuple(
        _laid(id, name, shown.near, _look(id, name, shown), origin or "", layout)
        for id, name, origin in zip(ids, names, shown.origins, strict=True)
    )


def _look(id: str, name: str, shown: LaidShown) -> str:
    if name in shown.faded and id in TILES:
        return "faded"
    return "last" if id in shown.last else ""


@lru_cache(GROUPS)
def _places_and_fires(
    laid: SharedDict, lit: SharedList, seat: int, near: bool, say: Words, layout: Layout
) -> tuple[Item, ...]:
    """All places of a panorama, over what lies on them, and the fires on its tiles."""
    tiles, rainbows = laid["tiles"], laid["rainbows"]
    fires = [name for name in FIRES if name in tiles]
    holds = dict.fromkeys(tiles, "tile") | dict.fromkeys(rainbows, "rainbow")
    holds |= {name: "lit" if name in lit else "fire" for name in fires}
    places = _empty_places(seat, near, say, layout) | {
        name: _place(name, what, seat, near, say, layout) for name, what in holds.items()
    }
    if "6-5" in fires and "6-6" in fires:
        fires.append(SHARED_FIRE)
    burning = (_fire(name, name in lit, seat, near, layout) for name in fires)
    return *places.values(), *burning, *(_row_numbers(layout) if near else ())


@cache
def _row_numbers(layout: Layout) -> tuple[Item, ...]:
    """The numbers of the rows, left of each; shown to people who want coordinates."""
    where = where_of(True, layout)
    firsts = dict(sorted(map(row_and_column, NUMBER), reverse=True))
    return tuple(
        _row_number(row, place_at(where, row, first), where, layout)
        for row, first in firsts.items()
    )


def _row_number(row: int, first: Place, where: Panorama, layout: Layout) -> Item:
    x = first.x - where.cell / 2 - 9
    return Item(
        f"row-{row}", "", x, first.y, 0, 0, classes=class_names("row-number", layout), text=str(row)
    )


@cache
def _empty_places(seat: int, near: bool, say: Words, layout: Layout) -> dict[str, Item]:
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


def squares(position: Position, moves: Sequence[Move], seat: int, sight: Sight) -> tuple[Item, ...]:
    """The squares of the viewer that can take the spirit that was met."""
    if position["phase"] != "square":
        return ()
    names = [move.args[0] for move in moves if move.verb == "square"]
    return tuple(_square(name, seat, sight.say, sight.layout) for name in names)


@cache
def _square(name: str, seat: int, say: Words, layout: Layout) -> Item:
    where = where_of(True, layout)
    place = square_at(where, *row_and_column(name))
    label = square_label(name, say)
    id = square_id(seat, name)
    return Item(id, "square", *place, TILE, TILE, 0, scale_of(where), label=label)


# --- beside the panorama -----------------------------------------------------------------


class SideShown(NamedTuple):
    """All that decides how the spirits, the name and the waiting rainbows of a player look."""

    seat: int
    near: bool
    laid: SharedDict
    """The panorama as the view tells it."""
    held: int
    """How many tiles the player has in hand."""
    stars: int
    shining: bool
    evil: bool
    """Whether the Evil spirit is here."""
    covered: str | None
    origins: tuple[str, ...]
    """Where each rainbow came from that waits beside the panorama."""


def side(position: Position, seat: int, near: bool, sight: Sight) -> tuple[Item, ...]:
    """The spirits on their squares; the name of a player, the stars so far and the rainbows that
    wait for a place."""
    laid, covered = shared(position["panoramas"][seat]), position["covered"]
    waiting = laid["kept"] - (sight.placing == seat)
    shown = SideShown(
        seat,
        near,
        laid,
        position["held"][seat],
        position["points"][seat]["total"],
        seat in sight.shining,
        position["evil"] == seat,
        covered,
        tuple(sight.origins.get(kept_id(seat, number), "") for number in range(waiting)),
    )
    return _side(shown, sight.say, sight.layout)


@lru_cache(GROUPS)
def _side(shown: SideShown, say: Words, layout: Layout) -> tuple[Item, ...]:
    seat, near = shown.seat, shown.near
    return (
        *_spirits(shown, say, layout),
        *_title(seat, near, shown.shining, shown.held, shown.stars, say, layout),
        *_waiting(shown, say, layout),
    )


def _spirits(shown: SideShown, say: Words, layout: Layout) -> Iterator[Item]:
    """The spirits on their squares, and the Evil one if it is here."""
    where, seated, covered = where_of(shown.near, layout), shown.laid["spirits"], shown.covered
    for name, square in seated.items():
        place = square_at(where, *row_and_column(square))
        yield spirit_item(name, place, scale_of(where), name == covered, say)
    if shown.evil:
        place, scale = where.evil, max(scale_of(where), 0.8)
        if covered:
            x, y = square_at(where, *row_and_column(seated[covered]))
            place, scale = Place(x + 7 * scale_of(where), y - 7 * scale_of(where)), scale_of(where)
        yield spirit_item("evil", place, scale, False, say)


def _waiting(shown: SideShown, say: Words, layout: Layout) -> Iterator[Item]:
    """The rainbows that wait for a place."""
    where, scale = where_of(shown.near, layout), 0.75 if shown.near else 0.6
    for number, origin in enumerate(shown.origins):
        place = Place(where.kept.x - number * 12, where.kept.y)
        yield kept_item(kept_id(shown.seat, number), place, scale, origin, say, layout)


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


def hand(position: Position, seat: int, near: bool, sight: Sight) -> tuple[Item, ...]:
    """A hand: its tiles, or their backs."""
    known, held = shared(position["hands"][seat]), position["held"][seat]
    return _hand(known, held, seat, near, *sight[:2])


@lru_cache(GROUPS)
def _hand(
    known: SharedList, held: int, seat: int, near: bool, say: Words, layout: Layout
) -> tuple[Item, ...]:
    if not known:
        return tuple(_back(seat, number, held, near, say, layout) for number in range(held))
    each = enumerate(known)
    return tuple(_in_hand(name, number, held, near, say, layout) for number, name in each)


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
