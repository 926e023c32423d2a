"""A position of Solenia as JSON, as far as a seat knows it: sky, deliveries, players."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, TypedDict, get_args

import numpy as np

from parhelion.games.position_parts import (
    Fields,
    SharedDict,
    SharedList,
    made_of,
    made_of_seat,
)
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.constants import WINTER
from parhelion.games.solenia.kernels.scoring import count_points
from parhelion.games.solenia.kernels.state import STATE
from parhelion.games.solenia.notation import FACES, KINDS, ROWS, SPACES, STRIPS, space_name
from parhelion.games.solenia.view_printed import (
    Amounts,
    Bonus,
    Printed,
    Tile,
    letters_of,
    printed,
)

Part = Literal["stars", "deliveries", "pairs", "resources", "upgrades"]
KEPT = 8192
"""How many sets of bits are kept as lists."""
PARTS: tuple[Part, ...] = get_args(Part)
"""What brings points, in the order of the rules."""


class LyingCard(TypedDict):
    """A card on the board, and whose it is."""

    card: str
    seat: int


class Strip(TypedDict):
    """A strip of the sky, its spaces and the cards on them, by lane."""

    strip: str
    face: str
    spaces: list[str]
    cards: list[LyingCard | None]


class Points(TypedDict):
    """What a seat would score now, part by part (S26)."""

    stars: int
    deliveries: int
    pairs: int
    resources: int
    upgrades: int
    total: int


class Player(TypedDict):
    """What a player has; rows are `day` and `night`."""

    stock: dict[str, int]
    capacity: int
    stars: int
    hand: list[str]
    """Empty if the viewer may not see it."""
    held: int
    """Cards in hand."""
    deck: int
    """Cards in the draw pile."""
    used: list[str]
    """Cards played or discarded."""
    deliveries: dict[str, list[str]]
    slots: dict[str, list[str]] | None
    """The filled slots of a winter board."""
    level_1: str | None
    awake: bool
    """Whether the level-1 tile is at work."""
    level_3: list[str] | None
    """The halves of the level-3 tile: of the day, of the night."""
    crowned: dict[str, bool]
    """Which of them are at work."""
    points: Points


class Offered(TypedDict):
    """The upgrade tiles on offer during the draft; None where one was taken."""

    level_1: list[str | None]
    level_3: list[list[str] | None]


class ChosenTile(TypedDict):
    """A displayed delivery by its row and its place, from 1."""

    row: str
    place: int


class Position(TypedDict):
    """A position as far as a seat knows it; rows are `day` and `night`."""

    phase: str
    active: int
    """The seat whose turn it is."""
    sky: list[Strip]
    """From the rear to the front."""
    airship: str
    display: dict[str, list[Tile | None]]
    left: dict[str, int]
    """Delivery tiles in the piles."""
    players: list[Player]
    free: list[str]
    """The spaces where the seat to move may play a card without paying for a voyage."""
    price: int
    """Resources still to pay for the voyage."""
    place: str | None
    """The space of the card just played."""
    row: str | None
    """The row of the delivery that is being honoured."""
    chosen: ChosenTile | None
    """The tile to be paid."""
    choose: int
    """Resources still to be chosen …"""
    among: str
    """… among those of these letters."""
    giving: int
    """Resources that may still be given for stars."""
    paid_out: int
    """Players whose expelled cards are paid, this turn."""
    last_lane: int
    """The lane of the last card that was played."""
    offered: Offered | None
    bonuses: dict[str, list[Bonus]]
    """What the slots of the boards bring."""
    amounts: Amounts
    pair_stars: list[int]
    """For 0 to 4 pairs of day and night."""


_HONOURING = (constants.DELIVER, constants.BARTER_PHASE, constants.SLOT)


def describe(state: Any) -> Position:
    """The sky, the deliveries and the players as far as they are known."""
    record = state.tobytes()
    known, turn, deliveries = printed(record), _turn(record), _deliveries(record, printed(record))
    seats = range(turn["seats"])
    return {
        "phase": turn["phase"],
        "active": turn["active"],
        "sky": _sky(record, known),
        "airship": turn["airship"],
        "display": deliveries["display"],
        "left": deliveries["left"],
        "players": [_player(record, seat, known, _points(record, seat)) for seat in seats],
        "free": turn["free"],
        "price": turn["price"],
        "place": turn["place"],
        "row": turn["row"],
        "chosen": turn["chosen"],
        "choose": turn["choose"],
        "among": turn["among"],
        "giving": turn["giving"],
        "paid_out": turn["paid_out"],
        "last_lane": turn["last_lane"],
        "offered": _offered(record),
        "bonuses": known.bonuses[turn["board"]],
        "amounts": known.amounts,
        "pair_stars": known.pair_stars,
    }


@made_of(
    STATE,
    *("players", "board", "phase", "turn", "ahead", "free", "price", "place", "row"),
    *("chosen", "to_choose", "among", "giving", "paid_out", "last_lane"),
)
def _turn(now: Any) -> SharedDict:
    """What is to be decided."""
    return SharedDict(
        seats=2 if now.players == constants.ALONE else now.players,
        board=now.board,
        phase=constants.PHASES[now.phase],
        active=now.turn,
        airship=f"{3 + now.ahead}-3",
        free=_spaces(now.free),
        price=now.price,
        place=space_name(now.place),
        row=ROWS[now.row] if now.phase in _HONOURING else None,
        chosen={"row": ROWS[now.row], "place": now.chosen + 1} if now.chosen >= 0 else None,
        choose=now.to_choose,
        among=letters_of(now.among) if now.to_choose else "",
        giving=now.giving,
        paid_out=now.paid_out,
        last_lane=now.last_lane + 1,
    )


def _spaces(found: int) -> list[str]:
    """The names of some spaces, given as a bit set."""
    return list(_space_names(found))


@lru_cache(KEPT)
def _space_names(found: int) -> tuple[str, ...]:
    each = zip(SPACES, constants.SPACES, strict=True)
    return tuple(name for name, space in each if found >> space & 1)


@made_of(STATE, "order", "face", "lying", "owner")
def _sky(now: Any, known: Printed) -> SharedList:
    return SharedList(
        _strip(
            now.order[position],
            now.face[position],
            tuple(now.lying[first : first + constants.LANES]),
            tuple(now.owner[first : first + constants.LANES]),
            known,
        )
        for position in range(constants.STRIPS)
        for first in [constants.STRIDE * position]
    )


@lru_cache(KEPT)
def _strip(
    strip: int, face: int, lying: tuple[int, ...], owners: tuple[int, ...], known: Printed
) -> SharedDict:
    return SharedDict(
        strip=STRIPS[strip],
        face=FACES[strip][face],
        spaces=known.strips[strip][face],
        cards=[
            {"card": KINDS[card], "seat": owner} if card >= 0 else None
            for card, owner in zip(lying, owners, strict=True)
        ],
    )


@made_of(STATE, "display", "left", "players")
def _deliveries(now: Any, known: Printed) -> SharedDict:
    places = 3 if now.players < 4 else 4
    display = SharedDict(
        {
            name: [tiles[tile] if tile >= 0 else None for tile in shown[:places]]
            for name, tiles, shown in zip(ROWS, known.tiles, now.display, strict=True)
        }
    )
    return SharedDict(display=display, left=SharedDict(zip(ROWS, now.left, strict=True)))


@made_of_seat(
    STATE,
    "board",
    own=(
        *("stock", "capacity", "stars", "hands", "held", "deck_left", "used"),
        *("tiles", "slots", "level_1", "level_3", "powers", "crowns"),
    ),
)
def _player(now: Any, _seat: int, known: Printed, points: Points) -> Any:
    return SharedDict(
        stock=dict(zip(constants.RESOURCES, now.stock, strict=True)),
        capacity=now.capacity,
        stars=now.stars,
        hand=[known.cards[card] for card in now.hands if card >= 0],
        held=now.held,
        deck=now.deck_left,
        used=[known.cards[card] for card in _members(now.used)],
        deliveries={
            name: _delivered(tiles, known.tiles[row])
            for row, (name, tiles) in enumerate(zip(ROWS, now.tiles, strict=True))
        },
        slots=_slots(now.slots) if now.board == WINTER else None,
        level_1=constants.LASTING[now.level_1] if now.level_1 >= 0 else None,
        awake=bool(now.powers),
        level_3=[constants.CROWNING[power] for power in now.level_3]
        if now.level_3[0] >= 0
        else None,
        crowned=dict(zip(ROWS, map(bool, now.crowns), strict=True)),
        points=points,
    )


def _delivered(tiles: int, known: list[Tile]) -> list[str]:
    return [known[tile]["tile"] for tile in _members(tiles)]


@lru_cache(KEPT)
def _members(bits: int) -> tuple[int, ...]:
    """The members of a set of bits."""
    return tuple(bit for bit in range(bits.bit_length()) if bits >> bit & 1)


def _slots(filled: Sequence[int]) -> dict[str, list[str]]:
    """The filled slots of both rows by their names."""
    return {
        name: [slot for i, slot in enumerate(constants.SLOTS) if filled[row] >> i & 1]
        for row, name in enumerate(ROWS)
    }


@made_of(STATE, "players", "upgrades", "draft_round", "offered_1", "offered_3")
def _offered(now: Any) -> Any:
    if not now.upgrades or now.draft_round > 1:
        return None
    ones, threes = now.offered_1[: now.players], now.offered_3[: now.players]
    return SharedDict(
        level_1=[constants.LASTING[power] if power >= 0 else None for power in ones],
        level_3=[
            [constants.CROWNING[power] for power in pair] if pair[0] >= 0 else None
            for pair in threes
        ],
    )


def points(state: Any, seat: int) -> Points:
    """S26: what a seat would score now, part by part."""
    counted: Points = _points(state.tobytes(), seat)
    return counted


@made_of_seat(
    STATE,
    *("worth", "pair_stars", "crowning_amounts", "players", "board"),
    "delivered",  # of all seats: who has most may count
    own=("stock", "stars", "tiles", "crowns"),
    read=Fields.state,
)
def _points(states: Any, seat: int) -> Any:
    parts = np.zeros(len(PARTS), dtype=np.int64)
    count_points(states[0], seat, parts)
    counted = parts.tolist()
    return SharedDict(zip(PARTS, counted, strict=True), total=sum(counted))
