"""What happens in Solstis, in people's words: for the log and for the previews of moves."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from parhelion.games import View
from parhelion.games.solstis.kernels.constants import bits
from parhelion.games.solstis.kernels.scoring import area_and_fires
from parhelion.games.solstis.labels import player, spirit_title, tile_name, tile_series
from parhelion.games.solstis.notation import NUMBER
from parhelion.games.solstis.view import Panorama, Points, Position
from parhelion.games.solstis.view_events import SolstisEvent
from parhelion.words import Words, mark, series

_CLAUSES = {
    "played": mark("plays {tile}"),
    "joined": mark("{tile} joins the line"),
    "chance": mark("second chance: {tile}"),
    "captured": mark("captures {tile}"),
    "uncovered": mark("{tile} is turned up"),
    "added": mark("adds {tile} ({spirit})"),
    "stolen": mark("takes {tile} from {player} ({spirit})"),
    "gone": mark("{tile} leaves the game: a spirit blocks its place"),
    "took": mark("takes a rainbow"),
    "lifted": mark("the rainbow on {place} moves"),
    "rainbow": mark("lays a rainbow on {place}"),
    "fixed": mark("the rainbow on {place} will stay for good"),
    "aside": mark("lays {spirit} face up"),
    "met": mark("meets {spirit}"),
    "square": mark("seats the spirit on a square"),
    "evil": mark("the Evil Spirit goes to {player}"),
    "covered": mark("the Evil Spirit covers {spirit}"),
    "again": mark("plays another turn"),
    "passed": mark("passes"),
    "over": mark("the game is over"),
}


def _clause(event: SolstisEvent, say: Words) -> str:
    """One event in a few words."""
    if event["what"] == "drawn":
        return say.plural("draws a tile", "draws {n} tiles", event["n"])
    what, seat = str(event["what"]), event["seat"]
    if event["what"] == "added" and event["spirit"] == "dragonfly":
        what, seat = "stolen", 1 - seat
    parts: dict[str, object] = {**event, "player": player(seat, say)}
    if "spirit" in parts:
        parts["spirit"] = spirit_title(str(parts["spirit"]), say)
    parts |= {name: tile_name(str(parts[name]), say) for name in ("tile", "place") if name in parts}
    return say(_CLAUSES[what], **parts)


# --- the log -----------------------------------------------------------------------------

_NOT_IN_LOG = {
    "placed", "turn", "turn_over", "luck", "matched", "completed", "worth", "fixed", "lost",
}  # fmt: skip
"""What goes without saying once it has happened: it can be seen."""
_OF_NOBODY = {"evil", "covered", "over"}
"""What is told without saying who did it."""


def move_sentence(seat: int, events: Sequence[SolstisEvent], say: Words) -> str:
    """A move of a seat and all that followed from it, as one sentence."""
    clauses: list[str] = []
    speaker = seat
    for event, clause in _told(events, say):
        if event["seat"] != speaker and event["what"] not in _OF_NOBODY:
            speaker = event["seat"]
            clause = say("{player}: {what}", player=player(speaker, say), what=clause)
        clauses.append(clause)
    return say("; ").join(clauses)


def _told(events: Sequence[SolstisEvent], say: Words) -> Iterator[tuple[SolstisEvent, str]]:
    """The events that the log tells, each in words; spirits that are turned up together."""
    drew = [event["spirit"] for event in events if event["what"] == "drew"]
    for event in events:
        if event["what"] != "drew" and event["what"] not in _NOT_IN_LOG:
            yield event, _clause(event, say)
        elif drew and event["what"] == "drew":
            spirits = series([spirit_title(spirit, say) for spirit in drew], say)
            yield event, say("turns up {spirits}", spirits=spirits)
            drew = []


# --- previews ----------------------------------------------------------------------------


def preview_sentence(view: View[Position], events: Sequence[SolstisEvent], say: Words) -> str:
    """What is certain to happen with a move of the seat to move, as far as it is worth a word."""
    seat, position = view["turn"] or 0, view["position"]
    mine = [event for event in events if event["seat"] == seat]
    clauses = [
        *_matches(mine, say),
        *_rainbows(mine, say),
        *_gains(mine, position["panoramas"][seat], position["points"][seat], say),
        *_spirits(mine, position["phase"] in ("meet", "keep"), say),
        *_evil(events, say),
    ]
    return say("; ").join(clauses)


def _matches(events: list[SolstisEvent], say: Words) -> Iterator[str]:
    """T8, T9: what the tile can capture, or that it joins the line."""
    if any(event["what"] == "joined" for event in events):
        yield say("no capture: second chance")
    elif tiles := [event["tile"] for event in events if event["what"] == "matched"]:
        yield say("matches {tiles}", tiles=tile_series(tiles, say))


def _rainbows(events: list[SolstisEvent], say: Words) -> Iterator[str]:
    """T10, T12: what becomes of rainbows, and of tiles that they keep away."""
    for event in events:
        if event["what"] in ("gone", "took", "lifted"):
            yield _clause(event, say)


def _gains(
    events: list[SolstisEvent], panorama: Panorama, points: Points, say: Words
) -> Iterator[str]:
    """T13, T18: squares, and what the rules count for the panorama with what comes to it."""
    if squares := {event["square"] for event in events if event["what"] == "completed"}:
        yield say.plural("completes a square", "completes {n} squares", len(squares))
    if not any(event["what"] in ("placed", "rainbow") for event in events):
        return
    area, fires = map(int, area_and_fires(*_then(events, panorama)))
    if fires > points["fires"]:
        yield say.plural("lights a fire", "lights {n} fires", fires - points["fires"])
    if area > points["area"] and not _more_may_come(events):
        yield say("largest area {less} → {more}", less=points["area"], more=area)


def _then(events: list[SolstisEvent], panorama: Panorama) -> tuple[np.uint64, np.uint64]:
    """The tiles and the rainbows of a panorama after some events, as sets."""
    tiles, rainbows = set(panorama["tiles"]), set(panorama["rainbows"])
    for event in events:
        if event["what"] == "placed":
            tiles.add(event["tile"])
        elif event["what"] == "rainbow":
            rainbows.add(event["place"])
        elif event["what"] == "lifted":
            rainbows.discard(event["place"])
    return bits(map(NUMBER.__getitem__, tiles)), bits(map(NUMBER.__getitem__, rainbows))


def _more_may_come(events: list[SolstisEvent]) -> bool:
    """Whether a later choice decides which tile is captured, where a rainbow goes or which tile a
    spirit adds: the area may grow further then."""
    kinds = Counter(event["what"] for event in events)
    adders = [e for e in events if e["what"] == "met" and e["spirit"] in ("deer", "beetle")]
    return (
        kinds["matched"] > 1
        or kinds["took"] + kinds["lifted"] > kinds["rainbow"]
        or len(adders) > kinds["added"]
    )


def _spirits(events: list[SolstisEvent], is_named: bool, say: Words) -> Iterator[str]:
    """T13, T18: the spirit that is met, unless the move names it, what it brings as it stands, and
    the rainbows that it blocks."""
    for event in events:
        if event["what"] == "fixed" or (event["what"] == "met" and not is_named):
            yield _clause(event, say)
        if event["what"] == "worth":
            yield say.plural("{n} star for now", "{n} stars for now", event["stars"])


def _evil(events: Sequence[SolstisEvent], say: Words) -> Iterator[str]:
    """T15, T17: where the Evil spirit goes, and what it costs at the end."""
    for event in events:
        if event["what"] == "evil":
            yield _clause(event, say)
        if event["what"] == "lost":
            name, lost = player(event["seat"], say), event["stars"]
            yield say.plural(
                "costs {player} {n} star", "costs {player} {n} stars", lost, player=name
            )
