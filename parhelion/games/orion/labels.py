"""What a cell, a tile, a token and a move are called for people."""

from functools import cache

from parhelion.games.orion.events import SEATS
from parhelion.games.orion.kernels import constants
from parhelion.games.orion.notation import NAMES, NUMBER, parts, token_placed
from parhelion.games.orion.progress import NEEDED, Progress
from parhelion.scene import Label
from parhelion.words import Words, mark, series

TITLES = {
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
_PLACING = {"galaxy": "O5", "hole": "O6"}
"""The rules about where tokens go."""
_MOVES = {
    (0, True): mark("{tile}: blue on {own}, orange on {other}"),
    (1, True): mark("{tile}: orange on {own}, blue on {other}"),
    (0, False): mark("{tile}: blue on {own}"),
    (1, False): mark("{tile}: orange on {own}"),
}


def sentence(words: str) -> str:
    """Some words with a full stop and, unless they begin with a cell, a capital."""
    first, *_ = words.split()
    return words + "." if first in NUMBER else f"{words[0].upper()}{words[1:]}."


@cache
def cell_label(cell: int, token: str, colour: str, say: Words) -> Label:
    """A cell and what lies on it."""
    rule = "O10" if colour else "O9" if token else "O8"
    return Label(say(_CELLS[token, colour], cell=NAMES[cell]), rule)


@cache
def side_label(side: int, say: Words) -> Label:
    """A constellation and the one that lies opposite to it."""
    name, other = (constants.SIDES[n % len(constants.SIDES)].title() for n in (side, side + 3))
    return Label(say("{name}: a chain from here to {other} wins", name=name, other=other), "O2")


@cache
def hand_label(player: str, left: int, say: Words) -> Label:
    """How much a player has left to place."""
    return Label(say("{player}: {n} to place", player=player, n=left), "O4")


@cache
def move_label(action: int, seat: int, say: Words) -> str:
    """A move of a seat."""
    if action >= constants.PLACEMENTS:
        return token_label(*token_placed(action), say)
    own, other = ([NAMES[cell] for cell in part] for part in parts(action))
    tile = say(TITLES[constants.KINDS[constants.KIND[action]]])
    sentence = _MOVES[seat, bool(other)]
    return say(sentence, tile=tile, own=series(own, say), other="".join(other))


def token_label(token: str, cell: int, say: Words) -> Label:
    """A token on the board."""
    return Label(say(_TOKENS[token], cell=NAMES[cell]), "O10")


def tile_label(action: int, seat: int, say: Words) -> Label:
    """A tile on the board."""
    return Label(move_label(action, seat, say), "O4")


@cache
def stack_label(kind: str, seat: int, left: int, say: Words) -> Label:
    """A kind of tile or token in a hand."""
    if kind in _POOLS:
        return Label(say(_POOLS[kind], n=left), _PLACING[kind])
    told = {"player": say(SEATS[seat]), "tile": say(TITLES[kind])}
    return Label(say("{player}: {tile}, {n} left", **told, n=left), "O4")


# --- meters ------------------------------------------------------------------------------


@cache
def progress_labels(seat: int, now: Progress, say: Words) -> tuple[Label, Label, Label]:
    """How far a player is on each way to win."""
    player = say(SEATS[seat])
    galaxies = say(
        "{player}: {n}/{needed} galaxies on one chain",
        player=player,
        n=now.galaxies,
        needed=constants.GALAXIES_TO_WIN,
    )
    holes = say(
        "{player}: {n}/{needed} black holes on one chain of the opponent",
        player=player,
        n=now.holes,
        needed=constants.HOLES_TO_WIN,
    )
    link = _link_label(player, now, say)
    return Label(link, "O10"), Label(galaxies, "O10"), Label(holes, "O10")


def _link_label(player: str, now: Progress, say: Words) -> str:
    """How far a player is from linking constellations."""
    if now.missing is None:
        return say("{player}: opposite constellations can no longer be linked", player=player)
    so_far = f"{now.link}/{NEEDED['link']}"
    if now.missing == 0:
        return say(
            "{player}: {so_far}, opposite constellations are linked", player=player, so_far=so_far
        )
    return say.plural(
        "{player}: {so_far}, a link of opposite constellations needs {n} more cell",
        "{player}: {so_far}, a link of opposite constellations needs at least {n} more cells",
        now.missing,
        player=player,
        so_far=so_far,
    )
