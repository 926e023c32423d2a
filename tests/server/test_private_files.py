"""Only the owner of an SQLite database can read its files."""

import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from parhelion.server.backup import back_up
from parhelion.server.private_files import make_private
from parhelion.server.restore import restore
from tests.server.running_server import RunningServer, pair, quick


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """Let new files be readable and writable by everybody unless the program says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(database: Path) -> dict[str, str]:
    """Return the modes of a database's files by what follows its name. The lock has no secrets."""
    files = database.parent.glob(f"{database.name}*")
    found = {each.name.removeprefix(database.name): oct(each.stat().st_mode)[-3:] for each in files}
    return {suffix: mode for suffix, mode in found.items() if suffix != ".lock"}


ALL_PRIVATE = {"": "600", "-wal": "600", "-shm": "600"}


def test_files_of_a_new_database_are_private(tmp_path: Path) -> None:
    database = tmp_path / "new.db"
    with RunningServer(quick(f"sqlite:///{database}")) as server:
        pair(server)
        assert modes(database) == ALL_PRIVATE


def test_files_of_an_existing_database_become_private(tmp_path: Path) -> None:
    """The files are those of a server that was killed, so they include a log and its index."""
    source, database = tmp_path / "tables.db", tmp_path / "copy" / "tables.db"
    database.parent.mkdir()
    with RunningServer(quick(source)) as server:
        ann, _, id = pair(server)
        for suffix in ALL_PRIVATE:
            shutil.copyfile(f"{source}{suffix}", f"{database}{suffix}")
    assert modes(database) == dict.fromkeys(ALL_PRIVATE, "666")
    with RunningServer(quick(database)) as server:
        assert modes(database) == ALL_PRIVATE
        ann.moves_to(server)
        assert ann.sees(id)["table"]["id"] == id


def test_restored_database_and_backup_are_private(tmp_path: Path) -> None:
    database, backup, restored = (tmp_path / name for name in ("old.db", "backup", "restored.db"))
    with RunningServer(quick(database)) as server:
        pair(server)
        back_up(str(database), backup)
    assert modes(backup) == {"": "600"}
    restore(str(restored), backup)
    assert modes(restored) == {"": "600"}
    restored.chmod(0o644)
    restore(str(restored), backup, replace=True)
    assert modes(restored) == {"": "600"}


def test_file_whose_mode_cannot_be_changed_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    file = "/proc/self/status"  # of this process: Linux refuses to change its mode, to root too
    with caplog.at_level(logging.WARNING):
        make_private(file)
    assert f"other users may be able to read {file}" in caplog.text
