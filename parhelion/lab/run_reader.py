"""Reads a run for its report: the plan, and the columns of its tables one at a time.

A column of a million games fits into memory easily; all of them together would not. So each is read
when it is asked for, and pieces, which have by far the most rows, block by block.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from parhelion.errors import BadRecord
from parhelion.games import Game, load
from parhelion.lab.run_folder import files_of, read_plan
from parhelion.lab.simulated_chunk import read_parquet
from parhelion.validated import validated

Numbers = NDArray[Any]
GAMES, SEATS, PIECES = "games", "seats", "pieces"
BLOCK = 10_000
"""About so many games are read at a time where all of them would be too large."""
PIECE_COLUMNS = ("game", "seat", "kind", "piece", "held", "taken", "offered")
PARQUET = ds.ParquetFileFormat(
    read_options=ds.ParquetReadOptions(dictionary_columns=["kind", "piece"]),
    default_fragment_scan_options=ds.ParquetFragmentScanOptions(page_checksum_verification=True),
)


class RunPlan(BaseModel):
    """What was to be played: the parts of `run.json` that a report tells."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    game: str
    rules: int
    options: dict[str, str]
    bots: list[int | str]
    """By seat; rivals by their titles."""
    own: dict[str, str] = {}
    """Digests of the sources of bots of one's own."""
    seed: int | str
    games: int
    pieces: bool
    seats: list[str]
    rivals: list[str]
    parts: list[str]


class Texts(NamedTuple):
    """A column of texts: the different ones, and for each row which it is."""

    names: list[str]
    codes: Numbers


class PieceRows(NamedTuple):
    """Rows of the table of pieces."""

    game: Numbers
    """The place of the game in its block."""
    seat: Numbers
    kind: Texts
    piece: Texts
    held: Numbers
    taken: Numbers
    offered: Numbers


class Run:
    """A run on disk. Whatever is wrong with it is a BadRecord that names the file."""

    def __init__(self, path: Path, told: Callable[[], object] = lambda: None) -> None:
        """Open a run; `told` is called whenever a block of its pieces has been read."""
        self.path, self.told = path, told
        if not path.is_dir():
            what = "is a file; a run is a folder" if path.exists() else "there is no such folder"
            raise BadRecord(f"{path}: {what}")
        self.plan = validated(RunPlan, read_plan(path), f"{path}/run.json", BadRecord)
        self._last: tuple[str, Numbers] = ("", np.empty(0))
        if not self._files(GAMES):
            raise BadRecord(f"{path}: the run has no games yet")
        self.numbers = self.games("game")
        if not len(self.numbers) or (np.diff(self.numbers) <= 0).any():
            raise BadRecord(f"{path / GAMES}: the games are not in order, or none is there")
        self._check_seats()

    def _check_seats(self) -> None:
        """Every seat of every game must be there, in order."""
        found, seats = self._table(SEATS, ["game", "seat"]), len(self.plan.seats)
        expected = (
            np.repeat(self.numbers, seats),
            np.tile(np.arange(seats), len(self.numbers)),
        )
        if not all(map(np.array_equal, (column.to_numpy() for column in found), expected)):
            raise BadRecord(f"{self.path / SEATS}: does not have every seat of every game once")

    @cached_property
    def game(self) -> Game:
        """The game that was played."""
        return load(self.plan.game)

    @property
    def people(self) -> int:
        """The number of seats that bots took; rivals come after them."""
        return len(self.plan.seats) - len(self.plan.rivals)

    # --- columns ---------------------------------------------------------------------------

    def games(self, column: str) -> Numbers:
        """A column of numbers of the games."""
        return self._numbers(GAMES, column)

    def seats(self, column: str) -> Numbers:
        """A column of numbers of the seats: a row a game, a column a seat."""
        if column != self._last[0]:
            found = self._numbers(SEATS, column).reshape(-1, len(self.plan.seats))
            self._last = (column, found)
        return self._last[1]

    def texts(self, column: str) -> Texts:
        """A column of texts of the games; the different ones in order."""
        found = self._table(GAMES, [column])[column].combine_chunks().dictionary_encode()
        names = np.array(found.dictionary.to_pylist())
        order = np.argsort(names)
        return Texts(names[order].tolist(), np.argsort(order)[found.indices.to_numpy()])

    @cached_property
    def shares(self) -> Numbers:
        """The shares of victory: a row a game, a column a seat."""
        return self._numbers(SEATS, "share").reshape(-1, len(self.plan.seats))

    @cached_property
    def reasons(self) -> Texts:
        """Why each game ended."""
        return self.texts("reason")

    @cached_property
    def setups(self) -> Texts:
        """What the deal of each game chose."""
        return self.texts("setup")

    @cached_property
    def leaders(self) -> Numbers:
        """Who led after each tenth of a game, -1 if several: a row a game."""
        found = self._table(GAMES, ["leaders"])["leaders"].combine_chunks()
        lengths = set(np.diff(found.offsets).tolist()) if pa.types.is_list(found.type) else set()
        if len(lengths) != 1:
            raise BadRecord(f"{self.path / GAMES}: column 'leaders' is not of lists of one length")
        return np.asarray(found.flatten().to_numpy()).reshape(len(found), -1)

    # --- pieces ----------------------------------------------------------------------------

    @cached_property
    def piece_names(self) -> list[tuple[str, str]]:
        """The kinds and names of all pieces in order; none if the run did not write them."""
        found: set[tuple[str, str]] = set()
        for files, _ in self.blocks if self.plan.pieces else ():
            rows = self._read(files, ["kind", "piece"]).unify_dictionaries()
            distinct = rows.group_by(["kind", "piece"]).aggregate([])
            found |= {(row["kind"], row["piece"]) for row in distinct.to_pylist()}
        return sorted(found)

    @cached_property
    def blocks(self) -> list[tuple[list[Path], slice]]:
        """Files of pieces that are read together, and where their games are among all."""
        found: list[tuple[list[Path], slice]] = []
        files: list[Path] = []
        start = end = 0
        for games, pieces in zip(self._files(GAMES), self._files(PIECES), strict=True):
            files, end = [*files, pieces], end + self._read([games], ["game"]).num_rows
            if end - start >= BLOCK:
                found.append((files, slice(start, end)))
                files, start = [], end
        return [*found, *([(files, slice(start, end))] if files else [])]

    def pieces(self, files: list[Path], games: slice) -> PieceRows:
        """The rows of the table of pieces in a block."""
        found, numbers = self._read(files, PIECE_COLUMNS), self.numbers[games]
        game, seat, kind, piece, *counts = found.columns
        places = np.searchsorted(numbers, game.to_numpy())
        if not np.array_equal(numbers[np.minimum(places, len(numbers) - 1)], game.to_numpy()):
            raise BadRecord(f"{files[0]}: has a game that the table of games does not have")
        words = _texts(kind), _texts(piece)
        return PieceRows(places, seat.to_numpy(), *words, *(each.to_numpy() for each in counts))

    # --- files -----------------------------------------------------------------------------

    def _files(self, table: str) -> list[Path]:
        return list(files_of(self.path, table))

    def _table(self, table: str, columns: Sequence[str]) -> Any:
        return self._read(self._files(table), columns)

    def _numbers(self, table: str, column: str) -> Numbers:
        found = self._table(table, [column])[column]
        if not (pa.types.is_integer(found.type) or pa.types.is_floating(found.type)):
            raise BadRecord(f"{self.path / table}: column {column!r} is not of numbers")
        return np.asarray(found.to_numpy())

    def _read(self, files: list[Path], columns: Sequence[str]) -> Any:
        """Some columns of files, without gaps."""
        try:
            found = ds.dataset([str(file) for file in files], format=PARQUET)
            if missing := [name for name in columns if name not in found.schema.names]:
                raise BadRecord(f"{files[0]}: has no column {missing[0]!r}")
            table = found.to_table(columns=list(columns))
        except (pa.ArrowException, OSError) as error:
            raise BadRecord(f"{_first_damaged(files)}: damaged, or not a Parquet file") from error
        if gaps := [name for name in columns if table[name].null_count]:
            raise BadRecord(f"{files[0].parent}: column {gaps[0]!r} has gaps")
        return table


def _first_damaged(files: list[Path]) -> Path:
    """The first file that cannot be read."""
    for file in files:
        try:
            read_parquet(file)
        except (pa.ArrowException, OSError):
            return file
    return files[0].parent  # each by itself is right, so they do not fit together


def _texts(column: Any) -> Texts:
    """A column of texts in any order."""
    found = column.unify_dictionaries().combine_chunks()
    return Texts(found.dictionary.to_pylist(), found.indices.to_numpy())


def piece_blocks(run: Run) -> Iterator[tuple[PieceRows, slice]]:
    """The pieces of a run, block by block, and where their games are among all."""
    for files, games in run.blocks:
        yield run.pieces(files, games), games
        run.told()
