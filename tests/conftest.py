"""What all tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parhelion.games import Game, registry
from parhelion.kernel import COMPILED

GAMES = registry.names()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """In an uncompiled run, skip files and folders without a test that is marked for it: importing
    them takes long."""
    if COMPILED:
        return None
    files = collection_path.rglob("test_*.py") if collection_path.is_dir() else [collection_path]
    marked = any("pytest.mark.uncompiled" in file.read_text("utf-8") for file in files)
    return None if marked else True


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
