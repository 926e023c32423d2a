"""Installs boardgame.io from its locked packages, and Node if there is none."""

import shutil
import subprocess
import sys
from pathlib import Path

from rich.console import Console

FOLDER = Path(__file__).parent / "boardgameio"
NODE = Path(__file__).resolve().parents[2] / "requirements" / "node.txt"


def program(name: str) -> str:
    """The path of `node` or `npm`: on the search path, or beside the Python that runs this."""
    beside = str(Path(sys.executable).parent)
    found = shutil.which(name) or shutil.which(name, path=beside)
    if not found:
        raise FileNotFoundError(f"there is no {name} here")
    return found


def install(console: Console) -> None:
    """Install what is missing, and say so."""
    try:
        npm = program("npm")
    except FileNotFoundError:
        with console.status("No Node here: installing one beside Python …"):
            _run([sys.executable, "-m", "pip", "install", "--require-hashes", "-r", str(NODE)])
        npm = program("npm")
    lock, installed = FOLDER / "package-lock.json", FOLDER / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        with console.status("Installing the locked packages of boardgame.io …"):
            _run([npm, "ci", "--loglevel=error"])
        installed.touch()
        console.print("Installed boardgame.io from its locked packages.")


def _run(command: list[str]) -> None:
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
