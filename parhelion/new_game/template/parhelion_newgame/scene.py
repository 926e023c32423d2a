"""The table of New Game as every front end draws it: a row of stones. Picking one takes it and
those to its right."""

from collections.abc import Iterator, Sequence

from parhelion.games import Move, PlayedMove, View
from parhelion.scene import Choice, Item, Layout, Scene, Section
from parhelion.words import Words

from .kernels import STONES
from .view import Table

GAP = 40


def scene(view: View[Table], legal: Sequence[Move], say: Words, layout: Layout) -> Scene:
    """The stones, and which of them the viewer may pick."""
    stones = view["position"]["stones"]
    return Scene(
        width=GAP * (STONES + 1),
        height=3 * GAP,
        items=tuple(_items(stones, say)),
        choices=tuple(_choice(move, stones) for move in legal),
        sections=(Section(say("Table"), (say("Stones: {n}", n=stones),)),),
    )


def items(view: View[Table], move: PlayedMove) -> tuple[str, ...]:
    """What a move is about: the table."""
    return ("table",)


def _items(stones: int, say: Words) -> Iterator[Item]:
    width = GAP * (STONES + 1)
    yield Item("table", "", width / 2, 2.5 * GAP, width, GAP, text=say("Stones: {n}", n=stones))
    for number in range(1, stones + 1):
        label = say("Stone {n}", n=number)
        yield Item(f"stone-{number}", "disc-0", GAP * number, GAP, 36, 36, label=label, rule="R1")


def _choice(move: Move, stones: int) -> Choice:
    taken = int(move.args[0])
    return Choice(move.text, (f"stone-{stones - taken + 1}",), (), move.text)
