"""The explanations of moves reveal no secrets and exist in every language, in all games."""

import pytest

from parhelion.bots.explanations import MAX_SENTENCES, explanation_sentences, explanations_for
from parhelion.games import Game, Move, load
from parhelion.kernel import stream
from parhelion.kernel.dispatch import redeal
from parhelion.match import Match
from parhelion.words import LANGUAGES
from tests.positions import matches, play_out, positions

EVERY = 16
"""Every so many moves a position of a game is tested."""


def some_moves(position: Match) -> list[Move]:
    """A few legal moves of a position."""
    moves = position.moves()
    return moves[:: max(1, len(moves) // 3)]


def test_explanations_reveal_no_secrets(game: Game) -> None:
    """They stay the same when only what the player may not know changes."""
    rng = stream(2, "test")
    for match in matches(game, 1):
        for position in positions(match):
            if position.turn is None or position.ply % EVERY:
                continue
            guess = position.copy()
            redeal(guess._states[0], position.turn, rng)
            for move in some_moves(position):
                for viewer in (None, position.turn):
                    assert explanations_for(guess, move, viewer) == explanations_for(
                        position, move, viewer
                    )


def test_others_read_only_what_everybody_knows(game: Game) -> None:
    for match in matches(game, 1):
        for position in positions(match):
            if position.turn is None or position.ply % EVERY:
                continue
            other = (position.turn + 1) % len(match.seats)
            for move in some_moves(position):
                assert explanations_for(position, move, other) == explanations_for(
                    position, move, None
                )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_explanations_are_a_few_whole_sentences(game: Game, lang: str) -> None:
    count = 0
    for match in matches(game, 1):
        for position in positions(match):
            if position.turn is None or position.ply % EVERY:
                continue
            for move in some_moves(position):
                sentences = explanation_sentences(position, move, position.turn, lang)
                assert len(sentences) <= MAX_SENTENCES
                assert all(not each[0].islower() and each.endswith(".") for each in sentences)
                assert len(set(sentences)) == len(sentences)
                count += len(sentences)
    assert count > 0


@pytest.mark.parametrize("name", ["orion", "solstis"])  # others hardly ever ask for a forced move
def test_a_forced_move_is_called_one(name: str) -> None:
    for match in matches(load(name), 60):
        for position in positions(match):
            if len(position.moves()) == 1:
                move, forced = position.moves()[0], ["There is no other move."]
                assert explanation_sentences(position, move, position.turn) == forced
                assert (explanation_sentences(position, move, None) == forced) == (
                    not position.game.secrets
                )
                return
    pytest.fail("no forced move")


def test_a_finished_game_has_no_move_to_explain(game: Game) -> None:
    match = play_out(next(matches(game)))
    assert explanations_for(match, Move(0, "", (), ""), None) == []
