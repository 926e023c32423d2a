"""What a move brings about: the events that the kernel writes down, read and put into words."""

from collections.abc import Sequence
from functools import cache
from typing import Literal, TypedDict

from parhelion.games.orion import INFO
from parhelion.games.orion.kernels.constants import (
    GALAXIES_JOINED,
    GALAXY_COVERED,
    HOLE_COVERED,
    LINKED,
    NOBODY,
    OVER,
    REASONS,
    SIDES,
)
from parhelion.games.orion.notation import NAMES
from parhelion.words import Words, mark, series

SEATS = INFO.seats
PAIRS = tuple((SIDES[i], SIDES[i + 3]) for i in range(3))
"""The constellations that lie opposite to each other."""


class TokenCovered(TypedDict):
    """A hex covers a token."""

    what: Literal["galaxy", "hole"]
    seat: int
    """Whose colour the hex has."""
    cell: str


class SidesLinked(TypedDict):
    """A chain links two opposite constellations."""

    what: Literal["link"]
    seat: int
    sides: list[str]


class TokensJoined(TypedDict):
    """A chain comes to hold enough galaxies to win, or enough black holes to lose."""

    what: Literal["galaxies", "holes"]
    seat: int
    """Whose colour the chain has."""
    n: int
    """How many it holds now."""


class PlayEnded(TypedDict):
    """The game is over."""

    what: Literal["over"]
    seat: int | None
    """The winner; None in a draw."""
    reasons: list[str]


TileEvent = TokenCovered | SidesLinked | TokensJoined | PlayEnded


# --- read --------------------------------------------------------------------------------


def read_event(code: int) -> TileEvent:
    """An event as it stands in the record."""
    kind, seat, value = code >> 24, code >> 16 & 255, code & 65535
    if kind in (GALAXY_COVERED, HOLE_COVERED):
        what: Literal["galaxy", "hole"] = "galaxy" if kind == GALAXY_COVERED else "hole"
        return {"what": what, "seat": seat, "cell": NAMES[value]}
    if kind == LINKED:
        return {"what": "link", "seat": seat, "sides": [*PAIRS[value]]}
    if kind == OVER:
        winner = None if seat == NOBODY else seat
        return {"what": "over", "seat": winner, "reasons": [*reasons_in(value)]}
    group: Literal["galaxies", "holes"] = "galaxies" if kind == GALAXIES_JOINED else "holes"
    return {"what": group, "seat": seat, "n": value}


def reasons_in(bits: int) -> tuple[str, ...]:
    """Why a game ended, from the bit set in the record (O11-O13)."""
    return tuple(reason for bit, reason in enumerate(REASONS) if bits >> bit & 1)


# --- in words ----------------------------------------------------------------------------

_COVERED = {
    "galaxy": mark("{player} gains the galaxy on {cell}"),
    "hole": mark("{player} takes the black hole on {cell}"),
}


def told(events: Sequence[TileEvent], say: Words) -> str:
    """What events bring about, in words; empty if there are none."""
    return say("; ").join(_told(event, say) for event in events)


def _told(event: TileEvent, say: Words) -> str:
    if event["what"] == "galaxy" or event["what"] == "hole":
        return _covers(event["what"], event["seat"], event["cell"], say)
    if event["what"] == "link":
        return links(event["seat"], [event["sides"]], say)
    if event["what"] == "over":
        return _ends(event, say)
    if event["what"] == "galaxies":
        return joins_galaxies(event["seat"], event["n"], say)
    return joins_holes(event["seat"], event["n"], say)


@cache
def _covers(token: str, seat: int, cell: str, say: Words) -> str:
    return say(_COVERED[token], player=say(SEATS[seat]), cell=cell)


def links(seat: int, pairs: Sequence[Sequence[str]], say: Words) -> str:
    """A seat links pairs of opposite constellations."""
    linked = [say("{this} with {that}", this=a.title(), that=b.title()) for a, b in pairs]
    return say("{player} links {pairs}", player=say(SEATS[seat]), pairs=series(linked, say))


def joins_galaxies(seat: int, n: int, say: Words) -> str:
    """A seat has so many galaxies on one chain."""
    player = say(SEATS[seat])
    return say.plural(
        "{player} connects {n} galaxy", "{player} connects {n} galaxies", n, player=player
    )


def joins_holes(seat: int, n: int, say: Words) -> str:
    """A seat has so many black holes on one chain."""
    return say.plural(
        "{player} is drawn into {n} black hole",
        "{player} is drawn into {n} black holes",
        n,
        player=say(SEATS[seat]),
    )


def is_stuck(seat: int, say: Words) -> str:
    """A seat has no place for any tile (O13)."""
    return say("{player} cannot place a tile", player=say(SEATS[seat]))


def _ends(event: PlayEnded, say: Words) -> str:
    if event["seat"] is None:
        return say("the game ends in a draw")
    wins = say("{player} wins", player=say(SEATS[event["seat"]]))
    if "stuck" in event["reasons"]:
        return is_stuck(1 - event["seat"], say) + say("; ") + wins
    return wins
