"""The server that most tests share, with the test game beside the real ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parhelion import games
from tests.server.place import Guest, Place, quick

TEST_GAMES = str(Path(__file__).parents[1] / "games")


@pytest.fixture(scope="package", autouse=True)
def test_games() -> Iterator[None]:
    """The games of the tests are known while the tests of the server run."""
    games.__path__.append(TEST_GAMES)
    yield
    games.__path__.remove(TEST_GAMES)


@pytest.fixture(scope="package")
def place(test_games: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A running server."""
    with Place(quick(tmp_path_factory.mktemp("server") / "tables.db")) as running:
        yield running


@pytest.fixture(autouse=True)
def goodbye() -> Iterator[None]:
    """Nobody stays longer than the test they came for."""
    yield
    while Guest.visiting:
        Guest.visiting.pop().http.close()
