"""What is printed on the pieces of Solenia: the parts of an edition and what each may be (S30).

Every field describes what belongs there. The checks only say yes or no; messages are made of
these descriptions (see `edition`).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationInfo,
)
from pydantic import model_validator as validator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from parhelion.games.solenia.kernels.constants import CROWNING, LASTING, LETTERS, POWERS

RESOURCES = LETTERS[:4]
MAX_HALVES = 4
"""How often a row may have a power: any eight halves then make four different pairs (S29)."""
UNBALANCED = "unbalanced"
"""The context of a validation in which faces need not be balanced."""


# --- how a part of an edition says what it expects ---------------------------------------


def whole(low: int, high: int, **more: Any) -> Any:
    """A field for a whole number."""
    text = f"a whole number from {low} to {high}"
    return Field(ge=low, le=high, description=text, **more)


def row(length: int, of: str, **more: Any) -> Any:
    """A field for a list of a fixed length."""
    text = f"a list of {length} {of}"
    return Field(min_length=length, max_length=length, strict=False, description=text, **more)


def _in_order(letters: str) -> str:
    return "".join(sorted(letters, key=LETTERS.index))


def _different(letters: str) -> str:
    if len(set(letters)) < len(letters):
        raise ValueError
    return _in_order(letters)


def _power(text: str) -> str:
    """The power of a card as the table of powers writes it, but in capitals."""
    known = text if text[0] in "x*" else _in_order(text)
    if known.lower() not in POWERS:
        raise ValueError
    return known


def _die_face(face: object) -> int:
    """The lane of a face of the die, 0 for the star."""
    if face == "star":
        return 0
    if type(face) is not int or not 1 <= face <= 5:
        raise ValueError
    return face


def fault(found: str, expected: str) -> PydanticCustomError:
    """An error with words of its own."""
    return PydanticCustomError("fault", "fault", {"found": found, "expected": expected})


def _with_cities(needed: str, barred: str) -> Callable[[str, ValidationInfo], str]:
    """A check that a face has some kinds of cities and lacks others, if it is to be balanced."""
    expected = " and ".join(
        [f"at least one {city}" for city in needed] + [f"no {city}" for city in barred]
    )

    def check(face: str, info: ValidationInfo) -> str:
        right = set(needed) <= set(face) and not set(barred) & set(face)
        if info.context != UNBALANCED and not right:
            raise fault(f'"{face}"', f"{expected}, or balanced = false")
        return face

    return check


def _halves(powers: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse halves of which no different pairs might be made."""
    for power, count in Counter(powers).items():
        if count > MAX_HALVES:
            raise fault(f"{power} {count} times", f"each power at most {MAX_HALVES} times")
    return powers


def _spaced(letters: str) -> str:
    return " ".join(letters)


Face = Annotated[
    str,
    Field(
        pattern=f"^ *([{LETTERS}] *){{5}}$",
        description=f"5 spaces, each one of {_spaced(LETTERS)}",
    ),
    AfterValidator(lambda text: text.replace(" ", "")),
]
DayFace = Annotated[Face, AfterValidator(_with_cities("D", "N"))]
NightFace = Annotated[Face, AfterValidator(_with_cities("N", "D"))]
TwilightFace = Annotated[Face, AfterValidator(_with_cities("DN", ""))]
Cost = Annotated[
    str,
    Field(
        pattern=f"^[{RESOURCES}]{{1,6}}$",
        description=f"1 to 6 letters, each one of {_spaced(RESOURCES)}",
    ),
    AfterValidator(_in_order),
]
Gift = Annotated[
    str,
    Field(
        pattern=f"^[{RESOURCES}]{{0,4}}$",
        description=f"at most 4 letters, each one of {_spaced(RESOURCES)}",
    ),
    AfterValidator(_in_order),
]
Choice = Annotated[
    str,
    Field(
        pattern=f"^[{RESOURCES}]{{2,4}}$",
        description=f"2 to 4 different ones of {_spaced(RESOURCES)}",
    ),
    AfterValidator(_different),
]
CardPower = Annotated[
    str,
    Field(
        pattern=rf"^(x[12]|\*?[{RESOURCES}]|[{RESOURCES}]{{2}})$",
        description=f"x1, x2, one or two different ones of {_spaced(RESOURCES)}, or * and one",
    ),
    AfterValidator(_power),
]
DieFace = Annotated[
    int, PlainValidator(_die_face), Field(description='a lane from 1 to 5, or "star"')
]
Stars = Annotated[int, whole(0, 20)]
Lasting = Annotated[
    str, Field(pattern=f"^({'|'.join(LASTING)})$", description=f"one of: {', '.join(LASTING)}")
]
Crowning = Annotated[
    str, Field(pattern=f"^({'|'.join(CROWNING)})$", description=f"one of: {', '.join(CROWNING)}")
]
Halves = Annotated[tuple[Crowning, ...], AfterValidator(_halves)]


class EditionPart(BaseModel):
    """A table of an edition. Nothing is converted, no key may be unknown."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def fields(part: type[EditionPart]) -> dict[str, Any]:
    """The fields of a part by the keys of the file."""
    return {field.alias or name: field for name, field in part.model_fields.items()}


def length(row: FieldInfo) -> int:
    """The length of a list of a fixed length."""
    return next(int(note.max_length) for note in row.metadata if hasattr(note, "max_length"))


def keys(part: type[EditionPart]) -> str:
    """What a part is, in words."""
    return f"a table of: {', '.join(fields(part))}"


# --- the parts ---------------------------------------------------------------------------


class Strip(EditionPart):
    """One of the four strips with a day face and a night face."""

    day: DayFace
    night: NightFace


class Twilight(EditionPart):
    """The fifth strip."""

    dawn: TwilightFace
    dusk: TwilightFace


class Sum(NamedTuple):
    """How often a letter is on the four faces of an hour."""

    n: int
    letter: str
    hour: str

    def __str__(self) -> str:
        return f"{self.n} {self.letter} by {self.hour}"


class Strips(EditionPart):
    """S5: the five strips."""

    balanced: bool = Field(True, description="true or false")
    A: Strip
    B: Strip
    C: Strip
    D: Strip
    twilight: Twilight

    @property
    def faces(self) -> list[tuple[str, str]]:
        """Both faces of every strip, the twilight strip last."""
        four = [(strip.day, strip.night) for strip in (self.A, self.B, self.C, self.D)]
        return [*four, (self.twilight.dawn, self.twilight.dusk)]

    @validator(mode="after")
    def check_sums(self) -> Self:
        """Over four faces the resources of an hour are level, and so are the cities."""
        uneven = [f"{one} and {other}" for one, other in self._sums() if one.n != other.n]
        if self.balanced and uneven:
            raise fault("; ".join(uneven), "as many of both, or balanced = false")
        return self

    def _sums(self) -> Iterator[tuple[Sum, Sum]]:
        """What has to be level."""
        day, night = (Counter("".join(faces)) for faces in zip(*self.faces[:4], strict=True))
        for hour, count in (("day", day), ("night", night)):
            for one, other in ("WH", "SA"):
                yield Sum(count[one], one, hour), Sum(count[other], other, hour)
        yield Sum(day["D"], "D", "day"), Sum(night["N"], "N", "night")


class Card(EditionPart):
    """S6: an airship card."""

    value: int = whole(0, 2)
    power: CardPower


class Cards(EditionPart):
    """S6: the cards that every player has."""

    deck: tuple[Card, ...] = row(16, "cards")


class Delivery(EditionPart):
    """S7: a delivery tile."""

    cost: Cost
    stars: int = whole(1, 20)


class Deliveries(EditionPart):
    """S7: all delivery tiles."""

    day: tuple[Delivery, ...] = row(24, "delivery tiles")
    night: tuple[Delivery, ...] = row(24, "delivery tiles")


class Start(EditionPart):
    """S10: what the players start with, by their number."""

    two: tuple[Gift, ...] = row(2, "gifts", alias="2")
    three: tuple[Gift, ...] = row(3, "gifts", alias="3")
    four: tuple[Gift, ...] = row(4, "gifts", alias="4")


class EvenStart(EditionPart):
    """S10: the stars of every seat that make the seats even, by the number of players."""

    two: tuple[Stars, ...] = row(2, "numbers of stars", alias="2", default=(0, 1))
    three: tuple[Stars, ...] = row(3, "numbers of stars", alias="3", default=(0, 1, 0))
    four: tuple[Stars, ...] = row(4, "numbers of stars", alias="4", default=(0, 1, 0, 0))


class EvenStarts(EditionPart):
    """S10: even starts on summer boards, on winter boards, and there with upgrade tiles."""

    summer: EvenStart = EvenStart()
    winter: EvenStart = EvenStart()
    upgrades: EvenStart = EvenStart()


class Bonus(EditionPart):
    """S19, S28: what a slot brings, together."""

    capacity: int = whole(0, 4, default=0)
    gain: Cost = ""
    choose: int = whole(0, 4, default=0)
    among: Choice = RESOURCES
    stars: Stars = 0
    stars_per_tile: int = whole(0, 4, default=0)

    @validator(mode="after")
    def check_sense(self) -> Self:
        """Refuse a bonus of nothing, and a choice of nothing."""
        if not self.model_fields_set:
            raise fault("an empty table", keys(Bonus))
        if "among" in self.model_fields_set and not self.choose:
            raise fault("among without choose", "the number of resources to choose")
        return self


class Summer(EditionPart):
    """S18, S19, S26: the summer side of the boards."""

    capacity: int = whole(6, 12)
    pairs: tuple[Annotated[int, whole(0, 40)], ...] = row(4, "numbers of stars")
    day: tuple[Bonus, ...] = row(6, "bonuses")
    night: tuple[Bonus, ...] = row(6, "bonuses")


class Levels(EditionPart):
    """S28: the slots of a row of the winter side."""

    a1: Bonus = Field(alias="1a")
    b1: Bonus = Field(alias="1b")
    a2: Bonus = Field(alias="2a")
    b2: Bonus = Field(alias="2b")
    a3: Bonus = Field(alias="3a")
    b3: Bonus = Field(alias="3b")

    @property
    def slots(self) -> tuple[Bonus, ...]:
        """All six, level by level."""
        return (self.a1, self.b1, self.a2, self.b2, self.a3, self.b3)


class Winter(EditionPart):
    """S27, S28: the winter side of the boards."""

    capacity: int = whole(6, 12)
    day: Levels
    night: Levels


class Upgrades(EditionPart):
    """S29: the power of every upgrade tile."""

    level_1: tuple[Lasting, ...] = row(8, "powers")
    day: Halves = row(8, "powers")
    night: Halves = row(8, "powers")


class Power(EditionPart):
    """What every power may have: stars when it starts to work."""

    at_once: Stars = 0


class DeepHold(Power):
    """More capacity, and resources to choose at once."""

    capacity: int = whole(0, 4)
    choose: int = whole(0, 4)


class OnlyStars(Power):
    """Powers of which only the stars are printed."""

    stars: Stars


class Regatta(Power):
    """Stars for each own card on the board, and at least so many."""

    stars: Stars
    least: Stars


class Clearance(Power):
    """Up to so many resources for stars, for each of them."""

    resources: int = whole(1, 12)
    stars: Stars


class Homecoming(Power):
    """Stars for the most deliveries of a kind, and for as many as the most."""

    most: Stars
    equal: Stars


class Powers(EditionPart):
    """S29: the numbers of the upgrade powers."""

    tailwind: Power = Power()
    crows_nest: Power = Field(Power(), alias="crow's nest")
    deep_hold: DeepHold = Field(alias="deep hold")
    star_chart: OnlyStars = Field(alias="star chart")
    cloud_nets: Power = Field(Power(), alias="cloud nets")
    barter: Power = Power()
    lookout: Power = Power()
    salvage: OnlyStars
    jubilee: OnlyStars
    harbour: OnlyStars
    twin_cities: OnlyStars = Field(alias="twin cities")
    guild: OnlyStars
    cornucopia: OnlyStars
    regatta: Regatta
    clearance: Clearance
    homecoming: Homecoming

    def numbers(self, power: str) -> dict[str, int]:
        """The numbers of a power with their names, in the order of its table; without its stars at
        once."""
        return self._table(power).model_dump(exclude={"at_once"})

    def at_once(self, power: str) -> int:
        """The stars of a power when it starts to work, beside what it brings."""
        return self._table(power).at_once

    def _table(self, power: str) -> Power:
        table: Power = getattr(self, power.replace("'", "").replace(" ", "_"))
        return table


class Difficulties(EditionPart):
    """S33: stars that the Trade Wind starts with."""

    breeze: int = whole(0, 99)
    gale: int = whole(0, 99)
    storm: int = whole(0, 99)


class Solo(EditionPart):
    """S31, S33: the solo table. A lane of the die is its number, the star 0. Where nothing else is
    said, the Trade Wind starts on winter boards as on summer boards, and as there with upgrades."""

    die: tuple[DieFace, ...] = row(6, "faces")
    stars: Difficulties
    winter: Difficulties = Field(default_factory=lambda above: above["stars"])
    upgrades: Difficulties = Field(default_factory=lambda above: above["winter"])


class Edition(EditionPart):
    """Everything that is printed, checked (S30)."""

    name: str = Field(
        pattern="^[a-z0-9][a-z0-9-]{0,39}$",
        description="at most 40 small letters, digits and hyphens",
    )
    title: str = Field(min_length=1, max_length=60, description="a text of 1 to 60 characters")
    strips: Strips
    cards: Cards
    deliveries: Deliveries
    start: Start
    even: EvenStarts = EvenStarts()
    summer: Summer
    winter: Winter
    upgrades: Upgrades
    powers: Powers
    solo: Solo
