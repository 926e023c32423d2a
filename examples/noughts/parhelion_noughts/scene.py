"""The board as every front end draws it: nine cells, and a mark on those that were taken."""

from collections.abc import Iterator, Sequence

from parhelion.games import Move, PlayedMove, View
from parhelion.scene import Choice, Ghost, Item, Layout, Scene, Section
from parhelion.words import Words, mark

from .notation import NAMES
from .view import Board

SIZE, CELL = 360, 100
MARKS = ("cross", "nought")
LABELS = (mark("{cell}: a cross"), mark("{cell}: a nought"), mark("{cell}: free"))


def scene(view: View[Board], legal: Sequence[Move], say: Words, layout: Layout) -> Scene:
    """The board, and where the viewer may put a mark."""
    board, seat = view["position"], view["turn"] or 0
    return Scene(
        width=SIZE,
        height=SIZE,
        items=tuple(_items(board, say)),
        choices=tuple(_choice(move, seat, say) for move in legal),
        sections=(Section(say("Board"), tuple(_label(board, cell, say) for cell in NAMES)),),
    )


def label(view: View[Board], move: PlayedMove, say: Words) -> str:
    """A mark that was put on a cell."""
    return say(LABELS[move["seat"]], cell=move["args"][0])


def items(view: View[Board], move: PlayedMove) -> tuple[str, ...]:
    """The mark itself."""
    return (f"mark-{move['args'][0]}",)


def _choice(move: Move, seat: int, say: Words) -> Choice:
    (cell,) = move.args
    return Choice(move.text, (cell,), (Ghost(MARKS[seat], cell),), say(LABELS[seat], cell=cell))


def _items(board: Board, say: Words) -> Iterator[Item]:
    yield Item("sky", "sky", SIZE / 2, SIZE / 2, SIZE, SIZE)
    for number, cell in enumerate(NAMES):
        place = 80 + CELL * (number % 3), 80 + CELL * (number // 3)
        yield Item(cell, "cell", *place, 96, 96, label=_label(board, cell, say), rule="N2")
        if board["cells"][cell] >= 0:
            kind, label = MARKS[board["cells"][cell]], _label(board, cell, say)
            yield Item(f"mark-{cell}", kind, *place, 96, 96, label=label, rule="N3")


def _label(board: Board, cell: str, say: Words) -> str:
    return say(LABELS[board["cells"][cell]], cell=cell)
