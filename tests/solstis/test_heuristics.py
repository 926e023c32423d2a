"""What bots see at a glance: legal, fair, and not beside the point."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from parhelion.games.solstis import kernels
from parhelion.kernel import COMPILED, play, stream
from parhelion.kernel.tally import TALLY
from parhelion.match import Match
from tests.positions import positions, raw
from tests.solstis.set_up import SOLSTIS, Table, solstis

GAMES = 20 if COMPILED else 1
TALLIES = np.zeros(kernels.ACTIONS, dtype=TALLY)
RNG = stream(1, "heuristics")


def all_positions() -> Iterator[Match]:
    for seed in range(GAMES):
        yield from positions(solstis(seed), seed)


def outlooks(state: Any) -> list[float]:
    points = np.zeros(2, dtype=np.int64)
    return [float(kernels.evaluate(state, seat, points)) for seat in range(2)]


def likes(table: Table) -> str:
    """The move that promises most."""
    return max(
        sorted(table.moves()), key=lambda m: kernels.prior(table.state, SOLSTIS.move(m).action)
    )


def test_an_impulse_is_legal_and_nothing_is_touched() -> None:
    for match in all_positions():
        state = match.state[0]
        before = raw(state)
        if match.turn is not None:
            assert kernels.rollout(state, TALLIES, RNG) in match.actions()
            for action in match.actions():
                assert np.isfinite(kernels.prior(state, action))
        outlooks(state)
        assert raw(state) == before


def test_promises_do_not_depend_on_what_is_hidden() -> None:
    for match in all_positions():
        if match.turn is None:
            continue
        states = match.state
        kernels.redeal(states[0], match.turn, RNG)
        for action in match.actions():
            seen = kernels.prior(match.state[0], action)
            assert kernels.prior(states[0], action) == seen


def test_outlooks_are_shares_and_the_winner_has_the_better_one() -> None:
    for match in all_positions():
        mine, theirs = outlooks(match.state[0])
        assert 0 <= mine <= 1
        assert mine + theirs == pytest.approx(1)
        if match.turn is None:
            ahead = match.scores[0] - match.scores[1]
            assert np.sign(round(mine - theirs, 9)) == np.sign(ahead)


def test_no_move_wins_unless_it_may_be_decisive() -> None:
    for match in all_positions():
        for action in match.actions():
            states = match.state
            assert match.turn is not None
            play.imagine(states, match.turn, RNG, action)
            if states[0].actor < 0:
                assert kernels.may_win_now(match.state[0], action)


def test_a_capture_that_completes_a_square_comes_first() -> None:
    table = Table(
        hands=("2-2 3-7", "3-10"),
        line="2-1 2-9 3-9",
        tiles=("1-1 1-2", "1-9"),
        pile="1-5 1-6 1-7 1-8",
        spirit_pile="bee bird fish deer",
    )
    assert likes(table) == "play 2-2"
    assert likes(table.play("play 2-2")) == "capture 2-1"


def test_a_tile_that_the_other_player_needs_is_taken() -> None:
    table = Table(
        hands=("2-5", "3-10 3-9"),
        line="2-1 2-8",
        tiles=("1-5", "1-1 1-2 2-2"),
        pile="1-7 1-8",
        spirit_pile="bee bird",
    ).play()
    assert likes(table) == "capture 2-1"


def test_the_other_player_loses_the_best_spirit() -> None:
    tiles = ("1-1 1-2 2-1 2-2 1-8 1-9 2-8 2-9 3-1 3-2", "1-4")
    spirits = ("bee@1-1 fish@2-1 deer@1-8", "")
    table = Table(tiles=tiles, spirits=spirits, evil=0)
    assert table.moves() == {
        "cover bee",
        "cover fish",
        "cover deer",
    }
    assert likes(table) == "cover bee"
