"""What is measured as the speed of a game."""

from parhelion.bots.luck_and_skill import is_deal_random
from parhelion.games import Game
from parhelion.lab.speed import fixed_deal, opening


def test_play_is_measured_from_a_fixed_deal_where_there_is_one(game: Game) -> None:
    name = game.info.name
    assert is_deal_random(opening(name)) == (not fixed_deal(name))


def test_orion_duel_has_a_fixed_deal() -> None:
    assert fixed_deal("orion") == {"setup": "symmetric-1"}
