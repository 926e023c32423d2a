"""The results of an arena in a file of JSON lines, from which an interrupted run goes on."""

import dataclasses
import json
from pathlib import Path
from typing import Any

from parhelion.errors import BadRecord
from parhelion.games import Json
from parhelion.lab.arena import GameResult
from parhelion.lab.arena_plan import FORMAT, ArenaPlan, Fixture, Pairing


class ResultsFile:
    """A file with the plan in its first line and then a line for every game, as it finishes.

    An existing file must be of the same plan; its games count as played, and a last line that was
    cut off is dropped.
    """

    def __init__(self, path: Path, plan: ArenaPlan) -> None:
        self.path = path
        self.done: list[GameResult] = []
        try:
            lines, size = self._lines(path.read_bytes() if path.exists() else b"")
            if lines:
                self._check_plan(lines[0], plan)
                self.done = self._results(lines[1:], plan)
            self._file = path.open("ab")
            self._file.truncate(size)
        except OSError as error:
            raise BadRecord(f"{path}: {error.strerror}") from error
        if not lines:
            self._write(json.dumps(plan.describe(), ensure_ascii=False))

    def __enter__(self) -> "ResultsFile":
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()

    def add(self, result: GameResult) -> None:
        """Add a game; it is on disk when this returns."""
        self._write(result.line())

    def _write(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def _lines(self, text: bytes) -> tuple[list[Any], int]:
        """The complete lines of a file as JSON, and how many bytes they take."""
        lines, size = [], text.rfind(b"\n") + 1
        for number, line in enumerate(text[:size].splitlines(), start=1):
            try:
                lines.append(json.loads(line))
            except ValueError as error:
                raise BadRecord(f"{self.path}: line {number} is not JSON") from error
        return lines, size

    def _check_plan(self, found: Any, plan: ArenaPlan) -> None:
        """The first line must describe the plan."""
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise BadRecord(f"{self.path}: not a file of results of an arena")
        for key, value in plan.describe().items():
            if found.get(key) != value:
                raise BadRecord(
                    f"{self.path}: holds another run ({key} {found.get(key)!r}, not {value!r}); "
                    "choose another file"
                )

    def _results(self, lines: list[Any], plan: ArenaPlan) -> list[GameResult]:
        """The games in the file; each must be in the plan and occur once."""
        fixtures = {fixture.number: fixture for fixture in plan.fixtures()}
        results = []
        for number, line in enumerate(lines, start=2):
            fixture = fixtures.pop(line.get("number", -1), None) if isinstance(line, dict) else None
            if fixture is None or not _is_of(line, fixture):
                raise BadRecord(f"{self.path}: line {number} is not a game of this run")
            results.append(_result(line))
        return results


def seed_in(path: Path) -> int | str | None:
    """The seed of the run in a results file, to go on with it; None if there is none."""
    try:
        with path.open(encoding="utf-8") as file:
            seed = json.loads(file.readline())["seed"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return seed if isinstance(seed, int | str) else None


def _is_of(line: Json, fixture: Fixture) -> bool:
    """Whether a line has all parts of a result, and agrees with a fixture."""
    expected = json.loads(json.dumps(dataclasses.asdict(fixture)))
    parts = {field.name for field in dataclasses.fields(GameResult)}
    return line.keys() == parts and all(line[part] == expected[part] for part in expected)


def _result(line: Json) -> GameResult:
    """A game from its line; lists become tuples again."""
    parts: Json = {
        part: tuple(value) if isinstance(value, list) else value for part, value in line.items()
    }
    return GameResult(**parts | {"pairing": Pairing(*parts["pairing"])})
