"""The events of Solenia in people's words: a move in the log, and what a move would bring."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from parhelion.games import PlayedMove, View
from parhelion.games.solenia.json_key import Frozen
from parhelion.games.solenia.labels import (
    STAR,
    TITLES,
    WIND,
    alone,
    amounts,
    choice_of,
    effect,
    player,
    several,
)
from parhelion.games.solenia.notation import tile_parts
from parhelion.games.solenia.view_events import Drafted, Gained, SoleniaEvent, Stars, events_of
from parhelion.games.solenia.view_position import Position
from parhelion.games.solenia.view_printed import Amounts
from parhelion.words import Words, mark, series

# --- the log -----------------------------------------------------------------------------

_CLAUSES = {
    "played": mark("plays {card} on {space}"),
    "expelled": mark("{card} leaves {space}"),
    "blew": mark("{card} comes to {space}"),
    "discarded": mark("discards {card}"),
    "advanced": mark("the airship advances"),
    "capacity": mark("capacity +{n}"),
    "slot": mark("slot {slot}"),
    "turned": mark("strip {strip} turns"),
    "over": mark("the game is over"),
    "delivered": mark("honours {tile}"),
}
_OF_RESOURCES = {
    "paid": mark("pays {resource}"),
    "dropped": mark("discards {resource}"),
    "given": mark("gives {resource}"),
}
_OF_ALL = ("advanced", "turned", "over")
"""What is nobody's."""


def label(view: View[Position], move: PlayedMove, say: Words) -> str:
    """A move and all that followed from it, as one sentence."""
    clauses, speaker = [], move["seat"]
    for event in events_of(move):
        clause = _clause(event, say)
        if not clause:
            continue
        if event["seat"] != speaker and event["what"] not in _OF_ALL:
            speaker = event["seat"]
            who = player(speaker, alone(view) and speaker == WIND, say)
            clause = say("{player}: {what}", player=who, what=clause)
        clauses.append(clause)
    return say("; ").join(clauses) or _without_events(move["verb"], say)


def _clause(event: SoleniaEvent, say: Words) -> str:
    """One event in a few words; empty if it goes without saying."""
    if event["what"] == "gained" or event["what"] == "stars":
        return "+" + _gain(event, say)
    if event["what"] == "drew":
        return say.plural("draws a card", "draws {n} cards", event["n"])
    if event["what"] == "woke" or event["what"] == "crowned":
        return say("{title} is at work", title=say(TITLES[event["power"]]))
    if event["what"] == "drafted":
        return _drafted(event, say)
    if event["what"] == "rolled":
        face = event["face"]
        return say("rolls a star") if face == STAR else say("rolls {n}", n=face)
    if event["what"] == "paid" or event["what"] == "dropped" or event["what"] == "given":
        return say(_OF_RESOURCES[event["what"]], resource=say(event["resource"]))
    words = _CLAUSES.get(event["what"])
    return say(words, **event) if words else ""


def _gain(event: Gained | Stars, say: Words) -> str:
    what = event["resource"] if event["what"] == "gained" else STAR
    return several(event["n"], what, say)


def _drafted(event: Drafted, say: Words) -> str:
    if event["level"] == 1:
        return say("takes {title}", title=say(TITLES[event["tile"]]))
    return say("takes tile {n} of level 3", n=event["tile"])


def _without_events(verb: str, say: Words) -> str:
    """A move by which nothing was seen to happen."""
    return say("chooses a delivery") if verb == "deliver" else say("gives no more")


# --- what a move would bring -------------------------------------------------------------


KEPT = 4096
"""How many previews are kept ready: many moves bring the same."""
UNTOLD = {"played", "discarded", "shown", "drew", "turned", "dropped", "given"}
"""Events that the label of a move tells already, or that bring nothing."""


def preview(view: View[Position], events: Iterable[SoleniaEvent], say: Words) -> str:
    """What events that are certain cost and bring the seat to move, and who is paid besides."""
    told = [event for event in events if event["what"] not in UNTOLD]
    numbers = view["position"]["amounts"]
    powers = {
        event["power"]: numbers[event["power"]]
        for event in told
        if event["what"] == "woke" or event["what"] == "crowned"
    }
    return _preview(Frozen([told, powers]), view["turn"] or 0, alone(view), say)


@lru_cache(KEPT)
def _preview(shown: Frozen, seat: int, is_alone: bool, say: Words) -> str:
    """The words for some events, and the numbers of the upgrades among them, which are frozen."""
    events: list[SoleniaEvent] = shown.value[0]
    own = [event for event in events if event["seat"] == seat]
    clauses = [
        *_voyage(own, say),
        *_delivery(own, say),
        *_gains(shown.value[1], own, say),
        *_pair(own, say),
        *_airship(own, say),
        *_expelled(seat, is_alone, events, say),
        *_overfull(own, say),
    ]
    return say("; ").join(clauses)


def _voyage(own: Iterable[SoleniaEvent], say: Words) -> Iterator[str]:
    """The price of a voyage, or what is left of it to pay."""
    paid = False
    for event in own:
        paid = paid or event["what"] == "paid"
        if event["what"] == "voyage":
            n = event["n"]
            more = say("{n} more to pay after it", n=n)
            yield more if paid else say.plural("voyage: {n} resource", "voyage: {n} resources", n)
            return


def _delivery(own: Iterable[SoleniaEvent], say: Words) -> Iterator[str]:
    """The delivery that is honoured, or how many there are to choose from."""
    found = {event["what"]: event for event in own}
    delivered, spent = found.get("delivered"), found.get("spent")
    if delivered and delivered["what"] == "delivered":
        if spent and spent["what"] == "spent":
            stars = several(tile_parts(delivered["tile"])[1], STAR, say)
            cost = amounts(spent["resources"], say)
            yield say("delivers {cost} for {stars}", cost=cost, stars=stars)
        else:
            yield say("honours {tile}", tile=delivered["tile"])
    elif "due" in found:
        payable = found.get("payable")
        n = payable["n"] if payable and payable["what"] == "payable" else 1
        yield say.plural("then a delivery", "then one of {n} deliveries", n)


def _gains(numbers: Amounts, own: Sequence[SoleniaEvent], say: Words) -> Iterator[str]:
    """What comes in, but for expelled cards and what was chosen. An upgrade tile that starts to
    work is told with all that it does."""
    powers = [e["power"] for e in own if e["what"] == "woke" or e["what"] == "crowned"]
    yield from (effect(numbers, power, say) for power in powers)
    for event in own:
        if event["what"] == "half_awake":
            yield say("half of what wakes {title}", title=say(TITLES[event["power"]]))
        elif event["what"] == "capacity" and not powers:
            yield say("capacity +{n}", n=event["n"])
    gains = _summed(own, ("space", "board"))
    if gains:
        told = amounts(gains, say)
        yield say("now {gains}", gains=told) if powers else told
    for event in own:
        if event["what"] == "choice" and not powers:
            yield choice_of(event["n"], event["among"], say)


def _summed(events: Iterable[SoleniaEvent], sources: tuple[str, ...]) -> Counter[str]:
    """The resources and stars from some sources, added up."""
    found = Counter[str]()
    for event in events:
        if event["what"] == "gained" and event["source"] in sources:
            found[event["resource"]] += event["n"]
        elif event["what"] == "stars" and event["source"] in sources:
            found[STAR] += event["n"]
    return found


def _pair(own: Iterable[SoleniaEvent], say: Words) -> Iterator[str]:
    for event in own:
        if event["what"] == "pair":
            yield say.plural("a pair: {n} star", "a pair: {n} stars", event["n"])


def _airship(own: Iterable[SoleniaEvent], say: Words) -> Iterator[str]:
    if any(event["what"] == "advanced" for event in own):
        yield say("the airship advances")


def _expelled(
    mover: int, is_alone: bool, events: Sequence[SoleniaEvent], say: Words
) -> Iterator[str]:
    """The cards of each player that leave together, and what they bring."""
    for seat in dict.fromkeys(event["seat"] for event in events if event["what"] == "expelled"):
        of_seat = [event for event in events if event["seat"] == seat]
        cards = [event["card"] for event in of_seat if event["what"] == "expelled"]
        gains = amounts(_summed(of_seat, ("expelled",)), say)
        told = {"cards": series(cards, say), "gains": gains}
        if seat == mover:
            yield say("expelled: your {cards} for {gains}", **told)
        else:
            who = player(seat, is_alone and seat == WIND, say)
            yield say("expelled: {cards} of {player} for {gains}", player=who, **told)


def _overfull(own: Iterable[SoleniaEvent], say: Words) -> Iterator[str]:
    over = sum(event["n"] for event in own if event["what"] == "overfull")
    if over:
        yield say.plural("{n} too many for your store", "{n} too many for your store", over)
