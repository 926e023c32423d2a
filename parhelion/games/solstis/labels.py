"""Solstis in people's words: spirits, tiles, places, squares, piles, and what a move does."""

from collections.abc import Iterable
from functools import cache

from parhelion.games import Move
from parhelion.games.solstis import INFO
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.notation import NAMES, NUMBER, row_and_column
from parhelion.scene import Label
from parhelion.words import Words, mark, series

TITLES = {
    "fish": mark("Fish"),
    "deer": mark("Deer"),
    "eagle": mark("Eagle"),
    "bear": mark("Bear"),
    "dragonfly": mark("Dragonfly"),
    "beetle": mark("Beetle"),
    "groundhog": mark("Groundhog"),
    "bee": mark("Bee"),
    "ladybug": mark("Ladybug"),
    "wolf": mark("Wolf"),
    "squirrel": mark("Squirrel"),
    "bird": mark("Bird"),
    "lizard": mark("Lizard"),
    "butterfly": mark("Butterfly"),
    "evil": mark("Evil Spirit"),
}
"""What people call the spirits."""


def spirit_title(name: str, say: Words) -> str:
    """A spirit as people call it."""
    return say(TITLES[name])


EFFECTS = {
    "fish": mark("take a rainbow and place it"),
    "deer": mark("add a tile from your hand to your panorama"),
    "eagle": mark("add a random tile from the pile to your panorama"),
    "bear": mark("draw a tile; from now on you hold one more"),
    "dragonfly": mark("add a random tile from your opponent's hand to your panorama"),
    "beetle": mark("add a tile from the line to your panorama"),
    "groundhog": mark("play another turn after this one"),
    "bee": mark("+1 star for each wood spirit you own"),
    "ladybug": mark("+1 star for each of your fires that is not lit"),
    "wolf": mark("+1 star for each separate area of your panorama"),
    "squirrel": mark("at the end, add the tiles left in your hand"),
    "bird": mark("+1 star for each other blue spirit you own"),
    "lizard": mark("+1 star for each rainbow in your panorama"),
    "butterfly": mark("+1 star for each lit fire"),
    "evil": mark("at the end it covers one of its holder's spirits"),
}
"""What the spirits do."""
LANDSCAPES = (
    mark("red valley"),
    mark("orange fields"),
    mark("green forest"),
    mark("blue rock"),
    mark("pink heights"),
    mark("purple summits"),
)
"""What the rows show, from the valley up."""
_TILES = (
    mark("red {column}"),
    mark("orange {column}"),
    mark("green {column}"),
    mark("blue {column}"),
    mark("pink {column}"),
    mark("purple {column}"),
)


def capitalised(words: str) -> str:
    """Some words with a capital: a sentence may begin with a tile."""
    return f"{words[0].upper()}{words[1:]}"


def sentence(words: str) -> str:
    """Some words with a capital and a full stop."""
    return f"{capitalised(words)}."


def player(seat: int, say: Words) -> str:
    """A seat as people call it."""
    return say(INFO.seats[seat])


# --- things ------------------------------------------------------------------------------


@cache
def tile_name(name: str, say: Words) -> str:
    """A tile, or its place, as people call it: by colour and number."""
    row, column = row_and_column(name)
    return say(_TILES[row - 1], column=column)


def tile_series(names: Iterable[str], say: Words) -> str:
    """Some tiles or places as people list them."""
    return series((tile_name(name, say) for name in names), say)


_PLACES = {
    "": mark("{player}, {place}: empty"),
    "tile": mark("{player}, {place}: tile"),
    "fire": mark("{player}, {place}: tile with a fire that is not lit"),
    "lit": mark("{player}, {place}: tile with a lit fire"),
    "rainbow": mark("{player}, {place}: rainbow"),
}
_RULES_OF_PLACES = {"": "T1", "tile": "T1", "fire": "T18", "lit": "T18", "rainbow": "T12"}


@cache
def place_label(name: str, holds: str, seat: int, say: Words) -> Label:
    """A place of a panorama and what it holds."""
    told = say(_PLACES[holds], player=player(seat, say), place=tile_name(name, say))
    return Label(told, _RULES_OF_PLACES[holds])


@cache
def tile_label(name: str, say: Words) -> Label:
    """A tile that does not lie in a panorama."""
    called = tile_name(name, say)
    if int(constants.FIRES) >> NUMBER[name] & 1:
        called = say("{tile}, with a fire", tile=called)
    return Label(called, "T8")


@cache
def spirit_label(name: str, say: Words) -> Label:
    """A spirit and what it does."""
    told = say("{spirit}: {effect}", spirit=spirit_title(name, say), effect=say(EFFECTS[name]))
    return Label(told, "T15" if name == "evil" else "T4")


def square_places(square: str) -> list[str]:
    """The four places of a square."""
    return [NAMES[NUMBER[square] + corner] for corner in constants.CORNERS]


def square_name(square: str, say: Words) -> str:
    """A square in a sentence: by its four places."""
    return say("square of {places}", places=tile_series(square_places(square), say))


def square_label(square: str, say: Words) -> Label:
    """A square that can take a spirit."""
    return Label(sentence(square_name(square, say)), "T13")


# --- piles, hands, points ----------------------------------------------------------------


@cache
def pile_label(n: int, say: Words) -> Label:
    """The draw pile."""
    return Label(say.plural("Draw pile: {n} tile", "Draw pile: {n} tiles", n), "T14")


@cache
def line_label(say: Words) -> Label:
    """The line between the players."""
    told = say("The line: a tile that you play captures one of the same row or column")
    return Label(told, "T8")


@cache
def gap_label(say: Words) -> Label:
    """A slot of the line without a tile."""
    return Label(say("Gap in the line"), "T11")


@cache
def face_down_label(say: Words) -> Label:
    """A tile of the line that nobody knows."""
    return Label(say("Face-down tile"), "T5")


@cache
def centre_label(say: Words) -> Label:
    """The plate in the middle."""
    told = say(
        "The centre: the tile you play stays here until it captures, "
        "and drawn spirits until one is chosen"
    )
    return Label(told, "T7")


@cache
def kept_label(say: Words) -> Label:
    """A rainbow that has no place yet."""
    return Label(say("A rainbow that waits for an empty place beside a tile"), "T10")


@cache
def rainbows_label(n: int, say: Words) -> Label:
    """The rainbows to take."""
    return Label(say.plural("{n} rainbow left", "{n} rainbows left", n), "T10")


@cache
def spirits_label(n: int, say: Words) -> Label:
    """The spirit pile."""
    return Label(say.plural("Spirit pile: {n} spirit", "Spirit pile: {n} spirits", n), "T13")


@cache
def held_label(seat: int, n: int, say: Words) -> Label:
    """A hand that the viewer does not know."""
    name = player(seat, say)
    told = say.plural("{player} holds {n} tile", "{player} holds {n} tiles", n, player=name)
    return Label(told, "T14")


@cache
def points_label(seat: int, total: int, say: Words) -> Label:
    """How a seat stands."""
    who = {"player": player(seat, say)}
    told = say.plural("{player}: {n} star so far", "{player}: {n} stars so far", total, **who)
    return Label(told, "T18")


@cache
def area_label(seat: int, tiles: int, say: Words) -> Label:
    """The largest area of a seat."""
    name = player(seat, say)
    told = say.plural(
        "{player}: largest area of {n} tile, 1 star each",
        "{player}: largest area of {n} tiles, 1 star each",
        tiles,
        player=name,
    )
    return Label(told, "T18")


@cache
def fires_label(seat: int, lit: int, say: Words) -> Label:
    """The lit fires of a seat."""
    name = player(seat, say)
    told = say.plural(
        "{player}: {n} lit fire, 1 star each",
        "{player}: {n} lit fires, 1 star each",
        lit,
        player=name,
    )
    return Label(told, "T18")


# --- moves -------------------------------------------------------------------------------

_LABELS = {
    "play": mark("Play {tile}"),
    "capture": mark("Capture {tile}"),
    "rainbow": mark("Rainbow on {tile}"),
    "deer": mark("Add {tile} from your hand"),
    "beetle": mark("Add {tile} from the line"),
}


@cache
def move_label(move: Move, met: str | None, say: Words) -> str:
    """A move in words; `met` is the spirit that looks for a square."""
    if not move.args:
        return say("Draw two spirits and keep one")
    (what,) = move.args
    if move.verb == "square":
        spirit = spirit_title(met or "", say)
        return say("{spirit} on the {square}", spirit=spirit, square=square_name(what, say))
    if move.verb == "cover":
        return say("Cover {spirit}", spirit=spirit_label(what, say))
    if move.verb in _LABELS:
        return say(_LABELS[move.verb], tile=tile_name(what, say))
    return spirit_label(what, say)
