"""Bots play any game, legally, repeatably, and the better one better."""

import pytest

from parhelion import bots
from parhelion.games import Game
from parhelion.match import Match
from tests.positions import matches, raw


@pytest.mark.parametrize("name", sorted(bots.BOTS))
def test_bots_choose_legal_moves_and_repeat_themselves(game: Game, name: str) -> None:
    for match in matches(game, 1):
        before = raw(match.state)
        chosen = bots.bot(game.info.name, name, seed=3).choose(match)
        assert chosen in match.moves()
        assert bots.bot(game.info.name, name, seed=3).choose(match) == chosen
        assert raw(match.state) == before


def test_greedy_beats_random(game: Game) -> None:
    """Twelve games with changing seats; a fair coin would win ten of them once in fifty tries."""
    wins = 0
    options = {option.name: option.values[-1] for option in game.info.options[1:]}
    for seed in range(12):
        match, greedy_seat = Match(game, options, seed), seed % len(game.info.seats)
        players = [
            bots.bot(game.info.name, "greedy" if s == greedy_seat else "random", seed)
            for s in range(2)
        ]
        while match.player is not None:
            match.play(players[match.player].choose(match))
        wins += greedy_seat in match.winners
    assert wins >= 10
