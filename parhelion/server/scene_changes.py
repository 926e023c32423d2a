"""What turns one scene into the next, as JSON: `SceneChanges` on the wire."""

from base64 import b64encode
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import orjson

from parhelion.games import Game
from parhelion.games.choice_catalogue import Offer
from parhelion.scene import Item, ItemGroups, Scene
from parhelion.server import catalogue_files
from parhelion.server.scene_json import part_json
from parhelion.server.schemas import Lang

Insertion = tuple[int, Item]
"""An item and its place among all items."""


def scene_changes(
    before: Scene | None, after: Scene, offer: dict[str, Any] | None
) -> dict[str, Any]:
    """What somebody who has one scene has to know of the next; without one, all of it."""
    gone, items = item_changes(before.items if before else (), after.items)
    kept = _lines_kept(before, after)
    return {
        "anew": before is None,
        "width": after.width,
        "height": after.height,
        "gone": gone,
        "items": [(place, orjson.Fragment(part_json(item))) for place, item in items],
        "log_kept": kept,
        "log": after.log[kept:],
        "prompt": after.prompt,
        "ending": after.ending,
        "offer": offer,
    }


def item_changes(
    before: Sequence[Item], after: Sequence[Item]
) -> tuple[list[str], list[Insertion]]:
    """The ids of items to take away, and what to insert then, by ascending place; an item that is
    inserted is taken away first, too.

    This is done after every move for everybody. Games keep their items, so nearly all are the same
    objects as before; only the others are compared.
    """
    stretches = list(_changed_stretches(before, after))
    now = {item.id for stretch in stretches for item in stretch.after}
    gone = [item.id for each in stretches for item in each.before if item.id not in now]
    return gone, [insertion for stretch in stretches for insertion in _insertions(stretch)]


class Stretch(NamedTuple):
    """Some items that follow each other, before and after."""

    place: int
    """Of the first item after."""
    before: Sequence[Item]
    after: Sequence[Item]


def _changed_stretches(before: Sequence[Item], after: Sequence[Item]) -> Iterator[Stretch]:
    """The stretches of two scenes that are not the same objects, one of each group at most."""
    old, new = _groups(before), _groups(after)
    if len(old) != len(new):
        old, new = (before,), (after,)
    place = 0
    for left, arrived in zip(old, new, strict=True):
        if left is not arrived and (stretch := _trimmed(place, left, arrived)):
            yield stretch
        place += len(arrived)


def _groups(items: Sequence[Item]) -> tuple[Sequence[Item], ...]:
    return items.groups if isinstance(items, ItemGroups) else (items,)


def _trimmed(place: int, before: Sequence[Item], after: Sequence[Item]) -> Stretch | None:
    """What is left of a group without the same objects at its head and at its tail, if anything."""
    head, old, new = 0, len(before), len(after)
    while head < old and head < new and before[head] is after[head]:
        head += 1
    while head < old and head < new and before[old - 1] is after[new - 1]:
        old, new = old - 1, new - 1
    if head == old == new:
        return None
    return Stretch(place + head, before[head:old], after[head:new])


def _insertions(stretch: Stretch) -> list[Insertion]:
    """What has to be inserted in a stretch. An item that comes from another stretch is new here."""
    old, new = ({item.id: item for item in items} for items in stretch[1:])
    arrived = {id for id, item in new.items() if old.get(id) is not item and old.get(id) != item}
    order = [id for id in old if id in new and id not in arrived]
    now = [id for id in new if id not in arrived]
    if order != now:
        arrived |= _out_of_order(order, now)
    places = enumerate(stretch.after, start=stretch.place)
    return [(place, item) for place, item in places if item.id in arrived]


def _out_of_order(before: list[str], after: list[str]) -> set[str]:
    """The fewest ids without which two lists of the same ids are in the same order: all but a
    longest sequence that ascends."""
    place = {id: number for number, id in enumerate(before)}
    ends: list[int] = []
    """The lowest place with which a sequence of each length ends, …"""
    last: list[str] = []
    """… and the id there."""
    previous: dict[str, str | None] = {}
    for id in after:
        length = bisect_left(ends, place[id])
        previous[id] = last[length - 1] if length else None
        ends[length : length + 1], last[length : length + 1] = [place[id]], [id]
    kept, step = set[str](), last[-1] if last else None
    while step is not None:
        kept.add(step)
        step = previous[step]
    return {id for id in after if id not in kept}


def _lines_kept(before: Scene | None, after: Scene) -> int:
    """How many lines of the log are as they were: those before are, if the last one is."""
    if before is None:
        return 0
    kept = min(len(before.log), len(after.log))
    while kept and before.log[kept - 1] != after.log[kept - 1]:
        kept -= 1
    return kept


def offer_json(game: Game, seat: int, lang: Lang, offer: Offer) -> dict[str, Any]:
    """The choices of a position, for somebody who has the catalogue."""
    return {
        "catalogue": catalogue_files.address(game, seat, lang),
        "legal": bitmap(offer.actions, game.actions),
        "roles": offer.roles,
        "choices": offer.particular,
    }


def bitmap(actions: Any, total: int) -> str:
    """Some actions as bits, the first the lowest of its byte, in Base64."""
    bits = np.zeros(total, dtype=np.uint8)
    bits[actions] = 1
    return b64encode(np.packbits(bits, bitorder="little").tobytes()).decode()
