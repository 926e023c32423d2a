"""What the events of a game of Solenia tell that a position does not."""

import marshal
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from parhelion.games import Json
from parhelion.games.solenia import tables
from parhelion.games.solenia.notation import ROWS
from parhelion.games.solenia.telling import STAR, WIND, alone

KEPT = 256
"""How many pasts are kept ready: every viewer of a table asks for the same."""


class Frozen:
    """Some JSON as a key: equal if it is the same to the byte, so that what was made of it is
    found again."""

    __slots__ = ("_bytes", "_hash", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self._bytes = marshal.dumps(value, 2)
        self._hash = hash(self._bytes)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frozen) and self._bytes == other._bytes


class Gain(NamedTuple):
    """Something that a player gained by the last move, and the item it came from."""

    seat: int
    what: str
    """A resource or a star."""
    origin: str


class Past(NamedTuple):
    """Where things went."""

    ply: int
    cards: dict[str, str]
    """The id of the card on each space."""
    used: Counter[tuple[int, str]]
    """How many cards of a kind each player has played or discarded."""
    tiles: dict[tuple[int, str], list[str]]
    """The deliveries of each player and row in their order."""
    slots: dict[tuple[int, str], list[str]]
    """The slots that they fill, in the same order."""
    die: str
    last: frozenset[str]
    """The ids of the cards that the last move brought."""
    gains: tuple[Gain, ...]
    """What the last move brought."""


@lru_cache(KEPT)
def follow(told: Frozen) -> Past:
    """Follow the cards, the deliveries and the die through all events, which are frozen."""
    events = told.value
    past = Past(len(events), {}, Counter(), {}, {}, "", frozenset(), ())
    rolled, row, last = "", ROWS[0], set[str]()
    for move in events:
        last = set()
        for what, value, seat in move:
            if what in ("played", "blew"):
                last.add(_lay(past, seat, *value.split()))
            elif what == "discarded":
                past.used[seat, value] += 1
            elif what == "turned":
                _turn(past.cards)
            elif what == "delivered":
                row, tile = value.split()
                past.tiles.setdefault((seat, row), []).append(tile)
            elif what == "slot":
                past.slots.setdefault((seat, row), []).append(value)
            elif what == "rolled":
                rolled = value
    gains = tuple(_gains(events[-1])) if events else ()
    return past._replace(die=rolled, last=frozenset(last), gains=gains)


def card_id(seat: int, kind: str, number: int) -> str:
    """The id of a card: its player, its kind, its number among those of its kind."""
    return f"card-{seat}-{kind}-{number}"


def _lay(past: Past, seat: int, kind: str, space: str) -> str:
    past.used[seat, kind] += 1
    past.cards[space] = card_id(seat, kind, past.used[seat, kind])
    return past.cards[space]


def _turn(cards: dict[str, str]) -> None:
    """The cards of the rear strip are gone, the others are one strip nearer to the rear."""
    kept = {f"{int(at[0]) - 1}{at[1:]}": id for at, id in cards.items() if at[0] != "1"}
    cards.clear()
    cards.update(kept)


def _gains(events: Sequence[Sequence[Any]]) -> list[Gain]:
    """What everybody gained by a move, one by one."""
    found: list[Gain] = []
    origin = ""
    for what, value, seat in events:
        if what in ("played", "blew", "expelled"):
            origin = f"space-{value.split()[1]}"
        elif what == "delivered":
            origin = f"board-{seat}"
        elif what == "gained":
            n, resource = value.split()
            found += [Gain(seat, resource, origin or f"supply-{resource}")] * int(n)
        elif what == "stars":
            found.append(Gain(seat, STAR, origin or f"board-{seat}"))
    return found


def in_order(view: Json, past: Past, seat: int, row: str) -> list[tuple[str, int]]:
    """The deliveries of a row as they were made, as far as that is known, each with its slot: -1
    while it waits for one, 6 if none is left."""
    owner = view["players"][seat]
    tiles: list[str] = owner["deliveries"][row]
    told = past.tiles.get((seat, row), [])
    tiles = told if sorted(told) == sorted(tiles) else tiles
    if owner["slots"] is None or (alone(view) and seat == WIND):  # which chooses no slots
        return [(tile, number) for number, tile in enumerate(tiles)]
    filled: list[str] = owner["slots"][row]
    told = past.slots.get((seat, row), [])
    slots = told if sorted(told) == sorted(filled) else filled
    waits = -1 if len(slots) < len(tables.SLOTS) else len(tables.SLOTS)
    places = [tables.SLOTS.index(slot) for slot in slots] + [waits] * len(tiles)
    return list(zip(tiles, places, strict=False))


def in_hand(view: Json, seat: int, past: Past) -> tuple[tuple[str, str], ...]:
    """The cards of a hand: id and kind. Their numbers follow those already played."""
    seen, found = Counter[str](), []
    for kind in view["players"][seat]["hand"]:
        seen[kind] += 1
        found.append((card_id(seat, kind, past.used[seat, kind] + seen[kind]), kind))
    return tuple(found)


# --- tiles -------------------------------------------------------------------------------

Ids = dict[tuple[str, ...], str]
"""The ids of delivery and upgrade tiles, by where they lie."""


def tile_ids(view: Json, past: Past) -> Ids:
    """The ids of delivery and upgrade tiles; those that are alike are numbered."""
    owned = [
        [
            [[tile for tile, _ in in_order(view, past, seat, row)] for row in ROWS],
            owner["level 1"],
            owner["level 3"],
        ]
        for seat, owner in enumerate(view["players"])
    ]
    shown = [[tile and tile["tile"] for tile in view["display"][row]] for row in ROWS]
    return _tile_ids(Frozen([owned, shown, view["offered"]]))


@lru_cache(KEPT)
def _tile_ids(lying: Frozen) -> Ids:
    owned, shown, offered = lying.value
    seen, found = Counter[str](), Ids()

    def give(base: str, *where: str) -> None:
        seen[base] += 1
        found[where] = f"{base}-{seen[base]}"

    for seat, (rows, first, halves) in enumerate(owned):
        for row, tiles in zip(ROWS, rows, strict=True):
            for number, tile in enumerate(tiles):
                give(f"tile-{row}-{tile}", str(seat), row, str(number))
        if first:
            give(f"upgrade-{symbol(first)}", str(seat), "level 1")
        for row, power in zip(ROWS, halves or (), strict=False):
            give(f"half-{row}-{symbol(power)}", str(seat), "level 3", row)
    for row, tiles in zip(ROWS, shown, strict=True):
        for place, tile in enumerate(tiles, start=1):
            if tile:
                give(f"tile-{row}-{tile}", row, str(place))
    for number, power in enumerate((offered or {}).get("level 1", ()), start=1):
        if power:
            give(f"upgrade-{symbol(power)}", "offered", "1", str(number))
    for number, powers in enumerate((offered or {}).get("level 3", ()), start=1):
        for row, power in zip(ROWS, powers or (), strict=False):
            give(f"half-{row}-{symbol(power)}", "offered", "3", str(number), row)
    return found


def symbol(power: str) -> str:
    """An upgrade's name in the drawings."""
    return power.replace("'", "").replace(" ", "-")
