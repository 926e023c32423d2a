"""What people see of Solenia: the position, what happened, and how a game ended."""

from typing import Any

from parhelion.games import Json
from parhelion.games.solenia import PLAYERS
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.powers import decks_in_play
from parhelion.games.solenia.view_events import event
from parhelion.games.solenia.view_position import describe, points
from parhelion.words import Words, mark

__all__ = [
    "HELP",
    "NOTATION_HELP",
    "describe",
    "details",
    "event",
    "reasons",
    "sentence",
    "winners",
]

HELP = mark(
    "Play a card on a free space beside the airship or beside one of your cards; farther away "
    "costs a resource for each space between. An island brings as many resources as the card's "
    "value, a city asks for a delivery. A card of value 0 moves the airship ahead: the cards on "
    "the rear strip bring their powers and leave, and the strip turns from day to night or back. "
    "After sixteen cards each, the most stars win."
)
NOTATION_HELP = mark(
    "A space is written as its strip, counted from the rear, and its lane: 3-2. A card is written "
    "as its value and what it brings when it is expelled: 0x2 two of what the space produces, 0ws "
    "wood and stone, 1h wheat, 2*a a star if the space produces water (w wood, h wheat, s stone, a "
    "water). A move says what you do: play 1h 3-2, pay wood, deliver day 2."
)


# --- the end -----------------------------------------------------------------------------


def totals(state: Any) -> list[int]:
    """The points of every seat as they stand."""
    return [points(state, seat)["total"] for seat in range(int(decks_in_play(state)))]


def winners(state: Any) -> tuple[int, ...]:
    """S26: the most stars; S33: alone, a tie is lost."""
    stars = totals(state)
    best = tuple(seat for seat, total in enumerate(stars) if total == max(stars))
    return (
        (constants.WIND,) if state.players == constants.ALONE and constants.WIND in best else best
    )


def reasons(state: Any) -> tuple[str, ...]:
    """S25: all cards are played."""
    return ("cards",) if state.actor < 0 else ()


def details(state: Any) -> Json:
    """The points part by part."""
    return {"points": [points(state, seat) for seat in range(int(decks_in_play(state)))]}


def sentence(state: Any, say: Words) -> str:
    """The end in one sentence."""
    return ending_sentence(totals(state), bool(state.players == constants.ALONE), say)


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
