"""Which games there are: those of this package and those that other packages announce.

A package announces a game through the entry point group `parhelion.games`; the entry point names
the Python package that holds the game:

    [project.entry-points."parhelion.games"]
    noughts = "parhelion_noughts"
"""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from parhelion.did_you_mean import did_you_mean
from parhelion.errors import UnknownGame
from parhelion.games.contract import Info
from parhelion.games.game import Game

GROUP = "parhelion.games"


@cache
def packages() -> dict[str, str]:
    """The package of every game, by the game's name; the games of this package come first."""
    parent = import_module("parhelion.games")
    own = {
        module.name: f"{parent.__name__}.{module.name}"
        for module in pkgutil.iter_modules(parent.__path__)
        if module.ispkg
    }
    announced = {point.name: point.value for point in entry_points(group=GROUP)}
    return dict(sorted(own.items())) | {
        name: package for name, package in sorted(announced.items()) if name not in own
    }


def names() -> list[str]:
    """The names of all games."""
    return list(packages())


def load(name: str) -> Game:
    """The game of a name; UnknownGame if there is none.

    >>> import parhelion as ph
    >>> ph.game("orion")
    <game orion: Orion Duel>
    """
    if name not in packages():
        raise UnknownGame(f"no game is called {name!r}{did_you_mean(name, names())}")
    return _loaded(packages()[name])


@cache
def _loaded(package: str) -> Game:
    info: Info = import_module(package).INFO
    return Game(info, package)


def rediscover() -> None:
    """Look again which games there are, after one was installed or removed."""
    packages.cache_clear()
