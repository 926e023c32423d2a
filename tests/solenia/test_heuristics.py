"""What bots of Solenia see at a glance: legal, harmless, and sensible in every mode."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import parhelion as ph
from parhelion.games.solenia import kernels
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.constants import DAY_CITY, PLAY, PLAYS, SPACE, SPACES
from parhelion.games.solenia.kernels.heuristics import MAX_PLAYS, draw_luck
from parhelion.games.solenia.kernels.powers import decks_in_play
from parhelion.games.solenia.kernels.spaces import produces
from parhelion.games.solenia.kernels.weights import CHANCES, PLAY_NOISE, STARS_PER_PRIOR
from parhelion.kernel import stream
from tests.solenia.endgames import legal
from tests.solenia.game_statistics import MODES, Mode
from tests.solenia.naive_explanations import NO_TALLIES

GAMES = 2
QUICK_GAMES = 30


def quick_game(mode: Mode, seed: int | str) -> Iterator[tuple[Any, int]]:
    """The positions of a game between quick players, and what they choose; then the end."""
    rng, states = stream(seed, "quick"), ph.new("solenia", seed=seed, **mode.options).state
    while kernels.actor(states[0]) >= 0:
        action = int(kernels.rollout(states[0], NO_TALLIES, rng))
        yield states, action
        kernels.apply(states[0], action)
    yield states, -1


def outlooks(states: Any) -> list[float]:
    """What each seat may expect."""
    points = np.zeros(int(decks_in_play(states[0])), dtype=np.int64)
    return [float(kernels.evaluate(states[0], seat, points)) for seat in range(len(points))]


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_a_glance_changes_nothing_and_finds_legal_moves(mode: Mode) -> None:
    """Kernels that try a payment on the record itself have to put everything back."""
    for seed in range(GAMES):
        for states, action in quick_game(mode, seed):
            if action < 0:
                break
            before, actions = states.tobytes(), legal(states)
            assert action in actions
            assert all(np.isfinite(kernels.prior(states[0], each)) for each in actions)
            outlooks(states)
            assert states.tobytes() == before


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_outlooks_share_the_victory(mode: Mode) -> None:
    for states, action in quick_game(mode, 7):
        found = outlooks(states)
        assert all(0 <= each <= 1 for each in found)
        if action >= 0:
            assert sum(found) == pytest.approx(1)
    points = np.zeros(len(found), dtype=np.int64)
    shares = [kernels.share(states[0], seat, points) for seat in range(len(found))]
    assert found[int(np.argmax(shares))] == max(found)


def test_behind_alone_every_star_still_counts() -> None:
    """Alone, a narrow defeat looks better than a clear one, and a lead better than a narrow one."""
    *_, (states, _) = quick_game(Mode(1), 3)
    seen = []
    states[0].stars[constants.WIND] = 60
    for stars in (0, 5, 100, 105):
        states[0].stars[0] = stars
        seen.append(outlooks(states)[0])
    assert seen == sorted(set(seen))
    assert seen[1] < 0.5 < seen[2]


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_expectation_rises_with_stars_and_resources(mode: Mode) -> None:
    for states, action in quick_game(mode, 11):
        if action < 0:
            break
        before, state = outlooks(states)[0], states[0]
        for changed in (state.stars[:1], state.stock[0, :1]):
            changed += 1
            assert outlooks(states)[0] > before
            changed -= 1


def test_a_missing_resource_never_makes_a_delivery_likelier() -> None:
    """By this a glance need not compare a tile without and with more of a resource."""
    assert (np.diff(CHANCES, axis=1) <= 0).all()
    assert (np.diff(CHANCES, axis=0) >= 0).all()


@pytest.mark.uncompiled
@pytest.mark.parametrize("players", [1, 2, 4])
def test_quick_players_choose_the_play_with_the_highest_prior(players: int) -> None:
    """Noise can only choose plays that are nearly as good."""
    chosen = 0
    for states, action in quick_game(Mode(players), f"prior {players}"):
        if action >= 0 and states[0].phase == PLAY:
            worth = {each: kernels.prior(states[0], each) for each in legal(states)}
            assert worth[action] >= max(worth.values()) - PLAY_NOISE / STARS_PER_PRIOR - 1e-9
            chosen += 1
    assert chosen >= 16


def test_luck_of_each_play_is_uniform_and_independent_of_the_others() -> None:
    rng, draws = stream(1, "luck"), np.zeros((4_000, MAX_PLAYS), dtype=np.uint32)
    for row in draws:
        draw_luck(MAX_PLAYS, rng, row)
    luck = draws / 2**32
    assert np.abs(luck.mean(axis=0) - 0.5).max() < 0.025  # five standard errors
    assert np.abs(np.quantile(luck, (0.1, 0.9), axis=0).T - (0.1, 0.9)).max() < 0.025
    correlations = np.corrcoef(luck.T) - np.eye(MAX_PLAYS)
    assert np.abs(correlations).max() < 0.1  # six standard errors


def test_quick_players_deliver() -> None:
    """They come near the totals of people at a table (see the end of docs/rules/solenia.md)."""
    totals, tiles = [], []
    for seed in range(QUICK_GAMES):
        *_, (states, _) = quick_game(Mode(2), f"deliver {seed}")
        points = np.zeros(2, dtype=np.int64)
        kernels.scores(states[0], points)
        totals += points.tolist()
        tiles += states[0].delivered[:2].sum(axis=1).tolist()
    assert 40 < np.mean(totals) < 52
    assert 5 < np.mean(tiles) < 7


def test_a_city_where_a_delivery_can_be_honoured_looks_best() -> None:
    """Not always, but most of the time among plays that cost no voyage."""
    honoured = []
    for seed in range(QUICK_GAMES // 3):
        for states, action in quick_game(Mode(2), f"city {seed}"):
            if action < 0 or states[0].phase != PLAY:
                continue
            cities = {SPACE[each % len(SPACES)] for each in legal(states) if each < PLAYS}
            cities = {each for each in cities if is_free_city(states, int(each))}
            if cities:
                honoured.append(action < PLAYS and SPACE[action % len(SPACES)] in cities)
    assert len(honoured) > 50
    assert np.mean(honoured) > 0.6


def is_free_city(states: Any, space: int) -> bool:
    """Whether a space is a city that can be played on without a voyage."""
    free = int(states[0].free) >> space & 1
    return bool(free and produces(states[0], space) >= DAY_CITY)
