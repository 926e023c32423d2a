"""The table of Lanterns as a scene."""

from collections.abc import Iterator, Sequence

from parhelion.games import Move, PlayedMove, View
from parhelion.scene import Choice, Item, Layout, Scene, Section
from parhelion.words import Words

from .view import Table


def scene(view: View[Table], legal: Sequence[Move], say: Words, layout: Layout) -> Scene:
    """Lanterns in hand, backs of the others, the pile and what is lit."""
    table = view["position"]
    return Scene(
        width=100,
        height=60 if layout == "wide" else 100,
        items=tuple(_items(table)),
        choices=tuple(Choice(move.text, (_picked(move),), (), move.text) for move in legal),
        sections=(Section("Lit", tuple(f"lantern {k}" for k in table["lit"])),),
    )


def items(view: View[Table], move: PlayedMove) -> tuple[str, ...]:
    """The lantern that was lit, or the pile."""
    return ("pile",) if move["verb"] == "draw" else (f"lantern-{move['args'][0]}",)


def _picked(move: Move) -> str:
    return "pile" if move.verb == "draw" else f"lantern-{move.args[0]}"


def _items(table: Table) -> Iterator[Item]:
    yield from (_lantern(k, 5) for k in table["lit"])
    for seat, (hand, held) in enumerate(zip(table["hands"], table["held"], strict=True)):
        y = 20 + 10 * seat
        yield from (_lantern(k, y, "pile") for k in hand)
        yield from (_back(seat, i, y) for i in range(held - len(hand)))
    yield Item("pile", "pile", 95, 5, 8, 8, text=str(table["left"]), label="the pile")


def _lantern(k: int, y: int, origin: str = "") -> Item:
    """One that its viewer sees; it stays the same item when it is lit."""
    x, label = 10 * k - 5, f"lantern {k}"
    return Item(f"lantern-{k}", "lantern", x, y, 8, 8, label=label, text=str(k), origin=origin)


def _back(seat: int, i: int, y: int) -> Item:
    label = f"a lantern of seat {seat + 1}"
    return Item(f"back-{seat}-{i}", "back", 9 * i + 5, y, 8, 8, label=label, origin="pile")
