"""What is measured in every game of a run: a value a game for each measure.

What pieces are worth is a matter of its own: see `parhelion.lab.piece_worth`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

import numpy as np

from parhelion.bots.intervals import wilson_interval
from parhelion.lab.run_reader import Numbers, Run
from parhelion.lab.significance import Interval, Values, mean_interval

Unit = Literal["share", "part", "points", "number"]
"""What a value is: a share of games or victories, a part of something else (both are written as
percentages), points, or a plain number."""
RARE = 24
"""Of more setups than this only the most frequent ones are shown."""


@dataclass(frozen=True)
class Measure:
    """Something that every game has a value of, or NaN if it says nothing about it."""

    section: str
    row: str
    """What its row is called in the section's plot and table."""
    label: str
    """What it is called where it stands alone."""
    unit: Unit
    values: Callable[[Run], Values] = field(compare=False)
    seat: int = 0
    """The seat it is about, where a section tells seats apart, …"""
    title: str = ""
    """… and what that is called."""
    fair: float | None = None
    """What it would be if nobody had an advantage, where that is known."""
    is_mirror: bool = False
    """Whether another one tells the same: of two seats, one wins what the other loses."""

    def estimate(self, run: Run) -> Interval:
        """Its mean over the games of a run, with the 95 % interval."""
        values = self.values(run)
        if self.unit != "share":
            return mean_interval(values)
        games = int((~np.isnan(values)).sum())
        won = float(np.nansum(values))
        return (won / games if games else np.nan, *wilson_interval(won, games))


def measures(run: Run) -> Iterator[Measure]:
    """Everything that is measured in a run, section by section."""
    yield from share_measures(run)
    yield from score_measures(run)
    yield from part_measures(run)
    yield Measure("length", "Moves", "Moves in a game", "number", partial(column, "plies"))
    yield from way_measures(run)
    yield from setup_measures(run)
    yield from choice_measures()
    yield from decisiveness_measures(run)


def readable(name: str) -> str:
    """A name that programs use, as people read it."""
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


def is_scored(run: Run) -> bool:
    """Whether scores say more than who won."""
    return bool(run.plan.parts) or bool((run.seats("score") > 1).any())


# --- seats -------------------------------------------------------------------------------


def fair_share(run: Run) -> float | None:
    """The share of victory of each seat of a fair game; None if they cannot be expected to be
    equal: unlike bots, or a rival that the rules play."""
    alike = len(set(map(str, run.plan.bots))) <= 1 and not run.plan.rivals
    return 1 / len(run.plan.seats) if alike and len(run.plan.seats) > 1 else None


def share_measures(run: Run) -> Iterator[Measure]:
    """The share of victory of each seat."""
    fair = fair_share(run)
    for seat, title in enumerate(run.plan.seats):
        label = f"Share of victory of {title}"
        mirror = seat == 1 and len(run.plan.seats) == 2
        yield Measure(
            "seats", title, label, "share", partial(share, seat), seat, title, fair, mirror
        )


def score_measures(run: Run) -> Iterator[Measure]:
    """The score of each seat, if there is more to it than who won."""
    for seat, title in enumerate(run.plan.seats if is_scored(run) else ()):
        values = partial(seat_column, "score", seat)
        yield Measure("parts", "Total", f"Score of {title}", "points", values, seat, title)


def part_measures(run: Run) -> Iterator[Measure]:
    """The parts of the score of each seat."""
    for part in run.plan.parts:
        for seat, title in enumerate(run.plan.seats):
            values = partial(seat_column, f"part_{part}", seat)
            row = readable(part)
            yield Measure("parts", row, f"{row}, points of {title}", "points", values, seat, title)


def share(seat: int, run: Run) -> Values:
    """The share of victory of a seat."""
    return _values(run.shares[:, seat])


def seat_column(name: str, seat: int, run: Run) -> Values:
    """A column of the table of seats, for one of them."""
    return _values(run.seats(name)[:, seat])


def column(name: str, run: Run) -> Values:
    """A column of the table of games."""
    return _values(run.games(name))


# --- how games end and begin -------------------------------------------------------------


def way_measures(run: Run) -> Iterator[Measure]:
    """The share of the games that ended in each way."""
    ways = sorted({way for reason in run.reasons.names for way in reason.split("+") if way})
    for way in ways:
        label = f"Games that end by “{readable(way).lower()}”"
        yield Measure("ways", readable(way), label, "share", partial(ended_by, way))


def ended_by(way: str, run: Run) -> Values:
    """1 where a game ended in some way, perhaps among others."""
    codes = [code for code, name in enumerate(run.reasons.names) if way in name.split("+")]
    return _values(np.isin(run.reasons.codes, codes))


def setup_measures(run: Run) -> Iterator[Measure]:
    """The share of victory of each seat by what the deal chose; of two seats, that of the first."""
    seats = run.plan.seats[: 1 if len(run.plan.seats) == 2 else None]
    for name in frequent_setups(run):
        for seat, title in enumerate(seats):
            label = f"Share of victory of {title} with setup “{readable(name)}”"
            values = partial(share_with, name, seat)
            yield Measure("setup", readable(name), label, "share", values, seat, title)


def frequent_setups(run: Run) -> list[str]:
    """The most frequent setups by name; none if every game has the same."""
    names, codes = run.setups
    if len(names) < 2:
        return []
    counts = np.bincount(codes, minlength=len(names))
    most = np.argsort(-counts, kind="stable")[:RARE]
    return sorted(names[code] for code in most if names[code])


def share_with(setup: str, seat: int, run: Run) -> Values:
    """The share of victory of a seat in games with a setup; others say nothing."""
    return np.where(has_setup(setup, run), run.shares[:, seat], np.nan)


def has_setup(setup: str, run: Run) -> Numbers:
    """Whether games have a setup."""
    names, codes = run.setups
    return np.asarray(codes == names.index(setup) if setup in names else np.zeros(len(codes), bool))


# --- decisions, and when a game is decided -----------------------------------------------


def choice_measures() -> Iterator[Measure]:
    """How many moves are legal, and how much is hidden."""
    mean, most = partial(column, "branching"), partial(column, "branching_max")
    yield Measure("choices", "On average", "Legal moves at a decision", "number", mean)
    yield Measure("choices", "At most", "Most legal moves at a decision of a game", "number", most)
    label = "Share of the position that is hidden"
    yield Measure("hidden", "Hidden", label, "part", partial(column, "hidden"))


def decisiveness_measures(run: Run) -> Iterator[Measure]:
    """How often the later winner leads after each tenth of a game, and how often the lead goes
    to somebody else."""
    tenths = run.leaders.shape[1]
    for tenth in range(tenths - 1):
        label = f"Games led by their winner after {tenth + 1} of {tenths} parts"
        row = f"{(tenth + 1) / tenths:.0%}"
        yield Measure("decisiveness", row, label, "share", partial(led_by_winner, tenth))
    label = "Changes of the lead in a game"
    yield Measure("decisiveness", "Changes of the lead", label, "number", lead_changes)


def led_by_winner(tenth: int, run: Run) -> Values:
    """The share of victory of who leads alone after a tenth of a game; 0 if nobody does."""
    if tenth >= run.leaders.shape[1]:
        return np.full(len(run.numbers), np.nan)
    leader = run.leaders[:, tenth]
    reached = run.shares[np.arange(len(leader)), np.maximum(leader, 0)]
    return np.where(leader >= 0, reached, 0.0)


def lead_changes(run: Run) -> Values:
    """How often somebody else leads alone than the last who did."""
    last = np.full(len(run.numbers), -1, run.leaders.dtype)
    changes = np.zeros(len(last))
    for leader in run.leaders.T:
        changes += (leader >= 0) & (last >= 0) & (leader != last)
        last = np.where(leader >= 0, leader, last)
    return changes


def _values(numbers: Numbers) -> Values:
    return np.asarray(numbers, dtype=np.float64)
