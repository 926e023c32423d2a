"""Bots of all games: legal, repeatable moves that use no secrets and get better by level."""

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import parhelion as ph
from parhelion.bots import LEVELS, SearchBot, bot, levels
from parhelion.bots.intervals import wilson_interval
from parhelion.bots.kernels.search import LOGARITHMS, MAX_LISTED, PROPOSALS, log_of, propose
from parhelion.bots.kernels.tree import EXPANDED, find_child
from parhelion.bots.search_bot import MAX_GAP
from parhelion.games import Game, Grade, Move, load, names
from parhelion.kernel import COMPILED, MAX_ACTIONS, log, memory, stream
from parhelion.kernel.dispatch import mask, redeal
from parhelion.match import Match
from tests.positions import matches, play_out, positions, raw

FEW = Grade(6, depth=20)
"""Few enough iterations for uncompiled code."""
SOME = Grade(400)
PEEKS = 300 if COMPILED else 10
"""Positions in which a bot is tried."""


def cheap(game: Game, seed: int) -> Match:
    """A match whose deal is quick."""
    plain = (option for option in game.info.options[1:] if not option.needs)
    options = {option.name: option.values[-1] for option in plain}
    return Match(game, options, seed)


def wins(game: Game, better: int, worse: int, games: int) -> int:
    """Games that the better of two levels wins, changing seats."""
    won = 0
    for seed in range(games):
        match = cheap(game, seed)
        seat = seed % len(match.seats)
        levels = [better if s == seat else worse for s in range(len(match.seats))]
        players = [bot(game.info.name, level, f"{seed} {s}") for s, level in enumerate(levels)]
        while match.turn is not None:
            match.play(players[match.turn].choose(match))
        won += match.winners == (seat,)
    return won


def test_one_bot_plays_at_tables_of_any_size(game: Game) -> None:
    player = bot(game.info.name, 1, seed=1)
    for people in game.seatings:
        match = Match(game, {game.info.seat_option: people}, seed=1)
        for _ in range(6):
            match.play(player.choose(match))


@pytest.mark.parametrize("level", [0, 1, 2])  # higher ones are the same search, only longer
def test_bots_choose_legal_moves_and_repeat_themselves(game: Game, level: int) -> None:
    for match in matches(game, 1) if level < 2 else [cheap(game, 1)]:
        before = raw(match.state)
        chosen = bot(game.info.name, level, seed=3).choose(match)
        assert chosen in match.moves()
        assert bot(game.info.name, level, seed=3).choose(match) == chosen
        assert raw(match.state) == before


def test_two_threads_repeat_themselves_too(game: Game) -> None:
    match = cheap(game, 1)
    first, second = (SearchBot(game, Grade(400, threads=2), seed=3) for _ in range(2))
    for _ in range(4):
        rated = first.analyse(match)
        assert rated == second.analyse(match)
        match.play(rated[0].move)


def test_without_a_seed_no_two_bots_play_alike(game: Game) -> None:
    match = cheap(game, 1)
    assert len({bot(game.info.name, 0).choose(match) for _ in range(20)}) > 1


@pytest.mark.parametrize(("better", "worse", "games", "enough"), [(2, 1, 24, 15), (3, 1, 12, 9)])
def test_the_first_levels_beat_those_below(
    game: Game, better: int, worse: int, games: int, enough: int
) -> None:
    """Higher levels take minutes to tell apart; see docs/benchmarks.md for those."""
    assert wins(game, better, worse, games) >= enough


def test_each_level_looks_further_at_a_lower_temperature_than_the_one_below(game: Game) -> None:
    grades = [level.grade for level in levels(game.info.name).values()]
    for low, high in pairwise(grades):
        for players in range(1, 5):
            assert low.depth_for(players) <= high.depth_for(players)
        assert low.temperature >= high.temperature
    assert len(set(grades)) == len(LEVELS)


@pytest.mark.uncompiled
def test_an_analysis_rates_some_legal_moves_the_best_first(game: Game) -> None:
    match = play_out(next(matches(game)))
    match.undo(5)
    rated = SearchBot(game, FEW, seed=1).analyse(match)
    assert 0 < len(rated) <= FEW.iterations
    assert len({each.move for each in rated}) == len(rated)
    assert all(each.move in match.moves() for each in rated)
    assert all(0 <= each.low <= each.chance <= each.high <= 1 for each in rated)
    assert all(each.line[0] == each.move for each in rated)
    assert SearchBot(game, FEW, seed=1).choose(match) == rated[0].move


@pytest.mark.uncompiled
def test_what_lies_in_scratch_memory_before_changes_nothing(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Libraries take it from the stack, where whatever was done before has left its traces."""
    found = []
    for byte in (0, 0x7F, 0xA5):
        monkeypatch.setattr(memory, "np", SimpleNamespace(empty=partial(filled, byte)))
        match = cheap(game, 1)
        play_out(match)
        match.undo(5)
        found.append((raw(match.state), SearchBot(game, FEW, seed=1).analyse(match)))
    assert found[0] == found[1] == found[2]


def filled(byte: int, size: int, dtype: Any) -> Any:
    """Memory full of a byte."""
    return np.full(size * np.dtype(dtype).itemsize, byte, dtype=np.uint8).view(dtype)


def test_an_analysis_has_expected_points(game: Game) -> None:
    """Close to the end they are those that the game ends with."""
    match = play_out(cheap(game, 3))
    scores = match.scores
    match.undo()
    played = {tuple(each.scores) for each in SearchBot(game, SOME, seed=1).analyse(match)}
    assert all(len(each) == len(scores) for each in played)
    assert min(abs(each[0] - scores[0]) for each in played) <= 4


def test_an_analysis_plays_to_the_end_whatever_the_depth_of_the_bot(game: Game) -> None:
    """Ratings count how games ended, not evaluations of positions before the end."""
    match = next(matches(game))
    near = SearchBot(game, replace(FEW, depth=0), seed=1)
    near.choose(match)  # its evaluations must not enter the ratings
    match.play(match.moves()[0])
    for each in near.analyse(match):
        assert each.solved or len(each.scores) == len(match.seats)
        won = each.chance * each.visits
        assert abs(won - round(won * 12) / 12) < 1e-6  # shares of victory of whole games


def test_an_analysis_rates_any_move_on_request(game: Game) -> None:
    match = cheap(game, 2)
    for move in match.moves()[:: max(1, len(match.moves()) // 3)]:
        rated = SearchBot(game, FEW, seed=1).analyse(match, also=[move])
        assert move in [each.move for each in rated]


def test_level_zero_rates_all_moves_alike(game: Game) -> None:
    match = cheap(game, 1)
    rated = bot(game.info.name, 0).analyse(match)
    assert [each.move for each in rated] == list(match.moves())
    assert {each.chance for each in rated} == {1 / len(match.seats)}


def test_an_interval_narrows_with_the_games_and_stays_within_bounds() -> None:
    """The reference values are textbook values of Wilson's interval."""
    assert wilson_interval(0, 0) == (0, 1)
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson_interval(0, 20) == pytest.approx((0, 0.1611), abs=1e-4)
    assert wilson_interval(20, 20) == pytest.approx((0.8389, 1), abs=1e-4)


@pytest.mark.parametrize("grade", [Grade(24), Grade(24, 6, 0.05)])
@pytest.mark.parametrize("name", [name for name in names() if load(name).secrets])
def test_a_bot_does_not_peek(name: str, grade: Grade) -> None:
    """It chooses the same move when only what it may not know changes."""
    game, rng, seen = load(name), stream(1, "test"), 0
    for match in matches(game):
        for position in positions(match):
            if position.turn is None or position.ply % 3 or len(position.moves()) == 1:
                continue
            chosen = SearchBot(game, grade, seed=4).choose(position)
            redeal(position._states[0], position.turn, rng)
            assert SearchBot(game, grade, seed=4).choose(position) == chosen
            seen += 1
            if seen == PEEKS:
                return
    pytest.fail(f"only {seen} positions")


def test_a_bot_that_reuses_its_trees_does_not_peek_either(game: Game) -> None:
    rng, twins = stream(1, "test"), [SearchBot(game, SOME, seed=4) for _ in range(2)]
    match = cheap(game, 5)
    me = match.turn
    while match.turn is not None and match.ply < 24:
        if match.turn == me:
            guess = match.copy()
            redeal(guess._states[0], me, rng)
            assert twins[0].choose(match) == twins[1].choose(guess)
        match.play(match.moves()[match.ply % len(match.moves())])


def expected_reply(thinker: SearchBot, played: list[int], match: Match) -> int:
    """The legal move that a bot's tree visited most after some played moves."""
    nodes = thinker._trees[0].nodes
    node = 1 + nodes["action"][1:].tolist().index(played[0])
    for action in played[1:]:
        node = find_child(thinker._trees[0], node, action)
    child, visits = nodes["first"][node], {}
    while child:
        visits[int(nodes["action"][child])] = nodes["visits"][child]
        child = nodes["next"][child]
    return max(set(match.actions()) & set(visits), key=lambda action: visits[action])


def test_search_depth_depends_on_the_number_of_players() -> None:
    """One bot sits at tables of any size, and the Trade Wind is no player."""
    grade = Grade(20, 14, depths=((1, 512), (4, 24)))
    thinker = SearchBot(load("solenia"), grade, seed=1)
    for players, depth in (("2", 14), ("1", 512), ("3", 14), ("4", 24), ("1", 512)):
        thinker.choose(ph.new("solenia", seed=1, players=players))
        assert thinker._trees[0].rollout_depth == depth


def test_search_proposes_all_moves_without_a_child_if_few_are_legal(game: Game) -> None:
    thinker, out, few = SearchBot(game, FEW, seed=1), np.zeros(MAX_ACTIONS, dtype=np.int32), 0
    for match in matches(game, 1):
        thinker._trees = thinker._new_trees(match)
        tree = thinker._trees[0]
        for position in positions(match):
            actions = set(position.actions().tolist())
            if not actions:
                continue
            tree.states[1] = position.state[0]
            mask(tree.states[1], tree.status)
            expanded = {min(actions)}
            tree.status[list(expanded)] = EXPANDED
            found = out[: propose(tree, out)].tolist()
            assert len(found) == len(set(found))
            if len(actions) <= MAX_LISTED:
                few += 1
                assert set(found) == actions - expanded
            else:
                assert len(found) <= PROPOSALS
                assert set(found) <= actions - expanded
    assert few


SEARCHED = [
    ("orion", {"setup": "symmetric-1"}),
    ("solstis", {}),
    ("solenia", {}),
    ("solenia", {"players": "3", "board": "winter", "upgrades": "on"}),
    ("solenia", {"players": "1"}),
]


@pytest.mark.parametrize(("name", "options"), SEARCHED, ids=str)
def test_uncompiled_and_compiled_searches_agree_to_the_last_digit(
    name: str, options: dict[str, str], root: Path
) -> None:
    """The priors of root moves once differed in the last digit of a single."""
    code = (
        f"from tests.test_bots import search_digests; print(*search_digests({name!r}, {options}))"
    )
    environment = os.environ | {"PARHELION_KERNELS": "python"}
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, env=environment, cwd=root, check=True, stdout=subprocess.PIPE)
    assert printed.stdout.decode().split() == search_digests(name, options)


def search_digests(name: str, options: dict[str, str]) -> list[str]:
    """Return digests of the trees of short searches towards the end of a game."""
    game, found = load(name), []
    grade = replace(levels(name)[4].grade, iterations=12, depth=8)
    match = play_out(Match(game, options, 2))
    for moves in (6, 6):
        match.undo(moves)
        thinker = SearchBot(game, grade, seed=1)
        thinker.choose(match)
        tree = thinker._trees[0]
        nodes = tree.nodes[: int(tree.free[0])]
        found.append(hashlib.sha256(nodes.tobytes() + tree.tallies.tobytes()).hexdigest())
    return found


@pytest.mark.parametrize("number", [1, 2, 1000, len(LOGARITHMS) - 1, len(LOGARITHMS), 10**6])
def test_logarithm_table_equals_the_function_to_the_last_digit(number: int) -> None:
    assert log_of(number) == log(number)


def test_a_bot_reuses_its_trees(game: Game) -> None:
    """Asked again later in the same game, its trees hold more than it just searched."""
    match, thinker = cheap(game, 1), SearchBot(game, Grade(3000), seed=5)
    me = match.turn
    match.play(thinker.analyse(match)[0].move)
    while match.turn != me:
        match.play(expected_reply(thinker, [move.action for move in match.history], match))
    fresh = SearchBot(game, Grade(3000), seed=5)
    for each in (thinker, fresh):
        each.choose(match)
    assert thinker.visits > fresh.visits


def test_a_tree_for_one_seat_is_not_reused_for_another(game: Game) -> None:
    match = cheap(game, 1)
    me = match.turn
    used, fresh = (SearchBot(game, SOME, seed=5) for _ in range(2))
    used.analyse(match)
    while match.turn == me:
        match.play(match.moves()[0])
    fresh.rng[:] = used.rng
    assert used.analyse(match) == fresh.analyse(match)


def test_another_game_or_a_takeback_begins_afresh(game: Game) -> None:
    first, second = cheap(game, 1), cheap(game, 2)
    used, fresh = (SearchBot(game, SOME, seed=5) for _ in range(2))
    used.analyse(first)
    memory = used._trees[0].nodes
    fresh.rng[:] = used.rng
    assert used.analyse(second) == fresh.analyse(second)
    second.play(second.moves()[0])
    used.analyse(second)
    second.undo()
    fresh = SearchBot(game, SOME, seed=6)
    fresh.rng[:] = used.rng
    assert used.analyse(second) == fresh.analyse(second)
    assert used._trees[0].nodes is memory


def test_a_tree_that_is_full_still_searches(game: Game) -> None:
    match, thinker = cheap(game, 1), SearchBot(game, SOME, seed=5)
    thinker._trees = thinker._new_trees(match, room=20)
    rated = thinker.analyse(match)
    assert sum(each.visits for each in rated) > 100
    assert thinker._trees[0].free[0] <= len(thinker._trees[0].nodes)


def test_time_can_be_the_limit(game: Game) -> None:
    match = cheap(game, 1)
    rated = SearchBot(game, Grade(1), seed=1, seconds=0.05).analyse(match)
    assert sum(each.visits for each in rated) > 1


@pytest.mark.parametrize("name", ["orion", "solstis"])  # others hardly ever ask for a forced move
def test_a_forced_move_needs_no_search(name: str) -> None:
    game = load(name)
    for seed in range(200):
        for position in positions(cheap(game, seed), seed):
            if len(position.moves()) == 1:
                searcher = bot(game.info.name, 3, seed=1)
                before = searcher.rng.tolist()
                assert searcher.choose(position) == position.moves()[0]
                assert searcher.rng.tolist() == before
                return
    pytest.fail("no forced move in 200 games")


@pytest.mark.parametrize("level", [0, *LEVELS])
def test_a_finished_game_has_no_move_to_choose(game: Game, level: int) -> None:
    match, player = play_out(cheap(game, 1)), bot(game.info.name, level)
    with pytest.raises(ph.GameOver, match="the game is over: there is no move to choose"):
        player.choose(match)
    with pytest.raises(ph.GameOver):
        player.analyse(match)


def test_levels_that_do_not_exist_are_named(game: Game) -> None:
    for level in (-1, 6):
        with pytest.raises(ph.UnknownBot, match=f"no bot has level {level}; there is: 1 "):
            bot(game.info.name, level)


def mean_values(thinker: SearchBot) -> dict[Move, float]:
    """The mean values of the moves that a bot has just searched."""
    seen = np.flatnonzero(thinker._sum("visits")[: thinker._last.moves + 1])
    moves = [thinker._move(int(node)) for node in seen]
    return dict(zip(moves, thinker._means(seen).tolist(), strict=True))


def test_a_temperature_varies_among_near_equals_only(game: Game) -> None:
    """A bot with a temperature varies its moves, but never plays one that seems much worse."""
    match, moves = cheap(game, 1), set()
    for seed in range(20):
        warm = SearchBot(game, Grade(200, temperature=0.03), seed=seed)
        chosen = warm.choose(match)
        best = SearchBot(game, Grade(200), seed=seed).choose(match)
        means = mean_values(warm)
        assert means[chosen] >= means[best] - 0.03 * MAX_GAP - 1e-9
        moves.add(chosen)
    assert len(moves) > 1


# --- moves that win at once, in Orion Duel


def wins_at_once(match: Match) -> set[Move]:
    """The moves that win for the seat to move."""
    seat, winning = match.turn, set()
    for move in match.moves():
        match.play(move)
        if match.winners == (seat,):
            winning.add(move)
        match.undo()
    return winning


def before_a_win() -> tuple[Match, set[Move]]:
    """A game between beginners in which the seat to move can win at once, and how."""
    for seed in range(20):
        match = ph.new("orion", seed=seed, setup="symmetric-1")
        players = [bot("orion", 1, seed), bot("orion", 1, seed + 1)]
        while match.turn is not None:
            match.play(players[match.turn].choose(match))
        match.undo()
        if wins := wins_at_once(match):
            return match, wins
    raise AssertionError("nobody ever wins with the last tile")


@pytest.mark.parametrize("level", LEVELS)
def test_all_levels_find_a_move_that_wins_at_once(level: int) -> None:
    match, wins = before_a_win()
    assert bot("orion", level, 1).choose(match) in wins


def test_beside_a_winning_move_other_moves_are_rated_on_request() -> None:
    match, wins = before_a_win()
    other = next(move for move in match.moves() if move not in wins)
    best, asked = SearchBot(match.game, SOME, seed=1).analyse(match, also=[other])
    assert best.move in wins
    assert (best.solved, asked.move) == (1, other)
