"""What the tests of environments share: every game, those that other packages bring included."""

from collections.abc import Iterator

import pytest

from parhelion.envs import gymnasium_env, openspiel_game
from parhelion.games import Game, registry
from tests import plugins

PLUGINS = ["lantern", "noughts", "pebbles"]


@pytest.fixture(scope="package")
def plugin_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The example and a game as `parhelion new-game` writes it, installed like any package."""
    noughts = plugins.example_folder(tmp_path_factory)
    pebbles = plugins.new_game_folder(tmp_path_factory)
    with plugins.known(), plugins.known(noughts), plugins.known(pebbles):
        gymnasium_env.register()
        openspiel_game.register()
        yield


@pytest.fixture(params=[*registry.names(), *PLUGINS])
def name(request: pytest.FixtureRequest, plugin_games: None) -> str:
    """The name of every game in turn."""
    return str(request.param)


@pytest.fixture
def game(name: str) -> Game:
    """Every game in turn."""
    return registry.load(name)
