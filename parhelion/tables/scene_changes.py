"""What turns one scene into the next."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from parhelion.scene import Item, ItemGroups, Scene
from parhelion.tables.named_text import NamedText

Insertion = tuple[int, Item]
"""An item and its place among all items."""
MAX_CACHED = 512
"""Changes of groups that are cached: viewers of the same table share them."""


def scene_changes(
    before: Scene | None,
    after: Scene,
    offer: dict[str, Any] | None,
    named: NamedText,
    part: Callable[[Item], object],
) -> dict[str, Any]:
    """Return what a viewer who has one scene needs of the next; without one, all of it.

    `part` returns an item with names, serialised or not.
    """
    changes = item_changes(before.items if before else (), after.items)
    kept = _lines_kept(before, after)
    return {
        "anew": before is None,
        "width": after.width,
        "height": after.height,
        "gone": gone_ids(changes),
        "items": [(place, part(item)) for each in changes for place, item in each.insertions],
        "log_kept": kept,
        "log": named.fill(after.log[kept:]),
        "prompt": named.text(after.prompt),
        "ending": named.fill(after.ending),
        "offer": offer and offer | {"choices": named.fill(offer["choices"])},
    }


class GroupChange(NamedTuple):
    """What turns a group of items into the one that takes its place."""

    left: Sequence[str]
    """The ids of items that are no longer in this group."""
    insertions: Sequence[Insertion]
    """What to insert, by ascending place. An item that is inserted is removed first, too."""


def item_changes(before: Sequence[Item], after: Sequence[Item]) -> list[GroupChange]:
    """Return what turns the items of one scene into those of the next.

    This runs after every move for every viewer. Games cache their items and groups, so nearly all
    are the same objects as before, and only the others are compared.
    """
    old, new = _groups(before), _groups(after)
    if len(old) != len(new):
        old, new = (before,), (after,)
    place, changes = 0, []
    for group, next_group in zip(old, new, strict=True):
        if group is not next_group:
            changes.append(_cached_change(place, group, next_group))
        place += len(next_group)
    return changes


def gone_ids(changes: Sequence[GroupChange]) -> list[str]:
    """Return the ids of items to remove: those that left their groups and are in no other."""
    arrived = {item.id for change in changes for _, item in change.insertions}
    return [id for change in changes for id in change.left if id not in arrived]


def _groups(items: Sequence[Item]) -> tuple[Sequence[Item], ...]:
    return items.groups if isinstance(items, ItemGroups) else (items,)


_changes: dict[tuple[int, int, int], tuple[GroupChange, Sequence[Item], Sequence[Item]]] = {}
"""By the place and the ids of both groups, which are stored, so that no other objects get their
ids."""


def _cached_change(place: int, before: Sequence[Item], after: Sequence[Item]) -> GroupChange:
    """Return the change from one group to the next. It is computed once for all viewers who see the
    same groups."""
    key = place, id(before), id(after)
    cached = _changes.get(key)
    if cached is None:
        if len(_changes) >= MAX_CACHED:
            _changes.clear()
        cached = _changes[key] = _group_change(place, before, after), before, after
    return cached[0]


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
    return GroupChange(tuple(old), insertions)


def _with_moved(
    insertions: list[Insertion], staying: list[Insertion], before: Sequence[Item]
) -> list[Insertion]:
    """Return the insertions, with the staying items that have changed their order."""
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
    """Return two groups without the same objects at their heads and tails, and the place of what
    is left of the second."""
    head, old, new = 0, len(before), len(after)
    while head < old and head < new and before[head] is after[head]:
        head += 1
    while head < old and head < new and before[old - 1] is after[new - 1]:
        old, new = old - 1, new - 1
    return place + head, before[head:old], after[head:new]


def _out_of_order(before: list[str], after: list[str]) -> set[str]:
    """Return the fewest ids without which two lists of the same ids are in the same order: all but
    a longest increasing subsequence."""
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
    """Return the number of leading log lines that are unchanged."""
    if before is None:
        return 0
    kept = min(len(before.log), len(after.log))
    while kept and before.log[kept - 1] != after.log[kept - 1]:
        kept -= 1
    return kept
