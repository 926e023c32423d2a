"""What the events of a game of Solenia tell that a position does not."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from parhelion.games import PlayedMove, View
from parhelion.games.move_fold import MoveFold
from parhelion.games.position_parts import SharedDict, shared
from parhelion.games.recent_moves import recent_moves
from parhelion.games.solenia.item_ids import card_id, space_id, supply_id, tile_id
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.labels import STAR, WIND, alone
from parhelion.games.solenia.notation import PLACES, ROWS, space_at
from parhelion.games.solenia.view_events import SoleniaEvent
from parhelion.games.solenia.view_position import Position

KEPT = 2048
"""How many positions' ids are kept ready: every viewer of a table asks for the same."""


class Gain(NamedTuple):
    """Something that a player gained by the last move, and the item it came from."""

    seat: int
    what: str
    """A resource or a star."""
    origin: str


class Past(NamedTuple):
    """Where things went."""

    ply: int = 0
    laid: Mapping[tuple[int, int], str] = {}
    """The id of the card on each space: strips are counted from the first one, lanes from 1."""
    turns: int = 0
    """How often the rear strip has turned; every time its cards were gone."""
    used: Mapping[tuple[int, str], int] = {}
    """How many cards of a kind each player has played or discarded."""
    tiles: Mapping[tuple[int, str], tuple[str, ...]] = {}
    """The deliveries of each player and row in their order."""
    slots: Mapping[tuple[int, str], tuple[str, ...]] = {}
    """The slots that they fill, in the same order."""
    row: str = ROWS[0]
    """The row of the last delivery."""
    die: str = ""
    last: frozenset[str] = frozenset()
    """The ids of the cards that the last move brought."""
    gains: tuple[Gain, ...] = ()
    """What the last move brought."""

    @property
    def cards(self) -> dict[str, str]:
        """The id of the card on each space."""
        turns = self.turns
        return {space_at(strip - turns, lane): id for (strip, lane), id in self.laid.items()}


def past_of(view: View[Position]) -> Past:
    """Where things went in the moves of a view."""
    return _past(view["moves"])


def recent_cards(view: View[Position]) -> frozenset[str]:
    """The ids of the cards that the moves brought which are news to the viewer."""
    moves = view["moves"]
    before = len(moves) - len(recent_moves(view))
    return frozenset().union(*(_past(moves[: n + 1]).last for n in range(before, len(moves))))


def _after(past: Past, move: PlayedMove) -> Past:
    """Follow the cards, the deliveries and the die through the events of one more move."""
    events = cast(list[SoleniaEvent], move["events"])
    used, laid, turns = dict(past.used), dict(past.laid), past.turns
    tiles, slots, row, die = dict(past.tiles), dict(past.slots), past.row, past.die
    for event in events:
        if event["what"] == "played" or event["what"] == "blew":
            kind = event["seat"], event["card"]
            used[kind] = used.get(kind, 0) + 1
            strip, lane = PLACES[event["space"]]
            laid[strip + turns, lane] = card_id(*kind, used[kind])
        elif event["what"] == "discarded":
            kind = event["seat"], event["card"]
            used[kind] = used.get(kind, 0) + 1
        elif event["what"] == "turned":
            turns += 1
            laid = {place: id for place, id in laid.items() if place[0] > turns}
        elif event["what"] == "delivered":
            row = event["row"]
            tiles[event["seat"], row] = *tiles.get((event["seat"], row), ()), event["tile"]
        elif event["what"] == "slot":
            slots[event["seat"], row] = *slots.get((event["seat"], row), ()), event["slot"]
        elif event["what"] == "rolled":
            die = event["face"]
    brought, gains = _last(used, events), tuple(_gains(events))
    return Past(past.ply + 1, laid, turns, used, tiles, slots, row, die, brought, gains)


_past = MoveFold(Past(), _after)


def _last(used: Mapping[tuple[int, str], int], events: Sequence[SoleniaEvent]) -> frozenset[str]:
    """The ids of the cards that a move brought; several of one kind are the latest ones."""
    brought = Counter[tuple[int, str]]()
    for event in events:
        if event["what"] == "played" or event["what"] == "blew":
            brought[event["seat"], event["card"]] += 1
    return frozenset(
        card_id(seat, kind, used[seat, kind] - number)
        for (seat, kind), count in brought.items()
        for number in range(count)
    )


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


Delivered = tuple[tuple[str, int], ...]
"""The deliveries of a row, each with its slot: -1 while it waits for one, 6 if none is left."""
Rows = tuple[Delivered, ...]
"""The deliveries of a player, by row."""


def delivered(view: View[Position], past: Past) -> tuple[Rows, ...]:
    """The deliveries of all players by row, as they were made."""
    wind = WIND if alone(view) else None
    return tuple(
        tuple(
            _in_order(
                shared(owner),
                row,
                past.tiles.get((seat, row), ()),
                past.slots.get((seat, row), ()),
                seat != wind,
            )
            for row in ROWS
        )
        for seat, owner in enumerate(view["position"]["players"])
    )


@lru_cache(KEPT)
def _in_order(
    owner: SharedDict, row: str, told: tuple[str, ...], filled: tuple[str, ...], chooses: bool
) -> Delivered:
    """The deliveries of a row as they were made, as far as the moves told them and the slots they
    filled; the Trade Wind chooses no slots."""
    tiles = owner["deliveries"][row]
    if not tiles:
        return ()
    tiles = told if sorted(told) == sorted(tiles) else tiles
    if owner["slots"] is None or not chooses:
        return tuple((tile, number) for number, tile in enumerate(tiles))
    slots = owner["slots"][row]
    slots = filled if sorted(filled) == sorted(slots) else slots
    waits = -1 if len(slots) < len(constants.SLOTS) else len(constants.SLOTS)
    places = [constants.SLOTS.index(slot) for slot in slots] + [waits] * len(tiles)
    return tuple(zip(tiles, places, strict=False))


def in_hand(position: Position, seat: int, past: Past) -> tuple[tuple[str, str], ...]:
    """The cards of a hand: id and kind. Their numbers follow those already played."""
    seen, found = Counter[str](), []
    for kind in position["players"][seat]["hand"]:
        seen[kind] += 1
        number = past.used.get((seat, kind), 0) + seen[kind]
        found.append((card_id(seat, kind, number), kind))
    return tuple(found)


# --- tiles -------------------------------------------------------------------------------


class Ids(dict[tuple[str, ...], str]):
    """The ids of delivery and upgrade tiles, by where they lie; shared like a `SharedDict`."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]


def tile_ids(view: View[Position], laid: tuple[Rows, ...]) -> Ids:
    """The ids of delivery and upgrade tiles; those that are alike are numbered."""
    position = view["position"]
    upgrades = tuple(
        (owner["level_1"], tuple(owner["level_3"] or ())) for owner in position["players"]
    )
    offered = position["offered"] and shared(position["offered"])
    return _tile_ids(laid, upgrades, shared(position["display"]), offered)


@lru_cache(KEPT)
def _tile_ids(
    laid: tuple[Rows, ...],
    upgrades: tuple[tuple[str | None, tuple[str, ...]], ...],
    display: SharedDict,
    offered: SharedDict | None,
) -> Ids:
    seen, found = Counter[tuple[str, str]](), Ids()

    def give_tile(row: str, tile: str, *where: str) -> None:
        seen[row, tile] += 1
        found[where] = tile_id(row, tile, seen[row, tile])

    def give(kind: str, power: str, *where: str) -> None:
        seen[kind, power] += 1
        found[where] = f"{kind}-{symbol(power)}-{seen[kind, power]}"

    for seat, (rows, (first, halves)) in enumerate(zip(laid, upgrades, strict=True)):
        for row, tiles in zip(ROWS, rows, strict=True):
            for number, (tile, _) in enumerate(tiles):
                give_tile(row, tile, str(seat), row, str(number))
        if first:
            give("upgrade", first, str(seat), "level_1")
        for row, power in zip(ROWS, halves, strict=False):
            give(f"half-{row}", power, str(seat), "level_3", row)
    for row in ROWS:
        for place, shown in enumerate(display[row], start=1):
            if shown:
                give_tile(row, shown["tile"], row, str(place))
    for number, power in enumerate(offered["level_1"] if offered else (), start=1):
        if power:
            give("upgrade", power, "offered", "1", str(number))
    for number, powers in enumerate(offered["level_3"] if offered else (), start=1):
        for row, power in zip(ROWS, powers or (), strict=False):
            give(f"half-{row}", power, "offered", "3", str(number), row)
    return found


def symbol(power: str) -> str:
    """An upgrade's name in the drawings."""
    return power.replace("'", "").replace(" ", "-")
