"""Networks: what they see, what they say, their files, and the search that uses them."""

import hashlib
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parhelion as ph
from parhelion.bots import SearchBot, levels
from parhelion.bots.kernels.network import MAX_FEATURES, ONE, judge
from parhelion.bots.kernels.search import NETWORK_PRIOR
from parhelion.bots.network_file import FILE_NAME, layer_shapes, network_of, read_network
from parhelion.errors import BadNetwork
from parhelion.games import Game, Grade, load, names
from parhelion.kernel import COMPILED, dispatch, stream
from parhelion.kernel.rng import below
from parhelion.match import Match
from tests.positions import matches, positions

SEEING = [load(name) for name in names() if load(name).features]
"""The games that list features."""
SOME = Grade(120, 4, network=True)
MAX_FILE = 1_000_000

seeing = pytest.mark.parametrize("seeing", SEEING, ids=lambda game: game.name)


def random_layers(game: Game, seed: int) -> dict[str, Any]:
    """Layers with weights large enough for all clipping to happen, the same everywhere."""
    return {
        name: random_weights(shape, f"{name} {seed}")
        for name, shape in layer_shapes(game.features).items()
    }


def random_weights(shape: tuple[int, ...], seed: str) -> Any:
    """Weights between -ONE / 2 and ONE / 2."""
    drawn = hashlib.shake_128(seed.encode()).digest(2 * math.prod(shape))
    weights = np.frombuffer(drawn, "<u2").astype(np.int32) % ONE - ONE // 2
    return weights.astype(np.int16).reshape(shape)


def flat(layers: dict[str, Any]) -> Any:
    return np.concatenate([layer.ravel() for layer in layers.values()])


def features_of(match: Match, seat: int) -> list[int]:
    out = np.zeros(MAX_FEATURES, dtype=np.int32)
    return [int(each) for each in out[: dispatch.features(match.state[0], seat, out)]]


def naive_value(layers: dict[str, Any], listed: list[int]) -> float:
    """The same sums with whole numbers of any size, by NumPy."""
    wide = {name: layer.astype(object) for name, layer in layers.items()}
    first = np.clip(wide["features"][listed].sum(axis=0) + wide["bias"], 0, ONE)
    second = (first @ wide["second"] + wide["second_bias"] * ONE) // ONE
    total = np.clip(second, 0, ONE) @ wide["last"] + wide["last_bias"][0] * ONE
    return float(1 / (1 + np.exp(-float(total) / ONE**2)))


def some_positions(game: Game) -> list[Match]:
    found = [each.copy() for match in matches(game, 1) for each in positions(match)]
    return [each for each in found if each.turn is not None][:: 1 if COMPILED else 7]


@pytest.mark.uncompiled
@seeing
def test_a_network_says_what_its_sums_say(seeing: Game) -> None:
    layers = random_layers(seeing, 1)
    for match in some_positions(seeing):
        assert match.turn is not None
        expected = naive_value(layers, features_of(match, match.turn))
        assert judge(match.state, flat(layers)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.uncompiled
@seeing
def test_features_are_in_range_and_fit_their_memory(seeing: Game) -> None:
    for match in some_positions(seeing):
        for seat in range(2):
            listed = features_of(match, seat)
            assert 0 < len(listed) < MAX_FEATURES
            assert min(listed) >= 0
            assert max(listed) < seeing.features


@seeing
def test_features_are_the_same_uncompiled(seeing: Game) -> None:
    function = seeing.kernels.features
    plain = getattr(function, "py_func", function)
    for match in some_positions(seeing)[::5]:
        out = np.zeros(MAX_FEATURES, dtype=np.int32)
        assert out[: plain(match.state[0], 1, out)].tolist() == features_of(match, 1)


@seeing
def test_nobody_sees_more_than_a_seat_may_know(seeing: Game) -> None:
    """What a seat cannot know may be guessed otherwise without a change, in games without secrets
    the generator."""
    for match in some_positions(seeing)[::5]:
        if not seeing.secrets:
            twin = match.copy()
            dispatch.redeal(twin._states[0], 0, stream(1, "test"))
            assert features_of(twin, 0) == features_of(match, 0)


# --- files -------------------------------------------------------------------------------


@seeing
def test_the_network_of_a_game_is_small_and_fits(seeing: Game) -> None:
    path = seeing.folder / FILE_NAME
    assert path.stat().st_size < MAX_FILE
    assert len(network_of(seeing)) == len(flat(random_layers(seeing, 1)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda layers: layers.pop("second"), "second must be int16"),
        (lambda layers: layers.update(bias=np.zeros(3, np.int16)), r"not int16 \(3,\)"),
        (lambda layers: layers.update(last=layers["last"] / 2), "not float64"),
    ],
)
def test_a_file_of_other_layers_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    game, path = SEEING[0], tmp_path / "network.npz"
    layers = random_layers(game, 1)
    change(layers)
    np.savez(path, **layers)
    with pytest.raises(BadNetwork, match=message):
        read_network(path, game)


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    path.write_text("no weights")
    for wrong in (path, tmp_path / "missing.npz"):
        with pytest.raises(BadNetwork, match="cannot be read as a network"):
            read_network(wrong, SEEING[0])


# --- searches ----------------------------------------------------------------------------


def played(game: Game, seed: int, moves: int = 6) -> list[str]:
    match = ph.new(game.name, seed=seed)
    bots = [SearchBot(game, SOME, f"{seed} {seat}") for seat in range(2)]
    while match.turn is not None and match.ply < moves:
        match.play(bots[match.turn].choose(match))
    return [move.text for move in match.history]


@seeing
def test_a_bot_with_a_network_repeats_itself(seeing: Game) -> None:
    assert played(seeing, 1) == played(seeing, 1)


@pytest.mark.uncompiled
@seeing
def test_a_network_ranks_the_moves_before_they_are_searched(seeing: Game) -> None:
    """By what it expects of the positions after them, for who moves; a win is a win."""
    network = flat(random_layers(seeing, 2))
    found = some_positions(seeing)
    for match in found[::-6] if COMPILED else found[-2:]:  # late ones have few moves
        bot = SearchBot(seeing, Grade(1), seed=1, network=network)
        bot._set_priors(bot._set_root(match))
        for number, move in enumerate(match.moves()[:40], start=1):
            after = match.copy()
            after.play(move)
            expected = float(match.turn in after.winners)
            if after.turn is not None:
                value = judge(after.state, network)
                expected = value if after.turn == match.turn else 1 - value
            prior = bot._trees[0].nodes["prior"][number]
            assert prior == pytest.approx(NETWORK_PRIOR * expected, rel=1e-6)


@seeing
def test_a_network_changes_what_is_played(seeing: Game) -> None:
    match = ph.new(seeing.name, seed=1)
    found = [SearchBot(seeing, replace(SOME, network=network), seed=1) for network in (True, False)]
    for each in found:
        each.choose(match)
    assert not np.array_equal(*(each._trees[0].nodes["value"] for each in found))


@seeing
def test_an_analysis_with_a_network_plays_to_the_end(seeing: Game) -> None:
    match = ph.new(seeing.name, seed=1)
    for each in SearchBot(seeing, SOME, seed=1).analyse(match):
        assert each.solved or len(each.scores) == len(match.seats)
        won = each.chance * each.visits
        assert abs(won - round(won * 2) / 2) < 1e-6


def test_a_game_without_a_network_searches_as_before(game: Game) -> None:
    if not game.features:
        match = ph.new(game.name, seed=1)
        found = [
            SearchBot(game, Grade(50, 4, network=network), seed=1).choose(match)
            for network in (True, False)
        ]
        assert found[0] == found[1]


def test_levels_ask_for_a_network_only_where_there_is_one(game: Game) -> None:
    asking = any(level.grade.network for level in levels(game.name).values())
    assert asking == (game.folder / FILE_NAME).exists()


@seeing
def test_a_random_network_is_no_help(seeing: Game) -> None:
    """The weights matter: those of the package beat random ones."""
    bad, won, rng = flat(random_layers(seeing, 3)), 0.0, stream(1, "test")
    for seed in range(6):
        match, seat = ph.new(seeing.name, seed=seed), seed % 2
        bots = [SearchBot(seeing, SOME, int(below(rng, 1000)), network=bad) for _ in range(2)]
        bots[seat] = SearchBot(seeing, SOME, seed)
        while match.turn is not None:
            match.play(bots[match.turn].choose(match))
        won += seat in match.winners
    assert won >= 4
