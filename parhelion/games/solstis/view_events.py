"""What the events of Solstis tell everybody, each kind with its named parts."""

from functools import cache
from typing import Any, Literal, TypedDict, cast, get_args

from parhelion.games import PlayedMove
from parhelion.games.solstis.kernels.constants import SPIRITS
from parhelion.games.solstis.kernels.state import EVENT_NAMES
from parhelion.games.solstis.notation import NAMES
from parhelion.kernel.question_steps import LUCK, TURN_OVER


class Plain(TypedDict):
    """A rainbow is taken, the Evil spirit comes to the seat, and so on: nothing more to tell."""

    what: Literal["took", "evil", "again", "passed", "turn", "over", "luck", "turn_over"]
    seat: int


class OfTile(TypedDict):
    """A tile is played, joins the line, captures or could be captured, comes to its place …"""

    what: Literal[
        "played", "joined", "matched", "chance", "captured", "uncovered", "placed", "gone"
    ]
    seat: int
    tile: str


class OfPlace(TypedDict):
    """A rainbow gives way to a tile, comes to a place, or is blocked there for good."""

    what: Literal["lifted", "rainbow", "fixed"]
    seat: int
    place: str


class Added(TypedDict):
    """A spirit adds a tile to the panorama."""

    what: Literal["added"]
    seat: int
    spirit: str
    tile: str


class OfSpirit(TypedDict):
    """A spirit is turned up, laid face up beside the pile, met, or covered by the Evil one."""

    what: Literal["drew", "aside", "met", "covered"]
    seat: int
    spirit: str


class OfSquare(TypedDict):
    """A square is completed, or a spirit sits down on it."""

    what: Literal["completed", "square"]
    seat: int
    square: str


class Drawn(TypedDict):
    """Tiles are drawn."""

    what: Literal["drawn"]
    seat: int
    n: int


class Worth(TypedDict):
    """What a spirit that is met brings as it stands."""

    what: Literal["worth"]
    seat: int
    spirit: str
    stars: int


class Lost(TypedDict):
    """What a seat loses to the Evil spirit at the end."""

    what: Literal["lost"]
    seat: int
    stars: int


SolstisEvent = Plain | OfTile | OfPlace | Added | OfSpirit | OfSquare | Drawn | Worth | Lost

_KINDS = dict(enumerate(EVENT_NAMES)) | {LUCK: "luck", TURN_OVER: "turn_over"}
_PLAIN = get_args(Plain.__annotations__["what"])
_ADDERS = ("deer", "eagle", "dragonfly", "beetle", "squirrel")


def event(state: Any, code: int) -> SolstisEvent:  # noqa: ARG001, the code tells all
    """What an event in the record tells."""
    return _decoded(code).copy()


@cache
def _decoded(code: int) -> SolstisEvent:
    kind, seat, value = code >> 24, code >> 16 & 0xFF, code & 0xFFFF
    what = _KINDS[kind]
    if what in _ADDERS:
        return {"what": "added", "seat": seat, "spirit": what, "tile": NAMES[value]}
    return cast(SolstisEvent, {"what": what, "seat": seat, **_parts(what, value)})


def _parts(what: str, value: int) -> dict[str, str | int]:
    """The named parts of an event besides its seat."""
    if what in _PLAIN:
        return {}
    if what in ("lifted", "rainbow", "fixed"):
        return {"place": NAMES[value]}
    if what in ("drew", "aside", "met", "covered"):
        return {"spirit": SPIRITS[value]}
    if what in ("completed", "square"):
        return {"square": NAMES[value]}
    if what == "drawn":
        return {"n": value}
    if what == "worth":
        return {"spirit": SPIRITS[value >> 8], "stars": value & 0xFF}
    return {"stars": value} if what == "lost" else {"tile": NAMES[value]}


def events_of(move: PlayedMove) -> list[SolstisEvent]:
    """What everybody saw happen with a move."""
    return cast(list[SolstisEvent], move["events"])
