"""A run: the folder that keeps the rows of a simulation, from which an interrupted one goes on.

`run.json` holds the plan; `games`, `seats` and, if they are counted, `pieces` hold a Parquet file
for each chunk, named by the number of its first game. docs/laboratory.md describes the columns.
"""

import json
import os
from pathlib import Path

import numpy as np
import pyarrow as pa

from parhelion.errors import BadRecord
from parhelion.games import Json
from parhelion.lab.simulated_chunk import Files, read_parquet
from parhelion.lab.simulation_plan import FORMAT, Chunk, SimulationPlan

PLAN = "run.json"
TABLES = ("pieces", "seats", "games")
"""In the order in which they are written: a chunk whose games are there is complete."""


class RunFolder:
    """The folder of a run; made if there is none, else it must be of the same plan.

    The plan may have more games than the folder: the run grows.
    """

    def __init__(self, path: Path, plan: SimulationPlan) -> None:
        self.path, self.plan = path, plan
        try:
            if path.exists():
                self._check_plan(read_plan(path))
            for folder in (path, *(path / name for name in self.tables)):
                folder.mkdir(exist_ok=True)
            text = json.dumps(plan.describe(), ensure_ascii=False, indent=1) + "\n"
            write_whole(path / PLAN, text.encode())
        except OSError as error:
            raise BadRecord(f"{path}: {error.strerror}") from error

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that are kept, in the order in which they are written."""
        return TABLES if self.plan.pieces else TABLES[1:]

    def missing(self) -> list[Chunk]:
        """The chunks that are not there, or not complete, or damaged."""
        return [chunk for chunk in self.plan.chunks() if not self._has(chunk)]

    def add(self, chunk: Chunk, files: Files) -> None:
        """Keep a chunk; it is complete on disk when this returns."""
        self._file("games", chunk).unlink(missing_ok=True)
        for name in self.tables:
            write_whole(self._file(name, chunk), files[name])

    def _file(self, table: str, chunk: Chunk) -> Path:
        return self.path / table / file_name(chunk.first)

    def _has(self, chunk: Chunk) -> bool:
        """Whether all rows of a chunk are there and can be read."""
        expected = {"games": chunk.games, "seats": chunk.games * len(self.plan.seats)}
        try:
            for name in reversed(self.tables):
                rows = read_parquet(self._file(name, chunk)).num_rows
                if rows != expected.get(name, rows):
                    return False
        except (OSError, pa.ArrowException):
            return False
        return True

    def _check_plan(self, found: Json) -> None:
        """The folder must hold the same plan, with as many games or fewer."""
        for key, value in self.plan.describe().items():
            if key != "games" and found.get(key) != value:
                raise BadRecord(
                    f"{self.path}: holds another run ({key} {found.get(key)!r}, not {value!r}); "
                    "choose another folder"
                )
        if found["games"] > self.plan.games:
            raise BadRecord(
                f"{self.path}: holds a run of {found['games']:,} games, not {self.plan.games:,}"
            )


def file_name(first: int) -> str:
    """The file of the chunk that begins with a game."""
    return f"{first:08}.parquet"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there as a whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_plan(path: Path) -> Json:
    """The plan of a run; BadRecord if a folder or file is none."""
    try:
        found = json.loads((path / PLAN).read_bytes())
    except (OSError, ValueError) as error:
        raise BadRecord(f"{path}: not the folder of a simulation") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadRecord(f"{path}: not the folder of a simulation")
    return found


def read_table(path: Path, table: str) -> pa.Table:
    """All rows of a table of a run, in the order of games; BadRecord names a damaged file."""
    files = files_of(path, table)
    if not files:
        raise BadRecord(f"{path}: the run has no games yet")
    return pa.concat_tables(map(_read, files))


def files_of(path: Path, table: str) -> list[Path]:
    """The files of a table whose chunks are complete, in order."""
    complete = sorted(file.name for file in (path / "games").glob("*.parquet"))
    return [path / table / name for name in complete]


def _read(file: Path) -> pa.Table:
    try:
        return read_parquet(file)
    except (OSError, pa.ArrowException) as error:
        raise BadRecord(f"{file}: damaged; simulate again to mend it ({error})") from error


def seed_in(path: Path) -> int | str | None:
    """The seed of the run in a folder, to go on with it; None if there is none."""
    try:
        seed = read_plan(path)["seed"]
    except (BadRecord, LookupError):
        return None
    return seed if isinstance(seed, int | str) else None


def seat_means(path: Path, seats: int) -> list[tuple[float, float]]:
    """By seat the mean share of victory and the mean points, read file by file."""
    sums, games = np.zeros((seats, 2)), 0
    for file in files_of(path, "seats"):
        rows = _read(file)
        columns = (rows[name].to_numpy().reshape(-1, seats) for name in ("share", "score"))
        sums += np.stack([column.sum(axis=0) for column in columns], axis=1)
        games += rows.num_rows // seats
    return [(share, points) for share, points in (sums / games).tolist()]
