"""Orion Duel in people's words: what lies where, what a move does, how it stands and ended."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from parhelion.games import Json
from parhelion.games.orion import tables
from parhelion.games.orion.notation import NAMES, NUMBER, parse, parts
from parhelion.games.orion.view import SEATS, ending_sentence
from parhelion.scene import Row, Section
from parhelion.words import Words, mark, series

_TITLES = {
    "star": mark("Star"),
    "pair": mark("Pair"),
    "duo": mark("Duo"),
    "line": mark("Line"),
    "bend": mark("Bend"),
    "triangle": mark("Triangle"),
}
_CELLS = {
    ("", ""): mark("{cell}, free"),
    ("", "blue"): mark("{cell}, blue"),
    ("", "orange"): mark("{cell}, orange"),
    ("galaxy", ""): mark("{cell}, galaxy, free"),
    ("galaxy", "blue"): mark("{cell}, galaxy on blue"),
    ("galaxy", "orange"): mark("{cell}, galaxy on orange"),
    ("hole", ""): mark("{cell}, black hole, free"),
    ("hole", "blue"): mark("{cell}, black hole on blue"),
    ("hole", "orange"): mark("{cell}, black hole on orange"),
}
_TOKENS = {"galaxy": mark("Galaxy on {cell}"), "hole": mark("Black hole on {cell}")}
_POOLS = {"galaxy": mark("Galaxy, {n} to place"), "hole": mark("Black hole, {n} to place")}
_NOTES = {
    ("galaxy", 0): mark("blue gains the galaxy on {cell}"),
    ("galaxy", 1): mark("orange gains the galaxy on {cell}"),
    ("hole", 0): mark("blue takes on the black hole on {cell}"),
    ("hole", 1): mark("orange takes on the black hole on {cell}"),
}
_HANDS = (mark("Blue: {tile}, {n} left"), mark("Orange: {tile}, {n} left"))
_MOVES = {
    (0, True): mark("{tile}: blue on {own}, orange on {other}"),
    (1, True): mark("{tile}: orange on {own}, blue on {other}"),
    (0, False): mark("{tile}: blue on {own}"),
    (1, False): mark("{tile}: orange on {own}"),
}


KEPT = 4096
"""How many chains are kept ready: every viewer of a table reads the same ones."""


def sentence(words: str) -> str:
    """Some words with a full stop and, unless they begin with a cell, a capital."""
    start = words[0] if words.split()[0] in NUMBER else words[0].upper()
    return f"{start}{words[1:]}."


# --- things ------------------------------------------------------------------------------


@cache
def cell_label(cell: int, token: str, colour: str, say: Words) -> str:
    """A cell and what lies on it."""
    return say(_CELLS[token, colour], cell=NAMES[cell])


@cache
def move_label(action: int, seat: int, say: Words) -> str:
    """A move of a seat."""
    if action >= tables.HOLE_ACTIONS:
        return token_label("hole", action - tables.HOLE_ACTIONS, say)
    if action >= tables.GALAXY_ACTIONS:
        return token_label("galaxy", action - tables.GALAXY_ACTIONS, say)
    own, other = ([NAMES[cell] for cell in part] for part in parts(action))
    tile = say(_TITLES[tables.KINDS[tables.KIND[action]]])
    sentence = _MOVES[seat, bool(other)]
    return say(sentence, tile=tile, own=series(own, say), other="".join(other))


@cache
def note(token: str, cell: str, colour: int, say: Words) -> str:
    """What a move does that covers a token with a hex of a colour."""
    return say(_NOTES[token, colour], cell=cell)


def token_label(token: str, cell: int, say: Words) -> str:
    """A token on the board."""
    return say(_TOKENS[token], cell=NAMES[cell])


@cache
def stack_label(kind: str, seat: int, left: int, say: Words) -> str:
    """A kind of tile or token in a hand."""
    if kind in _POOLS:
        return say(_POOLS[kind], n=left)
    return say(_HANDS[seat], tile=say(_TITLES[kind]), n=left)


# --- chains ------------------------------------------------------------------------------


class Chain(NamedTuple):
    """Adjacent hexes of one colour and what they hold."""

    cells: tuple[int, ...]
    galaxies: int
    holes: int
    sides: int
    """A bit set, as in `tables.ON_SIDES`."""

    @property
    def pairs(self) -> int:
        """How many pairs of opposite sides it links."""
        return (self.sides & self.sides >> 3).bit_count()


NEIGHBOURS = tuple(
    frozenset(n for d in range(6) if (n := tables.neighbour(cell, d)) is not None)
    for cell in range(tables.CELLS)
)


def chains(view: Json, colour: str) -> list[Chain]:
    """The chains of a colour, the longest first."""
    return _chains(tuple(view["hexes"][colour]), tuple(view["galaxies"]), tuple(view["holes"]))


@lru_cache(KEPT)
def _chains(
    hexes: tuple[str, ...], galaxy_cells: tuple[str, ...], hole_cells: tuple[str, ...]
) -> list[Chain]:
    left = {NUMBER[name] for name in hexes}
    galaxies = {NUMBER[name] for name in galaxy_cells}
    holes = {NUMBER[name] for name in hole_cells}
    found = []
    while left:
        chain = _grown(left)
        left -= chain
        sides = 0
        for cell in chain:
            sides |= int(tables.ON_SIDES[cell])
        tokens = len(chain & galaxies), len(chain & holes)
        found.append(Chain(tuple(sorted(chain)), *tokens, sides))
    return sorted(found, key=lambda chain: (-len(chain.cells), chain.cells))


def _grown(hexes: set[int]) -> set[int]:
    """The chain of some cell among hexes of one colour."""
    chain = border = {next(iter(hexes))}
    while border:
        near = {n for cell in border for n in NEIGHBOURS[cell]}
        border = near & hexes - chain
        chain = chain | border
    return chain


@lru_cache(KEPT)
def chain_line(chain: Chain, say: Words) -> str:
    """A chain: its cells, its tokens, the constellations it touches."""
    n, names = len(chain.cells), series([NAMES[cell] for cell in chain.cells], say)
    said = [say.plural("Hex {cells}", "Chain of {n} hexes: {cells}", n, cells=names)]
    if chain.galaxies:
        said.append(say.plural("{n} galaxy", "{n} galaxies", chain.galaxies))
    if chain.holes:
        said.append(say.plural("{n} black hole", "{n} black holes", chain.holes))
    touched = [name.title() for i, name in enumerate(tables.SIDES) if chain.sides >> i & 1]
    if touched:
        said.append(say("touches {constellations}", constellations=series(touched, say)))
    return say("; ").join(said)


# --- how it stands -----------------------------------------------------------------------


def prompt(view: Json, say: Words) -> str:
    """What is to be done now, or how it ended."""
    if view["result"]:
        return ending(view, say)
    if view["seat"] != view["turn"]:
        return say("{player} is choosing.", player=say(SEATS[view["turn"]]))
    if not view["tokens_left"]:
        return say("Your turn: choose a tile, then a cell.")
    if view["turn"] == 0:
        return say("Your turn: put a galaxy on a cell.")
    return say("Your turn: put a black hole on a cell.")


def ending(view: Json, say: Words) -> str:
    """The end in one sentence."""
    result = view["result"]
    winner = result["winners"][0] if len(result["winners"]) == 1 else -1
    return ending_sentence(winner, result["reason"], result["details"], say)


def sections(view: Json, say: Words) -> Iterator[Section]:
    """The table as text: the tokens, then each colour's chains, tiles and conditions."""
    tokens = [
        say("Galaxies: {cells}", cells=_cells(view["galaxies"], say)),
        say("Black holes: {cells}", cells=_cells(view["holes"], say)),
    ]
    yield Section(say("Tokens"), tuple(tokens))
    for seat, colour in enumerate(view["hexes"]):
        lines = [chain_line(chain, say) for chain in chains(view, colour)] or [say("No hexes yet")]
        lines.append(say("Tiles left: {tiles}", tiles=_hand(view["tiles"][colour], say)))
        reached = view["conditions"][seat]
        lines.append(say("Winning conditions reached: {n}", n=reached))
        yield Section(say(SEATS[seat]), tuple(lines))


def _cells(names: list[str], say: Words) -> str:
    return series(names, say) if names else say("none")


def _hand(tiles: dict[str, int], say: Words) -> str:
    left = [f"{n} × {say(_TITLES[kind])}" for kind, n in tiles.items() if n]
    return ", ".join(left) if left else say("none")


def rows(view: Json, say: Words) -> Iterator[Row]:
    """The breakdown at the end, by seat."""
    held = [chains(view, colour) for colour in view["hexes"]]
    linked = [sum(chain.pairs for chain in each) for each in held]
    galaxies = [max((chain.galaxies for chain in each), default=0) for each in held]
    holes = [max((chain.holes for chain in each), default=0) for each in held]
    balance = [sum(chain.galaxies - chain.holes for chain in each) for each in held]
    left = [sum(tiles.values()) for tiles in view["tiles"].values()]
    yield Row(say("Pairs of constellations linked"), tuple(map(str, linked)))
    yield Row(say("Most galaxies on one chain"), tuple(map(str, galaxies)))
    yield Row(say("Most black holes on one chain"), tuple(map(str, holes)))
    yield Row(say("Galaxies minus black holes"), tuple(f"{n:+d}" if n else "0" for n in balance))
    yield Row(say("Tiles left"), tuple(map(str, left)))


action_of = cache(parse)
"""The action that a move of the log stands for."""
