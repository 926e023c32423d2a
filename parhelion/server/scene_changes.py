"""What turns one scene into the next, as JSON: `SceneChanges` on the wire."""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import numpy as np
import orjson

from parhelion.games import Game
from parhelion.games.choice_catalogue import Offer
from parhelion.scene import Item, Scene
from parhelion.server import catalogue_files
from parhelion.server.scene_json import part_json
from parhelion.server.schemas import Lang

Insertion = tuple[int, Item]
"""An item and its place among all items."""


def scene_changes(
    before: Scene | None, after: Scene, offer: dict[str, Any] | None
) -> dict[str, Any]:
    """What somebody who has one scene has to know of the next; without one, all of it."""
    changes = before and item_changes(before.items, after.items)
    gone, items = changes or ([], list(enumerate(after.items)))
    kept = _lines_kept(before, after)
    return {
        "anew": changes is None,
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
) -> tuple[list[str], list[Insertion]] | None:
    """The ids of items to take away, and what to insert then, by ascending place; an item that is
    inserted is taken away first, too. None if the items that stay have changed their order.

    Items are compared as objects first: games keep theirs, so nearly all are the same ones.
    """
    staying = {*map(id, before)} & {*map(id, after)}
    old = {item.id: item for item in before if id(item) not in staying}
    fresh = [(place, item) for place, item in enumerate(after) if id(item) not in staying]
    inserted = [(place, item) for place, item in fresh if old.get(item.id) != item]
    arrived, left = {item.id for _, item in inserted}, {item.id for _, item in fresh}
    gone = [id for id in old if id not in left]
    away = arrived.union(gone)
    order = [item.id for item in before if item.id not in away]
    if order != [item.id for item in after if item.id not in arrived]:
        return None
    return gone, inserted


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
