"""Runs every check and every test, several at a time, and ends with a list of what failed.

`make test` and `make check` run it. Lanes of steps run side by side: the long test run, everything
else, and the audit if it is wanted.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from parhelion.cores import usable_cores
from tests.runner.failed_tests import failed_tests, rerun_command

ROOT = Path(__file__).resolve().parents[2]
BIN = ROOT / ".venv" / "bin"
MAX_WORKERS = 4
"""More test workers than this need more memory than they save time."""
UNCOMPILED = {"PARHELION_KERNELS": "python"}


@dataclass(frozen=True)
class Step:
    """One command of the checks."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    live: bool = False
    """Show the output while the command runs, not only if it fails."""
    needs: str = ""
    """A step that must pass before this one starts."""


@dataclass(frozen=True)
class Result:
    """How a step ended."""

    step: Step
    code: int
    output: str
    seconds: float
    cpu_seconds: float
    """CPU time of the command and of the processes that it waited for."""


def tool(name: str, *arguments: str) -> list[str]:
    """Return the command line of a program in `.venv`."""
    return [str((BIN / name).relative_to(ROOT)), *arguments]


def test_lane() -> list[Step]:
    """Return the steps of the long lane: compile the games, collect the tests, run them.

    All workers collect all tests. Collecting them once before caches their bytecode for all.
    """
    workers = str(min(MAX_WORKERS, usable_cores() + 1))
    return [
        Step("games", tool("parhelion", "prepare", "--portable")),
        Step("collection", tool("pytest", "--collect-only", "-q"), needs="games"),
        Step("tests", tool("pytest", "-n", workers, *BY_FILE), live=True, needs="collection"),
    ]


def other_lane() -> list[Step]:
    """Return all other steps, the quickest first."""
    return [
        Step("format", tool("ruff", "format", "--check", ".")),
        Step("lint", tool("ruff", "check", ".")),
        Step("imports", tool("lint-imports")),
        Step("client", ["scripts/client", "check"]),
        Step("types", tool("mypy")),
        Step("uncompiled tests", tool("pytest", *UNCOMPILED_OPTIONS), UNCOMPILED),
    ]


BY_FILE = ("--dist", "loadfile", "--no-loadscope-reorder")
"""Whole files go to the workers in the order of the folders, so that each worker starts the servers
and the browser of a folder once."""
UNCOMPILED_OPTIONS = (
    *("tests", "-n", "2", "--dist", "worksteal", "-m", "uncompiled"),
    *("--cov", "--cov-report=term-missing:skip-covered"),
    *("-p", "no:cacheprovider"),  # the other run writes there at the same time
)


def run_lane(steps: Sequence[Step]) -> list[Result]:
    """Run steps one after the other. A step is left out unless the one it needs has passed."""
    results: list[Result] = []
    for step in steps:
        passed = {each.step.name for each in results if not each.code}
        if step.needs and step.needs not in passed:
            continue
        results.append(run(step))
        report(results[-1])
    return results


def run(step: Step) -> Result:
    """Run one step and collect its output."""
    started = time.monotonic()
    parts: list[bytes] = []
    with subprocess.Popen(
        step.command,
        cwd=ROOT,
        env=os.environ | step.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
    ) as process:
        assert process.stdout
        while part := os.read(process.stdout.fileno(), 1 << 16):
            parts.append(part)
            if step.live:
                show(part.decode(errors="replace"))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    output = b"".join(parts).decode(errors="replace")
    seconds = time.monotonic() - started
    return Result(step, process.returncode, output, seconds, usage.ru_utime + usage.ru_stime)


def show(text: str) -> None:
    """Print text at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def report(result: Result) -> None:
    """Print how a step ended: one line, or its whole output if it failed."""
    took = f"{result.step.name}: {'FAILED' if result.code else 'passed'}"
    took += f" in {result.seconds:.0f} s, {result.cpu_seconds:.0f} s of CPU time"
    if result.code and not result.step.live:
        took = f"{result.output}\n{took}"
    elif closing := [line for line in result.output.splitlines() if CLOSING.search(line)]:
        took += f" ({closing[-1].strip('= ')})"
    show(f"\n{took}\n")


CLOSING = re.compile(r"\d+ passed")


def summary(results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of the list of failures."""
    failed = [each for each in results if each.code]
    if not failed:
        yield f"All {len(results)} checks passed."
        return
    yield "FAILED:"
    for result in failed:
        tests = failed_tests(result.output)
        yield f"  {result.step.name}" + (f": {len(tests)} tests" if tests else "")
        yield from (f"    {test}" for test in tests)
        yield f"    Run again: {rerun_command(result.step.command, result.step.environment, tests)}"
    yield from sorted({reason for each in failed for reason in reasons(each.output)})


REASONS = (
    (r"No space left on device|ENOSPC|disk is full", "The disk is full. Free some space."),
    (r"[Aa]ddress already in use|EADDRINUSE", "Another program uses a port that a test needs."),
    (r"loading shared libraries: (\S+?):", "The system library {} is missing. Install it."),
    (r"no Chromium: run (\S+)", "Chromium is missing. Install it: {}"),
    (r"Too many open files|EMFILE", "The limit on open files is too low. Raise it: ulimit -n 4096"),
    (r"Cannot allocate memory|MemoryError", "The machine ran out of memory."),
)
"""Causes outside the project: what programs print about them, and what to do."""


def reasons(output: str) -> Iterator[str]:
    """Yield the causes of a failure that lie outside the project."""
    for pattern, reason in REASONS:
        if found := re.search(pattern, output):
            yield "Likely cause: " + reason.format(*found.groups())


def main(arguments: Sequence[str]) -> int:
    """Run all checks; with `--audit` also ask about known vulnerabilities. Return the exit code."""
    started = time.monotonic()
    lanes = [test_lane(), other_lane()]
    if "--audit" in arguments:
        lanes.append([Step("audit", tool("python", "scripts/audit.py"), live=True)])
    with ThreadPoolExecutor(len(lanes)) as pool:
        results = [each for lane in pool.map(run_lane, lanes) for each in lane]
    show("\n" + "\n".join(summary(results)) + f"\n({time.monotonic() - started:.0f} s)\n")
    return 1 if any(each.code for each in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
