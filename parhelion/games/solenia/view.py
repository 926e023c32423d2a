"""What people see of Solenia: the position and what happened, the table as text, the end."""

from typing import Any

from parhelion.games import Json
from parhelion.games.solenia import PLAYERS, rules, tables
from parhelion.games.solenia.board import STYLES, board
from parhelion.games.solenia.notation import KINDS, ROWS, STRIPS, space_name
from parhelion.games.solenia.position import Printed, describe, points, printed
from parhelion.games.solenia.state import (
    BLEW,
    CROWNED,
    DELIVERED,
    DISCARDED,
    DRAFTED,
    DROPPED,
    EVENT_NAMES,
    EXPELLED,
    GAINED,
    GIVEN,
    PAID,
    PLAYED,
    ROLLED,
    SHOWN,
    SLOTTED,
    TURNED,
    WOKE,
)
from parhelion.words import ENGLISH, Words, mark

__all__ = ["HELP", "STYLES", "board", "describe"]

HELP = mark(
    "Play a card on a free space beside the airship or beside one of your cards; farther away "
    "costs a resource for each space between. An island brings as many resources as the card's "
    "value, a city asks for a delivery. A card of value 0 moves the airship ahead: the cards on "
    "the rear strip bring their powers and leave, and the strip turns from day to night or back. "
    "After sixteen cards each, the most stars win.\n"
    "A space is its strip from the rear and its lane, 3-2. A card is its value and what it brings "
    "when it is expelled: 0x2 two of what the space produces, 0ws wood and stone, 1h wheat, 2*a "
    "a star if the space produces water (w wood, h wheat, s stone, a water). A move says what you "
    "do: play 1h 3-2, pay wood, deliver day 2."
)


# --- events ------------------------------------------------------------------------------

_OF_CARDS = (PLAYED, EXPELLED, BLEW)
_OF_RESOURCES = (PAID, DROPPED, GIVEN)
_OF_TILES = (DELIVERED, SHOWN)
_NAMED: dict[int, Any] = {
    DISCARDED: KINDS,
    SLOTTED: tables.SLOTS,
    TURNED: STRIPS,
    WOKE: tables.LASTING,
    CROWNED: tables.CROWNING,
    ROLLED: ("1", "2", "3", "4", "5", "star"),
    DRAFTED: (*tables.LASTING, "1", "2", "3", "4"),
}
"""What the values of some events are the numbers of."""


def happened(state: Any) -> list[list[Any]]:
    """What everybody saw of the last action, in order: what, value, seat."""
    known = printed(state)
    return [_event(word, known) for word in state.events[: state.happened].tolist()]


def _event(word: int, known: Printed) -> list[Any]:
    event, seat, value = word >> 24, word >> 16 & 255, word & 65535
    return [EVENT_NAMES[event], _value(event, value, known), seat]


def _value(event: int, value: int, known: Printed) -> Any:
    """What an event is about, in words or a number."""
    if event in _OF_CARDS:
        return f"{KINDS[value // 64]} {space_name(value % 64)}"
    if event in _OF_RESOURCES:
        return tables.RESOURCES[value]
    if event in _OF_TILES:
        return f"{ROWS[value // 32]} {known.tiles[value // 32][value % 32]['tile']}"
    if event == GAINED:
        return f"{value // 16} {tables.RESOURCES[value % 16]}"
    return _NAMED[event][value] if event in _NAMED else value


# --- the end -----------------------------------------------------------------------------


def totals(state: Any) -> list[int]:
    """The points of every seat as they stand."""
    return [each["total"] for each in details(state)["points"]]


def winners(state: Any) -> tuple[int, ...]:
    """S26: the most stars; S33: alone, a tie is lost."""
    stars = totals(state)
    best = tuple(seat for seat, total in enumerate(stars) if total == max(stars))
    return (rules.WIND,) if state.players == rules.ALONE and rules.WIND in best else best


def reasons(state: Any) -> tuple[str, ...]:
    """S25: all cards are played."""
    return ("cards",) if state.actor < 0 else ()


def details(state: Any) -> Json:
    """The points part by part."""
    return {"points": [points(state, seat) for seat in range(int(rules.decks_in_play(state)))]}


def sentence(state: Any, say: Words = ENGLISH) -> str:
    """The end in one sentence."""
    return ending_sentence(totals(state), bool(state.players == rules.ALONE), say)


def ending_sentence(stars: list[int], alone: bool, say: Words) -> str:
    """The end in one sentence, from the points of all seats."""
    if alone:
        mine, wind = stars
        if mine > wind:
            return say("You beat the Trade Wind, {mine} to {wind}.", mine=mine, wind=wind)
        return say("The Trade Wind wins, {wind} to {mine}.", mine=mine, wind=wind)
    best = [seat for seat, total in enumerate(stars) if total == max(stars)]
    if len(best) > 1:
        return say("{stars} stars each: a shared victory.", stars=max(stars))
    told = " : ".join(map(str, sorted(stars, reverse=True)))
    return say("{winner} wins, {stars}.", winner=say(PLAYERS[best[0]]), stars=told)
