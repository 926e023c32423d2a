"""The package: its wheel holds all that running needs (no Node, no checkout), and its version."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parhelion as ph
from parhelion.games import registry
from parhelion.kernel import library

PLATFORM = "linux_x86_64"
COMPILER = ("numba", "llvmlite", "ziglang")
PLAY = """
import importlib.util, json, sys
import parhelion as ph
from parhelion.kernel import library
match = ph.new("orion", seed=1)
match.play(ph.bot("orion", 2, seed=1).choose(match))
found = library.find("parhelion.games.orion")
numba = importlib.util.find_spec("numba") is not None
print(json.dumps([str(match.history[0]), str(found), numba, ph.__file__]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """A wheel with the libraries for this machine, built from a copy of the project."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    shutil.copytree(root / "parhelion", source / "parhelion")
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(root / name, source)
    for name in registry.names():
        path = library.make_ready(registry.load(name).package)
        assert path is not None
        folder = source / "parhelion" / "games" / name / "libraries"
        folder.mkdir()
        shutil.copy(path, folder)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
    environment = os.environ | {"PARHELION_PLATFORM": PLATFORM}
    subprocess.run(command, cwd=source, env=environment, check=True, capture_output=True)
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def packed(wheel: Path) -> set[str]:
    """The names of all files in the wheel."""
    return set(zipfile.ZipFile(wheel).namelist())


@pytest.fixture
def player(wheel: Path, tmp_path: Path) -> Path:
    """The Python of an environment with the wheel and what it needs, but without a compiler."""
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    command = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", str(wheel)]
    subprocess.run(command, check=True)
    needed, ours = tmp_path / "needed", Path(np.__file__).parents[1]
    needed.mkdir()
    for path in ours.iterdir():
        if not path.name.startswith((*COMPILER, "parhelion", "_", "__editable__", "distutils")):
            (needed / path.name).symlink_to(path)
    (site,) = (tmp_path / "venv" / "lib").glob("python*/site-packages")
    (site / "needed.pth").write_text(str(needed))
    return python


def play(python: Path, folder: Path) -> list[Any]:
    """Play a bot's move in a process of an environment; the cache is empty before."""
    environment = {"PARHELION_CACHE": str(folder / "cache"), "PATH": os.environ["PATH"]}
    command = [str(python), "-I", "-c", PLAY]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    assert "Compiling" not in done.stderr
    return list(json.loads(done.stdout))


def test_a_wheel_is_played_at_once_without_a_compiler(player: Path, tmp_path: Path) -> None:
    match = ph.new("orion", seed=1)
    move, found, numba, package = play(player, tmp_path)
    assert move == str(ph.bot("orion", 2, seed=1).choose(match))
    assert found.startswith(str(tmp_path / "venv"))
    assert package.startswith(str(tmp_path / "venv"))
    assert not numba


def test_a_library_of_other_rules_is_never_loaded(player: Path, tmp_path: Path) -> None:
    """Somebody changed the rules after the wheel was built: they run as plain Python."""
    (rules,) = (tmp_path / "venv").glob("**/games/orion/kernels/rules.py")
    rules.write_text(rules.read_text() + "\n# changed\n")
    code = "from parhelion.kernel import library; print(library.find('parhelion.games.orion'))"
    command = [str(player), "-I", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "None"


def test_a_wheel_with_libraries_names_its_platform(wheel: Path) -> None:
    assert wheel.name.endswith(f"-py3-none-{PLATFORM}.whl")


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
