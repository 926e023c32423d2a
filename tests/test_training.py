"""Training: a run in a folder, from self-play to the duel, interrupted and gone on with."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from parhelion.errors import BadOption, BadRecord
from parhelion.games import Grade, load
from parhelion.lab import train_command
from parhelion.lab.duel import Contender, with_equal_time
from parhelion.lab.network_training import log_odds, quantised
from parhelion.lab.self_play import SelfPlay, play_chunk, start
from parhelion.lab.training_data import HELD_OUT, read_positions
from parhelion.lab.training_run import TrainingPlan, TrainingRun, seed_in
from parhelion.lab.workers import work_through
from tests.test_network import naive_value

TINY = TrainingPlan(
    "orion",
    seed=5,
    rounds=2,
    games=4,
    iterations=24,
    chunk=2,
    epochs=2,
    batch=64,
    duel_games=2,
    duel_iterations=24,
)
SELF_PLAY = SelfPlay("orion", 7, Grade(24, 4, 0.05), opening=3, chunk=2)


class Stop(Exception):
    """Somebody stops the run."""


def run_until(folder: Path, step: str) -> None:
    """Stop a run when the first half of a step is done."""

    def tell(told: str, done: int, of: int) -> None:
        if told == step and 2 * done >= of:
            raise Stop

    with pytest.raises(Stop):
        TrainingRun(folder, TINY).go(1, tell=tell)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> TrainingRun:
    run = TrainingRun(tmp_path_factory.mktemp("train") / "run", TINY)
    run.go(1)
    return run


def test_a_run_makes_networks_curves_and_a_duel(whole: TrainingRun) -> None:
    for number in (1, 2):
        folder = whole.folder / f"round-{number}"
        assert len(list((folder / "games").glob("*.npz"))) == 2
        assert (folder / "curve.svg").read_text("utf-8").startswith("<?xml")
        lines = (folder / "curve.jsonl").read_text("utf-8").splitlines()
        assert [json.loads(line)["epoch"] for line in lines] == [1, 2]
        assert len(whole.network(number))
    standing = whole.duel_standing()
    assert standing is not None
    assert standing.games == TINY.duel_games
    assert all(seconds >= 0 for seconds in whole.duel_seconds())
    assert len(list(train_command.summary(whole))) == 3


def test_an_interrupted_run_goes_on_and_comes_to_the_same(
    whole: TrainingRun, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    for step in ("round 1: games", "round 1: epochs", "round 2: games", "duel: games"):
        run_until(folder, step)
    run = TrainingRun(folder, TINY)
    run.go(1)
    for number in (1, 2):
        assert np.array_equal(run.network(number), whole.network(number))
        name = f"round-{number}/curve.svg"
        assert (folder / name).read_bytes() == (whole.folder / name).read_bytes()
    assert len(run.duel_results()) == TINY.duel_games


def test_the_folder_of_another_run_is_refused(whole: TrainingRun, tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"holds another run \(epochs 2, not 3\)"):
        TrainingRun(whole.folder, replace(TINY, epochs=3))
    assert seed_in(whole.folder) == TINY.seed
    (tmp_path / "letter.txt").write_text("Dear Ann")
    with pytest.raises(BadRecord, match="not the folder of a training run"):
        TrainingRun(tmp_path, TINY)
    assert seed_in(tmp_path) is None
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(BadRecord, match="not the folder of a training run"):
        TrainingRun(tmp_path, TINY)


def test_plans_that_make_no_run_are_refused(tmp_path: Path) -> None:
    for plan, message in (
        (replace(TINY, epochs=0), "epochs 0: at least 1"),
        (replace(TINY, games=5), "games 5: they are played 2 at a time"),
        (replace(TINY, duel_games=3), "duel games 3"),
        (replace(TINY, game="solenia"), "solenia: its kernels list no features"),
    ):
        with pytest.raises(BadOption, match=message):
            TrainingRun(tmp_path / "run", plan)
    assert not (tmp_path / "run").exists()


def test_chunks_are_the_same_in_other_processes() -> None:
    there = dict(work_through(play_chunk, (SELF_PLAY,), [0, 1], jobs=2))
    for number, found in there.items():
        for here, other in zip(play_chunk(SELF_PLAY, number), found, strict=True):
            np.testing.assert_array_equal(here, other)


def test_positions_are_those_of_the_games() -> None:
    chunk = play_chunk(SELF_PLAY, 0)
    found = read_positions(SELF_PLAY, 0, chunk)
    judged = ~np.isnan(chunk.values)
    known = ~np.isnan(found.results)
    assert known.sum() == judged.sum()
    assert len(found.values) > known.sum()
    assert found.values.min() >= 0
    assert found.values.max() <= 1
    assert set(np.unique(found.results[known])) <= {0.0, 0.5, 1.0}
    assert found.held_out.any()  # the first of every so many games
    assert HELD_OUT > 1


def test_result_of_a_position_is_that_of_the_seat_to_move() -> None:
    chunk = play_chunk(SELF_PLAY, 0)
    expected, place = [], 0
    for number, length in enumerate(chunk.lengths.tolist()):
        match, share = start(SELF_PLAY, number), float(chunk.shares[number])
        for action, value in zip(
            chunk.actions[place:][:length], chunk.values[place:], strict=False
        ):
            if not np.isnan(value):
                expected.append(share if match.turn == 0 else 1 - share)
            match.play(int(action))
        place += length
    results = read_positions(SELF_PLAY, 0, chunk).results
    assert results[~np.isnan(results)].tolist() == expected
    assert {0.0, 1.0} <= set(expected)


def test_every_fourth_game_has_other_options() -> None:
    usual = start(SELF_PLAY, 0).options
    assert all(start(SELF_PLAY, number).options == usual for number in (1, 2, 4))
    varied = {tuple(start(SELF_PLAY, number).options.items()) for number in range(3, 80, 4)}
    assert len(varied) > 3


def test_whole_numbers_say_nearly_the_same_as_those_they_were_made_from() -> None:
    rng = np.random.default_rng(1)
    from parhelion.lab.network_training import fresh_weights

    weights = fresh_weights(500, 1)
    for _ in range(20):
        listed = rng.choice(500, 60, replace=False)
        said = 1 / (1 + np.exp(-float(log_odds(weights, listed[None])[0])))
        assert naive_value(quantised(weights), listed.tolist()) == pytest.approx(said, abs=0.05)


def test_a_run_learns_from_the_best_search_or_from_the_heuristics() -> None:
    """So that the network of a game can be made again as it came about."""
    assert TINY.search == replace(load("orion").info.grades[-1], threads=1)
    assert TINY.search.network
    assert not replace(TINY, scratch=True).search.network


def test_a_duel_gives_both_sides_the_same_time() -> None:
    """Sixteen times the iterations take longer, so they become fewer."""
    quick, slow = (Contender(name, Grade(n, 2)) for name, n in (("a", 100), ("b", 1600)))
    assert with_equal_time("orion", slow, quick).grade.iterations < slow.grade.iterations
