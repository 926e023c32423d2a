"""How a game of Solstis stands, in words: what is to be done, the table as text, the breakdown at
the end."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from parhelion.games import Result, View
from parhelion.games.solstis import INFO
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.labels import (
    EFFECTS,
    LANDSCAPES,
    held_label,
    pile_label,
    player,
    rainbows_label,
    spirit_label,
    spirit_title,
    spirits_label,
    square_name,
    tile_label,
    tile_name,
    tile_series,
)
from parhelion.games.solstis.notation import row_and_column
from parhelion.games.solstis.view import Points, Position
from parhelion.games.solstis.view_events import events_of
from parhelion.games.star_count import StarPart
from parhelion.scene import Section
from parhelion.words import Words, mark

KEPT = 4096
"""How many prompts and panoramas are kept in words: most of a table is as it was before."""

# --- what is to be done ------------------------------------------------------------------

_TO_DO = {
    "play": mark("Your turn: play a tile from your hand."),
    "last": mark("The pile is empty: play a tile that captures."),
    "capture": mark("Choose the tile in the line that {tile} captures."),
    "chance": mark("Second chance: {tile}. Choose the tile that it captures."),
    "rainbow": mark("Put the rainbow on an empty place beside one of your tiles."),
    "meet": mark("A square! Draw two spirits or take one that is face up."),
    "take": mark("A square! Take one of the spirits that are face up."),
    "keep": mark("A square! Keep one of the two spirits; the other goes face up beside the pile."),
    "square": mark("Choose a square for {spirit}."),
    "deer": mark("Deer: choose a tile from your hand for your panorama."),
    "beetle": mark("Beetle: choose a tile from the line for your panorama."),
    "cover": mark("Choose which spirit of {other} the Evil Spirit covers."),
}
_WAITING = {
    "play": mark("{player} chooses a tile to play."),
    "capture": mark("{player} chooses what {tile} captures."),
    "rainbow": mark("{player} places a rainbow."),
    "meet": mark("{player} has completed a square and chooses a spirit."),
    "keep": mark("{player} keeps one of the two spirits."),
    "square": mark("{player} chooses a square for {spirit}."),
    "deer": mark("{player} adds a tile with the Deer."),
    "beetle": mark("{player} adds a tile with the Beetle."),
    "cover": mark("{player} chooses the spirit that the Evil Spirit covers."),
}


def prompt(view: View[Position], say: Words) -> str:
    """What is to be done now; empty once the game is over."""
    position = view["position"]
    if view["turn"] is None:
        return ""
    mine = view["seat"] == view["turn"]
    words = _TO_DO[_task(view)] if mine else _WAITING[position["phase"]]
    return _said(words, view["turn"], position["centre"], position["spirits"]["met"], say)


@lru_cache(KEPT)
def _said(words: str, seat: int, tile: str | None, met: str | None, say: Words) -> str:
    """A sentence about the player who decides, the tile in the centre and the spirit met."""
    return say(
        words,
        player=player(seat, say),
        other=player(1 - seat, say),
        tile=tile_name(tile, say) if tile else "",
        spirit=spirit_title(met, say) if met else "",
    )


def _task(view: View[Position]) -> str:
    """The phase, or what is special about it now."""
    position = view["position"]
    phase = position["phase"]
    if phase == "play" and not position["pile"]:
        return "last"
    if phase == "capture" and view["moves"] and _had_second_chance(view):
        return "chance"
    if phase == "meet" and not position["spirits"]["pile"]:
        return "take"
    return phase


def _had_second_chance(view: View[Position]) -> bool:
    return any(event["what"] == "chance" for event in events_of(view["moves"][-1]))


# --- how it stands -----------------------------------------------------------------------


def sections(position: Position, say: Words) -> Iterator[Section]:
    """The table as text: the line and the piles, then each player's panorama and hand."""
    yield Section(say("The line"), tuple(_line(position, say)))
    yield Section(say("Beside the line"), tuple(_supplies(position, say)))
    for seat in range(len(INFO.seats)):
        yield Section(player(seat, say), tuple(_standing(position, seat, say)))


def _line(position: Position, say: Words) -> Iterator[str]:
    if position["centre"]:
        yield say("In the centre: {tile}", tile=tile_label(position["centre"], say))
    for slot in position["line"]:
        name = tile_label(slot["tile"], say) if slot["tile"] else say("gap")
        if slot["hidden"]:
            yield say("{tile}; below it {hidden}", tile=name, hidden=tile_name(slot["hidden"], say))
        elif slot["under"]:
            yield say("{tile}; below it a face-down tile", tile=name)
        else:
            yield name


def _supplies(position: Position, say: Words) -> Iterator[str]:
    spirits = position["spirits"]
    yield pile_label(position["pile"], say)
    yield rainbows_label(position["rainbows"], say)
    yield spirits_label(spirits["pile"], say)
    yield from (say("Face up: {spirit}", spirit=spirit_label(s, say)) for s in spirits["open"])
    met = [spirits["met"]] if spirits["met"] else []
    shown = [*spirits["drawn"], *met]
    yield from (say("Drawn: {spirit}", spirit=spirit_label(s, say)) for s in shown)
    if position["coming"]:
        yield say("On their way: {tiles}", tiles=tile_series(position["coming"], say))
    if position["gone"]:
        yield say("Out of the game: {tiles}", tiles=tile_series(position["gone"], say))


def _standing(position: Position, seat: int, say: Words) -> Iterator[str]:
    """A player's panorama from the top down, spirits, hand and points."""
    shown = position["panoramas"][seat]
    if not shown["tiles"]:
        yield say("No tile yet")
    held = tuple(shown["tiles"]), tuple(shown["rainbows"]), tuple(position["lit"][seat])
    yield from _rows(*held, say)
    if shown["kept"]:
        yield say.plural(
            "{n} rainbow waits for a place", "{n} rainbows wait for a place", shown["kept"]
        )
    yield from (_seated(name, square, position, say) for name, square in shown["spirits"].items())
    if position["evil"] == seat:
        yield spirit_label("evil", say)
    known = position["hands"][seat]
    yield (
        say("Hand: {tiles}", tiles=tile_series(known, say))
        if known
        else held_label(seat, position["held"][seat], say)
    )
    yield points_line(position["points"][seat], say)


Names = tuple[str, ...]


@lru_cache(KEPT)
def _rows(tiles: Names, rainbows: Names, lit: Names, say: Words) -> list[str]:
    """What the rows of a panorama hold, from the top down."""
    rows: dict[int, list[str]] = {row: [] for row in range(len(constants.COLUMNS), 0, -1)}
    for name in tiles:
        rows[row_and_column(name)[0]].append(_held(name, lit, say))
    for place in rainbows:
        _, column = row_and_column(place)
        rows[row_and_column(place)[0]].append(say("rainbow on {place}", place=column))
    return [_row(row, names, say) for row, names in rows.items() if names]


def _row(row: int, names: list[str], say: Words) -> str:
    landscape, tiles = say(LANDSCAPES[row - 1]), ", ".join(names)
    return say("Row {row}, {landscape}: {tiles}", row=row, landscape=landscape, tiles=tiles)


def _held(name: str, lit: Sequence[str], say: Words) -> str:
    column = str(row_and_column(name)[1])
    return say("{tile} with a lit fire", tile=column) if name in lit else column


def _seated(name: str, square: str, position: Position, say: Words) -> str:
    told = {"spirit": spirit_title(name, say), "square": square_name(square, say)}
    if name == position["covered"]:
        return say("{spirit} on the {square}, covered by the Evil Spirit", **told)
    return say("{spirit} on the {square}: {effect}", effect=say(EFFECTS[name]), **told)


def points_line(points: Points, say: Words) -> str:
    """The points of a seat, part by part."""
    return say(
        "Stars so far: largest area {area}, fires {fires}, spirits {spirits}, together {total}",
        area=points["area"],
        fires=points["fires"],
        spirits=sum(points["spirits"].values()),
        total=points["total"],
    )


# --- the end -----------------------------------------------------------------------------


def star_parts(result: Result, say: Words) -> Iterator[StarPart]:
    """What the stars of both seats are for (T18), in the order in which they are counted."""
    points: list[Points] = result["details"]["points"]
    area, fires = say("1 for each tile of it"), say("1 for each that is connected with the valley")
    yield StarPart(say("Largest area"), area, tuple(each["area"] for each in points))
    yield StarPart(say("Lit fires"), fires, tuple(each["fires"] for each in points))
    for name in constants.SPIRITS:
        if any(name in each["spirits"] for each in points):
            yield _spirit_part(name, points, result["details"]["covered"], say)


def _spirit_part(name: str, points: Sequence[Points], covered: str | None, say: Words) -> StarPart:
    owned = [each["spirits"] for each in points]
    about = say("1 for the spirit")
    if int(constants.BLUE) >> constants.SPIRITS.index(name) & 1 and name != "squirrel":
        about = say("1 for the spirit, {effect}", effect=say(EFFECTS[name]))
    return StarPart(
        spirit_title(name, say),
        about,
        tuple(spirits.get(name, 0) for spirits in owned),
        tuple(_value(name, spirits, covered, say) for spirits in owned),
    )


def _value(name: str, spirits: dict[str, int], covered: str | None, say: Words) -> str:
    """What a spirit brought, if it is there."""
    if name not in spirits:
        return "–"
    return say("covered") if name == covered else str(spirits[name])
