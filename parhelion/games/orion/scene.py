"""Orion Duel as every front end draws it: the night sky, the tiles on it and the two hands.

Ids: a cell is its name, `e4`; a tile is `blue-line-1`, a token `galaxy-1`, and each keeps its
id when it moves from a hand to the board. Tiles of a kind are used in the order of their
numbers, so the one on top of a stack is the next to be placed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import compress
from typing import Any, NamedTuple

from parhelion.games import Json
from parhelion.games.orion import notation, shapes, tables, telling
from parhelion.games.orion.notation import (
    NAMES,
    NUMBER,
    members,
    parts,
    placement_text,
    tokens_left,
)
from parhelion.games.orion.shapes import (
    BAND,
    CORNER,
    HEX,
    LIFT,
    ROW,
    SIDE_TURNS,
    STARS,
    TABLES,
    TALLNESS,
    Hand,
    beside,
    cell_place,
)
from parhelion.games.orion.view import COLOURS, SEATS
from parhelion.scene import Choice, Ending, Entry, Ghost, Item, Layout, Scene
from parhelion.words import Words

POOLS = ("galaxy", "hole")
"""The token that a seat places in the setup by players (O7)."""
COUNTS = {"galaxy": tables.GALAXIES, "hole": tables.HOLES} | dict(
    zip(tables.KINDS, tables.TILES, strict=True)
)
PLACED = 4096
"""How many placed tiles are kept ready; there are too many ways to keep them all."""
FIRST = {"galaxy": tables.GALAXY_ACTIONS, "hole": tables.HOLE_ACTIONS}


# --- the table ---------------------------------------------------------------------------


def scene(view: Json, legal: Sequence[int], say: Words, layout: Layout) -> Scene:
    """The table as a viewer sees it; `legal` are the actions that the viewer may choose from."""
    table = TABLES[layout]
    played = list(_played(view["moves"]))
    return Scene(
        table.width,
        table.height,
        tuple(_items(view, played, say, layout)),
        telling.prompt(view, say),
        tuple(_choices(view, legal, say)),
        _notes(view, legal, say) if legal else {},
        tuple(telling.sections(view, say)),
        tuple(_log(played, say)),
        _ending(view, played, say) if view["result"] else None,
    )


class Played(NamedTuple):
    """A move that was played, and the id of the tile or token it placed."""

    seat: int
    action: int
    move: str
    id: str


def _played(moves: Iterable[str]) -> Iterator[Played]:
    """The moves so far. Blue places galaxies, Orange black holes; then Blue starts (O7)."""
    used: dict[str, int] = {}
    tiles = 0
    for move in moves:
        kind = move.split()[0]
        if kind in POOLS:
            seat, group = POOLS.index(kind), kind
        else:
            seat, group = tiles % 2, f"{COLOURS[tiles % 2]}-{kind}"
            tiles += 1
        used[group] = used.get(group, 0) + 1
        yield Played(seat, telling.action_of(move), move, f"{group}-{used[group]}")


def _items(view: Json, played: list[Played], say: Words, layout: Layout) -> Iterator[Item]:
    """Everything on the table, from the sky up."""
    yield from _sky(layout)
    tokens = _tokens(view, played)
    yield from _cells(view, tokens, say, layout)
    yield from _tiles(view, played, say, layout)
    yield from _lights(view, layout)
    for id, cell in tokens.items():
        yield _token(id, cell, say, layout)
    yield from _hands(view, say, layout)


@cache
def _sky(layout: Layout) -> tuple[Item, ...]:
    """What never changes: the sky and the board with its six constellations."""
    table = TABLES[layout]
    sky = Item("sky", "sky", table.width / 2, table.height / 2, table.width, table.height)
    hills = Item("horizon", "horizon", table.width / 2, table.height, table.width, 0)
    board = Item("board", "board", *table.board, 12 * HEX, 12 * ROW)
    sides = (_side(side, layout) for side in range(6))
    stars = (_constellation(side, layout) for side in range(6))
    return sky, hills, board, *sides, *stars


def _side(side: int, layout: Layout) -> Item:
    """The rim of a side and the name of its constellation."""
    name = tables.SIDES[side]
    id = f"side-{name.replace(' ', '-')}"
    classes = f"side pair-{side % 3 + 1} {layout}"
    place, turn = beside(side, BAND, layout), SIDE_TURNS[side % 3]
    return Item(id, id, *place, 4 * HEX, HEX, turn, 1, classes, name.title(), name.title())


def _constellation(side: int, layout: Layout) -> Item:
    """The stars of a side."""
    id = tables.SIDES[side].replace(" ", "-")
    place, turn, scale = beside(side, STARS, layout), SIDE_TURNS[side % 3], 1.0
    if layout == "tall":
        scale = 0.8
    if layout == "tall" and turn:
        board, (x, y) = TABLES[layout].board, CORNER
        left, up = side in (1, 5), side < 3
        place, turn = (board.x + (-x if left else x), board.y + (-y if up else y)), 0
    return Item(id, id, *place, 3 * HEX, HEX, turn, scale, f"constellation pair-{side % 3 + 1}")


def _cells(view: Json, tokens: dict[str, int], say: Words, layout: Layout) -> Iterator[Item]:
    colours = {name: colour for colour, names in view["hexes"].items() for name in names}
    lying = {cell: id.split("-")[0] for id, cell in tokens.items()}
    for cell, name in enumerate(NAMES):
        yield _cell(cell, lying.get(cell, ""), colours.get(name, ""), say, layout)


@cache
def _cell(cell: int, token: str, colour: str, say: Words, layout: Layout) -> Item:
    label = telling.cell_label(cell, token, colour, say)
    place = cell_place(cell, layout)
    return Item(NAMES[cell], "cell", *place, HEX, TALLNESS, 0, 1, layout, label, NAMES[cell])


# --- tiles and tokens on the board -------------------------------------------------------


def _tiles(view: Json, played: list[Played], say: Words, layout: Layout) -> Iterator[Item]:
    laid = [move for move in played if move.action < tables.PLACEMENTS]
    lit = {(NUMBER[name], chain["colour"]) for chain in _winning(view) for name in chain["cells"]}
    for move in laid:
        classes = "tile placed" + " last" * (move is laid[-1])
        if lit:
            classes += " winning" if lit & set(_hexes(move)) else " faded"
        yield _tile(move.id, move.action, move.seat, classes, say, layout)


def _hexes(move: Played) -> Iterator[tuple[int, str]]:
    """The cells that a tile covers, with their colours."""
    for colour, cells in zip((move.seat, 1 - move.seat), parts(move.action), strict=True):
        yield from ((cell, COLOURS[colour]) for cell in cells)


@lru_cache(PLACED)
def _tile(id: str, placement: int, seat: int, classes: str, say: Words, layout: Layout) -> Item:
    """A tile on the board."""
    pose = shapes.pose_of(placement)
    return Item(
        id,
        f"{pose.shape}-{COLOURS[seat]}",
        *cell_place(pose.anchor, layout),
        HEX,
        TALLNESS,
        turn=60 * pose.turn,
        classes=classes,
        label=telling.move_label(placement, seat, say),
    )


def _tokens(view: Json, played: list[Played]) -> dict[str, int]:
    """The cells of the tokens on the board by id: as they were placed, else in board order."""
    placed = {move.id: move for move in played if move.action >= tables.PLACEMENTS}
    if placed:
        return {id: NUMBER[move.move.split()[1]] for id, move in placed.items()}
    groups = (("galaxy", view["galaxies"]), ("hole", view["holes"]))
    return {f"{k}-{i}": NUMBER[n] for k, names in groups for i, n in enumerate(names, start=1)}


@cache
def _token(id: str, cell: int, say: Words, layout: Layout) -> Item:
    """A token on the board."""
    kind = id.split("-")[0]
    label = telling.token_label(kind, cell, say)
    return Item(
        id, kind, *cell_place(cell, layout), HEX, TALLNESS, classes="token placed", label=label
    )


# --- the end -----------------------------------------------------------------------------


def _winning(view: Json) -> list[Json]:
    """The chains that brought the victory."""
    return view["result"]["details"].get("chains", []) if view["result"] else []


def _lights(view: Json, layout: Layout) -> Iterator[Item]:
    """The winning chains, lit: a glow on every hex and a link between neighbours."""
    cells = {NUMBER[name] for chain in _winning(view) for name in chain["cells"]}
    for cell in sorted(cells):
        yield Item(f"glow-{NAMES[cell]}", "glow", *cell_place(cell, layout), HEX, TALLNESS)
    for cell in sorted(cells):
        for direction in range(3):
            if tables.neighbour(cell, direction) in cells:
                yield _link(cell, direction, layout)


def _link(cell: int, direction: int, layout: Layout) -> Item:
    id = f"link-{NAMES[cell]}-{direction}"
    return Item(id, "link", *cell_place(cell, layout), HEX, HEX, turn=60 * direction)


def _ending(view: Json, played: list[Played], say: Words) -> Ending:
    """Why it ended, shown by the winning chains, or when tokens were counted by those covered."""
    shown = {name for chain in _winning(view) for name in chain["cells"]}
    if "tiles" in view["result"]["reason"]:
        shown = {name for names in view["hexes"].values() for name in names}
    on = [id for id, cell in _tokens(view, played).items() if NAMES[cell] in shown]
    cells = sorted(shown) if _winning(view) else []
    rows = tuple(telling.rows(view, say))
    winners = tuple(view["result"]["winners"])
    return Ending(winners, telling.ending(view, say), rows, (*cells, *on))


# --- hands -------------------------------------------------------------------------------


def _left(view: Json, seat: int) -> dict[str, int]:
    """What a seat has left to place, by kind; during the setup tokens, then tiles."""
    if not view["tokens_left"]:
        tiles: dict[str, int] = view["tiles"][COLOURS[seat]]
        return tiles
    later = tables.HOLES if seat == 0 else 0
    token = POOLS[seat]
    return {token: min(max(view["tokens_left"] - later, 0), COUNTS[token])}


def _hands(view: Json, say: Words, layout: Layout) -> Iterator[Item]:
    """Both hands, the viewer's near."""
    viewer = view["seat"] or 0
    winners = view["result"]["winners"] if view["result"] else []
    for seat in (1 - viewer, viewer):
        near = seat == viewer
        shining = view["turn"] == seat or winners == [seat]
        yield _title(seat, near, shining, say, layout)
        for kind, left in _left(view, seat).items():
            yield from _stack(kind, left, seat, near, say, layout)


def _hand(near: bool, layout: Layout) -> Hand:
    return TABLES[layout].near if near else TABLES[layout].far


@cache
def _title(seat: int, near: bool, shining: bool, say: Words, layout: Layout) -> Item:
    """The name of a seat above its hand; it shines on its turn and in victory."""
    kind, name = f"seat-{COLOURS[seat]}", say(SEATS[seat])
    classes = f"seat {layout}" + " shining" * shining
    place = _hand(near, layout).title
    return Item(f"hand-{COLOURS[seat]}", kind, *place, 90, 24, classes=classes, text=name)


@cache
def _stack(
    kind: str, left: int, seat: int, near: bool, say: Words, layout: Layout
) -> tuple[Item, ...]:
    """What is left of a kind in a hand, the next to be placed on top."""
    if not left:
        return ()
    numbers = range(COUNTS[kind] - left + 1, COUNTS[kind] + 1)
    hand = _hand(near, layout)
    pieces = [_in_hand(kind, number, i, seat, hand) for i, number in enumerate(numbers)]
    top = replace(pieces[0], label=telling.stack_label(kind, seat, left, say))
    count = (_count(kind, left, seat, hand, layout),) if left > 1 else ()
    return *reversed(pieces[1:]), top, *count


def _in_hand(kind: str, number: int, depth: int, seat: int, hand: Hand) -> Item:
    """A tile or token in a hand, so deep in its stack."""
    slot, box = hand.stacks[kind], shapes.box(kind)
    group = "token" if kind in POOLS else "tile"
    right, down = LIFT[group]
    return Item(
        piece_id(kind, number, seat),
        kind if kind in POOLS else f"{kind}-{COLOURS[seat]}",
        round(slot.x + hand.scale * (right * depth - box.x), 2),
        round(slot.y + hand.scale * (down * depth - box.y), 2),
        round(hand.scale * (box.width + 2 * abs(box.x)), 2),
        round(hand.scale * (box.height + 2 * abs(box.y)), 2),
        scale=hand.scale,
        classes=group + " under" * (depth > 0),
    )


def _count(kind: str, left: int, seat: int, hand: Hand, layout: Layout) -> Item:
    """How many are in a stack, beside it."""
    slot = hand.stacks[kind]
    right, _ = LIFT["token" if kind in POOLS else "tile"]
    x = slot.x + hand.scale * (shapes.box(kind).width / 2 + right * (left - 1)) + 18
    id = f"{COLOURS[seat]}-{kind}-count"
    return Item(id, "", round(x, 2), slot.y, 24, 16, classes=f"count {layout}", text=f"×{left}")


def piece_id(kind: str, number: int, seat: int) -> str:
    """The id of a tile or token."""
    return f"{kind}-{number}" if kind in POOLS else f"{COLOURS[seat]}-{kind}-{number}"


# --- choices -----------------------------------------------------------------------------


def _choices(view: Json, legal: Sequence[int], say: Words) -> Iterator[Choice]:
    """The legal moves; those on one path follow each other clockwise."""
    if not legal:
        return
    seat, is_legal = view["turn"], frozenset(legal).__contains__
    for kind, left in _left(view, seat).items():
        if left:
            every = _token_choices if kind in POOLS else _tile_choices
            actions, choices = every(kind, COUNTS[kind] - left + 1, seat, say)
            yield from compress(choices, map(is_legal, actions))


def _notes(view: Json, legal: Sequence[int], say: Words) -> dict[str, str]:
    """The tokens that moves would cover, by notation."""
    seat, allowed = view["turn"], frozenset(legal)
    found: dict[str, str] = {}
    for token, names in (("galaxy", view["galaxies"]), ("hole", view["holes"])):
        for name in names:
            for colour, placements in zip((seat, 1 - seat), _over(NUMBER[name]), strict=True):
                told = telling.note(token, name, colour, say)
                for move in map(placement_text, placements & allowed):
                    found[move] = found[move] + say("; ") + told if move in found else told
    return found


@cache
def _over(cell: int) -> tuple[frozenset[int], frozenset[int]]:
    """The placements that cover a cell with an own hex, and with the other one."""
    each = [(placement, *parts(placement)) for placement in range(tables.PLACEMENTS)]
    own = frozenset(placement for placement, cells, _ in each if cell in cells)
    return own, frozenset(placement for placement, _, cells in each if cell in cells)


Every = tuple[tuple[int, ...], tuple[Choice, ...]]
"""Actions, and the choice that belongs to each."""


@cache
def _tile_choices(kind: str, number: int, seat: int, say: Words) -> Every:
    """Every way to lay a tile on an empty board."""
    id, poses = piece_id(kind, number, seat), shapes.poses(kind)
    choices = tuple(_tile_choice(id, pose, seat, say) for pose in poses)
    return tuple(pose.placement for pose in poses), choices


def _tile_choice(id: str, pose: shapes.Pose, seat: int, say: Words) -> Choice:
    anchor = NAMES[pose.anchor]
    ghost = Ghost(f"{pose.shape}-{COLOURS[seat]}", anchor, 60 * pose.turn)
    move = placement_text(pose.placement)
    return Choice(move, (id, anchor), (ghost,), telling.move_label(pose.placement, seat, say))


@cache
def _token_choices(token: str, number: int, seat: int, say: Words) -> Every:
    """Every cell for a token."""
    id, actions = piece_id(token, number, seat), range(FIRST[token], FIRST[token] + tables.CELLS)
    labels = (telling.move_label(action, seat, say) for action in actions)
    return tuple(actions), tuple(
        Choice(f"{token} {name}", (id, name), (Ghost(token, name),), label)
        for name, label in zip(NAMES, labels, strict=True)
    )


# --- the log -----------------------------------------------------------------------------


def _log(played: list[Played], say: Words) -> Iterator[Entry]:
    for ply, move in enumerate(played, start=1):
        yield _entry(ply, move, say)


@lru_cache(PLACED)
def _entry(ply: int, move: Played, say: Words) -> Entry:
    label = telling.move_label(move.action, move.seat, say)
    cells = move.move.replace("/", " ").split()[1:]
    return Entry(ply, move.seat, move.move, label, (move.id, *cells))


# --- why not -----------------------------------------------------------------------------


def why_illegal(state: Any, path: Sequence[str], say: Words) -> str:
    """Why no legal move begins with picking these items, in a sentence."""
    if state.actor < 0:
        return say("The game is over.")
    first, *rest = path
    if first in NUMBER:
        covered = NUMBER[first] in members(state.hexes[0] | state.hexes[1])
        return _covered(first, say) if covered else say("First choose what to place, then a cell.")
    kind = next((kind for kind in COUNTS if f"-{kind}-" in f"-{first}"), "")
    cell = NUMBER.get(rest[0]) if rest else None
    if not kind:
        return say("Choose a tile, then a cell.")
    if kind in POOLS:
        return telling.sentence(notation.why_illegal(state, FIRST[kind] + (cell or 0), say))
    return _why_not_tile(state, kind, first, cell, say)


def _covered(cell: str, say: Words) -> str:
    return telling.sentence(say("{cell} already has a tile", cell=cell))


def _why_not_tile(state: Any, kind: str, id: str, cell: int | None, say: Words) -> str:
    """Why a tile cannot be placed, or not with its anchor on a cell."""
    seat = int(state.actor)
    used = COUNTS[kind] - int(state.tiles[seat, tables.KINDS.index(kind)])
    if tokens_left(state):
        return telling.sentence(say("first all tokens must be placed"))
    if not id.startswith(COLOURS[seat]):
        owner, player = say(SEATS[1 - seat]), say(SEATS[seat])
        return say(
            "This tile belongs to {owner}; it is {player}'s turn.", owner=owner, player=player
        )
    if id in {piece_id(kind, number, seat) for number in range(1, used + 1)}:
        return say("That tile lies on the board already.")
    if cell is None:
        return say("No place on the board is left for this tile.")
    return _why_not_there(state, kind, cell, say)


def _why_not_there(state: Any, kind: str, cell: int, say: Words) -> str:
    """Why no pose of a kind at an anchor is legal: best of all the reason of one with room."""
    taken = set(members(state.hexes[0] | state.hexes[1]))
    if cell in taken:
        return _covered(NAMES[cell], say)
    here = [pose.placement for pose in shapes.poses(kind) if pose.anchor == cell]
    free = [placement for placement in here if taken.isdisjoint(sum(parts(placement), ()))]
    if not free:
        return say("There is no room for this tile around {cell}.", cell=NAMES[cell])
    return telling.sentence(notation.why_illegal(state, free[0], say))
