"""The servers that most tests share, with the test game beside the real ones."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from bench.load.postgres_cluster import PostgresCluster
from parhelion.bots import LEVELS
from parhelion.server import bot_pool
from tests import plugins
from tests.server.migrated_databases import migrated_database
from tests.server.running_server import Guest, RunningServer, quick

PAUSE = 60.0
DATABASES = ("sqlite", "postgresql")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of a file that says ON_BOTH_DATABASES = True with each kind of database, if
    they use one; all others use SQLite."""
    wanted = getattr(metafunc.module, "ON_BOTH_DATABASES", False)
    if wanted and "database_kind" in metafunc.fixturenames:
        metafunc.parametrize("database_kind", DATABASES, indirect=True, scope="package")


@pytest.fixture(scope="package", autouse=True)
def test_games() -> Iterator[None]:
    """The games of the tests are known while the tests of the server run."""
    with plugins.known():
        yield


@pytest.fixture(autouse=True)
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a weak bot give hints: the strongest thinks for seconds."""
    monkeypatch.setattr(bot_pool, "hint_level", lambda _game: min(LEVELS))


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresCluster]:
    """A PostgreSQL of our own."""
    with PostgresCluster() as cluster:
        yield cluster


@pytest.fixture(scope="package")
def database_kind(request: pytest.FixtureRequest) -> str:
    """The kind of the databases of a test."""
    return str(getattr(request, "param", "sqlite"))


NewDatabase = Callable[[], str]


@pytest.fixture(scope="package")
def new_empty_database(
    database_kind: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> NewDatabase:
    """Makes databases without tables; what `--database` takes."""
    if database_kind == "sqlite":
        return lambda: str(tmp_path_factory.mktemp("database") / "tables.db")
    cluster: PostgresCluster = request.getfixturevalue("postgres")
    return cluster.new_database


@pytest.fixture(scope="package")
def new_database(
    database_kind: str, new_empty_database: NewDatabase, request: pytest.FixtureRequest
) -> NewDatabase:
    """Makes databases without rows. In SQLite, `quick` makes their tables."""
    if database_kind == "sqlite":
        return new_empty_database
    return partial(migrated_database, request.getfixturevalue("postgres"))


@pytest.fixture
def database(new_database: NewDatabase) -> str:
    """A database without rows."""
    return new_database()


@pytest.fixture(scope="package")
def server(test_games: None, new_database: NewDatabase) -> Iterator[RunningServer]:
    """A running server."""
    with RunningServer(quick(new_database())) as running:
        yield running


@pytest.fixture(scope="package")
def slow_server(test_games: None, new_database: NewDatabase) -> Iterator[RunningServer]:
    """A server whose bots take PAUSE seconds for a move: until a test lets time go on they think,
    and nothing happens by itself."""
    with RunningServer(quick(new_database(), pause=PAUSE)) as running:
        yield running


@pytest.fixture(autouse=True)
def goodbye() -> Iterator[None]:
    """No guest stays longer than the test they came for."""
    yield
    while Guest.visiting:
        Guest.visiting.pop().http.close()
