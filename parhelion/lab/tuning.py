"""The search for values of a file that meet targets: trials proposed by Optuna, kept in a file.

Every trial plays the same seeds, so what differs between two trials is due to their values more
than to luck. The loss of a trial is the mean over targets of the mean over their figures of the
squared distance from the middle of the wanted range, in half widths: 1 or less if all are inside.

What a trial proposes depends on the seed and on the trials before it and on nothing else, so a
search that was interrupted goes on as if it had not been.
"""

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, IntDistribution
from optuna.samplers import TPESampler
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

from parhelion.errors import BadEdition, BadOption
from parhelion.lab.tuning_plan import Told, TuningPlan, Value, Vary
from parhelion.lab.tuning_targets import Figure
from parhelion.lab.workers import connected

STUDY = "parhelion"
PLAN, LOSS = "plan", "loss"
FIRST_TRIALS = 10
"""Trials with values chosen at random before the model of the search is used."""


@dataclass(frozen=True)
class Trial:
    """A set of values that was tried."""

    number: int
    """From 1, in the order in which they were tried."""
    values: dict[str, Value]
    loss: float


TrialTold = Callable[[Trial, Trial], None]
"""Is told a trial and the best so far."""


def seed_in(path: Path) -> str | None:
    """The seed of the search that a file keeps, if there is one."""
    if not path.exists():
        return None
    seed: str = _open(path).user_attrs.get(PLAN, {}).get("seed")
    return seed


def _open(path: Path) -> optuna.Study:
    """The study in a file, which may be new."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    try:
        storage = JournalStorage(JournalFileBackend(str(path)))
        return optuna.create_study(storage=storage, study_name=STUDY, load_if_exists=True)
    except (OSError, ValueError, KeyError, TypeError, AssertionError) as error:
        raise BadOption(f"study {path}: it is not the file of a search") from error


def loss(figures: Sequence[Sequence[Figure]]) -> float:
    """How far the figures of all targets are from what is wanted."""
    return fmean(fmean(f.wanted.distance(f.value) ** 2 for f in target) for target in figures)


class Search:
    """A search that a file keeps; a file that is there is gone on with, if it is of this plan."""

    def __init__(self, plan: TuningPlan, path: Path) -> None:
        self.plan, self.path = plan, path
        self.study = self._study()
        for left in self.study.get_trials(deepcopy=False, states=(TrialState.RUNNING,)):
            self.study.tell(left.number, state=TrialState.FAIL)  # somebody stopped it

    def _study(self) -> optuna.Study:
        """The study in the file; BadOption if it is of another plan."""
        study = _open(self.path)
        plan = json.loads(json.dumps(self.plan.describe()))
        kept = study.user_attrs.get(PLAN, plan)
        if kept != plan:
            other = ", ".join(name for name in plan if kept.get(name) != plan[name])
            raise BadOption(f"study {self.path}: it is of another search; different: {other}")
        study.set_user_attr(PLAN, plan)
        return study

    @property
    def trials(self) -> list[Trial]:
        """The trials that are done."""
        done = self.study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        return [
            Trial(number, dict(trial.params), trial.user_attrs[LOSS])
            for number, trial in enumerate(done, 1)
        ]

    @property
    def best(self) -> Trial:
        """The trial with the smallest loss, the earliest of several."""
        return min(self.trials, key=lambda trial: trial.loss)

    def run(
        self,
        trials: int,
        jobs: int | None = None,
        ray: str | None = None,
        progress: Told | None = None,
        told: TrialTold | None = None,
    ) -> Trial:
        """Go on until there are so many trials, and return the best."""
        with connected(ray, jobs):
            while (done := len(self.trials)) < trials:
                self._try(done, lambda text: self._loss(text, jobs, ray, progress))
                if told:
                    told(self.trials[-1], self.best)
        return self.best

    def _try(self, done: int, measured: Callable[[str], float]) -> None:
        """One more trial: the values of the file first, then what the model proposes."""
        self.study.sampler = TPESampler(
            seed=_number(f"{self.plan.sample.seed}/{done}"),
            n_startup_trials=FIRST_TRIALS,
        )
        if done == 0:
            self.study.enqueue_trial(self.plan.start)
        trial = self.study.ask({vary.place: _distribution(vary) for vary in self.plan.varied})
        known = {str(each.values): each.loss for each in self.trials}
        try:
            found = known.get(str(dict(trial.params)))
            trial.set_user_attr(LOSS, self._value(trial, measured) if found is None else found)
            self.study.tell(trial, trial.user_attrs[LOSS])
        except BaseException:
            self.study.tell(trial, state=TrialState.FAIL)
            raise

    def _value(self, trial: optuna.Trial, measured: Callable[[str], float]) -> float:
        """The loss of a trial; infinite if the file cannot say so."""
        try:
            text = self.plan.changed(trial.params)
        except BadEdition:
            return math.inf
        return measured(text)

    def _loss(self, text: str, jobs: int | None, ray: str | None, progress: Told | None) -> float:
        return loss(self.plan.measure(text, self.plan.sample, jobs, ray, progress))


def _distribution(vary: Vary) -> BaseDistribution:
    """The values of a place, as Optuna takes them: numbers at equal steps have an order."""
    numbers: Any = vary.values
    if all(isinstance(value, int) for value in numbers):
        steps = {after - before for before, after in pairwise(numbers)}
        if len(steps) == 1 and (step := steps.pop()) > 0:
            return IntDistribution(numbers[0], numbers[-1], step=step)
    return CategoricalDistribution(numbers)


def _number(text: str) -> int:
    """A seed for Optuna."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])
