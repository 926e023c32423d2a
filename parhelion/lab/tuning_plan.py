"""The plan of a search: which values of a file may change, what is aimed at, how it is measured.

>>> parse_vary("powers.jubilee.stars=4..8:2").values
(4, 6, 8)
>>> parse_vary("start.3[3]=W|H|WH").values
('W', 'H', 'WH')
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from parhelion import records
from parhelion.did_you_mean import did_you_mean
from parhelion.errors import BadOption
from parhelion.games import Game, Json, Tuning, load, registry
from parhelion.lab.simulation import simulate
from parhelion.lab.simulation_plan import SimulationPlan, plan_simulation
from parhelion.lab.tuning_targets import Figure, Target

FORMAT = "parhelion-tuning/1"
HOW = "PLACE=LOW..HIGH, PLACE=LOW..HIGH:STEP or PLACE=A|B|C"
MAX_VALUES = 1000
_RANGE = re.compile(r"(?P<low>-?\d+)\.\.(?P<high>-?\d+)(:(?P<step>[1-9]\d*))?")

Value = int | str
Told = Callable[[int, int], None]
"""Is told how many games of how many there are."""


@dataclass(frozen=True)
class Vary:
    """A place of the file and the values that are tried there."""

    place: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Sample:
    """How a set of values is measured: so many games for each target, by bots of a level."""

    games: int
    bots: int
    seed: str


@dataclass(frozen=True)
class TuningPlan:
    """A search, made by `plan_tuning`."""

    game: Game
    tuning: Tuning
    file: Path
    text: str
    """What is in the file."""
    varied: tuple[Vary, ...]
    targets: tuple[Target, ...]
    sample: Sample

    @property
    def start(self) -> dict[str, Value]:
        """The values that the file has, where one of those is tried."""
        now = self.tuning.values(self.text, str(self.file))
        return {
            vary.place: now[vary.place] for vary in self.varied if now[vary.place] in vary.values
        }

    def changed(self, values: Mapping[str, Value]) -> str:
        """The text of the file with other values."""
        return self.tuning.changed(self.text, values, str(self.file))

    def measure(
        self,
        text: str,
        sample: Sample,
        jobs: int | None = None,
        ray: str | None = None,
        progress: Told | None = None,
    ) -> list[list[Figure]]:
        """The figures of every target if the file said this."""
        found: dict[Target, list[Figure]] = {}
        with self._file(text) as path:
            for number, targets in enumerate(modes := self._modes()):
                options = targets[0].options | {self.tuning.OPTION: str(path)}
                rows = simulate(
                    self.game.name,
                    sample.games,
                    bots=sample.bots,
                    seed=sample.seed,
                    pieces=any(target.kind for target in targets),
                    jobs=jobs,
                    ray=ray,
                    progress=_shifted(progress, number, len(modes)),
                    **options,
                )
                people = self._people(targets[0])
                found |= {target: target.figures(rows, people) for target in targets}
        return [found[target] for target in self.targets]

    def _modes(self) -> list[list[Target]]:
        """The targets, those together that the same games are played for."""
        modes: dict[str, list[Target]] = {}
        for target in self.targets:
            modes.setdefault(str(self.game.complete_options(target.options)), []).append(target)
        return list(modes.values())

    def _people(self, target: Target) -> int:
        """The number of seats that bots take."""
        seats = self.game.seats_for(self.game.complete_options(target.options))
        return sum(seat not in self.game.info.rivals for seat in seats)

    @contextmanager
    def _file(self, text: str) -> Iterator[Path]:
        """A file of the same name with another text."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / self.file.name
            path.write_text(text, encoding="utf-8")
            yield path

    def check(self) -> None:
        """BadOption if a place does not exist or cannot have a value, or if a target cannot be
        measured; so that a search does not find out after hours."""
        known = self.tuning.values(self.text, str(self.file))
        for vary in self.varied:
            if vary.place not in known:
                hint = did_you_mean(vary.place, known)
                raise BadOption(f"vary {vary.place!r}: {self.file} has no such place{hint}")
            for value in (vary.values[0], vary.values[-1]):
                self.changed({vary.place: value})
        with self._file(self.text) as path:
            for target in self.targets:
                options = target.options | {self.tuning.OPTION: str(path)}
                self._check_target(
                    target,
                    plan_simulation(self.game.name, 1, bots=self.sample.bots, options=options),
                )

    def _check_target(self, target: Target, plan: SimulationPlan) -> None:
        people = self._people(target)
        if target.seat and target.seat > people:
            raise BadOption(f"target {target.text!r}: there are {people} seats for bots")
        if not target.kind:
            return
        kinds = sorted({kind for kind, _ in self.game.statistics.pieces(plan.blank_state)})
        if not any(kind.startswith(target.kind) for kind in kinds):
            told = ", ".join(kinds) or "none"
            raise BadOption(f"target {target.text!r}: the kinds of pieces are: {told}")

    def describe(self) -> Json:
        """The plan as JSON: trials of another plan say nothing about this one."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.info.version,
            "sources": plan_simulation(self.game.name, 1).sources,
            "file": hashlib.sha256(self.text.encode()).hexdigest()[:16],
            "vary": {vary.place: list(vary.values) for vary in self.varied},
            "targets": [target.text for target in self.targets],
            "games": self.sample.games,
            "bots": self.sample.bots,
            "seed": self.sample.seed,
        }


def _shifted(progress: Told | None, number: int, modes: int) -> Told | None:
    """Progress within one of several modes as progress of all; each has as many games."""
    if progress is None:
        return None
    return lambda done, games: progress(number * games + done, modes * games)


def plan_tuning(
    game: str,
    file: Path,
    vary: Sequence[Vary],
    targets: Sequence[Target],
    *,
    games: int,
    bots: int,
    seed: int | str | None = None,
) -> TuningPlan:
    """A search that was checked; BadOption or an error of the game says what is wrong."""
    loaded = load(game)
    tuning = loaded.tuning
    if tuning is None:
        able = [name for name in registry.names() if load(name).tuning]
        raise BadOption(f"{game}: it has no numbers to tune; {', '.join(able)} has")
    if not vary or not targets:
        raise BadOption("a search needs something to vary and a target: --vary and --target")
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"{file}: {getattr(error, 'strerror', None) or 'not a text'}") from error
    sample = Sample(games, bots, str(records.checked_seed(seed)))
    plan = TuningPlan(loaded, tuning, file, text, tuple(vary), tuple(targets), sample)
    plan.check()
    return plan


def parse_vary(text: str) -> Vary:
    """A place and its values as typed; BadOption says how they are written."""
    place, equals, values = text.rpartition("=")
    if not equals or not place.strip():
        raise BadOption(f"vary {text!r}: it is written as {HOW}")
    found = _RANGE.fullmatch(values.strip())
    listed = _numbers(found) if found else tuple(_value(word) for word in values.split("|"))
    if len(listed) < 2 or len(listed) > MAX_VALUES:
        raise BadOption(f"vary {text!r}: 2 to {MAX_VALUES} values can be tried, not {len(listed)}")
    return Vary(place.strip(), listed)


def _numbers(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(range(int(found["low"]), int(found["high"]) + 1, int(found["step"] or 1)))


def _value(word: str) -> Value:
    word = word.strip()
    return int(word) if word.removeprefix("-").isdecimal() else word
