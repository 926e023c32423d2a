"""What the moves of Solstis tell about items: where they came from, which are new, which of them a
move is about."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from parhelion.games import PlayedMove
from parhelion.games.solstis.item_ids import (
    back_id,
    kept_id,
    place_id,
    points_id,
    rainbow_id,
    tile_id,
)
from parhelion.games.solstis.labels import square_places
from parhelion.games.solstis.view_events import SolstisEvent, events_of

KEPT = 4096
"""Moves of which is kept what they tell: every scene asks about all moves of its game."""


class _Events:
    """The events of a move, compared by identity: a match tells a move once and keeps it."""

    __slots__ = ("told",)

    def __init__(self, move: PlayedMove) -> None:
        self.told = events_of(move)

    def __hash__(self) -> int:
        return id(self.told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Events) and self.told is other.told


# --- where things come from --------------------------------------------------------------

_ORIGINS = {"played", "chance", "added", "rainbow", "took", "lifted"}
"""The events that tell where something came from."""


@lru_cache(KEPT)
def _arrivals(events: _Events) -> list[SolstisEvent]:
    return [event for event in events.told if event["what"] in _ORIGINS]


def origins(moves: Sequence[PlayedMove]) -> dict[str, str]:
    """For what came out of the hidden, or from elsewhere, the item from whose place it came."""
    found: dict[str, str] = {}
    waiting: tuple[list[str], list[str]] = ([], [])
    for move in moves:
        for seat, rainbows in enumerate(waiting):
            rainbows[:] = [kept_id(seat, number) for number in range(len(rainbows))]
        for event in _arrivals(_Events(move)):
            _note_origin(event, waiting[event["seat"]], found)
    return found


def _note_origin(event: SolstisEvent, waiting: list[str], found: dict[str, str]) -> None:
    """Write down where the tile or rainbow of an event came from; `waiting` are the places from
    which rainbows were taken that have none yet."""
    seat = event["seat"]
    if event["what"] == "rainbow":
        found[rainbow_id(seat, event["place"])] = waiting.pop()
    elif event["what"] == "took" or event["what"] == "lifted":
        source = "rainbows" if event["what"] == "took" else rainbow_id(seat, event["place"])
        found[kept_id(seat, len(waiting))] = source
        waiting.append(source)
    elif event["what"] == "played":
        found[tile_id(event["tile"])] = back_id(seat, 0)
    elif event["what"] == "chance":
        found[tile_id(event["tile"])] = "pile"
    elif event["what"] == "added" and event["spirit"] != "beetle":  # its tile lay open
        found[tile_id(event["tile"])] = _added_from(event["spirit"], seat)


def _added_from(spirit: str, seat: int) -> str:
    """Where the hidden tile lay that a spirit adds."""
    if spirit == "eagle":
        return "pile"
    return back_id(1 - seat if spirit == "dragonfly" else seat, 0)


def brought(moves: Sequence[PlayedMove]) -> frozenset[str]:
    """What the last move brought to a panorama or to the line."""
    found = set()
    for event in events_of(moves[-1]) if moves else ():
        if event["what"] == "rainbow":
            found.add(rainbow_id(event["seat"], event["place"]))
        elif event["what"] in ("placed", "joined", "uncovered"):
            found.add(tile_id(event["tile"]))
    return frozenset(found)


# --- the log -----------------------------------------------------------------------------

_PILES = {
    "joined": "line",
    "took": "rainbows",
    "drew": "spirits",
    "aside": "spirits",
    "met": "spirits",
    "drawn": "pile",
}


def items_of(move: PlayedMove) -> tuple[str, ...]:
    """The items that a move was about, such as are always on the table."""
    return _items(_Events(move))


@lru_cache(KEPT)
def _items(events: _Events) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for event in events.told for id in _about(event)))


def _about(event: SolstisEvent) -> Iterator[str]:
    seat = event["seat"]
    if event["what"] in ("placed", "gone", "played", "captured"):
        yield place_id(seat, event["tile"])
    elif event["what"] == "rainbow":
        yield place_id(seat, event["place"])
    elif event["what"] == "square":
        yield from (place_id(seat, name) for name in square_places(event["square"]))
    elif event["what"] == "covered":
        yield points_id(seat)
    elif event["what"] in _PILES:
        yield _PILES[event["what"]]
