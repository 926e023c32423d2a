"""Reviews: curve, mistakes, turning points, luck and skill, text, picture and command."""

import json
import math
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import parhelion as ph
from parhelion import cli, records
from parhelion.bots import luck_and_skill, review_plot, review_text
from parhelion.bots.luck_and_skill import (
    PARTS,
    Estimator,
    LuckAnalysis,
    Quantity,
    QuantityKind,
    ResultParts,
)
from parhelion.bots.move_rating import MoveRating
from parhelion.bots.review import JudgedMove, Review, review
from parhelion.errors import MissingExtra
from parhelion.games import Game, Grade, Move, load
from parhelion.kernel import TOGETHER, stream
from parhelion.kernel.dispatch import redeal
from parhelion.match import Match
from parhelion.words import LANGUAGES, Words
from tests.orion.matches import played
from tests.positions import option_sets, play_out

FEW: dict[str, Any] = {"iterations": 40, "playouts": 8}
"""Settings for a quick review."""
ROUNDING = 1e-9
"""The error of adding numbers in another order."""


def luck_analysis(match: Match, playouts: int, seed: int = 0) -> LuckAnalysis:
    """Luck and skill by playouts alone, without a search for the best moves."""
    positions = luck_and_skill.positions_of(match)
    found, estimator = luck_and_skill.decompose(positions), Estimator(positions, playouts, seed)
    return LuckAnalysis(found, {each: estimator.estimate(each) for each in found.quantities})


def total(parts: ResultParts) -> float:
    return parts.start + parts.deal + parts.draws + parts.own + parts.others


# --- luck and skill


def test_the_parts_of_every_seat_sum_to_its_result(game: Game) -> None:
    for number, options in enumerate(option_sets(game)):
        match = play_out(Match(game, options, number), number)
        found = luck_analysis(match, 2)
        shares = [found.parts(seat).result for seat in range(len(match.seats))]
        assert shares == [
            (seat in match.winners) / len(match.winners) for seat in range(len(shares))
        ]
        for seat in range(len(match.seats)):
            assert total(found.parts(seat)) == pytest.approx(shares[seat], abs=ROUNDING)


def test_what_one_seat_gains_the_others_lose(game: Game) -> None:
    found = luck_analysis(play_out(Match(game, {}, 3)), 4)
    for shares in found.curve:
        assert sum(shares) == pytest.approx(1)
    for effect in found.decomposition.effects:
        assert sum(found.sum(effect.luck)) == pytest.approx(0, abs=ROUNDING)
        assert sum(found.sum(effect.skill)) == pytest.approx(0, abs=ROUNDING)


@pytest.mark.parametrize("name", ["solstis", "solenia"])
def test_luck_is_zero_on_average(name: str) -> None:
    """Over many games between random players, with very rough estimates: what was revealed was as
    likely as what is dealt anew."""
    games = 150
    parts = [luck_analysis(play_out(ph.new(name, seed=n), n), 4, n).parts(0) for n in range(games)]
    for kind in ([each.deal for each in parts], [each.draws for each in parts]):
        spread = float(np.std(kind, ddof=1))
        assert spread > 0.1  # there is luck in these games
        assert abs(np.mean(kind)) < 4 * spread / math.sqrt(games)


@pytest.mark.parametrize("name", ["solstis", "solenia"])
def test_the_value_of_a_move_is_the_mean_over_what_it_may_reveal(name: str) -> None:
    match, rng, deals = play_out(ph.new(name, seed=5)), stream(1, "test"), 200
    positions = luck_and_skill.positions_of(match)
    quantities = luck_and_skill.decompose(positions).quantities
    moves = [each for each in quantities if each.kind is QuantityKind.MOVE]
    chosen = moves[len(moves) // 2]
    between = Estimator(positions, 5_000, 1).estimate(chosen)
    after = []
    for number in range(deals):
        guess = positions[chosen.ply].copy()
        redeal(guess._states[0], TOGETHER, rng)
        guess.play(match.history[chosen.ply])
        quantity = Quantity(QuantityKind.POSITION, 0)
        estimate = Estimator([guess], 20, number).estimate(quantity)
        after.append(estimate.shares[0])
    error = math.hypot(float(np.std(after)) / math.sqrt(deals), math.sqrt(between.variances[0]))
    assert abs(np.mean(after) - between.shares[0]) < 4 * error


def test_the_deal_alone_is_luck_where_nothing_is_hidden() -> None:
    dealt = luck_analysis(play_out(ph.new("orion", seed=1)), 8).parts(0)
    assert (dealt.draws, dealt.errors["draws"]) == (0, 0)
    assert dealt.errors["deal"] > 0
    fixed = luck_analysis(play_out(ph.new("orion", seed=1, setup="symmetric-1")), 8).parts(0)
    assert (fixed.deal, fixed.draws, fixed.errors["deal"]) == (0, 0, 0)


def test_a_forced_move_is_no_skill_and_a_move_that_reveals_nothing_no_luck(game: Game) -> None:
    match = play_out(Match(game, {}, 2), 2)
    found, positions = luck_analysis(match, 4), luck_and_skill.positions_of(match)
    for position, effect in zip(positions, found.decomposition.effects, strict=False):
        if len(position.moves()) == 1:
            assert set(found.sum(effect.skill)) == {0}
        after = position.copy()
        after.play(match.history[position.ply])
        if not game.secrets or after.state[0].revealed == position.state[0].revealed:
            assert set(found.sum(effect.luck)) == {0}


def test_nobody_else_moves_in_a_game_alone() -> None:
    match = play_out(ph.new("solenia", seed=1, players="1"))
    parts = luck_analysis(match, 8).parts(0)
    assert (parts.others, parts.errors["others"]) == (0, 0)
    assert total(parts) == pytest.approx(parts.result, abs=ROUNDING)


def test_errors_shrink_as_more_games_are_played() -> None:
    match = play_out(ph.new("solstis", seed=1))
    rough, fine = (luck_analysis(match, games).parts(0).errors for games in (16, 800))
    for name in ("deal", "draws", "own", "others"):
        assert 0 < fine[name] < rough[name] / 4


# --- judging moves


def rated(chance: float, reach: float = 0.01, text: str = "") -> MoveRating:
    move = Move(0, "", (), text)
    return MoveRating(move, chance, chance - reach, chance + reach, (), 100, (move,), 0)


def judged(
    best: MoveRating | None, played: MoveRating | None, ply: int = 1, seat: int = 0
) -> JudgedMove:
    better = (best,) if best and best != played else ()
    return JudgedMove(
        ply, seat, Move(0, "", (), ""), 2, played, best, better, (0.0, 0.0), (0.0, 0.0)
    )


@pytest.mark.parametrize(
    ("best", "played", "verdict"),
    [
        (rated(0.6), rated(0.6), "fine"),
        (rated(0.6), rated(0.62), "fine"),
        (rated(0.6), rated(0.57), "fine"),
        (rated(0.6), rated(0.54), "inaccuracy"),
        (rated(0.6), rated(0.49), "mistake"),
        (rated(0.6), rated(0.39), "blunder"),
        (rated(0.6, 0.2), rated(0.39, 0.2), "fine"),  # it may be chance
        (None, None, "forced"),
    ],
)
def test_a_verdict_needs_a_loss_beyond_its_margin(
    best: MoveRating | None, played: MoveRating | None, verdict: str
) -> None:
    assert judged(best, played).verdict == verdict


WASTED = (
    "duo k4/k3, duo k2/k1, duo j6/j7, line j5 j4/j3, bend j1 j2/i3, star i8, star i7, duo i5/i6, "
    "duo i1/i2, duo h5/i4, line h9 h8/h7, pair h3 h4, pair h1 h2, bend h6 g7/g8, line g4 g3/g2, "
    "bend g10 g9/f8, bend f4 g5/g6, line f1 f2/f3, line f7 f6/f5, triangle e9 e10/f9, "
    "triangle d7 e7/e8, line e4 e3/e2, bend d6 e6/e5, bend e1 d1/d2, triangle c4 d5/d4, "
    "triangle c7 d8/c8, triangle b2 c2/c3"
)
"""A game of Orion Duel in which Blue could have won with the last move; now Orange can."""


def wasted() -> Match:
    return played(*WASTED.split(", "))


@pytest.fixture(scope="module")
def review_of_a_missed_win() -> Review:
    return review(wasted(), iterations=100, playouts=8)


def test_a_missed_win_is_a_blunder_with_the_win_beside_it(review_of_a_missed_win: Review) -> None:
    found = review_of_a_missed_win
    last = found.moves[-1]
    assert last.verdict == "blunder"
    assert found.mistakes[0].loss == max(move.loss for move in found.moves)
    assert last in found.mistakes
    assert found.curve[last.ply - 1][last.seat] == 1
    assert last.ply in [point.ply for point in found.turning_points]
    won = found.before(last.ply)
    won.play(last.better[0].move)
    assert won.winners == (last.seat,)
    assert all(isinstance(reason, str) for reason in found.explanations(last.ply))


def test_every_choice_is_judged_and_no_forced_move(game: Game) -> None:
    match = play_out(Match(game, {}, 4), 4)
    found = review(match, **FEW)
    assert [move.ply for move in found.moves] == list(range(1, match.ply + 1))
    assert [move.move for move in found.moves] == list(match.history)
    for move in found.moves:
        position = found.before(move.ply)
        assert (move.seat, move.choices) == (position.turn, len(position.moves()))
        if move.choices == 1:
            assert (move.verdict, move.played, move.best, move.better) == ("forced", None, None, ())
            continue
        assert move.played
        assert move.best
        assert move.played.move == move.move
        assert all(each.chance > move.played.chance for each in move.better)


@pytest.mark.parametrize("seed", [4, 5])
def test_best_move_is_never_rated_below_the_played_one(game: Game, seed: int) -> None:
    """Reviews of Solstis once showed "better" moves with a lower chance."""
    found = review(play_out(Match(game, {}, seed), seed), **FEW)
    for move in found.moves:
        if move.played and move.best:
            assert move.best.chance >= move.played.chance
            if move.better:
                assert move.best == move.better[0]
            else:
                assert move.best.chance == move.played.chance


def test_review_does_not_depend_on_the_levels() -> None:
    game = load("solstis")
    other = replace(game, info=replace(game.info, grades=(Grade(1),) * len(game.info.grades)))
    first, second = play_out(Match(game, {}, 1)), Match(other, {}, 1)
    first.undo(first.ply - 4)
    for move in first.history:
        second.play(move)
    found = review(first, playouts=2)
    assert found.json() == review(second, playouts=2).json()
    assert found.iterations == game.info.review_grade.iterations


# --- the whole


def test_a_review_repeats_itself_however_many_threads(game: Game) -> None:
    match = play_out(Match(game, {}, 6), 6)
    match.undo(match.ply // 2)
    first, second = (review(match, **FEW, seed=7, threads=threads) for threads in (1, 3))
    assert first.json() == second.json()
    assert first.json() != review(match, **FEW, seed=8).json()


def test_the_curve_leads_from_the_deal_to_the_result(game: Game) -> None:
    match = play_out(Match(game, {}, 8), 8)
    found = review(match, **FEW)
    assert len(found.curve) == match.ply + 1
    assert all(sum(shares) == pytest.approx(1) for shares in found.curve)
    assert found.curve[-1] == tuple(found.json()["result"])
    for seat, parts in enumerate(found.parts):
        assert total(parts) == pytest.approx(found.curve[-1][seat], abs=ROUNDING)


def test_an_unfinished_game_can_be_reviewed(game: Game) -> None:
    match = Match(game, {}, 1)
    for moves in (0, 3):
        while match.ply < moves:
            match.play(match.moves()[0])
        found = review(match, **FEW)
        told = found.json()
        assert (told["finished"], told["result"], told["plies"]) == (False, None, moves)
        assert len(told["curve"]) == moves + 1
        assert "not over yet" in found.text(game.words("en"))
        for parts in found.parts:
            assert total(parts) == pytest.approx(parts.result, abs=ROUNDING)


def test_a_review_leaves_the_match_alone(game: Game) -> None:
    match = Match(game, {}, 1)
    match.play(match.moves()[0])
    before = match.state.tobytes()
    found = review(match, **FEW)
    match.play(match.moves()[0])
    assert found.match.ply == 1
    assert found.match.state.tobytes() == before


def test_progress_is_reported_and_can_stop_the_work() -> None:
    match = play_out(ph.new("solstis", seed=1))
    told: list[tuple[int, int]] = []
    review(match, **FEW, progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]

    def stop(done: int, of: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        review(match, **FEW, progress=stop)


def test_review_rejects_too_few_iterations_or_playouts() -> None:
    match = ph.new("solstis", seed=1)
    with pytest.raises(ph.BadOption, match="playouts 1: there must be at least 2"):
        review(match, playouts=1)
    with pytest.raises(ph.BadOption, match="iterations 0: there must be at least 1"):
        review(match, iterations=0)


def test_json_has_everything_but_sentences(game: Game) -> None:
    found = review(play_out(Match(game, {}, 4), 4), **FEW)
    told = json.loads(json.dumps(found.json()))
    assert told == found.json()
    assert told["format"] == "parhelion-review/1"
    assert told["mistakes"] == [move.ply for move in found.mistakes]
    for move in told["moves"]:
        assert move["verdict"] in {"forced", "fine", "inaccuracy", "mistake", "blunder"}
        changed = [a + b for a, b in zip(move["luck"], move["skill"], strict=True)]
        then, now = told["curve"][move["ply"] - 1 : move["ply"] + 1]
        if min(then + now) > 0:  # else a sum of estimates may have been cut off
            assert changed == pytest.approx([b - a for a, b in zip(then, now, strict=True)])


# --- turning points of invented curves


def made_up(
    shares: Sequence[float], changed: Callable[[JudgedMove], JudgedMove] = lambda m: m
) -> Review:
    """A review of a real game with an invented curve for its first seat."""
    match = ph.new("solstis", seed=1)
    for _ in shares[1:]:
        match.play(match.moves()[0])
    curve = tuple((share, 1 - share) for share in shares)
    moves = tuple(changed(judged(None, None, ply)) for ply in range(1, len(shares)))
    errors = dict.fromkeys(PARTS, 0.004)
    parts = (
        ResultParts(0.5, -0.1, 0.2, 0.0, 0.4, 1.0, errors),
        ResultParts(0.5, 0.1, -0.2, -0.4, 0.0, 0.0, errors),
    )
    return Review(match, 1, 2, 0, curve, moves, parts)


def test_turning_points_are_the_few_largest_swings_in_order() -> None:
    found = made_up([0.5, 0.55, 0.8, 0.6, 0.71, 0.4, 0.52, 0.4, 0.9])
    assert [point.ply for point in found.turning_points] == [2, 3, 5, 6, 8]
    assert found.turning_points[0].swing == pytest.approx((0.25, -0.25))
    assert not made_up([0.5, 0.55, 0.6]).turning_points


def test_a_turning_point_says_whether_it_was_luck() -> None:
    def lucky(move: JudgedMove) -> JudgedMove:
        luck = (0.3, -0.3) if move.ply == 2 else (-0.05, 0.05)
        return replace(move, luck=luck, skill=(-0.1, 0.1))

    points = made_up([0.5, 0.35, 0.55], lucky).turning_points
    assert [point.cause for point in points] == ["move", "luck"]


# --- text and picture


def test_bars_rise_with_the_share_and_long_curves_are_thinned() -> None:
    assert review_text.sparkline([0, 0.2, 0.5, 0.99, 1]) == "▁▂▅██"
    long = review_text.sparkline([0.0] * 50 + [1.0] * 51, max_width=11)
    assert long == "▁▁▁▁▁██████"


def test_the_text_has_luck_and_skill_with_their_sum() -> None:
    text = made_up([0.5, 0.9, 1.0]).text(load("solstis").words("en"))
    rows = [line.split() for line in text.splitlines()]
    assert ["Luck", "of", "the", "draw", "+20", "−20"] in rows
    assert ["Currently", "100", "0"] in rows


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_is_there_in_every_language(lang: str, review_of_a_missed_win: Review) -> None:
    match = review_of_a_missed_win.match
    say = match.game.words(lang)
    text = review_of_a_missed_win.text(say)
    for seat in match.seats:
        assert say(seat) in text
    for heading in ("Chances to win", "What could have been better", "Turning points"):
        assert say(heading) in text
    assert say("a blunder") in text
    assert not re.search(r"[{}]", text)


def drawn(path: Path, found: Review) -> bytes:
    review_plot.save(found, path, found.match.game.words("en"))
    return path.read_bytes()


def test_the_picture_has_a_line_for_every_seat_and_its_marks(tmp_path: Path) -> None:
    found = made_up([0.5, 0.7, 0.2], lambda move: judged(rated(0.9), rated(0.3), move.ply))
    svg = drawn(tmp_path / "curve.svg", found)
    texts = {element.text for element in ET.fromstring(svg).iter() if element.text}  # noqa: S314
    assert {"Dawn", "Dusk", "a blunder", "turning point", "Moves played", "2"} <= texts
    assert drawn(tmp_path / "again.svg", found) == svg
    assert drawn(tmp_path / "curve.PNG", found).startswith(b"\x89PNG")


def test_seats_have_the_colours_of_their_game_and_rivals_are_grey() -> None:
    found = made_up([0.5, 0.6])
    assert review_plot.colour(found, 0) != review_plot.colour(found, 1)
    theme = (found.match.game.folder / "theme.css").read_text("utf-8")
    assert review_plot.colour(found, 0) in theme
    alone = replace(found, match=ph.new("solenia", seed=1, players="1"))
    assert review_plot.colour(alone, 1) == review_plot.RIVAL


# --- the command


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game of three moves, saved."""
    match = ph.new("orion", seed=7, setup="symmetric-1")
    for move in ("line e4 e5/e6", "star a1", "star a3"):
        match.play(move)
    records.write(tmp_path / "game.json", match.record())
    return tmp_path / "game.json"


def analyse(*arguments: object) -> Result:
    words = ["analyse", *map(str, arguments), "--iterations", "40"]
    return CliRunner().invoke(cli.app, words, catch_exceptions=False)


def test_the_command_prints_draws_and_writes(begun: Path) -> None:
    out, written = begun.with_name("curve.svg"), begun.with_name("review.json")
    told = analyse(begun, "--out", out, "--json", written, "--lang", "en")
    assert told.exit_code == 0
    for part in ("Orion Duel, 3 moves.", "not over yet", "Chances to win", "Luck and skill"):
        assert part in told.output
    assert out.read_text("utf-8").count("<svg") == 1
    assert json.loads(written.read_text("utf-8"))["plies"] == 3
    assert sorted(path.name for path in begun.parent.iterdir()) == [
        "curve.svg",
        "game.json",
        "review.json",
    ]


def test_the_command_speaks_other_languages(begun: Path) -> None:
    assert Words("fr")("Chances to win") in analyse(begun, "--lang", "fr").output


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (["nowhere.json"], ph.BadRecord, "nowhere.json: No such file"),
        (["{game}", "--out", "curve.pdf"], ph.BadOption, "ends in .svg or .png"),
        (["{game}", "--out", "no/such/curve.svg"], ph.BadOption, "there is no such folder"),
        (["{game}", "--json", "{folder}"], ph.BadOption, "is a folder"),
        (["{game}", "--lang", "tlh"], ph.BadOption, "lang 'tlh'"),
        (["{curve}"], ph.BadRecord, "broken JSON at line 1"),
        (["{other}"], ph.BadRecord, "format: expected"),
    ],
)
def test_the_command_refuses_what_it_cannot_do_at_once(
    begun: Path, arguments: list[str], error: type[Exception], message: str
) -> None:
    (begun.parent / "curve.json").write_text("<svg/>")
    (begun.parent / "other.json").write_text("{}")
    names = {"game": begun, "folder": begun.parent}
    names |= {name: begun.parent / f"{name}.json" for name in ("curve", "other")}
    with pytest.raises(error, match=re.escape(message)):
        analyse(*(word.format(**names) for word in arguments))


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"pictures need matplotlib: pip install 'parhelion"):
        review_plot.check_path(tmp_path / "curve.svg")
