"""The position in sentences: what is to be done, each colour's chains and tiles, the result."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, cast

from parhelion.games.orion.chain_search import chain_of, sides_touched
from parhelion.games.orion.events import SEATS
from parhelion.games.orion.kernels import constants
from parhelion.games.orion.kernels.constants import COLOURS, Colour
from parhelion.games.orion.labels import TITLES, progress_labels
from parhelion.games.orion.notation import NAMES, NUMBER
from parhelion.games.orion.progress import progress
from parhelion.games.orion.view import Details, SkyView, WinningChain, ending_sentence
from parhelion.scene import ScoreRow, Section
from parhelion.words import Words, series

KEPT = 4096
"""How many chains are kept ready: every viewer of a table reads the same ones."""


# --- chains ------------------------------------------------------------------------------


class Chain(NamedTuple):
    """Adjacent hexes of one colour and what they hold."""

    cells: tuple[int, ...]
    galaxies: int
    holes: int
    sides: int
    """A bit set, as in `constants.ON_SIDES`."""

    @property
    def pairs(self) -> int:
        """How many pairs of opposite sides it links."""
        return (self.sides & self.sides >> 3).bit_count()


def chains(view: SkyView, colour: Colour) -> list[Chain]:
    """The chains of a colour, the longest first."""
    sky = view["position"]
    return _chains(tuple(sky["hexes"][colour]), tuple(sky["galaxies"]), tuple(sky["holes"]))


@lru_cache(KEPT)
def _chains(
    hexes: tuple[str, ...], galaxy_cells: tuple[str, ...], hole_cells: tuple[str, ...]
) -> list[Chain]:
    left = {NUMBER[name] for name in hexes}
    galaxies = {NUMBER[name] for name in galaxy_cells}
    holes = {NUMBER[name] for name in hole_cells}
    found = []
    while left:
        chain = chain_of(next(iter(left)), left)
        left -= chain
        tokens = len(chain & galaxies), len(chain & holes)
        found.append(Chain(tuple(sorted(chain)), *tokens, sides_touched(chain)))
    return sorted(found, key=lambda chain: (-len(chain.cells), chain.cells))


@lru_cache(KEPT)
def chain_line(chain: Chain, say: Words) -> str:
    """A chain: its cells, its tokens, the constellations it touches."""
    n, names = len(chain.cells), series([NAMES[cell] for cell in chain.cells], say)
    said = [say.plural("Hex {cells}", "Chain of {n} hexes: {cells}", n, cells=names)]
    if chain.galaxies:
        said.append(say.plural("{n} galaxy", "{n} galaxies", chain.galaxies))
    if chain.holes:
        said.append(say.plural("{n} black hole", "{n} black holes", chain.holes))
    touched = [name.title() for i, name in enumerate(constants.SIDES) if chain.sides >> i & 1]
    if touched:
        said.append(say("touches {constellations}", constellations=series(touched, say)))
    return say("; ").join(said)


# --- how it stands -----------------------------------------------------------------------


def prompt(view: SkyView, say: Words) -> str:
    """What is to be done now, or how it ended."""
    if view["turn"] is None:
        return ending(view, say)
    if view["seat"] != view["turn"]:
        return say("{player} is choosing.", player=say(SEATS[view["turn"]]))
    left = view["position"]["tokens_left"]
    if not left:
        return say("Your turn: choose a tile, then a cell.")
    if left > constants.HOLE_TOKENS:
        return say("Your turn: put a galaxy on a cell.")
    return say("Your turn: put a black hole on a cell.")


def sections(view: SkyView, say: Words) -> Iterator[Section]:
    """The table as text: the tokens, then each colour's chains, tiles and conditions."""
    sky = view["position"]
    tokens = [
        say("Galaxies: {cells}", cells=_cells(sky["galaxies"], say)),
        say("Black holes: {cells}", cells=_cells(sky["holes"], say)),
    ]
    yield Section(say("Tokens"), tuple(tokens))
    for seat, colour in enumerate(COLOURS):
        lines = [chain_line(chain, say) for chain in chains(view, colour)] or [say("No hexes yet")]
        lines += progress_labels(seat, progress(view, seat), say)
        lines.append(say("Tiles left: {tiles}", tiles=_hand(sky["tiles"][colour], say)))
        lines.append(say("Winning conditions reached: {n}", n=sky["conditions"][seat]))
        yield Section(say(SEATS[seat]), tuple(lines))


def _cells(names: list[str], say: Words) -> str:
    return series(names, say) if names else say("none")


def _hand(tiles: dict[str, int], say: Words) -> str:
    left = [f"{n} × {say(TITLES[kind])}" for kind, n in tiles.items() if n]
    return ", ".join(left) if left else say("none")


# --- the end -----------------------------------------------------------------------------


def winners(view: SkyView) -> list[int]:
    """The seats that won; none before the end."""
    return view["result"]["winners"] if view["result"] else []


def reasons(view: SkyView) -> list[str]:
    """Why the game ended; nothing before that."""
    return view["result"]["reason"] if view["result"] else []


def _details(view: SkyView) -> Details:
    return cast(Details, view["result"]["details"]) if view["result"] else {}


def winning_chains(view: SkyView) -> list[WinningChain]:
    """The chains that brought the victory."""
    return _details(view).get("chains", [])


def ending(view: SkyView, say: Words) -> str:
    """The end in one sentence."""
    winner = winners(view)[0] if len(winners(view)) == 1 else -1
    return ending_sentence(winner, reasons(view), _details(view), say)


def rows(view: SkyView, say: Words) -> Iterator[ScoreRow]:
    """The breakdown at the end, by seat."""
    held = [chains(view, colour) for colour in COLOURS]
    linked = [sum(chain.pairs for chain in each) for each in held]
    galaxies = [max((chain.galaxies for chain in each), default=0) for each in held]
    holes = [max((chain.holes for chain in each), default=0) for each in held]
    balance = [sum(chain.galaxies - chain.holes for chain in each) for each in held]
    left = [sum(view["position"]["tiles"][colour].values()) for colour in COLOURS]
    signed = [f"{n:+d}" if n else "0" for n in balance]
    ways = {
        "constellations": (say("Linked pairs of constellations"), say("one wins"), linked),
        "galaxies": (say("Most galaxies on one chain"), say("four win"), galaxies),
        "holes": (say("Most black holes on one chain"), say("three lose"), holes),
    }
    for reason, (label, about, values) in ways.items():
        yield ScoreRow(label, tuple(map(str, values)), about, decides=reason in reasons(view))
    if "tiles" in reasons(view):
        about = say("on the hexes of each colour")
        yield ScoreRow(say("Galaxies minus black holes"), tuple(signed), about, decides=True)
    if "stuck" in reasons(view):
        about = say("whoever cannot place any loses")
        yield ScoreRow(say("Tiles left"), tuple(map(str, left)), about, decides=True)
