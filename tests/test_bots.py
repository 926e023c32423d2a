"""Bots play any game, legally, repeatably, by what they may know, and the better one better."""

import pytest

import parhelion as ph
from parhelion.bots import LEVELS, Bot, bot
from parhelion.bots.player import SearchBot
from parhelion.games import Game, load
from parhelion.kernel import stream
from parhelion.kernel.dispatch import redeal
from parhelion.match import Match
from tests.orion.boards import played
from tests.positions import matches, play_out, positions, raw

FEW = 6
"""Iterations that even uncompiled code gets through quickly."""


def cheap(game: Game, seed: int) -> Match:
    """A match whose deal takes no time."""
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
        while match.player is not None:
            match.play(players[match.player].choose(match))
        won += match.winners == (seat,)
    return won


def test_one_bot_plays_at_tables_of_any_size(game: Game) -> None:
    player = bot(game.info.name, 1, seed=1)
    for people in game.seatings:
        match = Match(game, {game.info.seat_option: people}, seed=1)
        for _ in range(6):
            match.play(player.choose(match))


@pytest.mark.parametrize("level", [0, 1, 2])  # the highest is the same search, only longer
def test_bots_choose_legal_moves_and_repeat_themselves(game: Game, level: int) -> None:
    for match in matches(game, 1) if level < 2 else [cheap(game, 1)]:
        before = raw(match.state)
        chosen = bot(game.info.name, level, seed=3).choose(match)
        assert chosen in match.moves()
        assert bot(game.info.name, level, seed=3).choose(match) == chosen
        assert raw(match.state) == before


def test_without_a_seed_no_two_bots_play_alike(game: Game) -> None:
    match = cheap(game, 1)
    assert len({bot(game.info.name, 0).choose(match) for _ in range(20)}) > 1


@pytest.mark.parametrize(("better", "worse", "games", "enough"), [(1, 0, 20, 17), (2, 1, 4, 3)])
def test_each_level_beats_the_one_below(
    game: Game, better: int, worse: int, games: int, enough: int
) -> None:
    """The highest takes minutes to tell from the one below; see docs/benchmarks.md for that."""
    assert wins(game, better, worse, games) >= enough


def test_each_level_looks_further_than_the_one_below() -> None:
    iterations = [level.iterations for level in LEVELS.values()]
    assert iterations == sorted(set(iterations))


@pytest.mark.uncompiled
def test_an_analysis_rates_some_legal_moves_the_best_first(game: Game) -> None:
    match = play_out(next(matches(game)))
    match.undo(5)
    rated = SearchBot(game, FEW, seed=1).analyse(match)
    assert 0 < len(rated) <= FEW
    assert len({move for move, _ in rated}) == len(rated)
    assert all(move in match.moves() and 0 <= chance <= 1 for move, chance in rated)
    assert SearchBot(game, FEW, seed=1).choose(match) == rated[0].move


def test_the_level_that_knows_nothing_rates_all_moves_alike(game: Game) -> None:
    match = cheap(game, 1)
    rated = bot(game.info.name, 0).analyse(match)
    assert [move for move, _ in rated] == list(match.moves())
    assert {chance for _, chance in rated} == {1 / len(match.seats)}


def test_a_bot_does_not_peek(game: Game) -> None:
    """It chooses the same when only what it may not know is another."""
    rng = stream(1, "test")
    for match in matches(game, 1):
        for position in positions(match):
            if position.player is None or position.ply % 5:
                continue
            chosen = bot(game.info.name, 1, seed=4).choose(position)
            redeal(position._states[0], position.player, rng)
            assert bot(game.info.name, 1, seed=4).choose(position) == chosen


def test_a_search_leaves_nothing_behind_that_sways_the_next(game: Game) -> None:
    """The memory of a bot is reused; a used one chooses like a new one with its generator."""
    first, second = cheap(game, 1), cheap(game, 2)
    used, fresh = (SearchBot(game, 500, seed=5) for _ in range(2))
    memory = used._nodes
    used.analyse(first)
    fresh.rng[:] = used.rng
    assert used.analyse(second) == fresh.analyse(second)
    assert used._nodes is memory


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
    for level in (-1, 4):
        with pytest.raises(ph.UnknownBot, match=f"no bot has level {level}; there is: 1 "):
            bot(game.info.name, level)


# --- tactics, in Orion Duel


def wins_at_once(match: Match) -> set[str]:
    """The moves that win for the seat to move."""
    seat, winning = match.player, set()
    for move in match.moves():
        match.play(move)
        if match.winners == (seat,):
            winning.add(move.text)
        match.undo()
    return winning


def quick_end(seed: int) -> Match:
    """A game between two beginners, one move before somebody won on the board."""
    match = ph.new("orion", seed=seed, setup="symmetric-1")
    players: list[Bot] = [bot("orion", 1, seed), bot("orion", 1, seed + 1)]
    while match.player is not None:
        match.play(players[match.player].choose(match))
    match.undo()
    return match


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_win_in_one_is_found(level: int) -> None:
    for seed in range(5):
        match = quick_end(seed)
        assert bot("orion", level, seed).choose(match).text in wins_at_once(match)


@pytest.mark.parametrize(("level", "tries", "enough"), [(2, 8, 6), (3, 2, 2)])
@pytest.mark.parametrize(
    "moves",
    [
        "triangle a4 b5/a3, triangle i4 j3/i3, line d4 e4/f3, bend h5 i5/i6, triangle j5 k3/j4, "
        "triangle c6 d6/d7, line c5 d5/e5, duo j1/i1, triangle g7 h7/h6",
        "triangle a3 b5/a4, duo c4/b4, bend h4 g5/g6, line f3 f4/f5, triangle d5 e5/d4, "
        "triangle b6 c7/c6, triangle j3 k1/k2, bend i4 i3/h3, bend j2 i2/i1, bend i6 j5/j4, "
        "line d6 d7/d8, pair k3 k4, line e8 f8/g9, triangle e9 f9/e10",
        "duo f3/g3, line e2 e3/e4, line h3 g4/f4, bend c7 c8/d9, triangle e5 e6/f5, "
        "triangle g2 h1/h2, bend f2 f1/g1, star e9, triangle h4 h5/i4, triangle i6 i7/h7, "
        "duo e8/f8, triangle i3 j2/j3, bend c4 d5/d6",
    ],
    ids=["28 of 683", "9 of 365", "5 of 418"],
)
def test_a_threat_is_parried(moves: str, level: int, tries: int, enough: int) -> None:
    """Few moves leave the opponent without a win in one; nearly always the bot plays such a one."""
    match = played(*moves.split(", "))
    match.play(match.moves()[0])
    assert wins_at_once(match)
    match.undo()
    parried = 0
    for seed in range(tries):
        match.play(bot("orion", level, seed).choose(match))
        parried += match.player is not None and not wins_at_once(match)
        match.undo()
    assert parried >= enough
