"""What can be said for a move of any game tells no secret and can be said in every language."""

import pytest

from parhelion.bots.explanations import MAX_TOLD, explain, explained
from parhelion.games import Game, load
from parhelion.kernel import stream
from parhelion.kernel.dispatch import redeal
from parhelion.match import Match, Move
from parhelion.words import LANGUAGES
from tests.positions import matches, play_out, positions

EVERY = 16
"""Positions of a game that are skipped between two that are looked at."""


def some_moves(position: Match) -> list[Move]:
    """A few legal moves of a position."""
    moves = position.moves()
    return moves[:: max(1, len(moves) // 3)]


def test_reasons_tell_no_secret(game: Game) -> None:
    """They are the same when only what the player may not know is another."""
    rng = stream(2, "test")
    for match in matches(game, 1):
        for position in positions(match):
            if position.turn is None or position.ply % EVERY:
                continue
            guess = position.copy()
            redeal(guess._states[0], position.turn, rng)
            for move in some_moves(position):
                for viewer in (None, position.turn):
                    assert explain(guess, move, viewer) == explain(position, move, viewer)


def test_others_are_told_only_what_everybody_knows(game: Game) -> None:
    for match in matches(game, 1):
        for position in positions(match):
            if position.turn is None or position.ply % EVERY:
                continue
            other = (position.turn + 1) % len(match.seats)
            for move in some_moves(position):
                assert explain(position, move, other) == explain(position, move, None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_few_whole_sentences_are_told(game: Game, lang: str) -> None:
    told = 0
    for match in matches(game, 1):
        for position in positions(match):
            if position.turn is None or position.ply % EVERY:
                continue
            for move in some_moves(position):
                sentences = explained(position, move, position.turn, lang)
                assert len(sentences) <= MAX_TOLD
                assert all(not each[0].islower() and each.endswith(".") for each in sentences)
                assert len(set(sentences)) == len(sentences)
                told += len(sentences)
    assert told > 0


@pytest.mark.parametrize("name", ["orion", "solstis"])  # others hardly ever ask for a forced move
def test_a_forced_move_is_told_to_be_one(name: str) -> None:
    for match in matches(load(name)):
        for position in positions(match):
            if len(position.moves()) == 1:
                move, forced = position.moves()[0], ["There is no other move."]
                assert explained(position, move, position.turn) == forced
                assert (explained(position, move, None) == forced) == (not position.game.secrets)
                return
    pytest.fail("no forced move")


def test_a_finished_game_has_no_move_to_speak_of(game: Game) -> None:
    match = play_out(next(matches(game)))
    assert explain(match, Move(0, ""), None) == []
