"""Arenas are fair and repeatable; their standings follow from their games."""

import json
import random
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest
from typer.testing import CliRunner

import parhelion as ph
from parhelion import cli
from parhelion.errors import MissingExtra, ParhelionError
from parhelion.games import Game
from parhelion.lab.arena import GameResult, play_arena, play_plan
from parhelion.lab.arena_plan import ArenaPlan, Pairing, lineups, plan_arena
from parhelion.lab.entrants import Entrant
from parhelion.lab.results_file import ResultsFile
from parhelion.lab.standings import paired_interval, ratings, standing, standings

CHEAP = {"setup": "symmetric-1"}
"""Options of Orion Duel with a quick deal."""


def timeless(results: list[GameResult]) -> list[GameResult]:
    """Results in the order of the plan, without the time they took."""
    ordered = sorted(results, key=lambda result: result.number)
    return [replace(result, seconds=()) for result in ordered]


TWO_ONE = Pairing(2, 1)


def invented(deals: list[list[float]], pairing: Pairing = TWO_ONE) -> list[GameResult]:
    """Results of deals with two games each, given the shares of victory of the first entrant of the
    pairing: 0, 1 or a half."""
    results: list[GameResult] = []
    for deal, shares in enumerate(deals):
        for seat, share in enumerate(shares):
            seats = pairing if seat == 0 else pairing[::-1]
            winners = {1: (seat,), 0.5: (0, 1), 0: (1 - seat,)}[share]
            rest = (pairing, deal, "", seats, (0, 0), winners, 20, (0, 0))
            results.append(GameResult(len(results), "orion", {}, *rest))
    return results


def coins(share: float, games: int, seed: int) -> list[list[float]]:
    """Deals of two games each, every game won with some probability."""
    rng = random.Random(seed)
    return [[float(rng.random() < share) for _ in range(2)] for _ in range(games // 2)]


# --- the plan


@pytest.mark.parametrize(("people", "games"), [(1, 1), (2, 2), (3, 6), (4, 2)])
def test_each_of_two_sits_on_each_seat_equally_often(people: int, games: int) -> None:
    found = lineups(people)
    assert len(found) == len(set(found)) == games
    if people > 1:
        assert all(2 * sum(seats) == games for seats in zip(*found, strict=True))


def test_every_pairing_plays_the_same_deals_from_every_seat(game: Game) -> None:
    for people in game.seatings or [""]:
        options = {game.info.seat_option: people} if people else {}
        made = plan_arena(game.info.name, [1, 2, 3], 12, seed=5, pairs="all", options=options)
        seatings: Counter[tuple[Pairing, int, Entrant]] = Counter()
        seeds: dict[Pairing, list[str]] = {}
        for fixture in made.fixtures():
            seeds.setdefault(fixture.pairing, []).append(fixture.seed)
            seatings.update((fixture.pairing, *seated) for seated in enumerate(fixture.seats))
        assert len(set(map(tuple, seeds.values()))) == 1
        assert set(seatings.values()) == {6 if made.people > 1 else 12}
        each = len(lineups(made.people))
        assert all(set(Counter(some).values()) == {each} for some in seeds.values())
        assert len(made) == 12 * len(made.pairings) == sum(map(len, seeds.values()))


def test_levels_play_the_next_one_or_all_others() -> None:
    assert plan_arena("orion", [3, 1, 2], 2).pairings == [(2, 1), (3, 2)]
    assert plan_arena("orion", [3, 1, 2], 2, pairs="all").pairings == [(2, 1), (3, 2), (3, 1)]


def test_alone_each_bot_plays_the_rival_of_the_rules() -> None:
    alone = plan_arena("solenia", [1, 2], 3, options={"players": "1"})
    assert alone.pairings == [(1, "Trade Wind"), (2, "Trade Wind")]
    assert {fixture.seats for fixture in alone.fixtures()} == set(alone.pairings)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", [1, 2], 2), "no game is called 'chess'"),
        (("orion", [1, 9], 2), "no bot has level 9; there is: 1 "),
        (("orion", [2], 2), "bots 2: at least two are needed to play each other"),
        (("orion", [], 2), "bots: name the levels that are to play"),
        (("orion", [1, 2, 1], 2), "bots 1,2,1: 1 is named twice"),
        (("orion", [1, 2], 0), "games 0: at least one deal is played"),
        (("orion", [1, 2], 7), "every deal is played in 2 rotations of the seats; take 6 or 8"),
        (("orion", [1, 2], 1), "rotations of the seats; take 2"),
    ],
)
def test_what_cannot_be_played_is_named(
    arguments: tuple[str, list[int], int], message: str
) -> None:
    with pytest.raises(ParhelionError, match=message):
        plan_arena(*arguments)


def test_what_cannot_be_chosen_is_named() -> None:
    with pytest.raises(ph.BadOption, match="pairs 'some': it is one of: next, all"):
        plan_arena("orion", [1, 2], 2, pairs="some")
    with pytest.raises(ph.BadOption, match=r"games 400: .* in 6 rotations .* take 396 or 402"):
        plan_arena("solenia", [1, 2], 400, options={"players": "3"})
    with pytest.raises(ph.BadOption, match="orion has no option 'game'"):
        plan_arena("orion", [1, 2], 2, options={"game": "400"})


# --- playing


def test_an_arena_repeats_itself(game: Game) -> None:
    first, again = (list(play_arena(game.info.name, [0, 1], 2, seed=3, jobs=1)) for _ in range(2))
    assert timeless(first) == timeless(again)
    other = list(play_arena(game.info.name, [0, 1], 2, seed=4, jobs=1))
    assert timeless(first) != timeless(other)


@pytest.mark.parametrize(("players", "games"), [("3", 6), ("4", 2), ("1", 1)])
def test_any_number_plays(players: str, games: int) -> None:
    results = list(play_arena("solenia", [0, 1], games, seed=3, jobs=1, players=players))
    for result in results:
        match = ph.new("solenia", seed=result.seed, players=players)
        assert len(result.seats) == len(result.scores) == len(match.seats)
        assert sum(result.share(entrant) for entrant in set(result.seats)) == pytest.approx(1)
        for entrant, spent in zip(result.seats, result.seconds, strict=True):
            assert spent > 0 if entrant == 1 else spent >= 0
            assert spent == 0 or isinstance(entrant, int)
    assert len(results) == games * (2 if players == "1" else 1)


def test_the_same_games_are_played_at_the_same_time() -> None:
    made = plan_arena("orion", [0, 1], 8, seed=3, options=CHEAP)
    assert timeless(list(play_plan(made, jobs=2))) == timeless(list(play_plan(made, jobs=1)))


# --- results files


@pytest.fixture
def made() -> ArenaPlan:
    return plan_arena("orion", [0, 1], 6, seed=3, options=CHEAP)


def test_a_run_that_broke_off_goes_on(made: ArenaPlan, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = list(play_plan(made, jobs=1))
    with ResultsFile(path, made) as file:
        for result in whole[:2]:
            file.add(result)
    with path.open("a", encoding="utf-8") as broken:
        broken.write(whole[2].line()[:40])
    with ResultsFile(path, made) as file:
        assert file.done == whole[:2]
        for result in play_plan(made, jobs=1, done=[result.number for result in file.done]):
            file.add(result)
    with ResultsFile(path, made) as file:
        assert timeless(file.done) == timeless(whole)
    head, *lines = map(json.loads, path.read_text("utf-8").splitlines())
    assert head == made.describe()
    assert [line["number"] for line in lines] == list(range(6))


def test_a_file_of_something_else_is_left_alone(made: ArenaPlan, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with ResultsFile(path, made) as file:
        file.add(next(play_plan(made, jobs=1)))
    before = path.read_bytes()
    with pytest.raises(ph.BadRecord, match=r"holds another run \(seed 3, not 4\); choose another"):
        ResultsFile(path, replace(made, seed=4))
    assert path.read_bytes() == before
    for text, message in (
        (before + before.splitlines(keepends=True)[1], "line 3 is not a game of this run"),
        (before.replace(b'"seed": "3/0"', b'"seed": "3/1"'), "line 2 is not a game of this run"),
        (before.replace(b'"plies"', b'"moves"'), "line 2 is not a game of this run"),
        (before + b"[]\n", "line 3 is not a game of this run"),
        (before + b"{\n", "line 3 is not JSON"),
        (b"{}\n", "not a file of results of an arena"),
    ):
        path.write_bytes(text)
        with pytest.raises(ph.BadRecord, match=message):
            ResultsFile(path, made)
        assert path.read_bytes() == text
    with pytest.raises(ph.BadRecord, match="No such file or directory"):
        ResultsFile(tmp_path / "nowhere" / "results.jsonl", made)


# --- standings and ratings


def test_a_standing_counts_games_by_the_first_of_the_pairing() -> None:
    found = standing(TWO_ONE, invented([[1, 1], [1, 0], [0.5, 0], [1, 1]]))
    assert (found.games, found.won, found.shared) == (8, 5, 1)
    assert found.share == 5.5 / 8
    assert found.low < found.share < found.high


def test_intervals_have_known_values() -> None:
    """Wilson's of 8 in 10 is 0.490 to 0.943; of 10 in 10 it begins at 0.722."""
    assert paired_interval([1.0] * 5, 2) == pytest.approx((0.722, 1), abs=0.001)
    assert paired_interval([0.8], 10) == pytest.approx((0.490, 0.943), abs=0.001)


def test_intervals_follow_the_spread_between_deals() -> None:
    even = paired_interval([0.5] * 100, 2)
    alike = paired_interval([0.0, 0.5, 0.5, 1.0] * 25, 2)
    torn = paired_interval([0.0, 1.0] * 50, 2)
    widths = [high - low for low, high in (even, alike, torn)]
    assert widths == sorted(widths)
    assert widths[1] == pytest.approx(2 * 0.0686, abs=0.002)  # as of 200 independent games


@pytest.mark.parametrize(("share", "alike"), [(0.5, 0.0), (0.75, 0.5), (0.9, 0.0), (0.7, 1.0)])
def test_intervals_contain_the_true_share_as_often_as_they_should(
    share: float, alike: float
) -> None:
    """Over 400 arenas of 100 deals; with some probability the second game ends like the first."""
    rng = random.Random(1)
    held = 0
    for _ in range(400):
        deals = []
        for _ in range(100):
            first = rng.random() < share
            second = first if rng.random() < alike else rng.random() < share
            deals.append((first + second) / 2)
        low, high = paired_interval(deals, 2)
        held += low <= share <= high
    assert 0.92 <= held / 400 <= 0.98


def test_ratings_order_clear_winners() -> None:
    games = invented(coins(0.8, 60, seed=1)) + invented(coins(0.8, 60, seed=2), Pairing(3, 2))
    results = [replace(result, number=number) for number, result in enumerate(games)]
    rated = ratings(results)
    assert [rating.entrant for rating in rated] == [3, 2, 1]
    assert [rating.games for rating in rated] == [60, 120, 60]
    assert fmean(rating.points for rating in rated) == pytest.approx(1500)
    assert rated[1].low > rated[2].points
    assert ratings(results[::-1]) == rated


def test_two_hundred_points_win_three_games_of_four() -> None:
    better, worse = ratings(invented([[1.0, 1.0], [1.0, 0.0]] * 100))
    assert better.points - worse.points == pytest.approx(191, abs=15)
    assert better.low < 1500 + 191 / 2 < better.high
    assert better.high - better.low < 100


def test_a_clean_sweep_leaves_doubt() -> None:
    better, worse = ratings(invented([[1.0, 1.0]] * 3))
    assert better.high - better.low > 300
    assert worse.points < better.points


# --- the command


def run(*arguments: str) -> str:
    """The output of the command, run in this process."""
    return CliRunner().invoke(cli.app, ["arena", *arguments], catch_exceptions=False).output


def test_the_command_plays_prints_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    asked = ("orion", "--bots", "0,1", "--games", "2", "--setup", "symmetric-1")
    printed = run(*asked, "--seed", "7", "--jobs", "1", "--out", str(path))
    assert "Orion Duel, 2 games, seed 7" in printed
    assert "2 of 2 games: 1 Sparrow – 0 " in printed
    assert "1 – 0" in printed
    assert "Ratings" in printed
    again = run(*asked, "--out", str(path))
    assert f"{path} has 2 of them already: going on from there" in again
    assert len(path.read_text("utf-8").splitlines()) == 3
    assert len(standings(play_arena("orion", [0, 1], 2, seed=7, jobs=1, setup="symmetric-1"))) == 1


def test_the_command_names_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ph.BadOption, match="bots '1,x': levels of bots, with commas: 1,2,3"):
        run("orion", "--bots", "1,x")
    for module in ("parhelion.lab.arena_console", "parhelion.lab.standings"):
        monkeypatch.delitem(sys.modules, module)
        monkeypatch.delattr(module)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(MissingExtra, match=r"needs openskill.*pip install 'parhelion\[lab\]'"):
        run("orion", "--bots", "1,2")
