"""What the events of Solenia tell everybody, each kind with its named parts."""

from typing import Any, Literal, TypedDict, cast

from parhelion.games import PlayedMove
from parhelion.games.solenia.kernels import constants, event_codes
from parhelion.games.solenia.notation import KINDS, ROWS, STRIPS, draft_choice, space_name
from parhelion.games.solenia.view_printed import letters_of, printed
from parhelion.kernel.question_steps import TURN_OVER


class OfCard(TypedDict):
    """A card comes to a space or is expelled from it."""

    what: Literal["played", "expelled", "blew"]
    seat: int
    card: str
    space: str


class Discarded(TypedDict):
    """A card is discarded."""

    what: Literal["discarded"]
    seat: int
    card: str


class OfResource(TypedDict):
    """A resource goes: for a voyage, because the store is too full, for stars."""

    what: Literal["paid", "dropped", "given"]
    seat: int
    resource: str


class Gained(TypedDict):
    """Resources come."""

    what: Literal["gained"]
    seat: int
    resource: str
    n: int
    source: str
    """`space`, `board`, `expelled` or `choice`."""


class Stars(TypedDict):
    """Stars come."""

    what: Literal["stars"]
    seat: int
    n: int
    source: str


class OfTile(TypedDict):
    """A delivery is honoured, or a tile is turned up."""

    what: Literal["delivered", "shown"]
    seat: int
    row: str
    tile: str


class Slot(TypedDict):
    """A slot of a winter board is filled."""

    what: Literal["slot"]
    seat: int
    slot: str


class OfNumber(TypedDict):
    """More capacity; cards drawn; what a voyage costs, as far as it is not paid yet; how many
    tiles can be paid; the stars of a new pair; how many resources are too many."""

    what: Literal["capacity", "drew", "voyage", "payable", "pair", "overfull"]
    seat: int
    n: int


class Turned(TypedDict):
    """The rear strip turns over."""

    what: Literal["turned"]
    seat: int
    strip: str


class Drafted(TypedDict):
    """An upgrade tile is taken: one of level 1 by its name, one of level 3 by its number."""

    what: Literal["drafted"]
    seat: int
    level: int
    tile: str


class OfPower(TypedDict):
    """An upgrade tile starts to work, or one of the two slots that it needs is filled."""

    what: Literal["woke", "crowned", "half_awake"]
    seat: int
    power: str


class Rolled(TypedDict):
    """The die shows a lane or the star."""

    what: Literal["rolled"]
    seat: int
    face: str


class Due(TypedDict):
    """A delivery of a row has to be honoured."""

    what: Literal["due"]
    seat: int
    row: str


class Spent(TypedDict):
    """What a delivery cost."""

    what: Literal["spent"]
    seat: int
    resources: dict[str, int]


class ToChoose(TypedDict):
    """Resources of one's choice, among those of some letters."""

    what: Literal["choice"]
    seat: int
    n: int
    among: str


class OfAll(TypedDict):
    """The airship advances; a turn or the game is over."""

    what: Literal["advanced", "over", "turn_over"]
    seat: int


SoleniaEvent = (
    OfCard
    | Discarded
    | OfResource
    | Gained
    | Stars
    | OfTile
    | Slot
    | OfNumber
    | Turned
    | Drafted
    | OfPower
    | Rolled
    | Due
    | Spent
    | ToChoose
    | OfAll
)


def events_of(move: PlayedMove) -> list[SoleniaEvent]:
    """What everybody saw happen with a move."""
    return cast(list[SoleniaEvent], move["events"])


def event(state: Any, code: int) -> SoleniaEvent:
    """What an event in a record tells."""
    kind, seat, value = code >> 24, code >> 16 & 255, code & 65535
    what = "turn_over" if kind == TURN_OVER else event_codes.EVENT_NAMES[kind]
    told = {"what": what, "seat": seat} | _parts(state, kind, value)
    return cast(SoleniaEvent, told)


_FACES = (*map(str, range(1, constants.LANES + 1)), "star")
_NAMED: dict[int, tuple[str, Any]] = {
    event_codes.DISCARDED: ("card", KINDS),
    event_codes.PAID: ("resource", constants.RESOURCES),
    event_codes.DROPPED: ("resource", constants.RESOURCES),
    event_codes.GIVEN: ("resource", constants.RESOURCES),
    event_codes.SLOTTED: ("slot", constants.SLOTS),
    event_codes.TURNED: ("strip", STRIPS),
    event_codes.WOKE: ("power", constants.LASTING),
    event_codes.HALF_AWAKE: ("power", constants.LASTING),
    event_codes.CROWNED: ("power", constants.CROWNING),
    event_codes.ROLLED: ("face", _FACES),
    event_codes.DELIVERY_DUE: ("row", ROWS),
}
"""Events with one part, which is named by its number."""
_NUMBERS = (
    event_codes.WIDENED,
    event_codes.DREW,
    event_codes.VOYAGE_COSTS,
    event_codes.TILES_PAYABLE,
    event_codes.PAIRED,
    event_codes.OVERFULL,
)


def _parts(state: Any, kind: int, value: int) -> dict[str, Any]:
    """The parts of an event besides its kind and its seat."""
    if kind in _NAMED:
        part, names = _NAMED[kind]
        return {part: names[value]}
    if kind in _NUMBERS:
        return {"n": value}
    if kind in (event_codes.PLAYED, event_codes.EXPELLED, event_codes.BLEW):
        return {"card": KINDS[value // 64], "space": space_name(value % 64)}
    if kind in (event_codes.DELIVERED, event_codes.SHOWN):
        row, tile = divmod(value, 32)
        return {"row": ROWS[row], "tile": printed(state.tobytes()).tiles[row][tile]["tile"]}
    return _counted_parts(kind, value)


def _counted_parts(kind: int, value: int) -> dict[str, Any]:
    source, rest = divmod(value, event_codes.SOURCE)
    if kind == event_codes.GAINED:
        number, resource = divmod(rest, 16)
        of = {"resource": constants.RESOURCES[resource], "n": number}
        return of | {"source": event_codes.SOURCE_NAMES[source]}
    if kind == event_codes.STARRED:
        return {"n": rest, "source": event_codes.SOURCE_NAMES[source]}
    if kind == event_codes.SPENT:
        counts = (value >> 4 * number & 15 for number in range(len(constants.RESOURCES)))
        named = zip(constants.RESOURCES, counts, strict=True)
        return {"resources": {resource: n for resource, n in named if n}}
    if kind == event_codes.TO_CHOOSE:
        return {"n": value // 16, "among": letters_of(value % 16)}
    if kind == event_codes.DRAFTED:
        level, tile = draft_choice(value)
        return {"level": level, "tile": tile}
    return {}
