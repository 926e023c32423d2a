"""What turns one scene into the next, as JSON: `SceneChanges` on the wire."""

from base64 import b64encode
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

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
    before, after, places = _other_groups(before, after)
    ids = [item.id for item in after]
    old, new = {item.id: item for item in before}, dict(zip(ids, after, strict=True))
    fresh = [id for id, item in new.items() if old.get(id) is not item]
    arrived = {id for id in fresh if old.get(id) != new[id]}
    gone = [id for id in old if id not in new]
    away = arrived.union(gone)
    order, now = [id for id in old if id not in away], [id for id in ids if id not in arrived]
    if order != now:
        arrived |= _out_of_order(order, now)
    return gone, [(places[number], after[number]) for number in sorted(map(ids.index, arrived))]


def _other_groups(
    before: Sequence[Item], after: Sequence[Item]
) -> tuple[Sequence[Item], Sequence[Item], Sequence[int]]:
    """The items of the groups that are not the same in two scenes, and the places of the latter."""
    if not (isinstance(before, ItemGroups) and isinstance(after, ItemGroups)):
        return before, after, range(len(after))
    if len(before.groups) != len(after.groups):
        return before, after, range(len(after))
    old: list[Item] = []
    new: list[Item] = []
    places: list[int] = []
    place = 0
    for left, arrived in zip(before.groups, after.groups, strict=True):
        if left is not arrived:
            old += left
            new += arrived
            places += range(place, place + len(arrived))
        place += len(arrived)
    return old, new, places


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
