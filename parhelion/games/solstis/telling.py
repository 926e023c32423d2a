"""Solstis in people's words: what lies where, what a move does, how it stands and ended."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from parhelion.games import Json
from parhelion.games.solstis import INFO, rules, tables
from parhelion.games.solstis.notation import NAMES, NUMBER, SPIRIT, tile_names
from parhelion.games.solstis.sets import squares_in
from parhelion.games.solstis.state import STATE
from parhelion.games.solstis.view import ending_sentence, spirit_title
from parhelion.scene import Row, Section
from parhelion.words import Words, mark, series

EFFECTS = {
    "fish": mark("take a rainbow and place it"),
    "deer": mark("add a tile of your hand to your panorama"),
    "eagle": mark("add a random tile of the pile to your panorama"),
    "bear": mark("draw a tile; from now on you hold one more"),
    "dragonfly": mark("add a random tile of the other hand to your panorama"),
    "beetle": mark("add a tile of the line to your panorama"),
    "groundhog": mark("play another turn after this one"),
    "bee": mark("+1 star for each wood spirit you own"),
    "ladybug": mark("+1 star for each fire you own that is not lit"),
    "wolf": mark("+1 star for each separate area of your panorama"),
    "squirrel": mark("at the end, add the tiles left in your hand"),
    "bird": mark("+1 star for each other blue spirit you own"),
    "lizard": mark("+1 star for each rainbow in your panorama"),
    "butterfly": mark("+1 star for each lit fire"),
    "evil": mark("at the end it covers a spirit of its holder"),
}
"""What the spirits do."""
LANDSCAPES = (
    mark("red valley"),
    mark("orange fields"),
    mark("green wood"),
    mark("blue rock"),
    mark("pink heights"),
    mark("purple summits"),
)
"""What the rows show, from the valley up."""
KEPT = 4096
"""How much of what was told is kept ready: every viewer of a table reads the same."""


def sentence(words: str) -> str:
    """Some words with a capital and a full stop."""
    return f"{words[0].upper()}{words[1:]}."


def player(seat: int, say: Words) -> str:
    """A seat as people call it."""
    return say(INFO.seats[seat])


# --- things ------------------------------------------------------------------------------

_PLACES = {
    "": mark("{player}, {place}: empty"),
    "tile": mark("{player}, {place}: tile"),
    "fire": mark("{player}, {place}: tile with a fire that is not lit"),
    "lit": mark("{player}, {place}: tile with a lit fire"),
    "rainbow": mark("{player}, {place}: rainbow"),
}


@cache
def place_label(name: str, holds: str, seat: int, say: Words) -> str:
    """A place of a panorama and what it holds."""
    return say(_PLACES[holds], player=player(seat, say), place=name)


@cache
def tile_label(name: str, say: Words) -> str:
    """A tile that does not lie in a panorama."""
    landscape = say(LANDSCAPES[int(name[0]) - 1])
    if int(tables.FIRES) >> NUMBER[name] & 1:
        return say("{tile}, {landscape}, with a fire", tile=name, landscape=landscape)
    return say("{tile}, {landscape}", tile=name, landscape=landscape)


@cache
def spirit_label(name: str, say: Words) -> str:
    """A spirit and what it does."""
    return say("{spirit}: {effect}", spirit=spirit_title(name, say), effect=say(EFFECTS[name]))


def square_places(square: str) -> list[str]:
    """The four places of a square."""
    return [NAMES[NUMBER[square] + corner] for corner in tables.CORNERS]


def square_label(square: str, say: Words) -> str:
    """A square by its four places."""
    return say("square of {places}", places=series(square_places(square), say))


@cache
def matching(tile: str) -> frozenset[str]:
    """The tiles that share a row or a column with a tile (T8)."""
    return frozenset(tile_names(tables.MATCHES[NUMBER[tile]]))


def matches(view: Json, tile: str) -> list[str]:
    """The tiles of the line that a tile would capture."""
    found = matching(tile)
    return [slot["tile"] for slot in view["line"] if slot["tile"] in found]


# --- moves -------------------------------------------------------------------------------

_LABELS = {
    "play": mark("Play {tile}"),
    "capture": mark("Capture {tile}"),
    "rainbow": mark("Rainbow on {tile}"),
    "deer": mark("Add {tile} from your hand"),
    "beetle": mark("Add {tile} from the line"),
}


def move_label(move: str, met: str | None, say: Words) -> str:
    """A move in words; `met` is the spirit that looks for a square."""
    verb, *rest = move.split()
    if not rest:
        return say("Draw two spirits and keep one")
    if verb == "square":
        spirit = spirit_title(met or "", say)
        return say("{spirit} on the {square}", spirit=spirit, square=square_label(rest[0], say))
    if verb == "cover":
        return say("Cover {spirit}", spirit=spirit_label(rest[0], say))
    if verb in _LABELS:
        return say(_LABELS[verb], tile=rest[0])
    return spirit_label(rest[0], say)


# --- what a move brings ------------------------------------------------------------------


def bits(names: Iterable[str]) -> int:
    """Some places as a bit set."""
    return sum(1 << NUMBER[name] for name in names)


@lru_cache(KEPT)
def stars(tiles: int, rainbows: int, spirits: int) -> tuple[int, ...]:
    """T18: what a panorama brings for its largest area, for its lit fires, for each spirit."""
    states = np.zeros(1, dtype=STATE)
    states[0].tiles[0], states[0].rainbows[0] = tiles, rainbows
    states[0].spirits[0], states[0].covered = spirits, rules.NOBODY
    points = np.zeros((len(INFO.seats), rules.PARTS), dtype=np.int64)
    rules.assess(states, points, np.zeros((len(INFO.seats), 2), dtype=np.uint64))
    return tuple(points[0].tolist())


def _panorama(view: Json, seat: int) -> tuple[int, int]:
    """The tiles and the rainbows of a seat as bit sets."""
    shown = view["panoramas"][seat]
    return bits(shown["tiles"]), bits(shown["rainbows"])


def _blocked(view: Json, seat: int, tile: str) -> bool:
    """Whether a spirit sits on a place."""
    squares = view["panoramas"][seat]["spirits"].values()
    return any(tile in square_places(square) for square in squares)


def gains(
    view: Json, seat: int, coming: Sequence[str], rainbow: str | None, say: Words
) -> Iterator[str]:
    """What tiles, and perhaps a rainbow before them, would bring to a panorama."""
    tiles, rainbows = before = _panorama(view, seat)
    rainbows |= bits([rainbow] if rainbow else [])
    for tile in coming:
        if not rainbows >> NUMBER[tile] & 1:
            tiles |= 1 << NUMBER[tile]
        elif _blocked(view, seat, tile):
            yield say("{tile} leaves the game: a spirit blocks its place", tile=tile)
        else:
            tiles, rainbows = tiles | 1 << NUMBER[tile], rainbows & ~(1 << NUMBER[tile])
            yield say("the rainbow on {place} moves", place=tile)
    yield from _gained(before, (tiles, rainbows), say)


def _gained(before: tuple[int, int], after: tuple[int, int], say: Words) -> Iterator[str]:
    """The difference between two states of a panorama, each given as tiles and rainbows."""
    old, new = (int(squares_in(np.uint64(a | b))) for a, b in (before, after))
    if completed := (new & ~old).bit_count():
        yield say.plural("completes a square", "completes {n} squares", completed)
    (less, dark, *_), (more, lit, *_) = stars(*before, 0), stars(*after, 0)
    if lit > dark:
        yield say.plural("lights a fire", "lights {n} fires", lit - dark)
    if more > less:
        yield say("largest area {less} → {more}", less=less, more=more)


def _worth(view: Json, seat: int, spirit: str) -> int:
    """What a spirit would be worth to a seat as it stands."""
    owned = _owned(view, seat) | 1 << SPIRIT[spirit]
    return stars(*_panorama(view, seat), owned)[2 + SPIRIT[spirit]]


def _loss(view: Json, seat: int, spirit: str) -> int:
    """What a seat loses if a spirit is covered, as it stands."""
    panorama, owned = _panorama(view, seat), _owned(view, seat)
    left = owned & ~(1 << SPIRIT[spirit])
    return sum(stars(*panorama, owned)) - sum(stars(*panorama, left))


def _owned(view: Json, seat: int) -> int:
    """The spirits of a seat as a bit set."""
    return sum(1 << SPIRIT[name] for name in view["panoramas"][seat]["spirits"])


def note(view: Json, move: str, say: Words) -> str:
    """What a move costs and gains, as far as its player can know; empty if nothing."""
    verb, *rest = move.split()
    seat: int = view["turn"]
    return say("; ").join(_notes(view, seat, verb, rest[0], say)) if rest else ""


def _notes(view: Json, seat: int, verb: str, what: str, say: Words) -> Iterator[str]:
    if verb == "play":
        yield from _play_notes(view, seat, what, say)
    elif verb == "capture":
        yield from gains(view, seat, [what, view["centre"]], None, say)
    elif verb == "rainbow":
        yield from gains(view, seat, view["coming"], what, say)
    elif verb in ("deer", "beetle"):
        yield from gains(view, seat, [what], None, say)
    elif verb == "square":
        yield from _square_notes(view, seat, what, say)
    elif verb == "cover":
        lost = _loss(view, 1 - seat, what)
        other = player(1 - seat, say)
        yield say.plural("costs {player} {n} star", "costs {player} {n} stars", lost, player=other)
    else:
        yield from _spirit_notes(view, seat, what, say)


def _play_notes(view: Json, seat: int, tile: str, say: Words) -> Iterator[str]:
    found = matches(view, tile)
    if not found:
        yield say("no match: second chance")
        return
    yield say("matches {tiles}", tiles=series(found, say))
    if len(found) == 1:
        yield from gains(view, seat, [*found, tile], None, say)


def _square_notes(view: Json, seat: int, square: str, say: Words) -> Iterator[str]:
    held = view["panoramas"][seat]["rainbows"]
    for place in square_places(square):
        if place in held and not _blocked(view, seat, place):
            yield say("the rainbow on {place} will stay for good", place=place)


def _spirit_notes(view: Json, seat: int, spirit: str, say: Words) -> Iterator[str]:
    worth = _worth(view, seat, spirit)
    yield say.plural("{n} star as it stands", "{n} stars as it stands", worth)
    if view["evil"] == seat:
        yield _evil_goes(1 - seat, say)


def _evil_goes(seat: int, say: Words) -> str:
    return say("the Evil spirit goes to {player}", player=player(seat, say))


# --- what is to be done ------------------------------------------------------------------

_TO_DO = {
    "play": mark("Your turn: play a tile of your hand."),
    "last": mark("The pile is empty: play a tile that captures."),
    "capture": mark("{tile} matches: choose the tile of the line that it captures."),
    "chance": mark("Second chance: {tile} matches. Choose the tile that it captures."),
    "rainbow": mark("Put the rainbow on an empty place beside one of your tiles."),
    "meet": mark("A square! Draw two spirits or take one that lies face up."),
    "take": mark("A square! Take one of the spirits that lie face up."),
    "keep": mark("A square! Keep one of the two spirits; the other is laid face up."),
    "square": mark("Choose the square on which {spirit} sits down."),
    "deer": mark("Deer: choose the tile of your hand that comes to your panorama."),
    "beetle": mark("Beetle: choose the tile of the line that comes to your panorama."),
    "cover": mark("Choose the spirit of {other} that the Evil spirit covers."),
}
_WAITING = {
    "play": mark("{player} chooses a tile to play."),
    "capture": mark("{player} chooses what {tile} captures."),
    "rainbow": mark("{player} places a rainbow."),
    "meet": mark("{player} has completed a square and chooses a spirit."),
    "keep": mark("{player} keeps one of two spirits."),
    "square": mark("{player} chooses a square for {spirit}."),
    "deer": mark("{player} adds a tile by the Deer."),
    "beetle": mark("{player} adds a tile by the Beetle."),
    "cover": mark("{player} chooses the spirit that the Evil spirit covers."),
}


def prompt(view: Json, say: Words) -> str:
    """What is to be done now, or how it ended."""
    if view["result"]:
        return ending(view, say)
    mine = view["seat"] == view["turn"]
    words = _TO_DO[_task(view)] if mine else _WAITING[view["phase"]]
    return _said(words, view["turn"], view["centre"], view["spirits"]["met"], say)


def to_do(state: Any, say: Words) -> str:
    """What the player who decides has to do, from a state."""
    tile = NAMES.get(int(state.centre))
    met = tables.SPIRITS[state.met] if state.met >= 0 else None
    return _said(_TO_DO[tables.PHASES[state.phase]], int(state.actor), tile, met, say)


def _said(words: str, seat: int, tile: str | None, met: str | None, say: Words) -> str:
    """A sentence about the player who decides, the tile in the centre and the spirit met."""
    return say(
        words,
        player=player(seat, say),
        other=player(1 - seat, say),
        tile=tile,
        spirit=spirit_title(met, say) if met else "",
    )


def _task(view: Json) -> str:
    """The phase, or what is special about it now."""
    phase: str = view["phase"]
    if phase == "play" and not view["pile"]:
        return "last"
    if phase == "capture" and any(what == "chance" for what, _, _ in view["events"][-1]):
        return "chance"
    if phase == "meet" and not view["spirits"]["pile"]:
        return "take"
    return phase


def ending(view: Json, say: Words) -> str:
    """The end in one sentence."""
    return ending_sentence(view["result"]["scores"], say)


# --- the log -----------------------------------------------------------------------------

Events = tuple[tuple[str, str | None, int], ...]
"""What everybody saw of a move: what, value, seat."""

_CLAUSES = {
    "played": mark("plays {tile}"),
    "joined": mark("{tile} joins the line"),
    "chance": mark("second chance: {tile}"),
    "captured": mark("captures {tile}"),
    "uncovered": mark("{tile} is turned up"),
    "gone": mark("{tile} leaves the game"),
    "took": mark("takes a rainbow"),
    "lifted": mark("the rainbow on {tile} moves"),
    "rainbow": mark("rainbow on {tile}"),
    "aside": mark("{spirit} is laid face up"),
    "met": mark("meets {spirit}"),
    "square": mark("the spirit sits on square {tile}"),
    "again": mark("plays another turn"),
    "passed": mark("passes"),
}
_ADDERS = ("deer", "eagle", "dragonfly", "beetle", "squirrel")
_SILENT = ("placed", "turn")
"""What goes without saying."""


@lru_cache(KEPT)
def told(seat: int, events: Events, say: Words) -> str:
    """A move of a seat and all that followed from it, as one sentence."""
    clauses: list[str] = []
    speaker = seat
    for i, (what, _, whose) in enumerate(events):
        if what in _SILENT or (what == "drew" and i and events[i - 1][0] == "drew"):
            continue
        clause = _clause(events, i, say)
        if whose != speaker and what not in ("evil", "covered", "over"):
            speaker = whose
            clause = say("{player}: {what}", player=player(whose, say), what=clause)
        clauses.append(clause)
    return say("; ").join(clauses)


def _clause(events: Events, number: int, say: Words) -> str:
    """One event in a few words."""
    what, value, seat = events[number]
    value = value or ""
    if what == "drew":
        return say("turns up {spirits}", spirits=series(_drawn(events, say), say))
    if what == "drawn":
        return say.plural("draws a tile", "draws {n} tiles", int(value))
    if what in _ADDERS:
        return say("{spirit} adds {tile}", spirit=spirit_title(what, say), tile=value)
    if what == "evil":
        return _evil_goes(seat, say)
    if what == "covered":
        return say("the Evil spirit covers {spirit}", spirit=spirit_title(value, say))
    if what == "over":
        return say("the game is over")
    spirit = spirit_title(value, say) if value in SPIRIT else ""
    return say(_CLAUSES[what], tile=value, spirit=spirit)


def _drawn(events: Events, say: Words) -> list[str]:
    """The spirits that were turned up."""
    return [spirit_title(value or "", say) for what, value, _ in events if what == "drew"]


# --- how it stands -----------------------------------------------------------------------


def sections(view: Json, say: Words) -> Iterator[Section]:
    """The table as text: the line and the piles, then each player's panorama and hand."""
    yield Section(say("The line"), tuple(_line(view, say)))
    yield Section(say("Beside the line"), tuple(_supplies(view, say)))
    for seat in range(len(INFO.seats)):
        yield Section(player(seat, say), tuple(_standing(view, seat, say)))


def _line(view: Json, say: Words) -> Iterator[str]:
    if view["centre"]:
        yield say("In the centre: {tile}", tile=tile_label(view["centre"], say))
    for slot in view["line"]:
        name = tile_label(slot["tile"], say) if slot["tile"] else say("gap")
        if slot["hidden"]:
            yield say("{tile}; below it {hidden}", tile=name, hidden=slot["hidden"])
        elif slot["under"]:
            yield say("{tile}; below it a face-down tile", tile=name)
        else:
            yield name


def _supplies(view: Json, say: Words) -> Iterator[str]:
    spirits = view["spirits"]
    yield pile_label(view["pile"], say)
    yield rainbows_label(view["rainbows"], say)
    yield spirits_label(spirits["pile"], say)
    yield from (say("Face up: {spirit}", spirit=spirit_label(s, say)) for s in spirits["open"])
    met = [spirits["met"]] if spirits["met"] else []
    shown = [*spirits["drawn"], *met]
    yield from (say("Drawn: {spirit}", spirit=spirit_label(s, say)) for s in shown)
    if view["coming"]:
        yield say("On their way: {tiles}", tiles=series(view["coming"], say))
    if view["gone"]:
        yield say("Out of the game: {tiles}", tiles=series(view["gone"], say))


@cache
def pile_label(n: int, say: Words) -> str:
    """The draw pile."""
    return say.plural("Draw pile: {n} tile", "Draw pile: {n} tiles", n)


@cache
def rainbows_label(n: int, say: Words) -> str:
    """The rainbows to take."""
    return say.plural("{n} rainbow left", "{n} rainbows left", n)


@cache
def spirits_label(n: int, say: Words) -> str:
    """The spirit pile."""
    return say.plural("Spirit pile: {n} spirit", "Spirit pile: {n} spirits", n)


@cache
def held_label(seat: int, n: int, say: Words) -> str:
    """A hand that the viewer does not know."""
    name = player(seat, say)
    return say.plural("{player} holds {n} tile", "{player} holds {n} tiles", n, player=name)


@cache
def points_label(seat: int, total: int, say: Words) -> str:
    """How a seat stands."""
    name = player(seat, say)
    return say.plural(
        "{player}: {n} star as it stands", "{player}: {n} stars as it stands", total, player=name
    )


def _standing(view: Json, seat: int, say: Words) -> Iterator[str]:
    """A player's panorama from the top down, spirits, hand and points."""
    shown = view["panoramas"][seat]
    if not shown["tiles"]:
        yield say("No tile yet")
    for row in range(len(tables.COLUMNS), 0, -1):
        if names := _row(shown, row, view["lit"][seat], say):
            landscape = say(LANDSCAPES[row - 1])
            yield say("Row {row}, {landscape}: {tiles}", row=row, landscape=landscape, tiles=names)
    if shown["kept"]:
        yield say.plural(
            "{n} rainbow waits for a place", "{n} rainbows wait for a place", shown["kept"]
        )
    yield from (_seated(name, square, view, say) for name, square in shown["spirits"].items())
    if view["evil"] == seat:
        yield spirit_label("evil", say)
    known = view["hands"][seat]
    yield (
        say("Hand: {tiles}", tiles=series(known, say))
        if known
        else held_label(seat, view["held"][seat], say)
    )
    yield points_line(view["points"][seat], say)


def _row(shown: Json, row: int, lit: Sequence[str], say: Words) -> str:
    """What a row of a panorama holds."""
    names = [_held(name, lit, say) for name in shown["tiles"] if int(name[0]) == row]
    names += [say("rainbow on {place}", place=p) for p in shown["rainbows"] if int(p[0]) == row]
    return ", ".join(names)


def _held(name: str, lit: Sequence[str], say: Words) -> str:
    return say("{tile} with a lit fire", tile=name) if name in lit else name


def _seated(name: str, square: str, view: Json, say: Words) -> str:
    spirit = spirit_title(name, say)
    if name == view["covered"]:
        return say(
            "{spirit} on square {square}, covered by the Evil spirit", spirit=spirit, square=square
        )
    effect = say(EFFECTS[name])
    return say("{spirit} on square {square}: {effect}", spirit=spirit, square=square, effect=effect)


def points_line(points: Json, say: Words) -> str:
    """The points of a seat, part by part."""
    return say(
        "Stars as it stands: largest area {area}, fires {fires}, spirits {spirits}, "
        "together {total}",
        area=points["area"],
        fires=points["fires"],
        spirits=sum(points["spirits"].values()),
        total=points["total"],
    )


# --- the end -----------------------------------------------------------------------------


def rows(view: Json, say: Words) -> Iterator[Row]:
    """The breakdown at the end, by seat."""
    points = view["result"]["details"]["points"]
    yield Row(say("Largest area"), tuple(str(each["area"]) for each in points))
    yield Row(say("Lit fires"), tuple(str(each["fires"]) for each in points))
    for name in tables.SPIRITS:
        if any(name in each["spirits"] for each in points):
            values = tuple(_value(name, each["spirits"], view["covered"], say) for each in points)
            yield Row(spirit_title(name, say), values)
    yield Row(say("Stars"), tuple(str(each["total"]) for each in points))


def _value(name: str, spirits: dict[str, int], covered: str | None, say: Words) -> str:
    """What a spirit brought, if it is there."""
    if name not in spirits:
        return "–"
    return say("covered") if name == covered else str(spirits[name])
