"""The package: its wheel holds all that running needs (no Node, no checkout), and its version."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import parhelion as ph
from parhelion import cli
from parhelion.games import registry
from parhelion.kernel import library

PLATFORM = sysconfig.get_platform().replace("-", "_").replace(".", "_")
"""The platform of this machine, as wheels are named."""
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
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "parhelion", source / "parhelion", ignore=ignored)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(root / name, source)
    for name in registry.names():
        path = library.make_ready(registry.load(name).package)
        assert path is not None
        folder = source / "parhelion" / "games" / name / "libraries"
        folder.mkdir(exist_ok=True)
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


@pytest.fixture(scope="module")
def player(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and its dependencies, but without a compiler."""
    folder = tmp_path_factory.mktemp("player")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    options = ["--quiet", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*pip, "install", *options, str(wheel)], check=True)
    needed, ours = folder / "needed", Path(np.__file__).parents[1]
    needed.mkdir()
    for path in ours.iterdir():
        if not path.name.startswith((*COMPILER, "parhelion", "_", "__editable__", "distutils")):
            (needed / path.name).symlink_to(path)
    (site,) = (folder / "venv" / "lib").glob("python*/site-packages")
    (site / "needed.pth").write_text(str(needed))
    return python


@pytest.fixture
def changed_rules(player: Path) -> Iterator[None]:
    """Change a rule of the installed wheel for one test."""
    (rules,) = player.parents[1].glob("**/games/orion/kernels/rules.py")
    before = rules.read_text("utf-8")
    rules.write_text(before + "\n# changed\n", "utf-8")
    yield
    rules.write_text(before, "utf-8")


def play(python: Path, folder: Path) -> list[Any]:
    """Play a bot's move in a process of an environment; the cache is empty before."""
    environment = {"PARHELION_CACHE": str(folder / "cache"), "PATH": os.environ["PATH"]}
    command = [str(python), "-I", "-B", "-c", PLAY]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    assert "Compiling" not in done.stderr
    return list(json.loads(done.stdout))


def test_a_wheel_is_played_at_once_without_a_compiler(player: Path, tmp_path: Path) -> None:
    match = ph.new("orion", seed=1)
    move, found, numba, package = play(player, tmp_path)
    assert move == str(ph.bot("orion", 2, seed=1).choose(match))
    assert found.startswith(str(player.parents[1]))
    assert package.startswith(str(player.parents[1]))
    assert not numba


@pytest.mark.usefixtures("changed_rules")
def test_library_is_not_loaded_when_rules_have_changed(player: Path, tmp_path: Path) -> None:
    """After a change of the sources the rules run as plain Python."""
    code = "from parhelion.kernel import library; print(library.find('parhelion.games.orion'))"
    command = [str(player), "-I", "-B", "-c", code]
    environment = {"PARHELION_CACHE": str(tmp_path / "cache"), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
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


def test_version_is_that_of_the_package(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    printed = CliRunner().invoke(cli.app, ["--version"]).output
    assert printed == f"parhelion {project['version']}\n"
