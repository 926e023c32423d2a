"""The servers that most tests share, with the test game beside the real ones."""

from collections.abc import Iterator

import pytest

from tests import plugins
from tests.server.running_server import Guest, RunningServer, quick

PAUSE = 60.0


@pytest.fixture(scope="package", autouse=True)
def test_games() -> Iterator[None]:
    """The games of the tests are known while the tests of the server run."""
    with plugins.known():
        yield


@pytest.fixture(scope="package")
def server(test_games: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A running server."""
    with RunningServer(quick(tmp_path_factory.mktemp("server") / "tables.db")) as running:
        yield running


@pytest.fixture(scope="package")
def slow_server(
    test_games: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """A server whose bots take PAUSE seconds for a move: until a test lets time go on they think,
    and nothing happens by itself."""
    folder = tmp_path_factory.mktemp("slow_server")
    with RunningServer(quick(folder / "tables.db", pause=PAUSE)) as running:
        yield running


@pytest.fixture(autouse=True)
def goodbye() -> Iterator[None]:
    """No guest stays longer than the test they came for."""
    yield
    while Guest.visiting:
        Guest.visiting.pop().http.close()
