"""Names of bots."""

from parhelion import new
from parhelion.tables.names import player_names
from parhelion.tables.seats import Seat


def test_bots_of_one_level_have_names_of_their_own() -> None:
    game, options = new("solenia").game, {"players": "4"}
    seats = tuple(Seat(level=level) for level in (2, 1, 2, 2))
    names = player_names(game, game.complete_options(options), seats, {}, game.words("en"))
    assert names == ["Swift", "Sparrow", "Swallow", "Lark"]
