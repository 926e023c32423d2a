"""Reports of runs: planted imbalances are found, what did not change is not flagged, what cannot be
compared is said, and the page stands by itself."""

import json
import re
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import stats
from typer.testing import CliRunner, Result

from parhelion import cli
from parhelion.bots.intervals import wilson_interval
from parhelion.errors import BadOption, BadRecord, MissingExtra, ParhelionError
from parhelion.games import Game, load
from parhelion.lab import significance
from parhelion.lab.piece_worth import CHOSEN, WORTH_POINTS, Piece, Sums, piece_sums, ratio
from parhelion.lab.report_data import Report
from parhelion.lab.report_page import page
from parhelion.lab.report_plots import wrapped
from parhelion.lab.report_text import differences, finding, played, summary
from parhelion.lab.run_looks import Look
from parhelion.lab.run_measures import lead_changes, led_by_winner
from parhelion.lab.run_reader import Run
from parhelion.lab.simulation import plan_simulation, simulate_into
from tests import plugins
from tests.invented_runs import Truth, write_run

SPIRITS = ("bear", "deer", "fox", "owl")


@pytest.fixture
def invent(tmp_path: Path) -> Any:
    """Writes runs and opens them."""
    made: list[Run] = []

    def write(**truth: Any) -> Run:
        path = write_run(tmp_path / f"run-{len(made)}", Truth(**truth))
        made.append(Run(path))
        return made[-1]

    return write


def labels(report: Report) -> list[str]:
    return [look.subject.label for look in report.looks.standing_out]


def look(report: Report, label: str) -> Look:
    [found] = [each for each in report.looks.made if each.subject.label == label]
    return found


def why_not(report: Report) -> dict[str, str]:
    return {each.subject.label: each.why for each in report.looks.not_compared}


# --- planted imbalances


def test_a_seat_that_wins_more_than_its_share_is_found(invent: Any) -> None:
    report = Report(invent(favour=0.06, games=3000))
    assert labels(report) == ["Share of victory of Dawn"]
    found = look(report, "Share of victory of Dawn").found
    assert found.before == 0.5
    assert found.low < 0.06 < found.high
    assert "above the fair share (50.0\N{NO-BREAK SPACE}%" in summary(report.looks, None)[0]


def test_a_piece_that_is_worth_points_is_found(invent: Any) -> None:
    report = Report(invent(pieces=dict.fromkeys(SPIRITS, 0.0) | {"fox": 8.0}))
    best = report.looks.standing_out[0]
    assert best.subject.label == "Score of those who have “Fox” (spirit)"
    assert best.found.low < 8 < best.found.high
    value, low, high = WORTH_POINTS.interval(report.pieces[0][Piece("spirit", "fox")])
    assert low < 8 < high
    assert value == pytest.approx(8, abs=1)


def test_a_piece_that_is_chosen_more_often_is_found(invent: Any) -> None:
    report = Report(invent(preferred="owl"))
    assert labels(report)[0] == "Choice of “Owl” (spirit) when on offer"
    value, low, high = CHOSEN.interval(report.pieces[0][Piece("spirit", "owl")])
    assert low < 0.75 < high
    assert 0.7 < value < 0.8


def test_what_moved_between_two_runs_is_found(invent: Any) -> None:
    changed = {"pieces": dict.fromkeys(SPIRITS, 0.0) | {"fox": 8.0}, "plies": 41.0}
    ways = {"exhausted": 0.6, "resigned": 0.4}
    report = Report(invent(), invent(seed=2, ways=ways, **changed))
    found = set(labels(report))
    assert {
        "Moves in a game",
        "Games that end by “resigned”",
        "Advantage in points of those who have “Fox” (spirit)",
        "Advantage in victories of those who have “Fox” (spirit)",
        "Score of Dawn",
    } <= found
    assert not {"Share of victory of Dawn", "Cards, points of Dawn"} & found
    assert look(report, "Moves in a game").found.size == pytest.approx(1, abs=0.5)
    assert finding(look(report, "Moves in a game")).startswith("Moves in a game rose from 40")


def test_a_new_way_to_end_is_found(invent: Any) -> None:
    report = Report(invent(ways={"exhausted": 1.0}), invent(seed=2))
    assert "Games that end by “resigned”" in labels(report)


# --- what did not change is not flagged


def test_equal_runs_say_that_nothing_moved(invent: Any) -> None:
    run = invent()
    report = Report(run, Run(run.path))
    assert report.looks.made
    assert all(each.chance == 1 for each in report.looks.made)
    told = f"Nothing moved beyond noise in {len(report.looks.made)} looks."
    assert summary(report.looks, report.comparison) == [told]


@pytest.mark.parametrize("paired", [False, True])
def test_pages_about_equal_truths_rarely_flag_anything(paired: bool) -> None:
    """1,000 pages with 40 looks each at two runs of the same truth: about one page of twenty may
    flag something, although the spreads are unequal."""
    pages, looks, games = 1000, 40, 60
    rng = np.random.default_rng(11)
    flagged = 0
    for _ in range(pages // 100):
        before = rng.normal(0, 1, (100, looks, games))
        after = rng.normal(0, 3, (100, looks, games if paired else 2 * games))
        if paired:
            chances = stats.ttest_rel(before, after, axis=2).pvalue
        else:
            chances = stats.ttest_ind(before, after, axis=2, equal_var=False).pvalue
        flagged += sum(min(significance.holm(page)) < significance.LEVEL for page in chances)
        compare = significance.paired if paired else significance.unpaired
        assert compare(before[0, 0], after[0, 0]).p == pytest.approx(chances[0, 0])
    assert flagged / pages < 0.08  # more than four standard deviations above 0.05


def test_pieces_of_equal_truths_are_rarely_flagged() -> None:
    """200 runs of 300 games in which pieces are worth nothing but luck: as few pages as promised
    flag a piece. All runs are drawn and summed at once."""
    runs, games, seats, kinds = 200, 300, 2, 6
    rng = np.random.default_rng(3)
    scores = rng.normal(30, 8, (runs, games, 1)) + rng.normal(0, 5, (runs, games, seats))
    has = rng.random((runs, games, seats, kinds)) < 0.3
    flagged = 0
    for run in range(runs):
        chances = []
        for piece in range(kinds):
            mine = has[run, :, :, piece]
            others = has[run].sum(axis=2) - mine
            numbers = np.zeros((games, 13))
            for start, times in ((0, mine), (3, ~mine), (6, others)):
                numbers[:, start] = times.sum(axis=1)
                numbers[:, start + 2] = (times * scores[run]).sum(axis=1)
            sums = Sums()
            sums.add(numbers)
            one, rest = ratio(sums, *WORTH_POINTS.of), ratio(sums, *WORTH_POINTS.others)
            freedom = min(one.games, rest.games) - 1
            error = (one - rest).error(sums)
            chances.append(significance.student(one.value - rest.value, error, freedom))
        flagged += min(significance.holm(chances)) < significance.LEVEL
    assert flagged / runs < 0.115  # more than four standard deviations above 0.05


def test_whole_reports_of_an_unchanged_rule_rarely_flag_anything(tmp_path: Path) -> None:
    """Each page flags something with a chance of 5 %; seven of thirty are practically excluded."""
    truth = {"games": 200, "file_size": 1000}
    runs = [
        Run(write_run(tmp_path / str(seed), Truth(seed=seed, **truth)))  # type: ignore[arg-type]
        for seed in range(1, 16)
    ]
    pairs = zip(runs, [*runs[1:], runs[0]], strict=True)
    flagged = [labels(Report(*pair)) for pair in pairs] + [labels(Report(run)) for run in runs]
    assert sum(map(bool, flagged)) < 7


# --- the statistics


def test_comparisons_are_those_of_scipy() -> None:
    rng = np.random.default_rng(1)
    before, after = rng.normal(0, 1, 80), rng.normal(0.4, 5, 50)
    welch = stats.ttest_ind(after, before, equal_var=False)
    found = significance.unpaired(before, after)
    interval = welch.confidence_interval()
    assert found.p == pytest.approx(welch.pvalue)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    pairs = stats.ttest_rel(after, before[:50])
    assert significance.paired(before[:50], after).p == pytest.approx(pairs.pvalue)
    fair = stats.ttest_1samp(after, 0.3)
    assert significance.against(after, 0.3).p == pytest.approx(fair.pvalue)


def test_unequal_variances_do_not_raise_false_alarms() -> None:
    """A small run that varies much against a large one that does not: a test that pools the
    variances would flag a quarter of them."""
    rng = np.random.default_rng(5)
    chances = [
        significance.unpaired(rng.normal(0, 1, 600), rng.normal(0, 6, 40)).p for _ in range(600)
    ]
    assert 0.02 < np.mean(np.array(chances) < 0.05) < 0.08


def test_yes_and_no_are_compared_exactly() -> None:
    never, rarely = np.zeros(400), np.repeat([1.0, 0.0], [3, 397])
    assert significance.unpaired(never, rarely).p == pytest.approx(0.2487, abs=1e-3)
    assert significance.paired(never, rarely).p == pytest.approx(0.25)


def test_constants_that_differ_have_moved_and_equal_ones_have_not() -> None:
    assert significance.unpaired(np.full(50, 2.5), np.full(50, 2.5)).p == 1
    assert significance.unpaired(np.full(50, 2.5), np.full(50, 3.5)).p == 0


def test_games_that_say_nothing_do_not_count() -> None:
    values = np.array([1.0, np.nan, 3.0])
    assert significance.mean_interval(values)[0] == 2
    with pytest.raises(significance.TooFew):
        significance.unpaired(np.full(100, np.nan), np.arange(100.0))


def test_holm_multiplies_step_by_step() -> None:
    assert significance.holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert significance.holm([]) == []
    assert significance.holm([0.9, 0.8]) == [1.0, 1.0]


def test_seats_of_a_game_are_not_taken_for_independent(invent: Any) -> None:
    """The error of a worth is that of games: writing every game twice as two seats that agree
    would not make it smaller."""
    numbers = np.zeros((200, 13))
    rng = np.random.default_rng(2)
    has, score = rng.random(200) < 0.5, rng.normal(20, 5, 200)
    numbers[:, 0], numbers[:, 2] = has, has * score
    numbers[:, 3], numbers[:, 5] = ~has, ~has * score
    once, twice = Sums(), Sums()
    once.add(numbers)
    twice.add(2 * numbers)
    errors = [WORTH_POINTS.estimate(sums).error(sums) for sums in (once, twice)]
    assert errors[0] == pytest.approx(errors[1])
    welch = stats.ttest_ind(score[has], score[~has], equal_var=False)
    assert errors[0] == pytest.approx(abs(welch._standard_error), rel=0.01)


def test_runs_of_the_same_seed_are_compared_in_pairs(invent: Any) -> None:
    """A change that is small against luck is found where the same deals are compared."""
    report = Report(invent(), invent(plies=40.4))
    assert "Moves in a game" in labels(report)
    other = Report(invent(seed=5), invent(seed=6, plies=40.2))
    assert "Moves in a game" not in labels(other)
    assert report.comparison is not None
    assert report.comparison.common is not None
    assert "2,000 games that both runs dealt from the same seeds" in page(report)


def test_paired_runs_give_narrower_intervals_for_pieces(invent: Any) -> None:
    """Two runs of the same seed share their deals, so their differences vary less."""
    worthy = {"pieces": dict.fromkeys(SPIRITS, 0.0) | {"fox": 3.0}}
    label = "Advantage in victories of those who have “Fox” (spirit)"
    same = look(Report(invent(), invent(**worthy)), label).found
    other = look(Report(invent(), invent(seed=2, **worthy)), label).found
    assert 0.05 < same.low < same.high
    assert same.low < other.high
    assert other.low < same.high
    assert same.high - same.low < (other.high - other.low) / 2


def test_interval_is_a_point_when_all_pairs_differ_alike(invent: Any) -> None:
    """The fox adds three points in every pair of games, so nothing is left to chance."""
    worthy = {"pieces": dict.fromkeys(SPIRITS, 0.0) | {"fox": 3.0}}
    label = "Advantage in points of those who have “Fox” (spirit)"
    report = Report(invent(), invent(**worthy))
    found = look(report, label).found
    assert found.size == pytest.approx(3)
    assert found.low == found.high == found.size
    assert found.p == 0
    assert label in labels(report)
    check_page(page(report))
    other = look(Report(invent(), invent(seed=2, **worthy)), label).found
    assert other.low < 3 < other.high


@pytest.mark.parametrize("moved", [0.0, 0.1, -3.0])
def test_constant_difference_is_certain_despite_rounding_error(moved: float) -> None:
    """0.1, 0.2 … are not exact in binary: their differences vary in the last digits."""
    before = np.arange(1, 80) / 10
    found = significance.paired(before, before + moved)
    assert found.low == found.high == found.size
    assert found.size == pytest.approx(moved)
    assert found.p == (moved == 0)
    swapped = significance.unpaired(np.full(50, 0.1), np.full(73, 0.1 + moved))
    assert swapped.low == swapped.high == swapped.size
    assert swapped.p == (moved == 0)


def test_a_longer_run_of_the_same_seed_is_compared_by_common_games(invent: Any) -> None:
    report = Report(invent(games=500), invent(games=500))
    assert not labels(report)
    longer = Report(invent(games=700), invent(games=500))
    assert look(longer, "Moves in a game").found.games == 500


# --- what cannot be compared


def test_pieces_of_one_run_only_are_not_compared(invent: Any) -> None:
    report = Report(invent(), invent(seed=2, pieces=None))
    assert why_not(report) == {"What pieces are worth": "only the first run has written its pieces"}
    assert not any("(spirit)" in each.subject.label for each in report.looks.made)


def test_other_parts_and_pieces_are_not_compared(invent: Any) -> None:
    other = {"parts": ("cards", "fires"), "pieces": dict.fromkeys(("bear", "deer", "fox"), 0.0)}
    report = Report(invent(), invent(seed=2, **other))
    found = why_not(report)
    assert found["Spirits, points of Dusk"] == "only the first run has it"
    assert found["Fires, points of Dawn"] == "only the second run has it"
    assert found["Choice of “Owl” (spirit) when on offer"] == "only the first run has it"


def test_too_few_games_are_not_compared(invent: Any) -> None:
    report = Report(invent(games=20), invent(games=20, seed=2))
    assert not report.looks.made
    assert "20 of the 30 games that are needed" in why_not(report).values()
    assert summary(report.looks, report.comparison) == [
        "Nothing could be compared: there are too few games."
    ]
    assert "Not compared" in page(report)


def test_one_game_has_a_report(invent: Any) -> None:
    text = page(Report(invent(games=1)))
    assert "1 game of Solstis" in text
    assert "nan" not in text
    assert "inf" not in re.sub(r"info\w*", "", text)


def test_a_fair_share_is_not_known_for_unlike_bots_and_rivals(invent: Any) -> None:
    unlike = Report(invent(bots=(1, 2)))
    assert "bots of different strength" in why_not(unlike)["Share of victory of Dawn"]
    alone = Report(
        invent(game="solenia", options={"players": "1"}, bots=(0, "Trade Wind"), parts=())
    )
    assert "rivals that the rules play" in why_not(alone)["Share of victory of Teal"]
    assert "Teal was played by random moves, against Trade Wind." in played(alone.runs[0])


def test_unequal_runs_say_so_at_the_top(invent: Any) -> None:
    two = invent(game="solenia", options={"players": "2"})
    three = invent(
        game="solenia", options={"players": "3", "board": "winter"}, bots=(1, 1, 2), seed=2
    )
    report = Report(two, three)
    text = page(report)
    top = text[: text.index("What moved")]
    assert "2 seats in the first run, 3 in the second." in top
    assert "Boards: Summer in the first run, Winter in the second." in top
    assert "Bots: random moves and random moves in the first run, level 1 (Sparrow)" in top
    assert why_not(report)["Share of victory of Teal"] == "the runs have different seats"
    assert look(report, "Moves in a game")


def test_another_version_of_ones_own_bot_is_said_at_the_top(invent: Any) -> None:
    runs = [invent(bots=(0, "mine.py:Mine")) for _ in range(2)]
    assert "Dusk was played by mine.py:Mine" in played(runs[0])
    assert not differences(*runs)
    for digest, run in zip("12", runs, strict=True):
        run.plan = run.plan.model_copy(update={"own": {"mine.py:Mine": digest}})
    assert differences(*runs) == ["mine.py:Mine is another version in the second run."]


def test_each_seat_has_its_own_plot_where_seats_differ(invent: Any) -> None:
    alone = {"options": {"players": "1"}, "bots": (0, "Trade Wind")}
    report = Report(invent(game="solenia", **alone), invent(game="solenia"))
    text = page(report)
    for seat in ("Teal", "Trade Wind", "Coral"):
        assert text.count(f"<h3>Mean points of {seat}</h3>") == 1
    check_page(text)


def test_other_games_are_refused(invent: Any) -> None:
    with pytest.raises(BadOption, match="is a run of orion"):
        Report(invent(), invent(game="orion"))


# --- measures


def test_who_leads_when(invent: Any) -> None:
    run = invent(games=4)
    run.__dict__["leaders"] = np.array(
        [[-1, 0, 1, -1, 1], [0, 0, -1, 0, 0], [-1, -1, -1, -1, 1], [0, -1, -1, 1, 1]]
    )
    run.__dict__["shares"] = np.array([[0.0, 1.0], [0.5, 0.5], [0.0, 1.0], [0.0, 1.0]])
    assert lead_changes(run).tolist() == [1, 0, 0, 1], "also through a tie"
    assert led_by_winner(1, run).tolist() == [0, 0.5, 0, 0]
    assert led_by_winner(4, run).tolist() == [1, 0.5, 1, 1]


def test_seats_have_wilson_intervals(invent: Any) -> None:
    run = invent(games=100)
    report = Report(run)
    won = float(run.shares[:, 0].sum())
    estimate = report.estimates(report.measures("seats")[0])[0]
    assert estimate == pytest.approx((won / 100, *wilson_interval(won, 100)))


def test_pieces_are_summed_the_same_in_one_file_and_in_many(invent: Any) -> None:
    one, many = invent(file_size=2000), invent(file_size=150)
    first, second = piece_sums(one), piece_sums(many)
    assert first.keys() == second.keys()
    for piece, sums in first.items():
        assert np.array_equal(sums.products, second[piece].products)


# --- names of pieces


def test_pieces_are_told_in_words_and_kept_in_notation(tmp_path: Path) -> None:
    plan = plan_simulation("solenia", 1000, seed=7, pieces=True)
    simulate_into(tmp_path / "run", plan, jobs=1)
    run = Run(tmp_path / "run")
    assert ("delivery", "day WWSS6") in run.piece_names
    text = page(Report(run))
    assert "<td>Day: 2 wood, 2 stone – 6 stars</td>" in text
    assert "Score of those who have “Day: 2 wood, 2 stone – 6 stars” (delivery)" in text
    assert not re.search(r"(day|night) [WHSA]{3,}\d", text, re.IGNORECASE)


@pytest.mark.parametrize(
    ("game", "kind", "name", "title"),
    [
        ("solenia", "delivery", "night WWHS7", "Night: 2 wood, 1 wheat, 1 stone – 7 stars"),
        ("solenia", "delivery", "day SSA1 #2", "Day: 2 stone, 1 water – 1 star #2"),
        ("solenia", "delivery", "day 5", "Day: nothing – 5 stars"),
        ("solenia", "upgrade 1", "crow's nest", "Crow's nest"),
        ("solenia", "delivery", "of another edition", "of another edition"),
        ("solstis", "tile", "4-2", "Blue 2"),
        ("solstis", "tile", "9-9", "9-9"),
        ("solstis", "spirit", "bear", "bear"),
        ("orion", "token", "hole", "hole"),
        ("lantern", "card", "red 5", "red 5"),
    ],
)  # fmt: skip
def test_a_game_tells_what_people_call_its_pieces(
    game: str, kind: str, name: str, title: str
) -> None:
    with plugins.known():
        found = load(game)
        assert found.statistics.piece_title(kind, name, found.words("en")) == title


def test_a_long_name_is_whole_in_a_plot() -> None:
    lines = wrapped("Night: 2 wood, 1 wheat, 1 stone, 1 water – 8 stars #2 *").split("\n")
    told = [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
    assert told == ["Night: 2 wood,", "1 wheat, 1 stone,", "1 water – 8 stars", "#2 *"]


# --- the page


class Outline(HTMLParser):
    """Checks that every element is closed where it should be, and keeps ids and references."""

    VOID = frozenset({"meta", "br", "hr", "img", "link", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.named: list[str] = []
        self.external: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open, tag
        self.note(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def note(self, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs)
        for name, value in attrs:
            text = value or ""
            self.ids += [text] if name == "id" else []
            self.named += text.split() if name == "aria-labelledby" else []
            self.named += re.findall(r"url\(#([^)]+)\)", text)
            if name in ("href", "src"):
                assert text.startswith("#")
                self.named.append(text[1:])


def check_page(text: str) -> None:
    """A page must be well-formed and need nothing else."""
    found = Outline(text)
    assert len(set(found.ids)) == len(found.ids)
    assert set(found.named) <= set(found.ids)
    assert not re.search(r"https?:|//\w|@import|<script|xlink|url\((?!#)", text)
    assert len(text.encode()) < 1_500_000
    assert not re.search(r"\b(nan|None)\b", text)


def test_a_page_stands_by_itself(invent: Any) -> None:
    run = invent()
    for report in (Report(run), Report(run, invent(seed=2))):
        text = page(report)
        check_page(text)
        assert text.count("<svg") == text.count('role="img"') == text.count("<details><summary>Num")


def test_the_same_runs_give_the_same_page(invent: Any) -> None:
    first, second = invent(games=300), invent(games=300, seed=2)
    assert page(Report(first, second)) == page(Report(Run(first.path), Run(second.path)))


def test_a_page_says_how_many_looks_there_were(invent: Any) -> None:
    report = Report(invent())
    text = page(report)
    assert f"This page makes {len(report.looks.made)} looks" in text
    assert len(report.looks.made) == 1 + 1 + 4 * 3  # a seat, a setup, pieces by three aspects
    assert "Who is ahead gets more of everything" in text


def test_names_are_escaped(invent: Any, tmp_path: Path) -> None:
    run = invent(setups=("<b>dawn</b>", "a & b"))
    text = page(Report(run))
    assert "<b>dawn" not in text
    assert "&lt;b&gt;dawn" in text
    check_page(text)


def test_many_pieces_are_plotted_in_part_and_listed_in_full(invent: Any) -> None:
    names = [f"piece {number:02}" for number in range(40)]
    text = page(Report(invent(pieces=dict.fromkeys(names, 0.0), games=3000)))
    assert "The 12 highest and the 12 lowest of 40." in text
    assert all(f"<td>Piece {number:02}" in text for number in range(40))


# --- broken runs


def broken(run: Run, how: str) -> Path:
    """Break a run that is on disk."""
    games, seats = sorted((run.path / "games").iterdir()), sorted((run.path / "seats").iterdir())
    if how == "truncated":
        seats[0].write_bytes(seats[0].read_bytes()[:-100])
    elif how == "flipped":
        content = bytearray(games[1].read_bytes())
        content[60] ^= 0xFF
        games[1].write_bytes(content)
    elif how == "foreign":
        pq.write_table(pa.table({"x": [1]}), games[0])
    elif how == "seat gone":
        table = pq.read_table(seats[0])
        pq.write_table(table.slice(1), seats[0])
    elif how == "file gone":
        seats[0].unlink()
    elif how == "no games":
        shutil.rmtree(run.path / "games")
    elif how == "text":
        table = pq.read_table(games[0])
        pq.write_table(table.set_column(2, "plies", pa.array(["x"] * table.num_rows)), games[0])
        for file in games[1:]:
            file.unlink()
            (run.path / "seats" / file.name).unlink()
            (run.path / "pieces" / file.name).unlink()
    elif how == "piece of nowhere":
        file = sorted((run.path / "pieces").iterdir())[0]
        table = pq.read_table(file)
        pq.write_table(table.set_column(0, "game", pa.array([5000] * table.num_rows)), file)
    return run.path


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("truncated", r"seats/00000000.parquet: damaged"),
        ("flipped", r"games/00000700.parquet: damaged"),
        ("foreign", r"games"),
        ("seat gone", r"seats: does not have every seat of every game once"),
        ("file gone", r"seats/00000000.parquet: damaged"),
        ("no games", r"the run has no games yet"),
        ("text", r"games: column 'plies' is not of numbers"),
        ("piece of nowhere", r"has a game that the table of games does not have"),
    ],
)
def test_a_broken_run_is_refused_in_words(invent: Any, how: str, says: str) -> None:
    path = broken(invent(), how)
    with pytest.raises(BadRecord, match=says):
        page(Report(Run(path)))


def test_what_is_not_a_run_is_refused_in_words(invent: Any, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(BadRecord, match="a run is a folder"):
        Run(file)
    with pytest.raises(BadRecord, match="there is no such folder"):
        Run(tmp_path / "nowhere")
    with pytest.raises(BadRecord, match="not the folder of a simulation"):
        Run(tmp_path)
    plan = invent().path / "run.json"
    plan.write_text(json.dumps(json.loads(plan.read_text()) | {"seats": "Dawn"}))
    with pytest.raises(BadRecord, match=r"run.json\.seats: expected a list, found 'Dawn'"):
        Run(plan.parent)


def test_an_unfinished_run_tells_how_far_it_is(invent: Any) -> None:
    run = invent()
    sorted((run.path / "games").iterdir())[-1].unlink()
    assert "1,400 games of 2,000 planned of Solstis" in played(Run(run.path))


# --- the command


def command(*words: object) -> Result:
    return CliRunner().invoke(cli.app, ["report", *map(str, words)])


def test_every_game_has_a_report(game: Game, tmp_path: Path) -> None:
    for seed in (1, 2):
        plan = plan_simulation(game.name, 60, seed=seed, pieces=True)
        simulate_into(tmp_path / str(seed), plan, jobs=1)
    for runs in (("1",), ("1", "2")):
        out = tmp_path / "page.html"
        told = command(*(tmp_path / run for run in runs), "--out", out)
        assert told.exit_code == 0, told.exception
        assert f"Wrote {out}." in told.output
        text = out.read_text(encoding="utf-8")
        check_page(text)
        assert f"60 games of {game.info.title}" in text


def test_a_page_that_cannot_be_written_is_refused_at_once(invent: Any, tmp_path: Path) -> None:
    path = invent(games=40).path
    for out in (tmp_path, tmp_path / "no" / "page.html"):
        told = command(path, "--out", out)
        assert isinstance(told.exception, ParhelionError)
        assert str(out) in str(told.exception)


def test_a_missing_library_is_named(
    invent: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = invent(games=40).path
    for module in ("scipy", "matplotlib"):
        with monkeypatch.context() as patch:
            for name in [name for name in sys.modules if name.startswith("parhelion.lab.")]:
                patch.delitem(sys.modules, name)
            patch.setitem(sys.modules, module, None)
            told = command(path, "--out", tmp_path / "page.html")
            assert isinstance(told.exception, MissingExtra), module
            assert "parhelion[lab]" in str(told.exception)
