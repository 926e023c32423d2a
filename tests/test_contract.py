"""What holds for every game: the kernel contract and the properties of any play."""

import hashlib
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from parhelion import new, replay
from parhelion.bots.kernels.network import MAX_FEATURES
from parhelion.envs import Observation
from parhelion.errors import GameOver, IllegalMove
from parhelion.games import Game, registry
from parhelion.kernel import (
    COMPILED,
    OPTIONAL,
    REQUIRED,
    SPECTATOR,
    TOGETHER,
    batch,
    dispatch,
    stream,
)
from parhelion.kernel.cache import kernel_files
from parhelion.kernel.tally import TALLY
from parhelion.match import Match
from parhelion.scene import Layout
from tests import plugins
from tests.positions import matches, option_sets, play_out, positions, raw

pytestmark = pytest.mark.uncompiled


@pytest.fixture(params=[*registry.names(), "lantern"])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """Every game, and one that another package brings."""
    with plugins.known():
        yield registry.load(request.param)


def test_every_game_offers_the_contract(game: Game) -> None:
    offered = {name: getattr(game.kernels, name) for name in (*REQUIRED, *OPTIONAL)}
    assert set(REQUIRED) <= {name for name in offered if game.kernels.offers(name)}
    for name, function in offered.items():
        python = getattr(function, "py_func", function)
        expected = list(inspect.signature(getattr(dispatch, name)).parameters)
        assert list(inspect.signature(python).parameters) == expected, name
        assert python.__doc__, name


def test_the_settings_of_a_first_game_can_be_played_and_are_not_the_defaults(game: Game) -> None:
    advised = dict(game.info.first_game)
    defaults = game.complete_options({})
    assert game.complete_options(advised) == defaults | advised
    assert all(defaults[name] != value for name, value in advised.items())


def test_the_board_lies_in_the_picture(game: Game) -> None:
    for layout in get_args(Layout):
        box, scene = game.drawing.board_box(layout), new(game.name).scene(layout=layout)
        if box is not None:
            left, top, width, height = box
            assert 0 <= left < left + width <= scene.width
            assert 0 <= top < top + height <= scene.height


def test_heuristics_choose_what_is_legal_and_expect_something_between_0_and_1(
    game: Game,
) -> None:
    rng = stream(3, "test")
    tallies = np.zeros(game.actions, dtype=TALLY)
    tallies["worth"] = 0.5
    for match in matches(game, 2):
        points = np.zeros(len(match.seats), dtype=np.int64)
        for position in positions(match):
            if not COMPILED and position.ply % 16:
                continue
            state = position.state[0]
            hopes = [dispatch.evaluate(state, seat, points) for seat in range(len(points))]
            assert all(0 <= hope <= 1 for hope in hopes)
            if position.turn is not None:
                assert dispatch.rollout(state, tallies, rng) in position.actions()
                promised = [dispatch.prior(state, action) for action in position.actions()[:50]]
                assert np.isfinite(promised).all()


def test_priors_of_a_list_equal_the_prior_of_each_move(game: Game) -> None:
    for match in matches(game, 2):
        for position in positions(match):
            if position.turn is None or (not COMPILED and position.ply % 16):
                continue
            actions = np.array(position.actions()[:50], dtype=np.int32)
            found = np.full(len(actions) + 1, -1.0)
            dispatch.priors(position.state[0], actions, len(actions), found)
            single = [dispatch.prior(position.state[0], action) for action in actions.tolist()]
            assert found.tolist() == [*single, -1.0]


def test_evaluations_of_all_seats_equal_the_evaluation_of_each(game: Game) -> None:
    for match in matches(game, 2):
        points = np.zeros(len(match.seats), dtype=np.int64)
        found = np.full(len(match.seats), -1.0)
        for position in positions(match):
            if not COMPILED and position.ply % 16 and position.turn is not None:
                continue
            state = position.state[0]
            dispatch.evaluate_all(state, points, found)
            assert found.tolist() == [
                dispatch.evaluate(state, seat, points) for seat in range(len(points))
            ]


def test_no_move_that_wins_on_the_spot_is_overlooked_at_a_glance(game: Game) -> None:
    found = 0
    for match in matches(game, 10):
        points = np.zeros(len(match.seats), dtype=np.int64)
        play_out(match).undo(1)
        for action in match.actions():
            after = match.state
            dispatch.apply(after[0], action)
            over = dispatch.actor(after[0]) < 0
            mover = match.turn if match.turn is not None else -1
            if over and dispatch.share(after[0], mover, points) == 1:
                assert dispatch.may_win_now(match.state[0], action)
                found += 1
    assert found or not COMPILED  # uncompiled there are too few games


def test_every_field_of_the_record_is_documented(game: Game) -> None:
    lines = [
        line for path in kernel_files(game.folder) for line in path.read_text("utf-8").splitlines()
    ]
    for field in set(game.dtype.names) - {"rng"}:
        if not field.startswith("of_"):  # added by `record`
            line = next(line for line in lines if line.strip().startswith(f'("{field}",'))
            assert "#" in line, field


def test_the_generator_lives_in_the_record(game: Game) -> None:
    assert game.dtype["rng"].shape == (4,)


def test_random_play_ends_and_legal_is_never_empty_before(game: Game) -> None:
    for match in matches(game):
        for position in positions(match):
            assert (position.turn is None) == (len(position.moves()) == 0)
        assert match.outcome is not None


def test_legal_list_is_ascending_and_equals_the_mask(game: Game) -> None:
    mask = np.ones(game.actions, dtype=np.uint8)
    for match in matches(game, 8):
        for position in positions(match):
            game.kernels.mask(position.state[0], mask)
            assert np.flatnonzero(mask).tolist() == position.actions().tolist()


def test_sample_is_uniform_over_the_legal_actions(game: Game) -> None:
    """Over its whole support: chance strays further than the bounds once in a million positions.

    The bounds are those of Laurent and Massart for a chi-square statistic, with exp(-14).
    """
    draws = 8_000 if COMPILED else 5
    for match in matches(game, 1):
        for ply, position in enumerate(positions(match)):
            if position.turn is None or ply % 10:
                continue
            legal = np.array(position.actions())
            states, drawn = np.repeat(position.state, draws), np.zeros(draws, dtype=np.int32)
            generators = independent_generators(draws, f"{match.seed} {ply}")
            batch.sample_each(states, generators, drawn)
            counts = np.bincount(drawn, minlength=game.actions)
            assert set(np.flatnonzero(counts)) <= set(legal.tolist())
            if COMPILED:  # uncompiled there are too few draws to tell
                expected = draws / len(legal)
                chi = ((counts[legal] - expected) ** 2 / expected).sum()
                freedom = len(legal) - 1
                spread = 2 * np.sqrt(14 * freedom) + 1e-9
                assert -spread <= chi - freedom <= spread + 28


def independent_generators(count: int, seed: str) -> Any:
    """As many generators, each in a state of its own."""
    drawn = hashlib.shake_128(seed.encode()).digest(16 * count)
    return np.frombuffer(bytearray(drawn), "<u4").reshape(count, 4)


def test_undo_restores_every_position_to_the_bit(game: Game) -> None:
    for match in matches(game, 6):
        before = [raw(position.state) for position in positions(match)]
        for ply in reversed(range(match.ply)):
            match.undo()
            assert raw(match.state) == before[ply]


def test_record_to_json_to_replay_is_identical(game: Game) -> None:
    for match in matches(game, 6):
        play_out(match)
        again = replay(json.loads(json.dumps(match.record())))
        assert raw(again.state) == raw(match.state)
        assert again.record() == match.record()


def test_a_half_played_game_replays_too(game: Game) -> None:
    for match in matches(game, 2):
        half = [position.ply for position in positions(match)][-1] // 2
        match.undo(match.ply - half)
        assert raw(replay(match.record()).state) == raw(match.state)


def test_a_seed_gives_the_same_game_every_time(game: Game) -> None:
    for first, second in zip(matches(game, 3), matches(game, 3), strict=True):
        assert play_out(first).record() == play_out(second).record()


def test_an_explicit_deal_gives_the_dealt_position(game: Game) -> None:
    for match in matches(game, 6):
        again = Match(game, match.options, match.seed, deal=match.deal)
        assert raw(again.state) == raw(match.state)


def test_nothing_leaks_through_hide(game: Game) -> None:
    """What a seat sees does not change when only what it may not know is drawn anew."""
    rng = stream(9, "test")
    for match in matches(game, 2):
        for position in positions(match):
            for seat in range(len(match.seats)):
                guessed, hidden, seen = position.state, position.state, position.view(seat)
                game.kernels.redeal(guessed[0], seat, rng)
                game.kernels.hide(guessed[0], seat)
                game.kernels.hide(hidden[0], seat)
                assert raw(guessed) == raw(hidden)
                assert seen == position.view(seat)


def test_what_any_seat_knows_stays_when_only_the_rest_is_dealt_anew(game: Game) -> None:
    rng = stream(9, "test")
    for match in matches(game, 2):
        for position in positions(match):
            for seat in (SPECTATOR, *range(len(match.seats))):
                guessed, hidden = position.state, position.state
                game.kernels.redeal(guessed[0], TOGETHER, rng)
                game.kernels.hide(guessed[0], seat)
                game.kernels.hide(hidden[0], seat)
                assert raw(guessed) == raw(hidden)


def test_views_are_plain_json(game: Game) -> None:
    for match in matches(game, 2):
        for position in positions(match):
            for seat in (None, *range(len(match.seats))):
                view = position.view(seat)
                assert json.loads(json.dumps(view)) == view


def test_notation_and_parse_are_each_others_inverse(game: Game) -> None:
    for match in matches(game, 1):
        for ply, position in enumerate(positions(match)):
            if ply % 9 == 0:
                for move in position.moves():
                    assert position.parse(move.text) == move
                    assert position.parse(move.text.upper().replace(" ", "  ")) == move


def test_the_text_board_and_the_status_can_always_be_shown(game: Game) -> None:
    for match in matches(game, 2):
        for position in positions(match):
            assert position.status() in str(position)
            assert repr(position).startswith(f"<{game.info.title}")


def test_winners_have_the_highest_score(game: Game) -> None:
    for match in matches(game, 10):
        outcome = play_out(match).outcome
        assert outcome is not None
        assert {outcome.scores[seat] for seat in outcome.winners} == {max(outcome.scores)}
        assert outcome.reason
        assert outcome.text == match.status()


def test_the_winners_share_the_victory(game: Game) -> None:
    for match in matches(game, 10):
        winners = play_out(match).winners
        points = np.zeros(len(match.seats), dtype=np.int64)
        for seat in range(len(match.seats)):
            won = dispatch.share(match.state[0], seat, points)
            assert won == (1 / len(winners) if seat in winners else 0)


def test_a_move_after_the_end_is_refused_and_changes_nothing(game: Game) -> None:
    match = play_out(next(matches(game)))
    before = raw(match.state)
    for action in range(0, game.actions, 97):
        with pytest.raises(GameOver, match="the game is over"):
            match.play(action)
    assert raw(match.state) == before


def test_every_illegal_action_is_refused_with_a_reason(game: Game) -> None:
    for match in matches(game, 1):
        for ply, position in enumerate(positions(match)):
            if position.turn is None or ply % 7:
                continue
            legal, before = set(position.actions().tolist()), raw(position.state)
            every = 5 if COMPILED else 111
            for action in (-1, *range(ply % every, game.actions + 1, every), game.actions):
                if action not in legal:
                    with pytest.raises(IllegalMove) as refused:
                        position.play(action)
                    assert str(refused.value).split(": ", 1)[1], refused.value
            assert raw(position.state) == before


def digests(game: Game, sets: int | None = None) -> list[str]:
    """Hash every position of a game for each set of options: the state, what can be played, and
    now and then what the other kernels make of it."""
    return [
        hashlib.sha256(b"".join(calculated(position, position.ply % 6 == 0))).hexdigest()
        for seed, options in enumerate(option_sets(game, dealt_at_random=False)[:sets])
        for position in positions(Match(game, options, seed), seed)
    ]


def calculated(match: Match, everything: bool) -> Iterator[bytes]:
    """What kernels calculate in a position."""
    yield raw(match.state)
    yield match.actions().tobytes()
    if everything:
        kernels, rng = match.game.kernels, stream(match.ply, "test")
        mask, points = np.zeros(match.game.actions, np.uint8), np.zeros(len(match.seats), np.int64)
        kernels.mask(match.state[0], mask)
        dispatch.scores(match.state[0], points)
        yield mask.tobytes() + points.tobytes()
        layout, features = Observation(match.game), np.zeros(MAX_FEATURES, np.int32)
        for seat in range(len(match.seats)):
            yield layout.of(match, seat).tobytes()
            if match.game.features:
                yield features[: dispatch.features(match.state[0], seat, features)].tobytes()
        for seat in (SPECTATOR, TOGETHER, *range(len(match.seats))):
            guessed = match.state
            kernels.redeal(guessed[0], seat, rng)
            yield raw(guessed)
            if seat != TOGETHER:
                kernels.hide(guessed[0], seat)
                yield raw(guessed)


def test_compiled_and_uncompiled_agree(game: Game, root: Path) -> None:
    """The other mode runs in a process of its own and must reach the same bits. The uncompiled run
    compares all sets of options."""
    sets = 1 if COMPILED else None
    code = (
        "import json; from parhelion.games import load; from tests import plugins;"
        "from tests.test_contract import digests\n"
        f"with plugins.known(): print(json.dumps(digests(load({game.name!r}), {sets})))"
    )
    environment = os.environ | {"PARHELION_KERNELS": "python" if COMPILED else "library"}
    run = [sys.executable, "-c", code]
    other = subprocess.run(
        run, env=environment, cwd=root, capture_output=True, text=True, check=True
    )
    assert json.loads(other.stdout.splitlines()[-1]) == digests(game, sets)
