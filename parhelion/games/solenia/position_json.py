"""The JSON of a position that people set up: every key, and what kind of value it takes.

`position.py` tells what the keys mean. It checks what depends on the options and on other keys.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from parhelion.did_you_mean import did_you_mean
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.notation import ROWS, SPACES, STRIPS
from parhelion.validated import Strict

MOST = 999
"""More than anybody ever counts."""

Derived = Any
"""What a view tells and what follows from other keys; it is compared when everything lies."""


def _one_of(*known: str) -> AfterValidator:
    """A text is one of some words."""

    def check(word: str) -> str:
        if word not in known:
            raise ValueError(f"{word!r} is not known{did_you_mean(word, known)}")
        return word

    return AfterValidator(check)


def _between(low: int, high: int) -> AfterValidator:
    """A number is within bounds."""

    def check(number: int) -> int:
        if not low <= number <= high:
            raise ValueError(f"expected a number from {low} to {high}, found {number}")
        return number

    return AfterValidator(check)


def _at_most(count: int) -> AfterValidator:
    """A list is not too long."""

    def check(listed: list[Any]) -> list[Any]:
        if len(listed) > count:
            raise ValueError(f"expected a list of at most {count}, found {len(listed)}")
        return listed

    return AfterValidator(check)


def _tile_name(tile: Any) -> Any:
    """The name of a tile that is told as in a view."""
    return tile.get("tile") if isinstance(tile, Mapping) else tile


def _strip_parts(strip: Any) -> Any:
    """A strip that is told as in a deal, with its parts named."""
    short = isinstance(strip, list) and len(strip) == 2
    return {"strip": strip[0], "face": strip[1]} if short else strip


Count = Annotated[int, _between(0, MOST)]
Slot = Annotated[str, _one_of(*constants.SLOTS)]
TileName = Annotated[str, BeforeValidator(_tile_name)]


class GivenCard(Strict):
    """A card on the board."""

    card: str
    seat: int


class GivenStrip(Strict):
    """A strip of the sky and the cards on it."""

    strip: Annotated[str, _one_of(*STRIPS)]
    face: str
    spaces: Derived = None
    cards: Annotated[list[GivenCard | None], _at_most(constants.LANES)] = Field(
        default_factory=list
    )


class GivenStock(Strict):
    """Resources."""

    wood: Count = 0
    wheat: Count = 0
    stone: Count = 0
    water: Count = 0


class GivenTiles(Strict):
    """Tiles of both rows by their names."""

    day: list[str] | None = None
    night: list[str] | None = None


class GivenSlots(Strict):
    """Filled slots of both rows."""

    day: list[Slot] = Field(default_factory=list)
    night: list[Slot] = Field(default_factory=list)


class GivenDisplay(Strict):
    """Tiles that are face up, by their names or as a view tells them."""

    day: list[TileName | None] | None = None
    night: list[TileName | None] | None = None


class GivenPlayer(Strict):
    """What a player has."""

    stock: GivenStock = GivenStock()
    capacity: Derived = None
    stars: Count | None = None
    hand: Annotated[list[str], _at_most(constants.MAX_CARDS_HELD)] | None = None
    held: Annotated[int, _between(0, constants.MAX_CARDS_HELD)] | None = None
    deck: Annotated[int, _between(0, constants.CARDS)] | None = None
    used: list[str] | None = None
    deliveries: GivenTiles = GivenTiles()
    slots: GivenSlots | None = None
    level_1: str | None = None
    awake: Derived = None
    level_3: list[str] | None = None
    crowned: Derived = None
    points: Derived = None


class GivenOffer(Strict):
    """Upgrade tiles on offer; None where one was taken."""

    level_1: list[str | None] = Field(default_factory=list)
    level_3: list[list[str] | None] = Field(default_factory=list)


class GivenChoice(Strict):
    """A displayed delivery by its row and its place, from 1."""

    row: Annotated[str, _one_of(*ROWS)]
    place: Annotated[int, _between(1, constants.DISPLAYED)]


def _usual_sky() -> list[GivenStrip]:
    """Strips in order, night in the rear."""
    sky = ("A", "night"), ("B", "night"), ("T", "dawn"), ("C", "day"), ("D", "day")
    return [GivenStrip(strip=strip, face=face) for strip, face in sky]


class GivenPosition(Strict):
    """A position: the keys of a view, and the piles of a deal."""

    phase: Annotated[str, _one_of(*constants.PHASES)] = "play"
    active: int = 0
    sky: list[Annotated[GivenStrip, BeforeValidator(_strip_parts)]] = Field(
        default_factory=_usual_sky
    )
    airship: Annotated[str, _one_of("3-3", "4-3")] | None = None
    display: GivenDisplay = GivenDisplay()
    left: Derived = None
    players: list[GivenPlayer] = Field(default_factory=list)
    free: Derived = None
    price: Count = 0
    place: Annotated[str, _one_of(*SPACES)] | None = None
    row: Derived = None
    chosen: GivenChoice | None = None
    choose: Annotated[int, _between(0, 4)] = 0
    among: str = constants.LETTERS[:4]
    giving: Count = 0
    paid_out: Annotated[int, _between(0, constants.SEATS)] = 0
    last_lane: Annotated[int, _between(1, constants.LANES)] = 3
    offered: GivenOffer | None = None
    bonuses: Derived = None
    amounts: Derived = None
    pair_stars: Derived = None
    decks: list[list[str] | None] = Field(default_factory=list)
    deliveries: GivenTiles = GivenTiles()
