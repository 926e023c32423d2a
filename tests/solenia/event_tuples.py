"""Events of Solenia as short tuples, for tests: what, a value, the seat."""

from typing import Any

from parhelion.games import Event, registry

SOLENIA = registry.load("solenia")

AHEAD = {"voyage", "due", "payable", "spent", "pair", "choice", "half_awake", "overfull"}
"""Events that tell what is still to come or how it is counted."""
UNSEEN = AHEAD | {"turn_over"}
NAMED = ("resource", "slot", "strip", "power", "face", "row", "resources")
"""Parts that are the only one of their event."""


def happened(state: Any) -> list[tuple[str, Any, int]]:
    """What everybody saw of the last action, but for what it tells of things to come."""
    return _short(SOLENIA.events(state))


def seen_by(view: Any) -> list[list[tuple[str, Any, int]]]:
    """What everybody saw of every move of a view."""
    return [_short(move["events"]) for move in view["moves"]]


def _short(events: list[Event]) -> list[tuple[str, Any, int]]:
    return [
        (event["what"], _value(event), event["seat"])
        for event in events
        if event["what"] not in UNSEEN
    ]


def _value(event: Event) -> Any:
    """The parts of an event in a word, or a number."""
    what = event["what"]
    if what in ("played", "expelled", "blew"):
        return f"{event['card']} {event['space']}"
    if what in ("delivered", "shown"):
        return f"{event['row']} {event['tile']}"
    if what == "gained":
        return f"{event['n']} {event['resource']}"
    if what in ("discarded", "drafted"):
        return event["card" if what == "discarded" else "tile"]
    return next((event[part] for part in NAMED if part in event), event.get("n", 0))
