"""What the tests of environments share: every game, those that other packages bring included."""

from collections.abc import Iterator

import pytest

from parhelion.games import Game, registry
from parhelion.kernel import COMPILED
from tests import plugins

PLUGINS = ["lantern", "noughts", "pebbles"]
NAMES = [*registry.names(), *PLUGINS] if COMPILED else registry.names()
"""Every game; uncompiled only ours, because no others are covered."""


@pytest.fixture(scope="package")
def plugin_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The example and a game as `parhelion new-game` writes it, installed like any package."""
    from parhelion.envs import gymnasium_env, openspiel_game  # uncompiled, nobody needs them

    noughts = plugins.example_folder(tmp_path_factory)
    pebbles = plugins.new_game_folder(tmp_path_factory)
    with plugins.known(), plugins.known(noughts), plugins.known(pebbles):
        gymnasium_env.register()
        openspiel_game.register()
        yield


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """The name of every game in turn."""
    if request.param in PLUGINS:
        request.getfixturevalue("plugin_games")
    return str(request.param)


@pytest.fixture
def game(name: str) -> Game:
    """Every game in turn."""
    return registry.load(name)
