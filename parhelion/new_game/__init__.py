"""`parhelion new-game`: writes the folder of a new game that can be played at once.

The folder is a copy of `template`, a whole game, with the names replaced.
"""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from parhelion.errors import BadOption
from parhelion.games import registry

TEMPLATE = Path(__file__).parent / "template"
NAME, TITLE = "newgame", "New Game"
"""What the template is called; both are replaced."""


def write_game(name: str, into: Path) -> Path:
    """Write the folder of a new game and return it; BadOption if the name cannot be used."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise BadOption(f"{name!r}: a game's name is lower-case letters, digits and _")
    if name in registry.names():
        raise BadOption(f"{name!r}: there is such a game already")
    folder = into / name
    if folder.exists():
        raise BadOption(f"{folder}: is there already")
    title = name.replace("_", " ").title()
    for source in sorted(TEMPLATE.rglob("*")):
        if source.is_file() and source.suffix != ".pyc":
            target = folder / str(source.relative_to(TEMPLATE)).replace(NAME, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text("utf-8").replace(TITLE, title).replace(NAME, name)
            target.write_text(text, "utf-8")
    return folder


def install(folder: Path) -> None:
    """Make a game known to this Python, so that changes of its files count at once."""
    if not all(map(find_spec, ("pip", "hatchling", "editables"))):
        raise BadOption(
            f"this Python cannot install packages; do it yourself: pip install -e {folder}"
        )
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "-e", str(folder)]
    subprocess.run([*command, *options], check=True)  # noqa: S603
    registry.rediscover()
