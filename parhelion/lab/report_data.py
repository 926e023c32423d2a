"""All that a report tells: one run, or two that are compared, with the looks at them."""

from collections.abc import Mapping
from functools import cached_property

from parhelion.lab.piece_worth import Piece, PiecesOfBoth, Sums, piece_sums, pieces_of_both
from parhelion.lab.run_looks import Comparison, Looks, compare, look_at
from parhelion.lab.run_measures import Measure, measures
from parhelion.lab.run_reader import Run
from parhelion.lab.significance import Interval, unknown


class Report:
    """One run, or two of the same game. What is costly is worked out once, when it is asked for."""

    def __init__(self, *runs: Run) -> None:
        self.runs = runs
        self.comparison = Comparison(*runs) if len(runs) == 2 else None

    @cached_property
    def names(self) -> list[str]:
        """What the runs are called in plots and tables."""
        found = [run.path.resolve().name for run in self.runs]
        return ["First run", "Second run"] if len(set(found)) < len(found) else found

    @cached_property
    def seats(self) -> list[str]:
        """The seats of the run that has the most."""
        return max((run.plan.seats for run in self.runs), key=len)

    @cached_property
    def pieces(self) -> list[Mapping[Piece, Sums]]:
        """The pieces of each run."""
        if self.comparison is None:
            return [piece_sums(self.runs[0])]
        return [self._pieces_of_both.before, self._pieces_of_both.after]

    @cached_property
    def _pieces_of_both(self) -> PiecesOfBoth:
        before, after = self.runs
        return pieces_of_both(before, after, bool(self.comparison and self.comparison.common))

    @cached_property
    def looks(self) -> Looks:
        """What stands out in a run, or moved between two."""
        if self.comparison is None:
            return look_at(self.runs[0], self.pieces[0])
        return compare(self.comparison, self._pieces_of_both)

    @cached_property
    def flagged(self) -> set[str]:
        """The labels of what is beyond noise."""
        return {look.subject.label for look in self.looks.standing_out}

    @cached_property
    def _measures(self) -> list[dict[str, Measure]]:
        """What is measured in each run, by label."""
        return [{measure.label: measure for measure in measures(run)} for run in self.runs]

    def measures(self, section: str) -> list[Measure]:
        """What is measured in a section, in any of the runs."""
        known = {label: measure for found in self._measures for label, measure in found.items()}
        return [measure for measure in known.values() if measure.section == section]

    def estimates(self, measure: Measure) -> list[Interval]:
        """The mean of a measure in each run; unknown where a run does not have it."""
        found = zip(self._measures, self.runs, strict=True)
        return [
            known[measure.label].estimate(run) if measure.label in known else unknown()
            for known, run in found
        ]
