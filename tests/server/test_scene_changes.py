"""What turns one scene into the next leads to that scene, and tells no more than it must."""

import random
from collections.abc import Sequence

import pytest

from parhelion import new
from parhelion.games import registry
from parhelion.match_scene import picture
from parhelion.scene import Item, ItemGroups
from parhelion.tables.scene_changes import Insertion, gone_ids, item_changes
from tests.positions import positions

GAMES = [*registry.names(), "lantern"]


def told(before: Sequence[Item], after: Sequence[Item]) -> tuple[list[str], list[Insertion]]:
    """What a client is told: the ids of items to take away, and what to insert then."""
    changes = item_changes(before, after)
    return gone_ids(changes), [each for change in changes for each in change.insertions]


def applied(before: Sequence[Item], after: Sequence[Item]) -> list[Item]:
    """What a client has that has one scene and is told what changes."""
    gone, inserted = told(before, after)
    away = {*gone, *(item.id for _, item in inserted)}
    items = [item for item in before if item.id not in away]
    for place, item in inserted:
        items.insert(place, item)
    return items


def item(id: str, x: float = 0) -> Item:
    return Item(id, "tile", x, 0, 10, 10)


def some_items(rng: random.Random) -> list[Item]:
    """Some items in some order; those of the same id may be alike, or not."""
    return [item(id, rng.randint(0, 1)) for id in rng.sample("abcdefgh", rng.randint(0, 8))]


def test_changes_lead_from_any_items_to_any_others() -> None:
    rng = random.Random(4)
    for _ in range(500):
        before, after = some_items(rng), some_items(rng)
        assert applied(before, after) == after


def test_groups_that_are_the_same_object_are_not_looked_into() -> None:
    rng = random.Random(5)
    for _ in range(300):
        shared = tuple(item(id) for id in "xyz")
        groups = [some_items(rng) for _ in range(2)]
        before, after = (ItemGroups(shared, group, shared[:0]) for group in groups)
        assert applied(before, after) == list(after)


def test_an_item_may_move_over_a_group_that_stays() -> None:
    moving, between = item("m"), (item("x"),)
    before, after = ItemGroups((moving,), between, ()), ItemGroups((), between, (moving,))
    assert applied(before, after) == list(after)


def test_an_item_that_is_alike_is_not_sent_again() -> None:
    before, after = [item("a"), item("b"), item("c")], [item("a"), item("b", 1), item("d")]
    assert told(before, after) == (["c"], [(1, item("b", 1)), (2, item("d"))])


def test_of_items_that_change_their_order_the_fewest_are_sent() -> None:
    before = [item(id) for id in "abcde"]
    after = [item(id) for id in "eabcd"]
    assert told(before, after) == ([], [(0, item("e"))])


@pytest.mark.parametrize("game", GAMES)
def test_changes_lead_from_every_scene_of_a_game_to_the_next(game: str) -> None:
    match = new(game, seed=8)
    before: dict[int | None, Sequence[Item]] = dict.fromkeys((None, *range(len(match.seats))), ())
    for position in positions(match):
        for seat, items in before.items():
            after = picture(position, seat, "en", "wide", True)[0].items
            assert applied(items, after) == list(after) == list(position.scene(seat).items)
            before[seat] = after
