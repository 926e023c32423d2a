"""Runs the tests under many conditions, and reports which test fails under which of them.

    make shake                                          everything, once under each condition
    make shake TESTS="tests/server tests/test_cli.py"   some of the tests
    make shake CONDITIONS="busy one-core"               some of the conditions
    make shake ROUNDS=5                                 each condition five times, other seeds
    make shake SEED=1234                                the seeds of an earlier run

Every round has a seed. It decides the order of the tests, the hash seed, the time zone and the
locale, so the command that is printed for a failure repeats all of them.
"""

import argparse
import os
import random
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from parhelion.cores import usable_cores
from tests.runner.failed_tests import failed_tests
from tests.runner.old_processor import OLD_PROCESSOR

ROOT = Path(__file__).resolve().parents[2]
BUSY_LOOPS_PER_CORE = 2
ZONES = ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "America/St_Johns", "UTC")
"""Time zones with the largest, the smallest and odd offsets."""
LOCALES = ("C", "POSIX", "C.UTF-8", "fr_FR.UTF-8", "nl_BE.UTF-8", "tr_TR.UTF-8")
"""A locale that is not installed counts as C, as for any program."""


@dataclass(frozen=True)
class Condition:
    """Circumstances under which the tests must pass."""

    about: str
    environment: Mapping[str, str] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    """What stands before the command."""
    busy: bool = False
    """Keep all cores busy with other work."""
    workers: int = 3


CONDITIONS = {
    "order": Condition("random order, hash seed, time zone and locale"),
    "one-core": Condition("one core", before=("taskset", "--cpu-list", "0"), workers=2),
    "busy": Condition("all cores busy with other work", busy=True),
    "old-processor": Condition("without newer processor instructions", OLD_PROCESSOR),
    "alone": Condition("one worker, so every test shares its process with all others", workers=0),
}


@dataclass(frozen=True)
class Round:
    """One run of the tests under a condition."""

    condition: str
    seed: int
    tests: Sequence[str]

    @property
    def command(self) -> str:
        """The shell command that repeats this round."""
        program = [".venv/bin/python", "-m", "tests.runner.shake", "--conditions", self.condition]
        return shlex.join([*program, "--seed", str(self.seed), "--", *self.tests])


def varied(seed: int) -> dict[str, str]:
    """Return the environment that belongs to a seed."""
    rng = random.Random(seed)
    return {
        "PYTHONHASHSEED": str(rng.randrange(2**32)),
        "TZ": rng.choice(ZONES),
        "LC_ALL": rng.choice(LOCALES),
    }


def pytest_command(condition: Condition, seed: int, tests: Sequence[str]) -> list[str]:
    """Return the command line of one round."""
    command = [*condition.before, sys.executable, "-m", "pytest"]
    command += ["-p", "randomly", f"--randomly-seed={seed}"]
    if condition.workers:
        command += ["-n", str(condition.workers), "--dist", "loadfile"]
    return [*command, *tests]


def failures(round: Round) -> list[str]:
    """Run the tests of a round; return the ids of those that failed."""
    condition = CONDITIONS[round.condition]
    settings = varied(round.seed) | dict(condition.environment)
    command = pytest_command(condition, round.seed, round.tests)
    shown = [*(f"{name}={shlex.quote(value)}" for name, value in settings.items())]
    print(f"\n=== {condition.about}\n{' '.join(shown)} {shlex.join(command)}", flush=True)
    lines = []
    with (
        busy_cores() if condition.busy else nullcontext(),
        subprocess.Popen(
            command, cwd=ROOT, env=os.environ | settings, stdout=subprocess.PIPE, text=True
        ) as process,
    ):
        for line in process.stdout or ():
            lines.append(line)
            print(line, end="", flush=True)
    code = process.returncode
    return failed_tests("".join(lines)) or ([f"(pytest ended with code {code})"] if code else [])


@contextmanager
def busy_cores() -> Iterator[None]:
    """Keep all cores busy with processes that only count."""
    loops = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(BUSY_LOOPS_PER_CORE * usable_cores())
    ]
    try:
        yield
    finally:
        for each in loops:
            each.kill()
            each.wait()


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tests", nargs="*", help="test files, folders or ids; default: all")
    parser.add_argument("--conditions", nargs="*", choices=CONDITIONS, default=list(CONDITIONS))
    parser.add_argument("--rounds", type=int, default=1, help="rounds under each condition")
    parser.add_argument("--seed", type=int, help="seed of the first round; default: by chance")
    return parser.parse_args()


def main() -> int:
    """Run all rounds and list what failed; return 1 if anything did."""
    wanted = arguments()
    first = wanted.seed if wanted.seed is not None else random.SystemRandom().randrange(10**6)
    rounds = [
        Round(condition, first + number, wanted.tests)
        for number in range(wanted.rounds)
        for condition in wanted.conditions
    ]
    found = [(round, failures(round)) for round in rounds]
    print(
        f"\n{len(rounds)} rounds from seed {first}: {sum(len(each) for _, each in found)} failures"
    )
    for round, failed in found:
        for test in failed:
            print(f"  {test} failed under {round.condition}")
            print(f"    Alone:         {replace(round, tests=[test]).command}")
            print(f"    As it failed:  {round.command}")
    return 1 if any(failed for _, failed in found) else 0


if __name__ == "__main__":
    sys.exit(main())
