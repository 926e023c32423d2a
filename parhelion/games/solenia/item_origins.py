"""What the events of a game of Solenia tell that a position does not."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from parhelion.games import View
from parhelion.games.solenia.item_ids import card_id, space_id, supply_id, tile_id
from parhelion.games.solenia.json_key import Frozen
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.labels import STAR, WIND, alone
from parhelion.games.solenia.notation import PLACES, ROWS, space_at
from parhelion.games.solenia.view_events import SoleniaEvent
from parhelion.games.solenia.view_position import Position

KEPT = 256
"""How many pasts are kept ready: every viewer of a table asks for the same."""


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


FOLLOWED = {
    *("played", "blew", "expelled", "discarded", "turned", "delivered", "slot", "rolled"),
    *("gained", "stars"),
}
"""Events that tell where things went."""


def past_of(view: View[Position]) -> Past:
    """Where things went in the moves of a view."""
    moves = [
        [event for event in move["events"] if event["what"] in FOLLOWED] for move in view["moves"]
    ]
    return _follow(Frozen(moves))


@lru_cache(KEPT)
def _follow(told: Frozen) -> Past:
    """Follow the cards, the deliveries and the die through all events, which are frozen."""
    moves: list[list[SoleniaEvent]] = told.value
    past = Past(len(moves), {}, Counter(), {}, {}, "", frozenset(), ())
    row, turns = ROWS[0], 0
    laid: dict[tuple[int, int], str] = {}
    for event in (event for move in moves for event in move):
        if event["what"] == "played" or event["what"] == "blew":
            kind = event["seat"], event["card"]
            past.used[kind] += 1
            strip, lane = PLACES[event["space"]]
            laid[strip + turns, lane] = card_id(*kind, past.used[kind])
        elif event["what"] == "discarded":
            past.used[event["seat"], event["card"]] += 1
        elif event["what"] == "turned":
            turns += 1
        elif event["what"] == "delivered":
            row = event["row"]
            past.tiles.setdefault((event["seat"], row), []).append(event["tile"])
        elif event["what"] == "slot":
            past.slots.setdefault((event["seat"], row), []).append(event["slot"])
        elif event["what"] == "rolled":
            past = past._replace(die=event["face"])
    past.cards.update(_lying(laid, turns))
    if not moves:
        return past
    return past._replace(last=_last(past, moves[-1]), gains=tuple(_gains(moves[-1])))


def _last(past: Past, events: Sequence[SoleniaEvent]) -> frozenset[str]:
    """The ids of the cards that a move brought; several of one kind are the latest ones."""
    brought = Counter[tuple[int, str]]()
    for event in events:
        if event["what"] == "played" or event["what"] == "blew":
            brought[event["seat"], event["card"]] += 1
    return frozenset(
        card_id(seat, kind, past.used[seat, kind] - number)
        for (seat, kind), count in brought.items()
        for number in range(count)
    )


def _lying(laid: dict[tuple[int, int], str], turns: int) -> dict[str, str]:
    """The card on each space. They were laid on strips counted from the first one; the rear strip
    has turned so often, and every time its cards were gone."""
    left = ((strip - turns, lane, id) for (strip, lane), id in laid.items() if strip > turns)
    return {space_at(strip, lane): id for strip, lane, id in left}


def _gains(events: Sequence[SoleniaEvent]) -> list[Gain]:
    """What everybody gained by a move, one by one."""
    found: list[Gain] = []
    origin = ""
    for event in events:
        seat = event["seat"]
        if event["what"] == "played" or event["what"] == "blew" or event["what"] == "expelled":
            origin = space_id(event["space"])
        elif event["what"] == "delivered":
            origin = f"board-{seat}"
        elif event["what"] == "gained":
            resource = event["resource"]
            found += [Gain(seat, resource, origin or supply_id(resource))] * event["n"]
        elif event["what"] == "stars":
            found.append(Gain(seat, STAR, origin or f"board-{seat}"))
    return found


def in_order(view: View[Position], past: Past, seat: int, row: str) -> list[tuple[str, int]]:
    """The deliveries of a row as they were made, as far as that is known, each with its slot: -1
    while it waits for one, 6 if none is left."""
    owner = view["position"]["players"][seat]
    tiles = owner["deliveries"][row]
    told = past.tiles.get((seat, row), [])
    tiles = told if sorted(told) == sorted(tiles) else tiles
    if owner["slots"] is None or (alone(view) and seat == WIND):  # which chooses no slots
        return [(tile, number) for number, tile in enumerate(tiles)]
    filled = owner["slots"][row]
    told = past.slots.get((seat, row), [])
    slots = told if sorted(told) == sorted(filled) else filled
    waits = -1 if len(slots) < len(constants.SLOTS) else len(constants.SLOTS)
    places = [constants.SLOTS.index(slot) for slot in slots] + [waits] * len(tiles)
    return list(zip(tiles, places, strict=False))


def in_hand(position: Position, seat: int, past: Past) -> tuple[tuple[str, str], ...]:
    """The cards of a hand: id and kind. Their numbers follow those already played."""
    seen, found = Counter[str](), []
    for kind in position["players"][seat]["hand"]:
        seen[kind] += 1
        found.append((card_id(seat, kind, past.used[seat, kind] + seen[kind]), kind))
    return tuple(found)


# --- tiles -------------------------------------------------------------------------------

Ids = dict[tuple[str, ...], str]
"""The ids of delivery and upgrade tiles, by where they lie."""


def tile_ids(view: View[Position], past: Past) -> Ids:
    """The ids of delivery and upgrade tiles; those that are alike are numbered."""
    owned = [
        [
            [[tile for tile, _ in in_order(view, past, seat, row)] for row in ROWS],
            owner["level_1"],
            owner["level_3"],
        ]
        for seat, owner in enumerate(view["position"]["players"])
    ]
    display, offered = view["position"]["display"], view["position"]["offered"]
    shown = [[tile and tile["tile"] for tile in display[row]] for row in ROWS]
    return _tile_ids(Frozen([owned, shown, offered]))


@lru_cache(KEPT)
def _tile_ids(lying: Frozen) -> Ids:
    owned, shown, offered = lying.value
    seen, found = Counter[tuple[str, str]](), Ids()

    def give_tile(row: str, tile: str, *where: str) -> None:
        seen[row, tile] += 1
        found[where] = tile_id(row, tile, seen[row, tile])

    def give(kind: str, power: str, *where: str) -> None:
        seen[kind, power] += 1
        found[where] = f"{kind}-{symbol(power)}-{seen[kind, power]}"

    for seat, (rows, first, halves) in enumerate(owned):
        for row, tiles in zip(ROWS, rows, strict=True):
            for number, tile in enumerate(tiles):
                give_tile(row, tile, str(seat), row, str(number))
        if first:
            give("upgrade", first, str(seat), "level_1")
        for row, power in zip(ROWS, halves or (), strict=False):
            give(f"half-{row}", power, str(seat), "level_3", row)
    for row, tiles in zip(ROWS, shown, strict=True):
        for place, tile in enumerate(tiles, start=1):
            if tile:
                give_tile(row, tile, row, str(place))
    for number, power in enumerate((offered or {}).get("level_1", ()), start=1):
        if power:
            give("upgrade", power, "offered", "1", str(number))
    for number, powers in enumerate((offered or {}).get("level_3", ()), start=1):
        for row, power in zip(ROWS, powers or (), strict=False):
            give(f"half-{row}", power, "offered", "3", str(number), row)
    return found


def symbol(power: str) -> str:
    """An upgrade's name in the drawings."""
    return power.replace("'", "").replace(" ", "-")
