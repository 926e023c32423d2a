"""The looks of a report: what stands out in a run, or what moved between two, beyond noise.

Every comparison that the page shows is a look. Their chances are corrected together (Holm), so that
a page about games without any difference flags something in at most one case of twenty.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, product
from typing import Any

import numpy as np

from parhelion.errors import BadOption
from parhelion.lab import run_measures
from parhelion.lab.piece_worth import (
    CHOSEN,
    WORTH_POINTS,
    WORTH_SHARE,
    Aspect,
    Piece,
    PiecesOfBoth,
    Sums,
    against_kind,
)
from parhelion.lab.run_measures import Measure, Unit, is_scored, measures
from parhelion.lab.run_reader import Numbers, Run
from parhelion.lab.significance import (
    LEVEL,
    Difference,
    TooFew,
    Values,
    against,
    holm,
    paired,
    unpaired,
)

PIECES = "pieces"
OF_SEATS = ("seats", "parts", "setup")
"""The sections that tell seats apart."""
ORDINALS = ("first", "second")


@dataclass(frozen=True)
class Subject:
    """What is looked at."""

    section: str
    label: str
    unit: Unit
    baseline: str = ""
    """What the value is compared with, where it is not the other run."""
    about: str = ""
    """The seat, part, piece … in question."""


@dataclass(frozen=True)
class Look:
    """A comparison and what it found."""

    subject: Subject
    found: Difference
    chance: float = 1.0
    """Of so large a difference by noise, corrected for all looks of the page."""

    @property
    def stands_out(self) -> bool:
        """Whether the difference is beyond noise."""
        return self.chance < LEVEL


@dataclass(frozen=True)
class NotCompared:
    """Something about which nothing can be said, and why."""

    subject: Subject
    why: str


@dataclass(frozen=True)
class Looks:
    """All looks of a page, corrected for their number."""

    made: tuple[Look, ...]
    not_compared: tuple[NotCompared, ...]

    @cached_property
    def standing_out(self) -> list[Look]:
        """What is beyond noise, the clearest first."""
        return sorted((look for look in self.made if look.stands_out), key=_clearest)


def _clearest(look: Look) -> tuple[float, float, str]:
    """The place of a look among those that stand out."""
    width = look.found.high - look.found.low
    clarity = abs(look.found.size) / width if width else np.inf
    return look.chance, -clarity, look.subject.label


def corrected(looks: Iterable[Look | NotCompared]) -> Looks:
    """All looks of a page with the correction for their number."""
    everything = list(looks)
    made = [look for look in everything if isinstance(look, Look)]
    chances = holm([look.found.p for look in made])
    found = (replace(look, chance=chance) for look, chance in zip(made, chances, strict=True))
    return Looks(tuple(found), tuple(each for each in everything if isinstance(each, NotCompared)))


def look(
    subject: Subject, comparison: Callable[..., Difference], *compared: Any
) -> Look | NotCompared:
    """What a comparison finds, or why nothing can be said."""
    try:
        return Look(subject, comparison(*compared))
    except TooFew as error:
        return NotCompared(subject, str(error))


# --- one run -----------------------------------------------------------------------------


def look_at(run: Run, pieces: Mapping[Piece, Sums]) -> Looks:
    """What stands out in a run: seats against fair shares, setups and pieces against others."""
    return corrected(chain(_seats(run), _setups(run), _pieces(run, pieces)))


def _seats(run: Run) -> Iterator[Look | NotCompared]:
    unknown = "rivals that the rules play" if run.plan.rivals else "bots of different strength"
    for measure in run_measures.share_measures(run):
        if measure.is_mirror:
            continue
        subject = Subject(
            measure.section, measure.label, measure.unit, "the fair share", measure.row
        )
        if measure.fair is None:
            yield NotCompared(subject, f"nobody knows the fair share among {unknown}")
        else:
            yield look(subject, against, measure.values(run), measure.fair)


def _setups(run: Run) -> Iterator[Look | NotCompared]:
    names = run_measures.frequent_setups(run)
    mirror = run_measures.readable(names[1]) if len(names) == 2 else None  # tells what [0] tells
    for measure in run_measures.setup_measures(run):
        if measure.row == mirror:
            continue
        subject = Subject(
            measure.section, measure.label, measure.unit, "the other setups", measure.row
        )
        values = measure.values(run)
        others = np.where(np.isnan(values), run.shares[:, measure.seat], np.nan)
        yield look(subject, unpaired, others, values)


def aspects(run: Run) -> list[Aspect]:
    """What is looked at of every piece."""
    return [CHOSEN, WORTH_SHARE, *([WORTH_POINTS] if is_scored(run) else [])]


def _pieces(run: Run, pieces: Mapping[Piece, Sums]) -> Iterator[Look | NotCompared]:
    for (piece, sums), aspect in product(pieces.items(), aspects(run)):
        label = aspect.label.format(piece)
        subject = Subject(PIECES, label, aspect.unit, "the others of its kind", piece.name)
        yield look(subject, against_kind, aspect, sums)


# --- two runs ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """Two runs of the same game."""

    before: Run
    after: Run

    def __post_init__(self) -> None:
        first, second = self.before.plan.game, self.after.plan.game
        if first != second:
            raise BadOption(
                f"{self.after.path}: is a run of {second}, {self.before.path} one of {first}; "
                "only runs of the same game can be compared"
            )

    @property
    def both(self) -> tuple[Run, Run]:
        """The two runs."""
        return self.before, self.after

    @cached_property
    def common(self) -> tuple[Numbers, Numbers] | None:
        """The places of the games that belong together in both runs; None if none do."""
        if str(self.before.plan.seed) != str(self.after.plan.seed):
            return None
        _, first, second = np.intersect1d(
            self.before.numbers, self.after.numbers, return_indices=True
        )
        return (first, second) if len(first) else None

    @cached_property
    def same_seats(self) -> bool:
        """Whether both runs have the same seats."""
        return self.before.plan.seats == self.after.plan.seats

    def compare(self, before: Values, after: Values) -> Difference:
        """A value a game of both runs."""
        if self.common is None:
            return unpaired(before, after)
        first, second = before[self.common[0]], after[self.common[1]]
        if (np.isnan(first) == np.isnan(second)).all():
            return paired(first, second)
        return unpaired(before, after)


def compare(runs: Comparison, pieces: PiecesOfBoth) -> Looks:
    """What moved between two runs."""
    return corrected(chain(_measures(runs), _pieces_of_both(runs, pieces)))


def _measures(runs: Comparison) -> Iterator[Look | NotCompared]:
    first, second = (
        {each.label: each for each in measures(run) if not each.is_mirror} for run in runs.both
    )
    for label, measure in (first | second).items():
        subject = Subject(measure.section, label, measure.unit, about=measure.row)
        why = _why_not(runs, measure, label in first, label in second)
        if why:
            yield NotCompared(subject, why)
        else:
            yield look(subject, runs.compare, *(measure.values(run) for run in runs.both))


def _why_not(runs: Comparison, measure: Measure, in_first: bool, in_second: bool) -> str:
    """Why a measure cannot be compared; empty if it can."""
    if measure.section in OF_SEATS and not runs.same_seats:
        return "the runs have different seats"
    if measure.section == "ways":  # a way that never occurred in a run has the share 0
        return ""
    return _only(in_first, in_second, "has it")


def _only(in_first: bool, in_second: bool, what: str) -> str:
    """That only one of the runs has something; empty if both do."""
    return "" if in_first and in_second else f"only the {ORDINALS[not in_first]} run {what}"


def _pieces_of_both(runs: Comparison, pieces: PiecesOfBoth) -> Iterator[Look | NotCompared]:
    has = [run.plan.pieces for run in runs.both]
    why = _only(has[0], has[1], "has written its pieces")
    if any(has) and why:
        yield NotCompared(Subject(PIECES, "What pieces are worth", "points"), why)
    if why:
        return
    for piece, aspect in product(pieces.names, aspects(runs.before)):
        subject = Subject(PIECES, aspect.worth.format(piece), aspect.unit, about=piece.name)
        why = _only(piece in pieces.before, piece in pieces.after, "has it")
        if why:
            yield NotCompared(subject, why)
        else:
            yield look(subject, pieces.difference, aspect, piece)
