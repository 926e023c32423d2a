"""Orion Duel as every front end draws it: the night sky, the tiles on it and the two hands.

A cell's id is its name, `e4`; `pieces` has the ids of tiles and tokens. Tiles of a kind are used
in the order of their numbers, so the one on top of a stack is the next to be placed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, NamedTuple, cast

from parhelion.games import Move, PlayedMove, Refusal
from parhelion.games.choice_catalogue import second_way
from parhelion.games.move_fold import MoveFold
from parhelion.games.orion import labels, meters, notation, text_summary, tile_shapes
from parhelion.games.orion.events import SEATS, TileEvent, told
from parhelion.games.orion.item_ids import PIECES, PIECES_OF_KIND, TOKENS, Piece, piece_id
from parhelion.games.orion.kernels import constants
from parhelion.games.orion.kernels.constants import COLOURS
from parhelion.games.orion.layout import (
    BAND,
    LAYOUTS,
    LIFT,
    SIDE_TURNS,
    HandLayout,
    beside,
    cell_place,
    constellation_at,
)
from parhelion.games.orion.notation import (
    NAMES,
    NUMBER,
    TOKEN_ACTIONS,
    cells_of,
    members,
    parts,
    placement_text,
    token_placed,
    tokens_left,
)
from parhelion.games.orion.tile_shapes import HEX, ROW, TALLNESS
from parhelion.games.orion.view import SkyView
from parhelion.games.position_parts import SharedDict, SharedList, SharedTuple, shared
from parhelion.games.recent_moves import recent_moves
from parhelion.scene import Box, Choice, Ending, Ghost, Item, ItemGroups, Layout, Scene, Section
from parhelion.words import Words

PLACED, BOARDS = 4096, 512
"""How many placed tiles, and whole boards, are kept ready; there are too many to keep them all."""


# --- the table ---------------------------------------------------------------------------


def scene(view: SkyView, legal: Sequence[Move], say: Words, layout: Layout) -> Scene:
    """The table as a viewer sees it; what is legal changes nothing of the picture."""
    table = LAYOUTS[layout]
    played = _played(view)
    return Scene(
        width=table.width,
        height=table.height,
        items=_items(view, played, say, layout),
        prompt=text_summary.prompt(view, say),
        ending=_ending(view, played, say) if view["result"] else None,
    )


def board_box(layout: Layout) -> Box:
    """The cells, without the constellations around them."""
    x, y = LAYOUTS[layout].board
    reach = 5.9 * ROW
    return x - reach, y - reach, 2 * reach, 2 * reach


def sections(view: SkyView, say: Words) -> Sequence[Section]:
    """The table as text."""
    return tuple(text_summary.sections(view, say))


def label(view: SkyView, move: PlayedMove, say: Words) -> str:
    """A move in words with what it brought about; the end has a place of its own."""
    happened = [event for event in cast(list[TileEvent], move["events"]) if event["what"] != "over"]
    placed = labels.move_label(move["action"], move["seat"], say)
    return say("; ").join([placed, told(happened, say)]) if happened else placed


def items(view: SkyView, move: PlayedMove) -> tuple[str, ...]:
    """The tile or token that a move placed, and its cells."""
    return _played(view)[move["ply"] - 1].id, *cells_of(move["action"])


def tell(view: SkyView, events: Sequence[TileEvent], say: Words) -> str:
    """What events bring about, in words."""
    return told(events, say)


# --- tiles and tokens --------------------------------------------------------------------


class PlacedPiece(NamedTuple):
    """A move that was played, and the id of the tile or token it placed."""

    seat: int
    action: int
    id: str


Pieces = SharedTuple[PlacedPiece]


class _Placed(NamedTuple):
    """What was placed so far."""

    pieces: Pieces = SharedTuple()
    counts: Mapping[tuple[int, str], int] = {}
    """How many of a seat and a kind."""


def _one_more(placed: _Placed, move: PlayedMove) -> _Placed:
    seat, kind = move["seat"], move["verb"]
    number = placed.counts.get((seat, kind), 0) + 1
    piece = PlacedPiece(seat, move["action"], piece_id(kind, number, seat))
    return _Placed(SharedTuple((*placed.pieces, piece)), {**placed.counts, (seat, kind): number})


_placed = MoveFold(_Placed(), _one_more)


def _played(view: SkyView) -> Pieces:
    """The moves so far. Pieces of a kind are used in the order of their numbers; in a position that
    was set up some lie on the board that nobody placed."""
    pieces, counts = _placed(view["moves"])
    before = {key: _on_board(view, *key) - count for key, count in counts.items()}
    if not any(before.values()):
        return pieces
    return SharedTuple(_renumbered(piece, before) for piece in pieces)


def _renumbered(piece: PlacedPiece, before: Mapping[tuple[int, str], int]) -> PlacedPiece:
    _, number, _ = known = PIECES[piece.id]
    number += before[piece.seat, known.kind]
    return piece._replace(id=piece_id(known.kind, number, piece.seat))


def _on_board(view: SkyView, seat: int, kind: str) -> int:
    """How many tokens, or tiles of a seat, of a kind lie on the board."""
    sky = view["position"]
    if kind in TOKENS:
        return len(sky["galaxies"] if kind == "galaxy" else sky["holes"])
    return PIECES_OF_KIND[kind] - sky["tiles"][COLOURS[seat]][kind]


def _placing(view: SkyView, token: str) -> int:
    """The seat that places a kind of token (O7)."""
    placer = int(view["options"]["placer"] == COLOURS[1])
    return placer if token == "galaxy" else 1 - placer


# --- everything on the table -------------------------------------------------------------


def _items(view: SkyView, played: Pieces, say: Words, layout: Layout) -> ItemGroups:
    """Everything on the table, from the sky up."""
    sky = view["position"]
    board = Board(
        shared(sky["hexes"]["blue"]),
        shared(sky["hexes"]["orange"]),
        shared(sky["galaxies"]),
        shared(sky["holes"]),
        played,
        len(recent_moves(view)),
        tuple((chain["colour"], *chain["cells"]) for chain in text_summary.winning_chains(view)),
    )
    drawn = _on_the_board(board, say, layout)
    return ItemGroups(_sky(say, layout), *drawn, *_hands(view, say, layout))


class Board(NamedTuple):
    """All that decides how the board looks; cells by their names."""

    blue: SharedList
    orange: SharedList
    galaxies: SharedList
    holes: SharedList
    played: Pieces
    recent: int
    """How many of the last moves are news to the viewer."""
    winning: tuple[tuple[str, ...], ...]
    """The winning chains: colour and cells."""

    @property
    def hexes(self) -> Iterator[tuple[int, str]]:
        """Every hex on the board: cell and colour."""
        yield from ((NUMBER[name], "blue") for name in self.blue)
        yield from ((NUMBER[name], "orange") for name in self.orange)

    @property
    def lit(self) -> set[tuple[int, str]]:
        """The hexes of the winning chains: cell and colour."""
        return {(NUMBER[name], colour) for colour, *cells in self.winning for name in cells}


Group = Sequence[Item]
Tokens = tuple[tuple[str, int], ...]
"""Tokens on the board: id and cell."""


@lru_cache(BOARDS)
def _on_the_board(board: Board, say: Words, layout: Layout) -> tuple[Group, ...]:
    """The cells and what lies on them."""
    tokens = _tokens(board.galaxies, board.holes, board.played)
    return (
        *_cells(board, tokens, say, layout),
        tuple(_tiles(board, say, layout)),
        tuple(_lights({cell for cell, _ in board.lit}, layout)),
        _tokens_laid(tokens, say, layout),
    )


@cache
def _sky(say: Words, layout: Layout) -> tuple[Item, ...]:
    """What never changes: the sky and the board with its six constellations."""
    table = LAYOUTS[layout]
    sky = Item("sky", "sky", table.width / 2, table.height / 2, table.width, table.height)
    hills = Item("horizon", "horizon", table.width / 2, table.height, table.width, 0)
    board = Item("board", "board", *table.board, 12 * HEX, 12 * ROW)
    sides = (_side(side, say, layout) for side in range(6))
    stars = (_constellation(side, say, layout) for side in range(6))
    return sky, hills, board, *sides, *stars


def _side(side: int, say: Words, layout: Layout) -> Item:
    """The rim of a side and the name of its constellation."""
    name = constants.SIDES[side]
    id = f"side-{name.replace(' ', '-')}"
    classes = f"side pair-{side % 3 + 1} {layout}"
    place, turn = beside(side, BAND, layout), SIDE_TURNS[side % 3]
    label = labels.side_label(side, say)
    return Item(id, id, *place, 4 * HEX, HEX, turn, 1, classes, label, name.title())


def _constellation(side: int, say: Words, layout: Layout) -> Item:
    """The stars of a side."""
    id = constants.SIDES[side].replace(" ", "-")
    place, turn, scale = constellation_at(side, layout)
    classes, label = f"constellation pair-{side % 3 + 1}", labels.side_label(side, say)
    return Item(id, id, *place, 3 * HEX, HEX, turn, scale, classes, label)


Contents = tuple[tuple[int, str], ...]
"""What is on the cells of a row: the tokens, or the colours of the hexes, each with its cell."""
ROWS = [list(cells) for _, cells in groupby(range(len(NAMES)), lambda cell: NAMES[cell][0])]
"""The cells of each row."""
ROW_OF = [number for number, cells in enumerate(ROWS) for _ in cells]
"""The row of each cell."""


def _cells(board: Board, tokens: Tokens, say: Words, layout: Layout) -> Iterator[Group]:
    """The cells, row by row."""
    kinds = _by_row((cell, PIECES[id].kind) for id, cell in tokens)
    for number, row in enumerate(zip(kinds, _by_row(board.hexes), strict=True)):
        yield _row(number, *row, say, layout)


def _by_row(contents: Iterable[tuple[int, str]]) -> list[Contents]:
    rows: list[list[tuple[int, str]]] = [[] for _ in ROWS]
    for content in contents:
        rows[ROW_OF[content[0]]].append(content)
    return list(map(tuple, rows))


@lru_cache(PLACED)
def _row(number: int, tokens: Contents, colours: Contents, say: Words, layout: Layout) -> Group:
    token, colour = dict(tokens), dict(colours)
    return tuple(
        _cell(cell, token.get(cell, ""), colour.get(cell, ""), say, layout) for cell in ROWS[number]
    )


@cache
def _cell(cell: int, token: str, colour: str, say: Words, layout: Layout) -> Item:
    label = labels.cell_label(cell, token, colour, say)
    place = cell_place(cell, layout)
    return Item(NAMES[cell], "cell", *place, HEX, TALLNESS, 0, 1, layout, label, NAMES[cell])


# --- tiles and tokens on the board -------------------------------------------------------


def _tiles(board: Board, say: Words, layout: Layout) -> Iterator[Item]:
    lit, first_new = board.lit, len(board.played) - board.recent
    laid = [
        (number >= first_new, move)
        for number, move in enumerate(board.played)
        if move.action < constants.PLACEMENTS
    ]
    for is_new, move in laid:
        classes = "tile placed last" if is_new else "tile placed"
        if lit:
            classes += " winning" if lit & _hexes(move) else " faded"
        yield _tile(move, classes, say, layout)
    if sum(_size(move.action) for _, move in laid) < len(board.blue) + len(board.orange):
        shown = {hex for _, move in laid for hex in _hexes(move)}
        yield from (_hex(*hex, layout) for hex in board.hexes if hex not in shown)


@cache
def _size(placement: int) -> int:
    """How many cells a placement covers."""
    return sum(map(len, parts(placement)))


def _hex(cell: int, colour: str, layout: Layout) -> Item:
    """A hex of a position that was set up: nobody knows the tile it belongs to."""
    place = cell_place(cell, layout)
    id, kind = f"hex-{NAMES[cell]}", f"star-{colour}"
    return Item(id, kind, *place, HEX, TALLNESS, classes="tile placed")


@lru_cache(PLACED)
def _hexes(move: PlacedPiece) -> frozenset[tuple[int, str]]:
    """The cells that a tile covers, with their colours."""
    both = zip((move.seat, 1 - move.seat), parts(move.action), strict=True)
    return frozenset((cell, COLOURS[colour]) for colour, cells in both for cell in cells)


@lru_cache(PLACED)
def _tile(move: PlacedPiece, classes: str, say: Words, layout: Layout) -> Item:
    """A tile on the board."""
    pose = tile_shapes.pose_of(move.action)
    return Item(
        move.id,
        f"{pose.shape}-{COLOURS[move.seat]}",
        *cell_place(pose.anchor, layout),
        HEX,
        TALLNESS,
        turn=60 * pose.turn,
        classes=classes,
        label=labels.tile_label(move.action, move.seat, say),
    )


@lru_cache(BOARDS)
def _tokens(galaxies: SharedList, holes: SharedList, played: Pieces) -> Tokens:
    """The tokens on the board: in board order, then as they were placed."""
    moves = [move for move in played if move.action >= constants.PLACEMENTS]
    placed = {move.id: token_placed(move.action)[1] for move in moves}
    dealt = dict[str, int]()
    for token, names in (("galaxy", galaxies), ("hole", holes)):
        cells = [NUMBER[name] for name in names if NUMBER[name] not in placed.values()]
        dealt |= {piece_id(token, i, 0): cell for i, cell in enumerate(cells, start=1)}
    return tuple((dealt | placed).items())


@lru_cache(PLACED)
def _tokens_laid(tokens: Tokens, say: Words, layout: Layout) -> Group:
    return tuple(_token(id, cell, say, layout) for id, cell in tokens)


@cache
def _token(id: str, cell: int, say: Words, layout: Layout) -> Item:
    """A token on the board."""
    kind, place = PIECES[id].kind, cell_place(cell, layout)
    text = labels.token_label(kind, cell, say)
    return Item(id, kind, *place, HEX, TALLNESS, classes="token placed", label=text)


# --- the end -----------------------------------------------------------------------------


def _lights(cells: set[int], layout: Layout) -> Iterator[Item]:
    """The winning chains, lit: a glow on every hex and a link between neighbours."""
    for cell in sorted(cells):
        yield Item(f"glow-{NAMES[cell]}", "glow", *cell_place(cell, layout), HEX, TALLNESS)
    for cell in sorted(cells):
        for direction in range(3):
            if constants.neighbour(cell, direction) in cells:
                yield _link(cell, direction, layout)


def _link(cell: int, direction: int, layout: Layout) -> Item:
    id = f"link-{NAMES[cell]}-{direction}"
    return Item(id, "link", *cell_place(cell, layout), HEX, HEX, turn=60 * direction)


def _ending(view: SkyView, played: Pieces, say: Words) -> Ending:
    """Why it ended, shown by the winning chains, or when tokens were counted by those covered."""
    shown = {name for chain in text_summary.winning_chains(view) for name in chain["cells"]}
    cells = sorted(shown)
    if "tiles" in text_summary.reasons(view):
        shown = {name for names in view["position"]["hexes"].values() for name in names}
    sky = view["position"]
    tokens = _tokens(shared(sky["galaxies"]), shared(sky["holes"]), played)
    on = [id for id, cell in tokens if NAMES[cell] in shown]
    rows = tuple(text_summary.rows(view, say))
    winners = tuple(text_summary.winners(view))
    return Ending(winners, text_summary.ending(view, say), rows, (*cells, *on))


# --- hands -------------------------------------------------------------------------------


def _left(view: SkyView, seat: int) -> SharedDict:
    """What a seat has left to place, by kind; during the setup tokens, then tiles."""
    if not view["position"]["tokens_left"]:
        tiles: SharedDict = shared(view["position"]["tiles"][COLOURS[seat]])
        return tiles
    token = next(token for token in TOKENS if _placing(view, token) == seat)
    return SharedDict({token: PIECES_OF_KIND[token] - _on_board(view, seat, token)})


def _hands(view: SkyView, say: Words, layout: Layout) -> Iterator[Group]:
    """Both hands with the meters of their players, the viewer's near."""
    viewer, winners = view["seat"] or 0, text_summary.winners(view)
    for seat in (1 - viewer, viewer):
        shining, left = view["turn"] == seat or winners == [seat], _left(view, seat)
        yield _title(seat, sum(left.values()), seat == viewer, shining, say, layout)
        yield meters.meters(view, seat, seat == viewer, say, layout)
        yield from _stacks(left, seat, seat == viewer, say, layout)


@lru_cache(BOARDS)
def _stacks(
    left: SharedDict, seat: int, near: bool, say: Words, layout: Layout
) -> tuple[Group, ...]:
    return tuple(_stack(kind, n, seat, near, say, layout) for kind, n in left.items())


def _hand(near: bool, layout: Layout) -> HandLayout:
    return LAYOUTS[layout].near if near else LAYOUTS[layout].far


@cache
def _title(seat: int, left: int, near: bool, shining: bool, say: Words, layout: Layout) -> Group:
    """The name of a seat above its hand; it shines on its turn and in victory."""
    kind, name = f"seat-{COLOURS[seat]}", say(SEATS[seat])
    classes = f"seat {layout}" + " shining" * shining
    place = _hand(near, layout).title
    label = labels.hand_label(name, left, say)
    return (Item(f"hand-{COLOURS[seat]}", kind, *place, 90, 24, 0, 1, classes, label, name),)


@cache
def _stack(
    kind: str, left: int, seat: int, near: bool, say: Words, layout: Layout
) -> tuple[Item, ...]:
    """What is left of a kind in a hand, the next to be placed on top."""
    if not left:
        return ()
    numbers = range(PIECES_OF_KIND[kind] - left + 1, PIECES_OF_KIND[kind] + 1)
    hand = _hand(near, layout)
    pieces = [_in_hand(kind, number, i, seat, hand) for i, number in enumerate(numbers)]
    top = replace(pieces[0], label=labels.stack_label(kind, seat, left, say))
    count = (_count(kind, left, seat, hand, layout),) if left > 1 else ()
    return *reversed(pieces[1:]), top, *count


def _in_hand(kind: str, number: int, depth: int, seat: int, hand: HandLayout) -> Item:
    """A tile or token in a hand, so deep in its stack."""
    (x, y), box = hand.stacks[kind], tile_shapes.box(kind)
    group = "token" if kind in TOKENS else "tile"
    right, down = LIFT[group]
    return Item(
        piece_id(kind, number, seat),
        kind if kind in TOKENS else f"{kind}-{COLOURS[seat]}",
        round(x + hand.scale * (right * depth - box.x), 2),
        round(y + hand.scale * (down * depth - box.y), 2),
        round(hand.scale * (box.width + 2 * abs(box.x)), 2),
        round(hand.scale * (box.height + 2 * abs(box.y)), 2),
        scale=hand.scale,
        classes=group + " under" * (depth > 0),
    )


def _count(kind: str, left: int, seat: int, hand: HandLayout, layout: Layout) -> Item:
    """How many are in a stack, beside it."""
    middle, y = hand.stacks[kind]
    right, _ = LIFT["token" if kind in TOKENS else "tile"]
    x = middle + hand.scale * (tile_shapes.box(kind).width / 2 + right * (left - 1)) + 18
    id = f"{COLOURS[seat]}-{kind}-count"
    return Item(id, "", round(x, 2), y, 24, 16, classes=f"count {layout}", text=f"×{left}")


# --- choices -----------------------------------------------------------------------------


def catalogue(moves: Sequence[Move], seat: int, say: Words) -> list[tuple[int, Choice]]:
    """Every way to lay a tile or a token on an empty board, by kind; those on one path follow each
    other clockwise. Where no tile can have its anchor, a cell stands for any of its hexes."""
    found = [
        (pose.placement, _tile_choice(kind, pose, _anchored(kind, pose), seat, say))
        for kind in constants.KINDS
        for pose in tile_shapes.poses(kind)
    ]
    found += [
        (pose.placement, _tile_choice(kind, pose, _beside(kind, cell), seat, say))
        for kind in constants.KINDS
        for cell, pose in tile_shapes.poses_beside(kind)
    ]
    for token in TOKENS:
        for cell in range(constants.CELLS):
            action = TOKEN_ACTIONS[token] + cell
            found.append((action, _token_choice(token, cell, action, seat, say)))
    return found


def roles(view: SkyView) -> dict[str, tuple[str]]:
    """The next piece of each kind that the viewer has left."""
    seat = view["seat"] or 0
    return {
        _role(kind): (piece_id(kind, PIECES_OF_KIND[kind] - left + 1, seat),)
        for kind, left in _left(view, seat).items()
        if left
    }


def _role(kind: str) -> str:
    return f"@{kind}"


Path = tuple[str, ...]


def _anchored(kind: str, pose: tile_shapes.Pose) -> Path:
    return _role(kind), NAMES[pose.anchor]


def _beside(kind: str, cell: int) -> Path:
    return second_way(_role(kind), NAMES[cell])


def _tile_choice(kind: str, pose: tile_shapes.Pose, path: Path, seat: int, say: Words) -> Choice:
    ghost = Ghost(f"{pose.shape}-{COLOURS[seat]}", NAMES[pose.anchor], 60 * pose.turn)
    move, label = placement_text(pose.placement), labels.move_label(pose.placement, seat, say)
    return Choice(move, path, (ghost,), label)


def _token_choice(token: str, cell: int, action: int, seat: int, say: Words) -> Choice:
    name, label = NAMES[cell], labels.move_label(action, seat, say)
    return Choice(f"{token} {name}", (_role(token), name), (Ghost(token, name),), label)


# --- why not -----------------------------------------------------------------------------


def why_illegal(state: Any, path: Sequence[str], say: Words) -> str:
    """Why no legal move begins with picking these items, in a sentence."""
    if state.actor < 0:
        return Refusal(say("The game is over."), "O11")
    first, *rest = path
    if first in NUMBER:
        covered = NUMBER[first] in members(state.hexes[0] | state.hexes[1])
        first_what = Refusal(say("First choose what to place, then a cell."), "O8")
        return _covered(first, say) if covered else first_what
    piece, cell = PIECES.get(first), NUMBER.get(rest[0]) if rest else None
    if piece is None:
        return ""
    if piece.kind in TOKENS:
        return _refused(state, TOKEN_ACTIONS[piece.kind] + (cell or 0), say)
    if tokens_left(state):
        return Refusal(labels.sentence(say("place all tokens first")), "O7")
    return Refusal(_why_not_tile(state, piece, cell, say), "O8")


def _refused(state: Any, action: int, say: Words) -> Refusal:
    why = notation.why_illegal(state, action, say)
    return Refusal(labels.sentence(why), why.rule)


def _covered(cell: str, say: Words) -> Refusal:
    return Refusal(labels.sentence(say("{cell} already has a tile", cell=cell)), "O8")


def _why_not_tile(state: Any, tile: Piece, cell: int | None, say: Words) -> str:
    """Why a tile cannot be placed, or not on a cell."""
    seat = int(state.actor)
    if tile.seat != seat:
        owner, player = say(SEATS[1 - seat]), say(SEATS[seat])
        return say(
            "This tile belongs to {owner}; it is {player}'s turn.", owner=owner, player=player
        )
    left = int(state.tiles[seat, constants.KINDS.index(tile.kind)])
    if tile.number <= PIECES_OF_KIND[tile.kind] - left:
        return say("This tile is already on the board.")
    if cell is None:
        return say("There is no room left on the board for this tile.")
    return _why_not_there(state, tile.kind, cell, say)


def _why_not_there(state: Any, kind: str, cell: int, say: Words) -> str:
    """Why no pose of a kind on a cell is legal: best of all the reason of one with room, and rather
    of one that has its anchor there."""
    taken = set(members(state.hexes[0] | state.hexes[1]))
    if cell in taken:
        return _covered(NAMES[cell], say)
    here = [pose.placement for pose in tile_shapes.poses(kind) if pose.anchor == cell]
    here += [pose.placement for covered, pose in tile_shapes.poses_beside(kind) if covered == cell]
    free = [placement for placement in here if taken.isdisjoint(sum(parts(placement), ()))]
    if not free:
        return say("There is no room for this tile around {cell}.", cell=NAMES[cell])
    return _refused(state, free[0], say)
