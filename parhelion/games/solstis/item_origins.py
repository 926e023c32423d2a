"""What the moves of Solstis tell about items: where they came from, which are new, which of them a
move is about."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from parhelion.games import PlayedMove
from parhelion.games.move_fold import MoveFold
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

# --- where things come from --------------------------------------------------------------


class _Arrivals(NamedTuple):
    """Where things came from in the moves so far."""

    found: Mapping[str, str] = {}
    """By the id of an item, the item from whose place it came."""
    waiting: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """By seat the places from which rainbows were taken that have none yet."""


def origins(moves: Sequence[PlayedMove]) -> Mapping[str, str]:
    """For what came out of the hidden, or from elsewhere, the item from whose place it came."""
    return _arrivals(moves).found


def _one_more(before: _Arrivals, move: PlayedMove) -> _Arrivals:
    found = dict(before.found)
    waiting = [
        [kept_id(seat, number) for number in range(len(rainbows))]
        for seat, rainbows in enumerate(before.waiting)
    ]
    for event in events_of(move):
        _note_origin(event, waiting[event["seat"]], found)
    return _Arrivals(found, (tuple(waiting[0]), tuple(waiting[1])))


_arrivals = MoveFold(_Arrivals(), _one_more)


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
    """What some moves brought to a panorama or to the line."""
    found = set()
    for event in (event for move in moves for event in events_of(move)):
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
    return tuple(dict.fromkeys(id for event in events_of(move) for id in _about(event)))


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
