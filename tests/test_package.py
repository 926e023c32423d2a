"""The package: its wheel holds all that running needs (no Node, no checkout), and its version."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from parhelion.games import registry


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all files in a wheel built from here."""
    folder = tmp_path_factory.mktemp("wheel")
    root = Path(__file__).resolve().parents[1]
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_contains_the_built_client(packed: set[str]) -> None:
    assert "parhelion/server/static/index.html" in packed
    assert any(name.startswith("parhelion/server/static/assets/") for name in packed)


def test_the_wheel_contains_words_and_migrations(packed: set[str]) -> None:
    assert {"parhelion/locale/fr.po", "parhelion/locale/nl.po"} <= packed
    assert any("server/migrations/versions/" in name for name in packed)


def test_the_wheel_contains_the_art_of_every_game(packed: set[str]) -> None:
    for name in registry.names():
        folder = f"parhelion/games/{name}/"
        assert {folder + "symbols.svg", folder + "theme.css", folder + "locale/fr.po"} <= packed


def test_the_command_tells_the_version_of_the_package(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    command = Path(sys.executable).parent / "parhelion"
    run = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert run.stdout == f"parhelion {project['version']}\n"
