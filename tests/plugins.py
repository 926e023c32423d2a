"""Games that other packages bring: known to Parhelion while a test needs them."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from parhelion import new_game
from parhelion.games import registry

EXAMPLE = Path(__file__).parents[1] / "examples" / "noughts"
TEST_GAMES = Path(__file__).parent / "games"
"""Holds Lanterns, a small game with secrets, as if it were installed there."""


@contextmanager
def known(folder: Path = TEST_GAMES) -> Iterator[None]:
    """Let Python find the packages that are installed in a folder."""
    sys.path.append(str(folder))
    registry.rediscover()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        registry.rediscover()


def installed(package: Path, into: Path) -> Path:
    """Install a local package into a folder with pip, whatever pip's settings on this machine."""
    command = [sys.executable, "-m", "pip", "--isolated", "install", "--quiet", "--no-deps"]
    options = ["--no-build-isolation", "--disable-pip-version-check", "--target", str(into)]
    subprocess.run([*command, *options, str(package)], check=True)
    return into


def example_folder(factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the example installed. All workers share it: do not write to it."""
    return _installed_once(factory, "noughts", lambda _: EXAMPLE)


def new_game_folder(factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game as `parhelion new-game pebbles` writes it, shared likewise."""
    return _installed_once(factory, "pebbles", lambda at: new_game.write_game("pebbles", at))


def _installed_once(
    factory: pytest.TempPathFactory, name: str, package: Callable[[Path], Path]
) -> Path:
    """Install a package unless another worker of this run has done so."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / f"installed-{name}"
    with FileLock(shared / f"installed-{name}.lock"):
        if not folder.exists():
            unfinished = factory.mktemp(name)
            installed(package(factory.mktemp(f"new-{name}")), unfinished)
            unfinished.rename(folder)
    return folder
