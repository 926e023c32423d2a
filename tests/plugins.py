"""Games that other packages bring: known to Parhelion while a test needs them."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
    """Let pip install a package of this machine into a folder."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    options = ["--no-build-isolation", "--disable-pip-version-check", "--target", str(into)]
    subprocess.run([*command, *options, str(package)], check=True)
    return into
