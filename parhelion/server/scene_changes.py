"""What turns one scene into the next, as JSON: `SceneChanges` on the wire."""

from base64 import b64encode
from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter
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
KEPT_CHANGES = 512
"""How many changes of groups are kept: those who look at the same table are told the same ones."""


def scene_changes(
    before: Scene | None, after: Scene, offer: dict[str, Any] | None
) -> dict[str, Any]:
    """What somebody who has one scene has to know of the next; without one, all of it."""
    changes = item_changes(before.items if before else (), after.items)
    kept = _lines_kept(before, after)
    return {
        "anew": before is None,
        "width": after.width,
        "height": after.height,
        "gone": gone_ids(changes),
        "items": orjson.Fragment(b"[%b]" % b",".join(each.json for each in changes if each.json)),
        "log_kept": kept,
        "log": after.log[kept:],
        "prompt": after.prompt,
        "ending": after.ending,
        "offer": offer,
    }


class GroupChange(NamedTuple):
    """What turns a group of items into the one that takes its place."""

    left: Sequence[str]
    """The ids of items that are not in this group any more."""
    insertions: Sequence[Insertion]
    """What to insert, by ascending place; an item that is inserted is taken away first, too."""
    json: bytes
    """The insertions, without the brackets around them."""


def item_changes(before: Sequence[Item], after: Sequence[Item]) -> list[GroupChange]:
    """What turns the items of one scene into those of the next.

    This is done after every move for everybody. Games keep their items and groups, so nearly all
    are the same objects as before; only the others are compared.
    """
    old, new = _groups(before), _groups(after)
    if len(old) != len(new):
        old, new = (before,), (after,)
    place, changes = 0, []
    for group, next_group in zip(old, new, strict=True):
        if group is not next_group:
            changes.append(_kept_change(place, group, next_group))
        place += len(next_group)
    return changes


def gone_ids(changes: Sequence[GroupChange]) -> list[str]:
    """The ids of items to take away: those that left their groups and are in no other."""
    arrived = {item.id for change in changes for _, item in change.insertions}
    return [id for change in changes for id in change.left if id not in arrived]


def _groups(items: Sequence[Item]) -> tuple[Sequence[Item], ...]:
    return items.groups if isinstance(items, ItemGroups) else (items,)


_changes: dict[tuple[int, int, int], tuple[GroupChange, Sequence[Item], Sequence[Item]]] = {}
"""By the place and the ids of both groups, which are kept too: no other objects get their ids."""


def _kept_change(place: int, before: Sequence[Item], after: Sequence[Item]) -> GroupChange:
    """The change from one group to the next, which is at a place; worked out once for all who see
    the same groups."""
    key = place, id(before), id(after)
    kept = _changes.get(key)
    if kept is None:
        if len(_changes) >= KEPT_CHANGES:
            _changes.clear()
        kept = _changes[key] = _group_change(place, before, after), before, after
    return kept[0]


def _group_change(place: int, before: Sequence[Item], after: Sequence[Item]) -> GroupChange:
    place, before, after = _trimmed(place, before, after)
    old = {item.id: item for item in before}
    insertions, staying = list[Insertion](), list[Insertion]()
    for each in enumerate(after, start=place):
        item = each[1]
        was = old.pop(item.id, None)
        (staying if was is item or was == item else insertions).append(each)
    if len(staying) > 1:
        insertions = _with_moved(insertions, staying, before)
    json = b",".join([b"[%d,%b]" % (place, part_json(item)) for place, item in insertions])
    return GroupChange(tuple(old), insertions, json)


def _with_moved(
    insertions: list[Insertion], staying: list[Insertion], before: Sequence[Item]
) -> list[Insertion]:
    """Insertions with those of the items that stay which have changed their order."""
    now = [item.id for _, item in staying]
    known = set(now)
    order = [item.id for item in before if item.id in known]
    if order == now:
        return insertions
    moved = _out_of_order(order, now)
    return sorted([*insertions, *(each for each in staying if each[1].id in moved)], key=_place)


_place = itemgetter(0)


def _trimmed(
    place: int, before: Sequence[Item], after: Sequence[Item]
) -> tuple[int, Sequence[Item], Sequence[Item]]:
    """Two groups without the same objects at their heads and tails, and the place of what is left
    of the second."""
    head, old, new = 0, len(before), len(after)
    while head < old and head < new and before[head] is after[head]:
        head += 1
    while head < old and head < new and before[old - 1] is after[new - 1]:
        old, new = old - 1, new - 1
    return place + head, before[head:old], after[head:new]


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
