"""The address of the database, as people type it."""

from pathlib import Path

import pytest

from parhelion.errors import CannotServe
from parhelion.server.settings import Settings, database_url, default_database, shown


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


@pytest.mark.parametrize("url", ["mysql://host/name", "sqlite://", "sqlite:///", "://a.db"])
def test_another_database_is_refused_in_clear_words(url: str) -> None:
    with pytest.raises(CannotServe, match="give the path of an SQLite file"):
        database_url(url)


def test_without_a_database_the_users_data_folder_is_taken() -> None:
    assert default_database().endswith("tables.db")
    assert Settings().database is None


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_a_database_of_postgresql_is_an_address(scheme: str) -> None:
    url = database_url(f"{scheme}://ann:open%2Fsesame@db.example:5433/club?sslmode=require")
    assert url.drivername == "postgresql+asyncpg"
    assert (url.username, url.password) == ("ann", "open/sesame")
    assert (url.host, url.port, url.database) == ("db.example", 5433, "club")
    assert url.query == {"sslmode": "require"}


@pytest.mark.parametrize(
    ("database", "printed"),
    [
        ("tables.db", "tables.db"),
        ("odd:name@here.db", "odd:name@here.db"),
        ("postgresql://ann:sesame@host/club", "postgresql://ann:***@host/club"),
        ("postgresql://ann:ses@me:/x@host/club", "postgresql://ann:***@host/club"),
        ("postgresql://ann@host/club", "postgresql://ann@host/club"),
        (
            "postgresql://host/club?password=sesame&user=ann",
            "postgresql://host/club?password=***&user=ann",
        ),
    ],
)
def test_a_password_is_never_printed(database: str, printed: str) -> None:
    assert shown(database) == printed


@pytest.mark.parametrize(
    "database",
    [
        "postgresql://ann:sesame@host:port/club",
        "postgresql://ann:open@sesame@host/club",
        "mysql://ann:sesame@host/club",
    ],
)
def test_an_address_that_is_wrong_is_refused_without_its_password(database: str) -> None:
    with pytest.raises(CannotServe) as refused:
        database_url(database)
    assert "sesame" not in str(refused.value)
    assert "//ann:***@host" in str(refused.value)
