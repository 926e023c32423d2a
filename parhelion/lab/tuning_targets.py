"""Targets of a search: which figures of simulated games should lie where.

A target is written `MEASURE=WANTED@OPTIONS`:

| measure      | figures, in per cent                                                         |
|--------------|------------------------------------------------------------------------------|
| `seats`      | the share of victories of each seat that a bot takes                         |
| `seat 2`     | that of one of them                                                          |
| `taken:KIND` | how often each piece of a kind is taken when it can be; the beginning of the |
|              | name of a kind is enough                                                     |

Wanted is a range, `35..65`, or a value with a margin, `80±5`; `fair±4` is as many victories for
everybody. `±` may be typed as `+-`. The options are those of the game: `players=3,board=winter`.

>>> target = parse_target("seat 1=80±5@players=1,board=winter")
>>> target.measure, target.wanted(2), target.options
('seat 1', Range(low=75.0, high=85.0), {'players': '1', 'board': 'winter'})
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow.compute as pc

from parhelion.bots.intervals import wilson_interval
from parhelion.errors import BadOption
from parhelion.lab.simulated_chunk import Rows

FAIR = "fair"
HOW = "MEASURE=WANTED@OPTIONS, such as seats=fair±4@players=3,board=winter"
_WANTED = re.compile(
    r"(?P<low>\d+(\.\d+)?)\.\.(?P<high>\d+(\.\d+)?)"
    rf"|(?P<middle>{FAIR}|\d+(\.\d+)?)(±|\+-)(?P<margin>\d+(\.\d+)?)"
)
_MEASURE = re.compile(r"seats|seat (?P<seat>[1-9])|taken:(?P<kind>.+)")


class Range(NamedTuple):
    """Where a figure should lie, in per cent."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """Its middle."""
        return (self.low + self.high) / 2

    def distance(self, value: float) -> float:
        """How far a value is from the middle, in half widths: at most 1 inside."""
        return abs(value - self.middle) / max((self.high - self.low) / 2, 1e-9)


class Figure(NamedTuple):
    """Something that was measured, in per cent."""

    name: str
    value: float
    low: float
    high: float
    """The 95 % interval."""
    wanted: Range

    @property
    def verdict(self) -> str:
        """Whether it lies where it should: yes, no, or perhaps, if its interval reaches there."""
        if self.wanted.distance(self.value) <= 1 + 1e-9:
            return "yes"
        return "perhaps" if self.low <= self.wanted.high and self.high >= self.wanted.low else "no"


@dataclass(frozen=True, eq=False)
class Target:
    """What a search aims at."""

    text: str
    measure: str
    seat: int | None
    """From 1."""
    kind: str
    """Of pieces, or how its name begins; empty if seats are measured."""
    low: float
    high: float
    fair: bool
    """Whether the range is around a fair share, so that its middle is 0."""
    options: dict[str, str]

    def wanted(self, people: int) -> Range:
        """Where its figures should lie if bots take so many seats."""
        middle = 100 / people if self.fair else 0.0
        return Range(middle + self.low, middle + self.high)

    def figures(self, rows: Rows, people: int) -> list[Figure]:
        """What simulated games say."""
        wanted = self.wanted(people)
        counted = self._taken(rows) if self.kind else self._shares(rows, people)
        return [_figure(name, won, n, wanted) for name, won, n in counted]

    def _shares(self, rows: Rows, people: int) -> Iterator[tuple[str, float, int]]:
        """The seats, what they won and of how many games."""
        for seat in [self.seat] if self.seat else range(1, people + 1):
            shares = rows.seats.filter(pc.field("seat") == seat - 1)["share"]
            yield f"seat {seat}", pc.sum(shares).as_py(), len(shares)

    def _taken(self, rows: Rows) -> Iterator[tuple[str, float, int]]:
        """The pieces, how often they were taken and could be."""
        found: Any = rows.pieces
        found = found.filter(pc.starts_with(found["kind"], self.kind))
        counted = found.group_by(["kind", "piece"]).aggregate(
            [("taken", "sum"), ("offered", "sum")]
        )
        named = sorted(counted.to_pylist(), key=lambda row: (row["kind"], row["piece"]))
        offered = [row for row in named if row["offered_sum"]]
        if not offered:
            raise BadOption(f"target {self.text!r}: nobody could take such a piece in these games")
        for row in offered:
            yield row["piece"], row["taken_sum"], row["offered_sum"]


def _figure(name: str, won: float, n: int, wanted: Range) -> Figure:
    low, high = wilson_interval(won, n)
    return Figure(name, 100 * won / n, 100 * low, 100 * high, wanted)


def parse_target(text: str) -> Target:
    """A target as typed; BadOption says how it is written."""
    left, _, options = text.partition("@")
    measure, equals, wanted = left.partition("=")
    how, where = _MEASURE.fullmatch(measure.strip()), _WANTED.fullmatch(wanted.strip())
    if not equals or how is None or where is None:
        raise BadOption(f"target {text!r}: it is written as {HOW}")
    fair = where["middle"] == FAIR
    if fair and how["kind"]:
        raise BadOption(f"target {text!r}: only seats have a fair share")
    low, high = _bounds(where, fair)
    if low > high:
        raise BadOption(f"target {text!r}: {low:g} is more than {high:g}")
    seat = int(how["seat"]) if how["seat"] else None
    kind = (how["kind"] or "").strip()
    return Target(text, measure.strip(), seat, kind, low, high, fair, _options(text, options))


def _bounds(where: re.Match[str], fair: bool) -> tuple[float, float]:
    if where["low"]:
        return float(where["low"]), float(where["high"])
    middle, margin = 0.0 if fair else float(where["middle"]), float(where["margin"])
    return middle - margin, middle + margin


def _options(text: str, words: str) -> dict[str, str]:
    """Options of the game as typed after the @."""
    options = {}
    for word in filter(None, (word.strip() for word in words.split(","))):
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(f"target {text!r}: {word!r}: options are written as name=value")
        options[name.strip()] = value.strip()
    return options
