"""What all tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parhelion.games import Game, registry
from parhelion.kernel import COMPILED

GAMES = registry.names()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """In an uncompiled run, do not even import files without a test that is marked for it."""
    if COMPILED or not collection_path.is_file():
        return None
    marked = "pytest.mark.uncompiled" in collection_path.read_text("utf-8")
    return None if marked or collection_path.name == "conftest.py" else True


@pytest.fixture(scope="session", autouse=True)
def quiet_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests speak English and keep their games in a folder of their own; compiled kernels are
    shared."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        environment.setenv("LC_ALL", "C.UTF-8")
        for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
            environment.delenv(name, raising=False)  # Rich would take pipes for terminals
        yield


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """Every registered game in turn."""
    return registry.load(request.param)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return Path(__file__).resolve().parents[1]
