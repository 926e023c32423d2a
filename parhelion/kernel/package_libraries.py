"""Builds the libraries that a wheel carries, for some targets; see `scripts/wheel`.

They are put into the folder `libraries` of each game, which git does not keep.
"""

import sys
from functools import partial
from importlib import import_module

from parhelion.kernel import build_in_subprocess, library


def package(game: str, targets: list[str]) -> None:
    """Build the libraries of a game's package into its folder."""
    folder = library.folder_of(game) / "libraries"
    folder.mkdir(exist_ok=True)
    files = {target: folder / library.file_name(game, target) for target in targets}
    with build_in_subprocess.Bars() as bars:
        build_in_subprocess.run(game, files, partial(bars.tell, game))


def main(targets: list[str]) -> None:
    """Build the libraries of all games of this package for some targets."""
    for game in import_module("parhelion.games.registry").packages().values():
        if game.startswith("parhelion."):
            package(game, targets)


if __name__ == "__main__":
    main(sys.argv[1:])
