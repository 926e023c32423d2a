"""The table of Lanterns as a scene."""

from collections.abc import Sequence
from typing import Any

from parhelion.games import Json
from parhelion.scene import Choice, Ending, Entry, Item, Layout, Row, Scene, Section
from parhelion.words import Words

from .notation import text


def scene(view: Json, legal: Sequence[int], say: Words, layout: Layout) -> Scene:
    """Lanterns in hand, backs of the others, the pile and what is lit."""
    return Scene(
        width=100,
        height=60 if layout == "wide" else 100,
        items=tuple(_items(view)),
        prompt=_prompt(view),
        choices=tuple(_choice(action) for action in legal),
        notes={text(action): "shows what is on top" for action in legal if text(action) == "draw"},
        sections=(Section("Lit", tuple(f"lantern {k}" for k in view["lit"])),),
        log=tuple(Entry(i, i % 3, move, move, ()) for i, move in enumerate(view["moves"], 1)),
        ending=_ending(view),
    )


def why_illegal(state: Any, path: Sequence[str], say: Words) -> str:
    """Why an item cannot be picked."""
    return "There is nothing to light there."


def _items(view: Json) -> list[Item]:
    items = [_lantern(k, 5) for k in view["lit"]]
    for seat, (hand, held) in enumerate(zip(view["hands"], view["held"], strict=True)):
        y = 20 + 10 * seat
        backs = range(held - len(hand))
        items += [_lantern(k, y, "pile") for k in hand]
        items += [_back(seat, i, y) for i in backs]
    pile = Item("pile", "pile", 95, 5, 8, 8, text=str(view["left"]), label="the pile")
    return [*items, pile]


def _lantern(k: int, y: int, origin: str = "") -> Item:
    """One that its viewer sees; it stays the same item when it is lit."""
    x, label = 10 * k - 5, f"lantern {k}"
    return Item(f"lantern-{k}", "lantern", x, y, 8, 8, label=label, text=str(k), origin=origin)


def _back(seat: int, i: int, y: int) -> Item:
    label = f"a lantern of seat {seat + 1}"
    return Item(f"back-{seat}-{i}", "back", 9 * i + 5, y, 8, 8, label=label, origin="pile")


def _choice(action: int) -> Choice:
    move = text(action)
    item = "pile" if move == "draw" else move.replace("light ", "lantern-")
    return Choice(move, (item,), (), move)


def _prompt(view: Json) -> str:
    return "Over." if view["turn"] is None else f"{view['seats'][view['player']]} to move."


def _ending(view: Json) -> Ending | None:
    if view["result"] is None:
        return None
    points = tuple(str(points) for points in view["points"])
    winners = tuple(view["result"]["winners"])
    return Ending(winners, "All lanterns are lit.", (Row("Points", points),), ())
