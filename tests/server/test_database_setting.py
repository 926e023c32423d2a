"""Which database the server takes."""

from pathlib import Path

import pytest

from parhelion.errors import CannotServe
from parhelion.server.settings import Settings, database_url, default_database


@pytest.mark.parametrize("prefix", ["", "sqlite:///", "sqlite+aiosqlite:///"])
def test_a_database_is_a_path_or_an_sqlite_url(tmp_path: Path, prefix: str) -> None:
    file = tmp_path / "new" / "a?.db"
    url = database_url(f"{prefix}{file}")
    assert (url.drivername, url.database) == ("sqlite+aiosqlite", str(file))
    assert file.parent.is_dir()


def test_the_path_of_a_database_may_be_relative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for given in ("a.db", "sqlite:///a.db"):
        assert database_url(given).database == str(tmp_path / "a.db")


@pytest.mark.parametrize("url", ["postgresql://host/name", "sqlite://", "sqlite:///", "://a.db"])
def test_another_database_is_refused_in_clear_words(url: str) -> None:
    with pytest.raises(CannotServe, match="give the path of an SQLite file"):
        database_url(url)


def test_without_a_database_the_users_data_folder_is_taken() -> None:
    assert default_database().endswith("tables.db")
    assert Settings().database is None
