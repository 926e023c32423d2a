"""The file of a backup: a zip archive with the rows of each table as lines of JSON, and a manifest
that tells how many there are and their hashes. It is the same for every kind of database."""

import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal

from parhelion.errors import BadBackup
from parhelion.games import Json
from parhelion.validated import Strict, validated

FORMAT: Final = "parhelion-backup/1"
MANIFEST = "manifest.json"

Progress = Callable[[int, int], None]
"""Is told how many rows are done, and of how many."""


def silent(_done: int, _of: int) -> None:
    """Tell nobody how far it is."""


class TableFacts(Strict):
    """What a manifest says of a table."""

    rows: int
    sha256: str
    """Of its lines."""


class Manifest(Strict):
    """What is in a backup."""

    format: Literal["parhelion-backup/1"]
    created: str
    """When, as ISO 8601."""
    revision: str
    """Of the schema."""
    tables: dict[str, TableFacts]

    @property
    def rows(self) -> int:
        """How many rows there are in all."""
        return sum(table.rows for table in self.tables.values())


# --- writing -----------------------------------------------------------------------------


@contextmanager
def new_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """An archive to be filled. It takes its place as a file once it is complete and on disk; only
    its owner can read it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as part:
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
                yield archive
            part.flush()
            os.fsync(part.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink()
        raise


def write_rows(archive: zipfile.ZipFile, table: str, rows: Iterable[Json]) -> TableFacts:
    """Add the rows of a table to an archive."""
    digest, count = hashlib.sha256(), 0
    with archive.open(_member(table), "w", force_zip64=True) as member:
        for row in rows:
            count += 1
            line = json.dumps(row, allow_nan=False).encode() + b"\n"
            digest.update(line)
            member.write(line)
    return TableFacts(rows=count, sha256=digest.hexdigest())


def write_manifest(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Add the manifest, when everything else is in the archive."""
    archive.writestr(MANIFEST, manifest.model_dump_json(indent=2))


def _member(table: str) -> str:
    return f"{table}.jsonl"


# --- reading -----------------------------------------------------------------------------


class BackupFile:
    """A backup that is read; BadBackup if it is none, or broken."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._archive = zipfile.ZipFile(path)
            told = json.loads(self._archive.read(MANIFEST))
        except OSError as error:
            raise BadBackup(f"{path}: {error.strerror or error}") from error
        except (zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
            raise BadBackup(f"{path}: this is not a whole backup of Parhelion") from error
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise BadBackup(
                f"{path}: it is not written as {FORMAT!r}; a newer Parhelion may read it"
            )
        self.manifest = validated(Manifest, told, str(path), BadBackup)

    def __enter__(self) -> "BackupFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._archive.close()

    def check(self, progress: Progress) -> None:
        """Read everything once; BadBackup if anything differs from what the manifest says."""
        done, total = 0, self.manifest.rows
        for name, facts in self.manifest.tables.items():
            digest, rows = hashlib.sha256(), 0
            for rows, line in enumerate(self._lines(name), start=1):
                digest.update(line)
                progress(done + rows, total)
            done += rows
            if (rows, digest.hexdigest()) != (facts.rows, facts.sha256):
                raise BadBackup(f"{self._path}: {_member(name)} was changed or is damaged")

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """The rows of a table."""
        return map(json.loads, self._lines(table))

    def _lines(self, table: str) -> Iterator[bytes]:
        try:
            with self._archive.open(_member(table)) as member:
                yield from member
        except (zipfile.BadZipFile, KeyError, OSError, EOFError, zlib.error) as error:
            raise BadBackup(f"{self._path}: {_member(table)} cannot be read") from error
