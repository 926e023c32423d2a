"""The events of Solenia in people's words: a move in the log, and what a move would bring."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from parhelion.games import PlayedMove, View
from parhelion.games.solenia.json_key import Frozen
from parhelion.games.solenia.labels import (
    STAR,
    TITLES,
    WIND,
    alone,
    amounts,
    card_name,
    choice_of,
    effect,
    gains,
    half_awake,
    name,
    place_of,
    player,
    several,
    tile_name,
)
from parhelion.games.solenia.notation import tile_parts
from parhelion.games.solenia.view_events import Drafted, SoleniaEvent, events_of
from parhelion.games.solenia.view_position import Position
from parhelion.games.solenia.view_printed import Amounts
from parhelion.words import Words, mark

# --- the log -----------------------------------------------------------------------------

_CLAUSES = {
    "played": mark("plays {card} on strip {strip}, lane {lane}"),
    "blew": mark("{card} comes to strip {strip}, lane {lane}"),
    "discarded": mark("discards {card}"),
    "advanced": mark("the airship advances"),
    "capacity": mark("capacity +{n}"),
    "slot": mark("fills a slot of level {level}"),
    "over": mark("the game is over"),
    "delivered": mark("honours {tile}"),
    "paid": mark("pays 1 {resource}"),
    "dropped": mark("discards 1 {resource}"),
    "given": mark("gives 1 {resource}"),
}
_OF_ALL = ("advanced", "over", "expelled")
"""What is nobody's, or tells whose it is."""


def label(view: View[Position], move: PlayedMove, say: Words) -> str:
    """A move and all that followed from it, as one sentence."""
    clauses, speaker = [], move["seat"]
    for (seat, what), events in groupby(events_of(move), _seat_and_sort):
        for clause in _clauses(view, move["seat"], what, list(events), say):
            told = clause
            if seat != speaker and what not in _OF_ALL:
                speaker = seat
                told = say("{player}: {what}", player=name(view, seat, say), what=clause)
            clauses.append(told)
    return say("; ").join(clauses) or _without_events(move["verb"], say)


def _seat_and_sort(event: SoleniaEvent) -> tuple[int, str]:
    """Whose an event is, and what it is told with: gains are told together, and those of expelled
    cards with the cards."""
    if event["what"] == "gained" or event["what"] == "stars":
        return event["seat"], "expelled" if event["source"] == "expelled" else "gains"
    return event["seat"], event["what"]


def _clauses(
    view: View[Position], mover: int, what: str, events: list[SoleniaEvent], say: Words
) -> Iterator[str]:
    """Events of a seat and a sort in a few words; none if they go without saying."""
    if what == "gains":
        yield gains(_summed(events), say)
    elif what == "expelled":
        seat = events[0]["seat"]
        yield _expulsion("" if seat == mover else name(view, seat, say), events, say)
    else:
        yield from filter(None, (_clause(view, event, say) for event in events))


def _clause(view: View[Position], event: SoleniaEvent, say: Words) -> str:
    """One event in a few words; empty if it goes without saying, as cards that are drawn or the
    strip that turns behind the airship."""
    if event["what"] == "woke" or event["what"] == "crowned":
        return say("{title} is active", title=say(TITLES[event["power"]]))
    if event["what"] == "drafted":
        return _drafted(view, event, say)
    if event["what"] == "rolled":
        face = event["face"]
        return say("rolls a star") if face == STAR else say("rolls a {n}", n=face)
    words = _CLAUSES.get(event["what"])
    return say(words, **_parts(event, say)) if words else ""


def _parts(event: SoleniaEvent, say: Words) -> dict[str, Any]:
    """The parts of an event as people call them."""
    parts: dict[str, Any] = dict(event)
    if "card" in parts:
        parts["card"] = card_name(parts["card"], say)
    if "space" in parts:
        parts |= place_of(parts["space"])
    if "tile" in parts:
        parts["tile"] = tile_name(parts["row"], parts["tile"], say)
    if "resource" in parts:
        parts["resource"] = say(parts["resource"])
    if "slot" in parts:
        parts["level"] = parts["slot"][0]
    return parts


def _expulsion(who: str, events: Sequence[SoleniaEvent], say: Words) -> str:
    """The cards of a player that leave together, and what they bring; of the mover if no player
    is named."""
    n, brought = _expelled_cards(events, say)
    if who:
        return say.plural(
            "{player}'s expelled card: {gains}",
            "{player}'s {n} expelled cards: {gains}",
            n,
            player=who,
            gains=brought,
        )
    return say.plural("expelled card: {gains}", "{n} expelled cards: {gains}", n, gains=brought)


def _expelled_cards(events: Sequence[SoleniaEvent], say: Words) -> tuple[int, str]:
    """How many cards leave, and what they bring."""
    n = sum(event["what"] == "expelled" for event in events)
    return n, gains(_summed(events), say) or say("nothing")


def _drafted(view: View[Position], event: Drafted, say: Words) -> str:
    """An upgrade tile that is taken; both halves of one of level 3 lie before its owner."""
    if event["level"] == 1:
        return say("takes {title}", title=say(TITLES[event["tile"]]))
    halves = view["position"]["players"][event["seat"]]["level_3"] or ()
    day, night = (say(TITLES[power]) for power in halves)
    return say("takes {day} (day) and {night} (night)", day=day, night=night)


def _without_events(verb: str, say: Words) -> str:
    """A move by which nothing was seen to happen."""
    return say("chooses a delivery") if verb == "deliver" else say("gives nothing more")


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
            more = say("then {n} more to pay", n=n)
            yield more if paid else say.plural("voyage: −{n} resource", "voyage: −{n} resources", n)
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
            yield say("honours {tile}", tile=tile_name(delivered["row"], delivered["tile"], say))
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
            yield half_awake(event["power"], say)
        elif event["what"] == "capacity" and not powers:
            yield say("capacity +{n}", n=event["n"])
    told = gains(_summed(event for event in own if _is_from(event, "space", "board")), say)
    if told:
        yield say("now {gains}", gains=told) if powers else told
    for event in own:
        if event["what"] == "choice" and not powers:
            yield f"+{choice_of(event['n'], event['among'], say)}"


def _is_from(event: SoleniaEvent, *sources: str) -> bool:
    """Whether an event tells what comes in from one of some sources."""
    return (event["what"] == "gained" or event["what"] == "stars") and event["source"] in sources


def _summed(events: Iterable[SoleniaEvent]) -> Counter[str]:
    """The resources and stars that come in, added up."""
    found = Counter[str]()
    for event in events:
        if event["what"] == "gained":
            found[event["resource"]] += event["n"]
        elif event["what"] == "stars":
            found[STAR] += event["n"]
    return found


def _pair(own: Iterable[SoleniaEvent], say: Words) -> Iterator[str]:
    for event in own:
        if event["what"] == "pair":
            yield say.plural("a pair: +{n} star", "a pair: +{n} stars", event["n"])


def _airship(own: Iterable[SoleniaEvent], say: Words) -> Iterator[str]:
    if any(event["what"] == "advanced" for event in own):
        yield say("the airship advances")


def _expelled(
    mover: int, is_alone: bool, events: Sequence[SoleniaEvent], say: Words
) -> Iterator[str]:
    """The cards of each player that leave together, and what they bring."""
    for seat in dict.fromkeys(event["seat"] for event in events if event["what"] == "expelled"):
        of_seat = [event for event in events if _seat_and_sort(event) == (seat, "expelled")]
        if seat == mover:
            n, brought = _expelled_cards(of_seat, say)
            yield say.plural(
                "your expelled card: {gains}", "your {n} expelled cards: {gains}", n, gains=brought
            )
        else:
            yield _expulsion(player(seat, is_alone and seat == WIND, say), of_seat, say)


def _overfull(own: Iterable[SoleniaEvent], say: Words) -> Iterator[str]:
    over = sum(event["n"] for event in own if event["what"] == "overfull")
    if over:
        yield say.plural("{n} too many for your store", "{n} too many for your store", over)
